-- hcl-ls for nvim-lint: require('lint').linters_by_ft = { hcl = { 'hcl_ls' }, terraform = { 'hcl_ls' } }
return {
  cmd = 'hcl-ls',
  stdin = true,
  args = {
    'check', '--stdin', '--format=json',
    function() return '--filename=' .. vim.api.nvim_buf_get_name(0) end,
  },
  stream = 'stdout',
  ignore_exitcode = true,
  parser = require('hcl-ls.report').diagnostics,
}
