# Writes docs/diagnostics.md as a C++ string literal.
# cmake -DINPUT=docs/diagnostics.md -DOUTPUT=hcl_diagnostics.h -P documentation.cmake
file(READ "${INPUT}" content)
string(LENGTH "${content}" length)
# String literals may be of limited length: the compiler joins several.
set(literal "")
set(at 0)
while(at LESS length)
  string(SUBSTRING "${content}" ${at} 8000 part)
  string(APPEND literal "R\"doc~(${part})doc~\"\n")
  math(EXPR at "${at} + 8000")
endwhile()
set(text "// Written by server/app/documentation.cmake.\n")
string(APPEND text "inline constexpr char kDiagnosticsDocument[] =\n${literal};\n")
file(WRITE "${OUTPUT}.new" "${text}")
execute_process(COMMAND ${CMAKE_COMMAND} -E copy_if_different "${OUTPUT}.new" "${OUTPUT}")
