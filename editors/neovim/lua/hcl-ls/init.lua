-- Starts the server in an older Neovim, and defines the commands.
local files = require('hcl-ls.files')

local M = {}

M.name = 'hcl_ls'

-- The command line of the server: vim.g.hcl_ls_command, or hcl-ls from PATH.
function M.command()
  return vim.g.hcl_ls_command or { 'hcl-ls', '--stdio' }
end

-- One client configuration for everything that starts the server.
function M.config()
  return {
    name = M.name,
    cmd = M.command(),
    settings = { hcl = vim.g.hcl_ls_settings or vim.empty_dict() },
    get_language_id = function(_, filetype)
      return files.language_ids[filetype] or filetype
    end,
  }
end

-- Clients of the server, in this version of Neovim and in those before.
function M.clients(filter)
  local get = vim.lsp.get_clients or vim.lsp.get_active_clients
  return get(vim.tbl_extend('force', { name = M.name }, filter or {}))
end

-- For Neovim 0.8 to 0.10: starts the server for the buffers that it is for. In 0.11 vim.lsp.enable('hcl_ls') does it.
function M.setup(options)
  options = options or {}
  vim.api.nvim_create_autocmd('FileType', {
    group = vim.api.nvim_create_augroup('hcl_ls_start', {}),
    pattern = vim.list_extend({ 'json', 'jsonc' }, files.filetypes),
    callback = function(event)
      if not files.wants(event.buf) or vim.bo[event.buf].buftype ~= '' then
        return
      end
      local config = vim.tbl_deep_extend('force', M.config(), options)
      config.root_dir = config.root_dir or files.root(vim.api.nvim_buf_get_name(event.buf))
      vim.lsp.start(config, { bufnr = event.buf })
    end,
  })
end

-- Ends the server and starts it again for the buffers that it looked after.
function M.restart()
  local buffers = {}
  local stopped = M.clients()
  for _, client in ipairs(stopped) do
    for buffer in pairs(client.attached_buffers) do
      table.insert(buffers, buffer)
    end
    client = vim.lsp.get_client_by_id(client.id)
    vim.lsp.stop_client(client.id)
  end
  vim.wait(3000, function() return #M.clients() == 0 end, 20)
  vim.lsp.stop_client(stopped, true)
  vim.wait(1000, function() return #M.clients() == 0 end, 20)
  for _, buffer in ipairs(buffers) do
    if vim.api.nvim_buf_is_loaded(buffer) then
      -- Whatever starts the server waits for this event.
      vim.api.nvim_exec_autocmds('FileType', { buffer = buffer, modeline = false })
    end
  end
end

local function show(lines, syntax)
  vim.lsp.util.open_floating_preview(lines, syntax, { focus_id = 'hcl_ls' })
end

-- Runs the command line on a text; what it prints, and whether all was well.
local function run(arguments, input)
  local line = vim.list_extend({ M.command()[1] }, arguments)
  local output = vim.fn.systemlist(line, input)
  return output, vim.v.shell_error == 0
end

-- Evaluates an expression on its own, without the names of a file.
function M.evaluate(expression)
  local lines = run({ 'eval', '--file', '-' }, expression)
  show(lines, 'hcl')
  return lines
end

-- The answer of the server about the buffer; nil if the server does not see it.
local function ask(method, params)
  params.textDocument = vim.lsp.util.make_text_document_params()
  for id, answer in pairs(vim.lsp.buf_request_sync(0, method, params, 5000) or {}) do
    local client = vim.lsp.get_client_by_id(id)
    if client and client.name == M.name and answer.result ~= vim.NIL then
      return answer.result
    end
  end
end

local function split(lines)
  vim.cmd('botright new')
  vim.bo.buftype, vim.bo.bufhidden, vim.bo.swapfile = 'nofile', 'wipe', false
  vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
  vim.bo.modifiable = false
end

-- The value of the expression in the lines, behind "name =" where they begin with that, with the names of the file.
local function evaluate_lines(first, last)
  local lines = vim.api.nvim_buf_get_lines(0, first - 1, last, false)
  local start = lines[1]:match('^%s*[%w_-]+%s*=%s*()') or lines[1]:match('^%s*()')
  local finish = #lines[#lines]:gsub('%s+$', '')
  local unit = (M.clients({ bufnr = 0 })[1] or {}).offset_encoding or 'utf-16'
  local params = vim.lsp.util.make_given_range_params({ first, start - 1 }, { last, math.max(finish - 1, 0) }, 0, unit)
  local found = ask('hcl-ls/evaluate', { range = params.range })
  return found and vim.split(found.value .. '\n# ' .. found.type, '\n')
end

local subcommands = {
  evaluate = function(command)
    local text = command.args:gsub('^%s*%S+%s*', '')
    if text ~= '' then
      M.evaluate(text)
    elseif command.range > 0 then
      local lines = evaluate_lines(command.line1, command.line2)
      if lines then
        show(lines, 'hcl')
      else
        M.evaluate(table.concat(vim.api.nvim_buf_get_lines(0, command.line1 - 1, command.line2, false), '\n'))
      end
    else
      -- The value of what is under the cursor, with the names of the file.
      vim.lsp.buf.hover()
    end
  end,
  restart = function()
    M.restart()
  end,
  doctor = function()
    local root = files.root(vim.api.nvim_buf_get_name(0))
    local lines = run({ 'doctor', root }, '')
    split(lines)
  end,
  -- Who refers to whom: in the module, or with "here" only what the block or symbol at the cursor is connected to.
  graph = function(command)
    local position = { line = vim.api.nvim_buf_line_count(0), character = 0 }
    if command.fargs[2] == 'here' then
      position = vim.lsp.util.make_position_params(0, (M.clients({ bufnr = 0 })[1] or {}).offset_encoding or 'utf-16').position
    end
    local found = ask('hcl-ls/graph', { position = position })
    if not found then
      vim.notify('HclLs: the server does not look after this buffer', vim.log.levels.ERROR)
      return
    end
    split(vim.split(vim.trim(found.mermaid), '\n'))
  end,
  tree = function()
    local path = vim.api.nvim_buf_get_name(0)
    local lines = run({ 'dump', 'tree', path }, '')
    split(lines)
  end,
}

-- :HclLs SUBCOMMAND
function M.run_command(command)
  local name = command.fargs[1] or ''
  local subcommand = subcommands[name]
  if not subcommand then
    vim.notify('HclLs: no subcommand "' .. name .. '"; there are ' .. table.concat(M.complete(''), ', '),
      vim.log.levels.ERROR)
    return
  end
  subcommand(command)
end

function M.complete(start)
  local names = vim.tbl_filter(function(name) return vim.startswith(name, start) end, vim.tbl_keys(subcommands))
  table.sort(names)
  return names
end

-- Colours and indentation by tree-sitter, where a parser of the language and its queries are installed.
function M.start_treesitter(buffer)
  if vim.g.hcl_ls_treesitter == false or vim.treesitter.language.add == nil then
    return false
  end
  local filetype = vim.bo[buffer].filetype
  local candidates = filetype == 'terraform' and { 'terraform', 'hcl' } or { 'hcl' }
  for _, language in ipairs(candidates) do
    local ok, added = pcall(vim.treesitter.language.add, language)
    -- Before 0.11 it returns nothing and fails where there is no parser.
    if ok and added ~= false and (added or vim.fn.has('nvim-0.11') == 0) then
      local found, query = pcall(vim.treesitter.query.get, language, 'highlights')
      if found and query then
        return (pcall(vim.treesitter.start, buffer, language))
      end
    end
  end
  return false
end

return M
