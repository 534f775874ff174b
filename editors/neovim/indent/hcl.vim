" Indentation for all languages built on HCL: the same as the formatter's.
if exists('b:did_indent')
  finish
endif
let b:did_indent = 1

setlocal autoindent expandtab shiftwidth=2 softtabstop=2
setlocal indentexpr=hcl_ls#indent(v:lnum) indentkeys=0},0],0),!^F,o,O
let b:undo_indent = 'setlocal autoindent< expandtab< shiftwidth< softtabstop< indentexpr< indentkeys< | unlet! b:hcl_ls_tag'
