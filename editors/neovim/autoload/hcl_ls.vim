" Indentation by the brackets that are open, as the formatter has it. Heredocs and comments of several lines are left
" as they are. The text is read from its start, and what was read is kept for as long as it stays the same.
let s:keep = &cpoptions
set cpoptions&vim

" What a line opens and closes. The stack holds what is open at its start: {kind, line} with the kinds
"   b  a bracket   t  a template, ${ or %{   s  a string   h  a heredoc (with its tag)   c  a comment
function! s:scan(number, text, stack) abort
  let stack = a:stack
  let at = 0
  let size = len(a:text)
  let top = empty(stack) ? {'kind': ''} : stack[-1]
  " A heredoc ends with its tag on a line by itself, also where a template in it was left open.
  let i = len(stack) - 1
  while i >= 0
    if stack[i].kind ==# 'h' && trim(a:text) ==# stack[i].tag
      return remove(stack, 0, i)[: -2]
    endif
    let i -= 1
  endwhile
  let pending = {}
  while at < size
    let kind = empty(stack) ? '' : stack[-1].kind
    if kind ==# 'c'
      let end = stridx(a:text, '*/', at)
      if end < 0 | break | endif
      call remove(stack, -1)
      let at = end + 2
    elseif kind ==# 's' || kind ==# 'h'
      let [found, start, at] = matchstrpos(a:text, kind ==# 's' ? '\\.\|"\|[$%]\+{' : '[$%]\+{', at)
      if start < 0 | break | endif
      if found ==# '"'
        call remove(stack, -1)
      elseif found[0] !=# '\' && len(found) == 2
        call add(stack, {'kind': 't', 'line': a:number})
      endif
    else
      let [found, start, at] = matchstrpos(a:text,
        \ '["#{}()[\]]\|//\|/\*\|<<-\?\h[0-9A-Za-z_-]*\s*$', at)
      if start < 0 || found ==# '#' || found ==# '//' | break | endif
      if found ==# '"'
        call add(stack, {'kind': 's', 'line': a:number})
      elseif found ==# '/*'
        call add(stack, {'kind': 'c', 'line': a:number})
      elseif found[0] ==# '<'
        let pending = {'kind': 'h', 'line': a:number, 'tag': matchstr(found, '\h.\{-}\ze\s*$'),
          \ 'is_indented': found[2] ==# '-'}
        break
      elseif found =~# '[{([]'
        call add(stack, {'kind': 'b', 'line': a:number})
      elseif !empty(stack)
        call remove(stack, -1)
      endif
    endif
  endwhile
  " A string ends with its line at the latest.
  while !empty(stack) && stack[-1].kind ==# 's'
    call remove(stack, -1)
  endwhile
  if !empty(pending)
    call add(stack, pending)
  endif
  return stack
endfunction

" What is open at the start of each line up to the one behind the last; kept with the buffer.
function! s:stacks(last) abort
  let kept = get(b:, 'hcl_ls_scan', {'tick': -1, 'lines': [], 'stacks': [[]]})
  if kept.tick != b:changedtick
    let lines = map(getline(1, a:last), 'trim(v:val)')
    let same = 0
    let most = min([len(lines), len(kept.lines)])
    while same < most && lines[same] ==# kept.lines[same]
      let same += 1
    endwhile
    let kept.lines = kept.lines[: same - 1]
    if same == 0 | let kept.lines = [] | endif
    let kept.stacks = kept.stacks[: same]
    let kept.tick = b:changedtick
  endif
  while len(kept.lines) < a:last
    let number = len(kept.lines) + 1
    let text = trim(getline(number))
    call add(kept.stacks, s:scan(number, text, copy(kept.stacks[-1])))
    call add(kept.lines, text)
  endwhile
  let b:hcl_ls_scan = kept
  return kept.stacks
endfunction

function! s:same_start(one, other) abort
  let same = 0
  let most = min([len(a:one), len(a:other)])
  while same < most && a:one[same] == a:other[same]
    let same += 1
  endwhile
  return same
endfunction

" The line that decides how far in the brackets of a line stand: for "}, {" the one that opened what it closes first.
function! s:group_start(line, stacks) abort
  let line = a:line
  while 1
    let before = a:stacks[line - 1]
    let same = s:same_start(before, a:stacks[line])
    if same >= len(before) | return line | endif
    let line = before[same].line
  endwhile
endfunction

" A line is indented again when it is this tag; empty: none.
function! s:watch_for(tag) abort
  let before = get(b:, 'hcl_ls_tag', '')
  if before ==# a:tag
    return
  endif
  let b:hcl_ls_tag = a:tag
  if !empty(before) | execute 'setlocal indentkeys-=0=' . before | endif
  if !empty(a:tag) | execute 'setlocal indentkeys+=0=' . a:tag | endif
endfunction

" What stands in a heredoc is not ours to move, except for the tag that ends it, while it is typed: below its start.
function! s:indent_in_heredoc(number, heredoc) abort
  if mode() !=# 'i' || !get(a:heredoc, 'is_indented')
    return -1
  endif
  call s:watch_for(a:heredoc.tag)
  return trim(getline(a:number)) ==# a:heredoc.tag ? indent(a:heredoc.line) : -1
endfunction

function! hcl_ls#indent(number) abort
  let stacks = s:stacks(a:number)
  let open = stacks[a:number - 1]
  for item in open
    " What stands inside of these is not ours to move.
    if item.kind !=# 'b'
      return s:indent_in_heredoc(a:number, open[-1])
    endif
  endfor
  call s:watch_for('')
  " Brackets that were opened on one line are one step.
  let groups = []
  for item in open
    if !empty(groups) && groups[-1][0] == item.line
      let groups[-1][1] += 1
    else
      call add(groups, [item.line, 1])
    endif
  endfor
  let closed = len(open) - len(filter(copy(stacks[a:number]), 'v:val.kind ==# "b"'))
  while closed > 0 && !empty(groups)
    let [line, opened] = groups[-1]
    if opened > closed
      break
    endif
    let closed -= opened
    call remove(groups, -1)
    if closed == 0
      return indent(s:group_start(line, stacks))
    endif
  endwhile
  return empty(groups) ? 0 : indent(s:group_start(groups[-1][0], stacks)) + shiftwidth()
endfunction

let &cpoptions = s:keep
unlet s:keep
