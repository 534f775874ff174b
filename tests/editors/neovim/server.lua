-- Neovim against the real server: `nvim --clean --headless -l server.lua` in a copy of the workspace.
-- Prints a line for each test, and "done" when it has come to its end.
local harness = dofile(os.getenv('HCL_TESTS') .. '/neovim/harness.lua')
local test, expect, eventually, patience = harness.test, harness.expect, harness.eventually, harness.patience
vim.lsp.config('hcl_ls', { cmd = { assert(os.getenv('HCL_LS')), '--stdio' } })
vim.lsp.enable('hcl_ls')

local function client_of(buffer)
  return vim.lsp.get_clients({ bufnr = buffer, name = 'hcl_ls' })[1]
end

local function open(file)
  vim.cmd.edit(file)
  local buffer = vim.api.nvim_get_current_buf()
  eventually(function()
    local client = client_of(buffer)
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

local function text_of(buffer)
  return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
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

test('the files of every language of this build have the server', function()
  local files = require('hcl-ls.files')
  local count = 0
  for _, line in ipairs(vim.fn.systemlist({ os.getenv('HCL_LS'), 'pack', 'list' })) do
    for pattern in line:match(': (.*)'):gmatch('%S+') do
      local before, choices, after = pattern:match('^(.*){(.*)}(.*)$')
      for _, choice in ipairs(choices and vim.split(choices, ',') or { pattern }) do
        local name = (choices and before .. choice .. after or choice):gsub('%*', 'x')
        local filetype = vim.filetype.match({ filename = name })
        count = count + 1
        -- Without a Pulumi project above, a *.pp is Puppet's.
        local is_puppet = filetype == 'puppet' and name:match('%.pp$')
        expect(is_puppet or vim.tbl_contains(files.filetypes, filetype)
          or filetype == 'json' and files.is_dialect_json(name),
          name .. ' is ' .. tostring(filetype))
      end
    end
  end
  expect(count > 5, 'no languages')
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

test('hover opens a window with the value', function()
  vim.api.nvim_set_current_buf(studio)
  local place = at(studio, 'input.zone', 8).position
  vim.api.nvim_win_set_cursor(0, { place.line + 1, place.character })
  vim.lsp.buf.hover()
  local shown
  eventually(function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= '' then
        shown = text_of(vim.api.nvim_win_get_buf(window))
        return true
      end
    end
  end, 'the window')
  expect(shown:find('zone', 1, true), shown)
  vim.cmd('fclose!')
end)

test('the completion menu inserts the chosen name', function()
  local lua, input, stop = harness.child()
  lua([[
    vim.lsp.config('hcl_ls', { cmd = { ..., '--stdio' } })
    vim.lsp.enable('hcl_ls')
    vim.cmd.edit('docker-bake.hcl')
  ]], os.getenv('HCL_LS'))
  eventually(function()
    return lua([[local c = vim.lsp.get_clients({ bufnr = 0 })[1]; return c ~= nil and c.initialized == true]])
  end, 'the server')
  input('/context<CR>odockerf<C-x><C-o>')
  eventually(function()
    return lua([[return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')]]):find('dockerfile', 1, true)
      or lua([[return vim.fn.pumvisible()]]) == 1
  end, 'the menu')
  input('<C-y><Esc>')
  local line
  eventually(function()
    line = lua([[return vim.api.nvim_get_current_line()]])
    return line:find('dockerfile', 1, true)
  end, 'the name')
  expect(line:match('^  dockerfile'), line)
  stop()
end)

test('a code action changes the text', function()
  buffer = open('actions.hcl')
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, { 'list = ["a", "b"]' })
  vim.api.nvim_win_set_cursor(0, { 1, 7 })
  vim.lsp.buf.code_action({
    filter = function(action) return action.title:find('line of its own', 1, true) ~= nil end,
    apply = true,
  })
  eventually(function() return vim.api.nvim_buf_line_count(buffer) > 1 end, 'the change')
  expect(text_of(buffer) == 'list = [\n  "a",\n  "b",\n]', text_of(buffer))
end)

test('inlay hints are drawn', function()
  vim.api.nvim_set_current_buf(studio)
  vim.lsp.inlay_hint.enable(true, { bufnr = studio })
  eventually(function() return #vim.lsp.inlay_hint.get({ bufnr = studio }) > 0 end, 'hints')
end)

test('semantic tokens colour the text', function()
  local place = at(studio, 'input.zone', 8).position
  eventually(function()
    return #(vim.lsp.semantic_tokens.get_at_pos(studio, place.line, place.character) or {}) > 0
  end, 'a token at the reference')
end)

test('positions are counted in UTF-8 bytes', function()
  buffer = open('wide.docker-bake.hcl')
  local client = client_of(buffer)
  expect(client.offset_encoding == 'utf-8', 'positions are in ' .. client.offset_encoding)
  -- Letters of two and of four bytes stand before the fault.
  local line = 'target "\u{fc}\u{1f33f}" { contxt = 1 }'
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, { line })
  local column = line:find('contxt', 1, true) - 1
  eventually(function()
    return vim.iter(vim.diagnostic.get(buffer)):any(function(found) return found.col == column end)
  end, 'a diagnostic in column ' .. column)
end)

test('JSON files of the languages have the server, others have none', function()
  buffer = open('docker-bake.json')
  expect(vim.bo[buffer].filetype == 'json', vim.bo[buffer].filetype)
  eventually(function() return #vim.diagnostic.get(buffer) == 1 end, 'the diagnostic')
  vim.cmd.edit('other.json')
  vim.wait(300, function() return false end)
  expect(#vim.lsp.get_clients({ bufnr = 0 }) == 0, 'the server looks after other.json')
end)

test('the root is the folder with .hcl-ls.hcl', function()
  vim.fn.mkdir('nested/deep', 'p')
  vim.fn.writefile({}, 'nested/.hcl-ls.hcl')
  vim.fn.writefile({ 'a = 1' }, 'nested/deep/a.hcl')
  buffer = open('nested/deep/a.hcl')
  local root = client_of(buffer).config.root_dir
  expect(vim.endswith(root, '/nested'), root)
end)

test(':HclLs evaluate shows the value of an expression', function()
  vim.g.hcl_ls_command = { os.getenv('HCL_LS'), '--stdio' }
  local lines = require('hcl-ls').evaluate('1 + 2 * 3')
  expect(lines[1] == '7', vim.inspect(lines))
  vim.cmd('HclLs evaluate upper("x")')
  vim.cmd('fclose!')
end)

test(':HclLs evaluate knows the names of the file, and :HclLs graph who refers to whom', function()
  buffer = open('docker-bake.hcl')
  eventually(function() return client_of(buffer) and client_of(buffer).initialized end, 'the server')
  local line = vim.fn.search('TAG}', 'n')
  vim.cmd(line .. 'HclLs evaluate')
  local value
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      value = text_of(vim.api.nvim_win_get_buf(window))
      vim.api.nvim_win_close(window, true)
    end
  end
  expect(value and value:find('app:latest', 1, true), tostring(value))
  vim.cmd('HclLs graph')
  local graph = text_of(0)
  expect(graph:find('flowchart', 1, true) and graph:find('target.app', 1, true) and graph:find('-->', 1, true), graph)
  vim.cmd.bwipeout()
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  vim.cmd('HclLs graph here')
  expect(text_of(0):find('TAG', 1, true), text_of(0))
  vim.cmd.bwipeout()
end)

test(':HclLs tree shows the syntax tree', function()
  buffer = open('main.hcl')
  vim.cmd('HclLs tree')
  local tree = text_of(0)
  expect(tree:find('port', 1, true), tree)
  vim.cmd.bwipeout()
end)

test(':checkhealth hcl-ls finds everything in order', function()
  vim.cmd('checkhealth hcl-ls')
  local report = text_of(0)
  expect(report:find('running for', 1, true), report)
  expect(not report:find('ERROR', 1, true) and not report:find('WARNING', 1, true), report)
  vim.cmd.bwipeout()
end)

test(':HclLs restart starts the server again', function()
  vim.cmd.buffer('main.hcl')
  buffer = vim.api.nvim_get_current_buf()
  local before = client_of(buffer).id
  vim.cmd('HclLs restart')
  eventually(function()
    local client = client_of(buffer)
    return client and client.id ~= before and client.initialized
  end, 'another server')
end)

test('shutdown is clean', function()
  vim.wait(2000, function() return #vim.lsp.get_clients({ name = 'hcl_ls' }) == 1 end)
  local client = vim.lsp.get_clients({ name = 'hcl_ls' })[1]
  local code, signal
  table.insert(client._on_exit_cbs, function(c, s) code, signal = c, s end)
  client:stop()
  eventually(function() return code ~= nil end, 'the server to end')
  expect(code == 0 and signal == 0, 'exit code ' .. code .. ', signal ' .. signal)
end)

harness.finish()
