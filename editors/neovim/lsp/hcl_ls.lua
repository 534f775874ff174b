-- hcl-ls for Neovim 0.11 and later: found on the runtime path by vim.lsp.enable('hcl_ls').
-- The server tells the language by the file's name; the ids below only help it with unnamed buffers.
local language_ids = {
  tf = 'terraform',
  ['terraform-vars'] = 'terraform-vars',
  ['opentofu-vars'] = 'opentofu-vars',
  json = 'json',
}

---@type vim.lsp.Config
return {
  cmd = { 'hcl-ls', '--stdio' },
  filetypes = {
    'hcl', 'terraform', 'tf', 'terraform-vars', 'opentofu', 'opentofu-vars', 'packer', 'nomad', 'terragrunt',
    'dockerbake', 'hcldec', 'pcl',
  },
  root_markers = { '.terraform.lock.hcl', '.terraform', 'terragrunt.hcl', 'docker-bake.hcl', '.git' },
  get_language_id = function(_, filetype)
    return language_ids[filetype] or filetype
  end,
}
