runtime! indent/hcl.vim
