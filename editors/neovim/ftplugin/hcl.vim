" Settings for all languages built on HCL.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal commentstring=#\ %s comments=b:#,b://,s1:/*,mb:*,ex:*/ formatoptions-=t formatoptions+=croql
setlocal iskeyword+=-
let b:match_words = '\%(<<-\?\)\@<=\(\h[0-9A-Za-z_-]*\)\s*$:^\s*\1\s*$'
let b:undo_ftplugin = 'setlocal commentstring< comments< formatoptions< iskeyword< | unlet! b:match_words'
