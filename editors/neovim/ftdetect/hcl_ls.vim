" File types of the HCL family for Vim; Neovim has them from lua/hcl-ls/files.lua.
if has('nvim')
  finish
endif

augroup hcl_ls_detect
  autocmd!
  autocmd BufRead,BufNewFile *.hcl,*.nomad,*.nomad.vars,*.tfbackend,*.tfrc,*.tofurc,*.wpvars,*.zcl set filetype=hcl
  autocmd BufRead,BufNewFile .terraformrc,.tofurc,terraform.rc,tofu.rc set filetype=hcl
  autocmd BufRead,BufNewFile *.tf set filetype=terraform
  autocmd BufRead,BufNewFile *.tfvars set filetype=terraform-vars
  autocmd BufRead,BufNewFile *.tofu set filetype=opentofu
  autocmd BufRead,BufNewFile *.hcldec,*.hcldec.hcl,*.pack.hcl set filetype=hcldec
augroup END
