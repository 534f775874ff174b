-- The plugin without a server: file types, colours, indentation, help.
local harness = dofile(os.getenv('HCL_TESTS') .. '/neovim/harness.lua')
local test, expect = harness.test, harness.expect
local samples = os.getenv('HCL_TESTS') .. '/samples'

local function buffer_of(filetype, lines)
  vim.cmd('enew!')
  vim.bo.filetype = filetype
  vim.api.nvim_buf_set_lines(0, 0, -1, false, lines or {})
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
end

-- The syntax group at the first place of a string.
local function group_at(needle, plus)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local column = line:find(needle, 1, true)
    if column then
      return vim.fn.synIDattr(vim.fn.synID(number, column + (plus or 0), 1), 'name')
    end
  end
  error('the buffer has no ' .. needle)
end

test('file types keep what the editor has', function()
  for name, expected in pairs({
    ['a.hcl'] = 'hcl', ['a.tf'] = 'terraform', ['a.tfvars'] = 'terraform-vars', ['a.tofu'] = 'opentofu',
    ['a.pkr.hcl'] = 'hcl', ['a.pkrvars.hcl'] = 'hcl', ['a.nomad.hcl'] = 'hcl', ['a.nomad'] = 'hcl',
    ['terragrunt.hcl'] = 'hcl', ['docker-bake.hcl'] = 'hcl', ['docker-bake.override.hcl'] = 'hcl',
    ['.terraform.lock.hcl'] = 'hcl', ['.tflint.hcl'] = 'hcl', ['.hcl-ls.hcl'] = 'hcl', ['.terraformrc'] = 'hcl',
    ['a.hcldec'] = 'hcldec', ['a.pack.hcl'] = 'hcldec', ['a.tfrc'] = 'hcl', ['a.tf.json'] = 'json',
  }) do
    local found = vim.filetype.match({ filename = name })
    expect(found == expected, name .. ' is ' .. tostring(found))
  end
end)

test('every file type has colours, indentation and comments', function()
  for _, filetype in ipairs(require('hcl-ls.files').filetypes) do
    buffer_of(filetype, { 'block "x" {', '  a = 1', '}' })
    expect(vim.bo.indentexpr:find('hcl_ls#indent', 1, true), filetype .. ' has no indentation')
    expect(vim.bo.commentstring == '# %s', filetype .. ' has no comments')
    expect(group_at('block') == 'hclBlockType', filetype .. ' has no colours: ' .. group_at('block'))
    expect(vim.bo.expandtab and vim.fn.shiftwidth() == 2, filetype .. ' is indented by something else')
  end
end)

test('colours survive quotes, heredocs and templates', function()
  vim.cmd.edit(samples .. '/shapes.hcl')
  vim.cmd('syntax sync fromstart')
  for _, case in ipairs({
    { 'quoted', 'hclArgument' }, { '{ in quotes', 'hclString' }, { 'upper("inner', 'hclFunction' },
    { 'inner ${', 'hclString' }, { 'end"', 'hclString' }, { 'label', 'hclLabel' }, { 'that is left', 'hclComment' },
    { 'trailing', 'hclComment' }, { 'an open quote', 'hclHeredoc' }, { 'script', 'hclArgument' },
    { 'echo', 'hclHeredoc' }, { 'call', 'hclArgument' }, { 'merge', 'hclFunction' }, { 'for k', 'hclRepeat' },
    { 'empty', 'hclBlockType' },
  }) do
    expect(group_at(case[1]) == case[2], case[1] .. ' is ' .. group_at(case[1]))
  end
end)

test('the indentation of formatted files is unchanged', function()
  for _, file in ipairs(vim.fn.glob(samples .. '/*.hcl', true, true)) do
    vim.cmd.edit(file)
    vim.bo.shiftwidth = 2
    local before = text()
    vim.cmd('silent normal! gg=G')
    expect(text() == before, file .. ' becomes\n' .. text())
    -- From nothing: what stands in heredocs and comments is kept.
    vim.cmd('edit!')
  end
end)

test('indentation as typed', function()
  buffer_of('hcl')
  harness.type('iservice "web" {<CR>ports = [<CR>80,<CR>]<CR>env = merge({<CR>a = 1<CR>}, {<CR>b = 2<CR>})<CR>}<CR>x = 1')
  expect(text() == table.concat({
    'service "web" {', '  ports = [', '    80,', '  ]', '  env = merge({', '    a = 1', '    }, {', '    b = 2', '  })',
    '}', 'x = 1',
  }, '\n'), text())
end)

test('a heredoc is left as typed', function()
  buffer_of('hcl')
  harness.type('ia {<CR>text = <<-EOT<CR>{ "<CR>  deeper<CR><C-u>EOT<CR>b = 1<CR>}')
  expect(text():find('\n}$'), text())
  expect(text():find('\n  b = 1', 1, true), text())
end)

test('the end of an indented heredoc goes below its start', function()
  buffer_of('hcl')
  harness.type('ia {<CR>text = <<-POLICY<CR>  deeper<CR>POLICY<CR>b = <<RAW<CR>c<CR>RAW<CR>}')
  local expected = {
    'a {', '  text = <<-POLICY', '    deeper', '  POLICY', '  b = <<RAW', '  c', '  RAW', '}',
  }
  expect(text() == table.concat(expected, '\n'), text())
  -- A formatted file keeps what it has.
  vim.api.nvim_buf_set_lines(0, 3, 4, false, { '    POLICY' })
  vim.cmd('normal gg=G')
  expect(vim.api.nvim_buf_get_lines(0, 3, 4, false)[1] == '    POLICY', text())
end)

test('comments are toggled and continued', function()
  buffer_of('hcl', { 'a = 1' })
  vim.cmd('normal gcc')
  expect(text() == '# a = 1', text())
  harness.type('ob')
  expect(text() == '# a = 1\n# b', text())
end)

test('the help has its tags', function()
  local folder = vim.fn.tempname()
  vim.fn.mkdir(folder, 'p')
  vim.fn.system({ 'cp', os.getenv('HCL_EDITORS') .. '/neovim/doc/hcl-ls.txt', folder })
  vim.cmd('helptags ' .. folder)
  local tags = table.concat(vim.fn.readfile(folder .. '/tags'), '\n')
  for _, tag in ipairs({ 'hcl-ls', ':HclLs', 'g:hcl_ls_command' }) do
    expect(('\n' .. tags):find('\n' .. tag .. '\t', 1, true), 'no tag ' .. tag)
  end
end)

test('the file for nvim-lspconfig has the shape that it expects', function()
  local config = require('lspconfig.configs.hcl_ls').default_config
  expect(config.cmd[1] == 'hcl-ls' and vim.tbl_contains(config.filetypes, 'terraform'), vim.inspect(config))
  buffer_of('json')
  expect(config.root_dir('/x/package.json', vim.api.nvim_get_current_buf()) == nil, 'a server for other JSON')
  expect(config.root_dir(samples .. '/shapes.hcl'), 'no root')
end)

test('tree-sitter is used where a parser is installed, and not missed where there is none', function()
  buffer_of('hcl', { 'a = 1' })
  local has_parser = #vim.api.nvim_get_runtime_file('parser/hcl.*', false) > 0
  expect((vim.treesitter.highlighter.active[vim.api.nvim_get_current_buf()] ~= nil) == has_parser, 'it is the other way')
end)

harness.finish()
