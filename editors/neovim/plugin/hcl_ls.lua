-- File types of the HCL family that Neovim does not know by itself, and how they are commented.
if vim.g.loaded_hcl_ls then
  return
end
vim.g.loaded_hcl_ls = true

vim.filetype.add({
  extension = {
    hcl = 'hcl',
    hcldec = 'hcldec',
    nomad = 'nomad',
    pp = function(path)
      -- Puppet came first; PCL programs stand beside a Pulumi project.
      local project = vim.fs.find('Pulumi.yaml', { path = vim.fs.dirname(path), upward = true })
      return #project > 0 and 'pcl' or 'puppet'
    end,
    tf = 'terraform',
    tfbackend = 'hcl',
    tfrc = 'hcl',
    tfvars = 'terraform-vars',
    tofu = 'opentofu',
    zcl = 'hcl',
  },
  filename = {
    ['.terraform.lock.hcl'] = 'hcl',
    ['.terraformrc'] = 'hcl',
    ['docker-bake.hcl'] = 'dockerbake',
    ['docker-bake.override.hcl'] = 'dockerbake',
    ['terraform.rc'] = 'hcl',
    ['terragrunt.hcl'] = 'terragrunt',
    ['terragrunt.stack.hcl'] = 'terragrunt',
  },
  pattern = {
    ['.*%.nomad%.hcl'] = 'nomad',
    ['.*%.pkr%.hcl'] = 'packer',
    ['.*%.pkrvars%.hcl'] = 'packer',
  },
})

vim.api.nvim_create_autocmd('FileType', {
  group = vim.api.nvim_create_augroup('hcl_ls', {}),
  pattern = {
    'hcl', 'terraform', 'terraform-vars', 'opentofu', 'packer', 'nomad', 'terragrunt', 'dockerbake', 'hcldec', 'pcl',
  },
  callback = function(event)
    vim.bo[event.buf].commentstring = '# %s'
    vim.bo[event.buf].shiftwidth = 2
    vim.bo[event.buf].expandtab = true
  end,
})
