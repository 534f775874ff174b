" Colours for all languages built on HCL. What needs understanding comes from the server's semantic tokens.
if exists('b:current_syntax')
  finish
endif
let s:keep = &cpoptions
set cpoptions&vim

syntax iskeyword @,48-57,_,-
syntax case match

" Blocks: a type, labels, and the bracket. An argument: a name before an equals sign.
syntax match hclBlockType /^\s*\zs\h\k*\ze\%(\s\+\%("[^"]*"\|\h\k*\)\)*\s*{/ nextgroup=hclLabel,hclBody skipwhite
syntax match hclLabel /"[^"]*"\|\h\k*/ contained nextgroup=hclLabel,hclBody skipwhite
syntax match hclArgument /\h\k*\ze\s*=\%([=>]\)\@!/
syntax match hclFunction /\h\k*\%(::\h\k*\)*\ze\s*(/
syntax match hclTraversal /\.\s*\zs\h\k*\%(\s*(\)\@!/
syntax match hclOperator /[-+*/%!<>?:&|]\|==\|!=\|<=\|>=\|&&\|||\|=>\|\.\.\./
syntax match hclNumber /\<\d\+\%(\.\d\+\)\?\%([eE][-+]\?\d\+\)\?\>/
syntax keyword hclConstant true false null
syntax keyword hclRepeat for in
syntax keyword hclConditional if

syntax region hclBody matchgroup=hclBracket start=/{/ end=/}/ transparent fold
syntax region hclList matchgroup=hclBracket start=/\[/ end=/\]/ transparent
syntax region hclGroup matchgroup=hclBracket start=/(/ end=/)/ transparent

" A template inside of a string reaches over its quotes; a string that is not closed ends with its line.
syntax match hclEscape /\\\%([nrt"\\]\|u\x\{4}\|U\x\{8}\)/ contained
syntax match hclEscapedTemplate /[$%]\{2}{/ contained
syntax region hclTemplate matchgroup=hclTemplateMark start=/[$%]{\~\?/ end=/\~\?}/ contained
  \ contains=@hclExpression,hclDirective
syntax keyword hclDirective if else endif for in endfor contained
syntax region hclString start=/"/ end=/"\|$/ contains=hclEscape,hclEscapedTemplate,hclTemplate,@Spell
syntax region hclHeredoc matchgroup=hclHeredocMark start=/<<-\?\z(\h\k*\)\s*$/ end=/^\s*\z1\s*$/ keepend
  \ contains=hclEscapedTemplate,hclTemplate
syntax region hclTemplateBraces matchgroup=hclBracket start=/{/ end=/}/ contained contains=@hclExpression

syntax cluster hclExpression contains=hclFunction,hclTraversal,hclOperator,hclNumber,hclConstant,hclRepeat,
  \hclConditional,hclList,hclGroup,hclString,hclTemplateBraces,hclComment

syntax keyword hclTodo TODO FIXME XXX BUG contained
syntax region hclComment start=/#/ end=/$/ contains=hclTodo,@Spell
syntax region hclComment start=+//+ end=/$/ contains=hclTodo,@Spell
syntax region hclComment start=+/\*+ end=+\*/+ contains=hclTodo,@Spell fold

syntax sync minlines=200

highlight default link hclArgument Identifier
highlight default link hclBlockType Type
highlight default link hclBracket Delimiter
highlight default link hclComment Comment
highlight default link hclConditional Conditional
highlight default link hclConstant Constant
highlight default link hclDirective Conditional
highlight default link hclEscape SpecialChar
highlight default link hclEscapedTemplate SpecialChar
highlight default link hclFunction Function
highlight default link hclHeredoc String
highlight default link hclHeredocMark Special
highlight default link hclLabel String
highlight default link hclNumber Number
highlight default link hclOperator Operator
highlight default link hclRepeat Repeat
highlight default link hclString String
highlight default link hclTemplateMark PreProc
highlight default link hclTodo Todo

let b:current_syntax = 'hcl'
let &cpoptions = s:keep
unlet s:keep
