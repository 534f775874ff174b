runtime! ftplugin/hcl.vim
