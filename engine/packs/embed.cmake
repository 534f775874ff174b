# Writes the packs of a folder as one C++ file of string literals, so that the engine needs no files at run time.
# cmake -DFOLDER=engine/packs -DOUTPUT=packs.cpp -P embed.cmake
file(GLOB packs "${FOLDER}/*.hcl")
list(SORT packs)
set(text "// Written by engine/packs/embed.cmake.\n#include \"engine/language/language.h\"\n\nnamespace hcl::language {\n\nnamespace {\n\nusing namespace std::string_view_literals;\n\nconstexpr BuiltinPack kPacks[] = {\n")
foreach(pack ${packs})
  get_filename_component(name "${pack}" NAME_WE)
  file(READ "${pack}" content)
  # String literals may be of limited length: one for each stretch of lines, which the compiler joins. With the suffix it
  # need not count them, which clang refuses for long ones.
  string(LENGTH "${content}" length)
  set(literal "")
  set(at 0)
  while(at LESS length)
    string(SUBSTRING "${content}" ${at} 8000 part)
    string(APPEND literal "R\"pack~(${part})pack~\"sv\n")
    math(EXPR at "${at} + 8000")
  endwhile()
  string(APPEND text "{\"${name}\", ${literal}},\n")
endforeach()
string(APPEND text "};\n\n}  // namespace\n\nstd::span<const BuiltinPack> builtin_packs() { return kPacks; }\n\n}  // namespace hcl::language\n")
file(WRITE "${OUTPUT}.new" "${text}")
execute_process(COMMAND ${CMAKE_COMMAND} -E copy_if_different "${OUTPUT}.new" "${OUTPUT}")
