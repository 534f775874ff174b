-- Neovim against the real server: `nvim --clean --headless -l neovim_smoke.lua` in a copy of the workspace.
-- Prints a line for each test, and "done" when it has come to its end.
local editors = assert(os.getenv('HCL_EDITORS'))
vim.opt.runtimepath:prepend(editors .. '/neovim')
vim.cmd('filetype plugin on')
vim.cmd.source(editors .. '/neovim/plugin/hcl_ls.lua')
vim.lsp.config('hcl_ls', { cmd = { assert(os.getenv('HCL_LS')), '--stdio' } })
vim.lsp.enable('hcl_ls')

local patience = 20000

local function test(name, body)
  local ok, why = pcall(body)
  print((ok and 'ok neovim: ' or 'FAIL neovim: ') .. name .. (ok and '' or ': ' .. tostring(why)))
  io.stdout:flush()
end

local function expect(condition, what)
  if not condition then
    error(what, 2)
  end
end

local function eventually(condition, what)
  expect(vim.wait(patience, condition, 20), 'waited in vain for ' .. what)
end

local function open(file)
  vim.cmd.edit(file)
  local buffer = vim.api.nvim_get_current_buf()
  eventually(function()
    local client = vim.lsp.get_clients({ bufnr = buffer, name = 'hcl_ls' })[1]
    return client and client.initialized
  end, 'the server to attach to ' .. file)
  return buffer
end

local function request(buffer, method, params)
  local answers, why = vim.lsp.buf_request_sync(buffer, method, params, patience)
  expect(answers, method .. ' has no answer: ' .. tostring(why))
  local _, answer = next(answers)
  expect(answer, method .. ' went to no server')
  expect(not answer.err, method .. ' failed: ' .. vim.inspect(answer.err))
  return answer.result
end

-- Where the text begins in the buffer, as protocol parameters.
local function at(buffer, text, plus)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    local column = line:find(text, 1, true)
    if column then
      return {
        textDocument = vim.lsp.util.make_text_document_params(buffer),
        position = { line = number - 1, character = column - 1 + (plus or 0) },
      }
    end
  end
  error('the buffer has no ' .. text)
end

test('file types', function()
  for name, expected in pairs({
    ['a.hcl'] = 'hcl', ['a.tf'] = 'terraform', ['a.tfvars'] = 'terraform-vars', ['a.tofu'] = 'opentofu',
    ['a.pkr.hcl'] = 'packer', ['a.nomad.hcl'] = 'nomad', ['terragrunt.hcl'] = 'terragrunt',
    ['docker-bake.hcl'] = 'dockerbake', ['.terraform.lock.hcl'] = 'hcl', ['a.hcldec'] = 'hcldec',
  }) do
    local found = vim.filetype.match({ filename = name })
    expect(found == expected, name .. ' is ' .. tostring(found))
  end
end)

local buffer

