" hcl-ls for ALE: ale_linters/ is found by itself; the fixer is added by
"   call ale#fix#registry#Add('hcl_ls', 'hcl_ls#ale#fix', ['hcl', 'terraform'], 'Format with hcl-ls')

function! hcl_ls#ale#define(filetype) abort
  call ale#linter#Define(a:filetype, {
    \ 'name': 'hcl_ls',
    \ 'executable': function('hcl_ls#ale#executable'),
    \ 'command': '%e check --stdin --filename=%s --format=json',
    \ 'callback': 'hcl_ls#ale#handle',
    \})
endfunction

" g:ale_hcl_ls_executable, also with b:, names the program.
function! hcl_ls#ale#executable(buffer) abort
  return getbufvar(a:buffer, 'ale_hcl_ls_executable', get(g:, 'ale_hcl_ls_executable', 'hcl-ls'))
endfunction

" A place as ALE counts: the report has characters in lines and bytes in the file.
function! s:column(starts, place) abort
  return a:place.byte - get(a:starts, a:place.line - 1, a:place.byte) + 1
endfunction

function! hcl_ls#ale#handle(buffer, lines) abort
  let found = []
  let starts = [0]
  for line in getbufline(a:buffer, 1, '$')
    call add(starts, starts[-1] + len(line) + 1)
  endfor
  try
    let findings = json_decode(join(a:lines, "\n")).findings
  catch
    return found
  endtry
  for finding in findings
    call add(found, {
      \ 'lnum': finding.start.line,
      \ 'col': s:column(starts, finding.start),
      \ 'end_lnum': finding.end.line,
      \ 'end_col': max([s:column(starts, finding.end) - 1, 1]),
      \ 'type': get({'error': 'E', 'warning': 'W'}, finding.severity, 'I'),
      \ 'code': finding.code,
      \ 'text': finding.title . ': ' . finding.message,
      \})
  endfor
  return found
endfunction

function! hcl_ls#ale#fix(buffer) abort
  return {'command': ale#Escape(hcl_ls#ale#executable(a:buffer)) . ' fmt --stdin --filename=%s'}
endfunction
