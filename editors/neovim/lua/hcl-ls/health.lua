-- :checkhealth hcl-ls
local files = require('hcl-ls.files')
local M = {}

local health = vim.health
local start = health.start or health.report_start
local ok = health.ok or health.report_ok
local info = health.info or health.report_info
local warn = health.warn or health.report_warn
local fail = health.error or health.report_error

local function check_server()
  start('hcl-ls: the server')
  local hcl_ls = require('hcl-ls')
  local config = vim.fn.has('nvim-0.11') == 1 and vim.lsp.config[hcl_ls.name]
  local command = config and config.cmd or hcl_ls.command()
  if type(command) ~= 'table' then
    info('it is started by a function')
    return
  end
  if vim.fn.executable(command[1]) == 0 then
    fail('"' .. command[1] .. '" is not an executable file',
      { 'install hcl-ls into a folder of PATH', "or name it: vim.g.hcl_ls_command = { '/path/to/hcl-ls', '--stdio' }" })
    return
  end
  local output = vim.fn.systemlist({ command[1], '--version' })
  if vim.v.shell_error ~= 0 then
    fail('"' .. command[1] .. ' --version" fails: ' .. table.concat(output, ' '))
    return
  end
  ok(vim.fn.exepath(command[1]) .. ': ' .. output[1])
end

local function check_start()
  start('hcl-ls: starting it')
  local hcl_ls = require('hcl-ls')
  if vim.fn.has('nvim-0.11') == 1 then
    if vim.lsp.is_enabled and vim.lsp.is_enabled(hcl_ls.name) then
      ok("vim.lsp.enable('hcl_ls') was called")
    elseif vim.lsp.is_enabled == nil then
      info("this version does not tell whether vim.lsp.enable('hcl_ls') was called")
    elseif vim.fn.exists('#hcl_ls_start') == 1 then
      ok("require('hcl-ls').setup() was called")
    else
      warn('nothing starts it', { "call vim.lsp.enable('hcl_ls') in init.lua" })
    end
  elseif vim.fn.exists('#hcl_ls_start') == 1 then
    ok("require('hcl-ls').setup() was called")
  else
    warn('nothing in this plugin starts it', {
      "call require('hcl-ls').setup() in init.lua",
      "or require('lspconfig').hcl_ls.setup({}) if you use nvim-lspconfig",
    })
  end
  local clients = hcl_ls.clients()
  if #clients == 0 then
    info('it is not running now')
  end
  for _, client in ipairs(clients) do
    ok(('running for %s, %d buffers, positions in %s'):format(client.config.root_dir or 'single files',
      vim.tbl_count(client.attached_buffers), client.offset_encoding))
  end
end

local function check_files()
  start('hcl-ls: file types')
  local wrong = 0
  for name, expected in pairs({
    ['a.hcl'] = 'hcl', ['a.tf'] = 'terraform', ['a.tfvars'] = 'terraform-vars', ['a.tofu'] = 'opentofu',
    ['a.pkr.hcl'] = 'hcl', ['a.nomad'] = 'hcl', ['docker-bake.hcl'] = 'hcl', ['a.hcldec'] = 'hcldec',
  }) do
    local found = vim.filetype.match({ filename = name })
    if not vim.tbl_contains(files.filetypes, found) then
      wrong = wrong + 1
      warn(('%s has the type "%s", expected "%s"'):format(name, tostring(found), expected),
        { 'another plugin sets it; the server is not started for that type' })
    end
  end
  if wrong == 0 then
    ok('the names of all languages have a type that the server is started for')
  end
end

local function check_treesitter()
  start('hcl-ls: tree-sitter (optional)')
  local found = {}
  for _, language in ipairs({ 'hcl', 'terraform' }) do
    if #vim.api.nvim_get_runtime_file('parser/' .. language .. '.so', false) > 0 then
      table.insert(found, language)
    end
  end
  if #found > 0 then
    ok('parsers: ' .. table.concat(found, ', '))
  else
    info('no parser for hcl: the syntax files of this plugin are used')
  end
end

function M.check()
  check_server()
  check_start()
  check_files()
  check_treesitter()
end

return M
