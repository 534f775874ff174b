runtime! syntax/hcl.vim
let b:current_syntax = 'terraform'