test('a diagnostic appears', function()
  buffer = open('broken.hcl')
  eventually(function() return #vim.diagnostic.get(buffer) > 0 end, 'a diagnostic')
  local found = vim.diagnostic.get(buffer)
  expect(#found == 1, #found .. ' diagnostics')
  expect(found[1].lnum == 1, 'it is on line ' .. found[1].lnum)
  expect(found[1].severity == vim.diagnostic.severity.ERROR, 'it is no error')
  expect(tostring(found[1].code):match('^HCL%d+$'), 'its code is ' .. tostring(found[1].code))
end)

test('it goes when the text is mended', function()
  vim.api.nvim_buf_set_lines(buffer, 1, 2, false, { '  port = 80' })
  eventually(function() return #vim.diagnostic.get(buffer) == 0 end, 'no diagnostics')
end)

test('completion offers what the language has', function()
  local bake = open('docker-bake.hcl')
  local place = at(bake, 'context', 1)
  local list = request(bake, 'textDocument/completion', place)
  local labels = {}
  for _, item in ipairs(list.items or list) do
    labels[item.label] = true
  end
  expect(labels.context and labels.dockerfile, vim.inspect(vim.tbl_keys(labels)))
  place = at(bake, 'TAG}', 2)
  list = request(bake, 'textDocument/completion', place)
  expect((list.items or list)[1].label == 'TAG', vim.inspect((list.items or list)[1]))
end)

test('hover answers', function()
  buffer = open('main.hcl')
  request(buffer, 'textDocument/hover', at(buffer, 'upper', 1))
end)

test('symbols are nested', function()
  local symbols = request(buffer, 'textDocument/documentSymbol', { textDocument = at(buffer, 'port').textDocument })
  expect(#symbols == 2, #symbols .. ' symbols')
  expect(symbols[1].name == 'greeting', symbols[1].name)
  expect(#symbols[2].children == 3, #symbols[2].children .. ' children')
end)

test('the file is formatted', function()
  vim.api.nvim_buf_set_lines(buffer, 4, 5, false, { '  port=8080' })
  vim.lsp.buf.format({ bufnr = buffer, timeout_ms = patience })
  local line = vim.api.nvim_buf_get_lines(buffer, 4, 5, false)[1]
  expect(line == '  port    = 8080', line)
end)

test('semantic tokens arrive', function()
  local tokens = request(buffer, 'textDocument/semanticTokens/full', { textDocument = at(buffer, 'port').textDocument })
  expect(#tokens.data > 0 and #tokens.data % 5 == 0, vim.inspect(tokens))
end)

local studio

test('each feature answers', function()
  studio = open('studio.hcl')
  local document = { textDocument = at(studio, 'accent').textDocument }
  local function with(place, more)
    return vim.tbl_extend('error', place, more or {})
  end
  local region = at(studio, 'input.region', 8)
  local image = at(studio, 'image("web"', 2)
  local whole = { start = { line = 0, character = 0 }, ['end'] = { line = 17, character = 0 } }
  -- The pack beside the file is known once the folder has been read.
  eventually(function()
    return #(request(studio, 'textDocument/documentColor', document) or {}) == 1
  end, 'the pack of the folder')
  for _, case in ipairs({
    { 'textDocument/completion', region },
    { 'textDocument/hover', region },
    { 'textDocument/signatureHelp', at(studio, '"1")') },
    { 'textDocument/definition', region },
    { 'textDocument/declaration', region },
    { 'textDocument/typeDefinition', region },
    { 'textDocument/references', with(region, { context = { includeDeclaration = true } }) },
    { 'textDocument/documentHighlight', region },
    { 'textDocument/prepareRename', region },
    { 'textDocument/rename', with(region, { newName = 'zone' }) },
    { 'textDocument/prepareCallHierarchy', image },
    { 'textDocument/documentLink', document },
    { 'textDocument/documentSymbol', document },
    { 'textDocument/codeLens', document },
    { 'textDocument/inlayHint', with(document, { range = whole }) },
    { 'textDocument/foldingRange', document },
    { 'textDocument/selectionRange', with(document, { positions = { region.position } }) },
    { 'textDocument/linkedEditingRange', at(studio, 'EOT', 1) },
    { 'textDocument/semanticTokens/range', with(document, { range = whole }) },
    { 'textDocument/codeAction', with(document, {
      range = { start = region.position, ['end'] = region.position }, context = { diagnostics = {} },
    }) },
    { 'workspace/symbol', { query = 'region' } },
  }) do
    local answer = request(studio, case[1], case[2])
    expect(answer and next(answer), case[1] .. ' answers nothing')
  end
end)

test('rename changes every place', function()
  vim.api.nvim_set_current_buf(studio)
  local place = at(studio, 'input.region', 8).position
  vim.api.nvim_win_set_cursor(0, { place.line + 1, place.character })
  vim.lsp.buf.rename('zone')
  eventually(function()
    return table.concat(vim.api.nvim_buf_get_lines(studio, 0, -1, false), '\n'):find('input.zone', 1, true)
  end, 'the new name')
  local text = table.concat(vim.api.nvim_buf_get_lines(studio, 0, -1, false), '\n')
  expect(not text:find('region', 1, true), text)
end)

test('shutdown is clean', function()
  local client = vim.lsp.get_clients({ name = 'hcl_ls' })[1]
  local code, signal
  table.insert(client._on_exit_cbs, function(c, s) code, signal = c, s end)
  client:stop()
  eventually(function() return code ~= nil end, 'the server to end')
  expect(code == 0 and signal == 0, 'exit code ' .. code .. ', signal ' .. signal)
end)

print('done')
io.stdout:write('\n')
vim.cmd('qall!')
