-- File types of the HCL family that Neovim does not know by itself, tree-sitter where it is installed, and :HclLs.
if vim.g.loaded_hcl_ls then
  return
end
vim.g.loaded_hcl_ls = true

local files = require('hcl-ls.files')
vim.filetype.add(files.detection)

-- The types that no parser has by name are written in plain HCL.
if vim.treesitter.language.register then
  vim.treesitter.language.register('hcl', { 'opentofu', 'opentofu-vars', 'terraform-vars', 'hcldec', 'pcl' })
end

vim.api.nvim_create_autocmd('FileType', {
  group = vim.api.nvim_create_augroup('hcl_ls', {}),
  pattern = files.filetypes,
  callback = function(event)
    require('hcl-ls').start_treesitter(event.buf)
  end,
})

vim.api.nvim_create_user_command('HclLs', function(command)
  require('hcl-ls').run_command(command)
end, {
  nargs = '+',
  range = true,
  desc = 'hcl-ls: doctor, evaluate, graph, restart, tree',
  complete = function(start)
    return require('hcl-ls').complete(start)
  end,
})
