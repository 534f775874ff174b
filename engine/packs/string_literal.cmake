# string_literal(RESULT CONTENT): the content as one C++ string_view literal. Literals may be of limited length, so it is
# several, which the compiler joins. With the suffix it need not count them, which clang refuses for long ones.
# Files that include it ignore -Woverlength-strings: compilers take far more than the 65,536 bytes that they must.
function(string_literal result content)
  string(LENGTH "${content}" length)
  set(literal "\"\"sv\n")
  set(at 0)
  while(at LESS length)
    string(SUBSTRING "${content}" ${at} 8000 part)
    string(APPEND literal "R\"embedded~(${part})embedded~\"sv\n")
    math(EXPR at "${at} + 8000")
  endwhile()
  set(${result} "${literal}" PARENT_SCOPE)
endfunction()
