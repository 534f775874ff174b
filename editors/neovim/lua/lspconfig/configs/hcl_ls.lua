-- For nvim-lspconfig in Neovim before 0.11: require('lspconfig').hcl_ls.setup({}).
local files = require('hcl-ls.files')
local config = require('hcl-ls').config()

return {
  default_config = {
    cmd = config.cmd,
    filetypes = vim.list_extend({ 'json', 'jsonc' }, files.filetypes),
    -- A JSON file of another kind has no root, and so no server.
    root_dir = function(path, buffer)
      buffer = buffer or vim.fn.bufnr(path)
      if buffer > 0 and not files.wants(buffer) then
        return nil
      end
      return files.root(path)
    end,
    single_file_support = false,
    settings = config.settings,
    get_language_id = config.get_language_id,
  },
  docs = {
    description = 'Language server for the languages built on HCL. Needs hcl-ls in PATH.',
  },
}
