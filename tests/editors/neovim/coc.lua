-- The real coc.nvim in Neovim, with the ready settings: `nvim --clean --headless -l coc.lua` in a copy of the workspace.
-- COC_NVIM is its folder, built. Prints a line for each test, and "done" when it has come to its end.
local harness = dofile(os.getenv('HCL_TESTS') .. '/neovim/harness.lua')
local test, expect, eventually = harness.test, harness.expect, harness.eventually

local own = vim.fn.tempname()
vim.fn.mkdir(own .. '/bin', 'p')
vim.uv.fs_symlink(assert(os.getenv('HCL_LS')), own .. '/bin/hcl-ls')
vim.env.PATH = own .. '/bin:' .. vim.env.PATH
vim.g.coc_config_home = os.getenv('HCL_EDITORS') .. '/coc'
vim.g.coc_data_home = own .. '/data'
vim.opt.runtimepath:prepend(os.getenv('COC_NVIM'))
vim.cmd.source(os.getenv('COC_NVIM') .. '/plugin/coc.vim')

local function coc(...) return vim.fn.CocAction(...) end
local function line(number) return vim.api.nvim_buf_get_lines(0, number - 1, number, false)[1] end

-- Puts the cursor on the first occurrence of a text.
local function go_to(text)
  vim.fn.cursor(1, 1)
  expect(vim.fn.search('\\V' .. text, 'cW') > 0, 'the file has no ' .. text)
end

-- Answers are empty until coc.nvim has told the server of the file.
local function answer(what, ...)
  local arguments, found = { ... }, nil
  eventually(function()
    local ok, value = pcall(coc, unpack(arguments))
    found = ok and type(value) == 'table' and #value > 0 and value or nil
    return found
  end, what)
  return found
end

test('coc: the server runs for a file of a language', function()
  vim.fn['coc#rpc#start_server']()
  eventually(function() return vim.g.coc_service_initialized == 1 end, 'coc.nvim')
  vim.cmd.edit('main.hcl')
  eventually(function()
    return vim.iter(coc('services')):any(function(one) return one.id:find('hcl-ls', 1, true) and one.state == 'running' end)
  end, 'the server')
end)

test('coc: findings', function()
  vim.cmd.edit('broken.hcl')
  eventually(function()
    return vim.iter(coc('diagnosticList')):any(function(one) return vim.endswith(one.file, '/broken.hcl') and one.lnum == 2 end)
  end, 'the finding')
end)

test('coc: hover', function()
  vim.cmd.edit('main.hcl')
  go_to('upper')
  expect(table.concat(answer('the card', 'getHover'), '\n'):find('upper case', 1, true), 'no documentation')
end)

test('coc: formatting', function()
  vim.api.nvim_buf_set_lines(0, 4, 5, false, { '  port=8080' })
  eventually(function() return coc('format') and line(5) == '  port    = 8080' end, 'the format')
end)

test('coc: references and rename', function()
  vim.cmd.edit('docker-bake.hcl')
  go_to('TAG')
  expect(#answer('references', 'references') == 2, 'not both references')
  coc('rename', 'LABEL')
  eventually(function() return line(1) == 'variable "LABEL" {' and line(7):find('${LABEL}', 1, true) end, 'the new name')
end)

test('coc: a quick fix', function()
  vim.cmd.edit('fix.docker-bake.hcl')
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'target "app" {', '  contxt = "."', '}' })
  vim.bo.filetype = 'hcl'
  go_to('contxt')
  eventually(function()
    return #coc('diagnosticList') > 0 and pcall(coc, 'doQuickfix') and line(2) == '  context = "."'
  end, 'the fix')
end)

test('coc: symbols', function()
  vim.cmd.edit('studio.hcl')
  answer('symbols', 'documentSymbols')
end)

harness.finish()
