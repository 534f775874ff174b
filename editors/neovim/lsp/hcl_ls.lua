-- hcl-ls for Neovim 0.11 and later: found on the runtime path by vim.lsp.enable('hcl_ls').
local files = require('hcl-ls.files')

---@type vim.lsp.Config
return vim.tbl_extend('force', require('hcl-ls').config(), {
  filetypes = vim.list_extend({ 'json', 'jsonc' }, files.filetypes),
  -- Other JSON files have servers of their own: without a call of `use` none is started.
  root_dir = function(buffer, use)
    if files.wants(buffer) then
      use(files.root(vim.api.nvim_buf_get_name(buffer)))
    end
  end,
})
