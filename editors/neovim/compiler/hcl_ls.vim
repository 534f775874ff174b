" :compiler hcl_ls, then :make checks the file.
if exists('g:current_compiler')
  finish
endif
let g:current_compiler = 'hcl_ls'

CompilerSet makeprg=hcl-ls\ check\ --short\ %:S
CompilerSet errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%f:%l:%c:\ %tnfo:\ %m,%f:%l:%c:\ %tint:\ %m
