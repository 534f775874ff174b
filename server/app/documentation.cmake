# Writes docs/diagnostics.md as a C++ string literal.
# cmake -DINPUT=docs/diagnostics.md -DOUTPUT=hcl_diagnostics.h -P documentation.cmake
include("${CMAKE_CURRENT_LIST_DIR}/../../engine/packs/string_literal.cmake")
file(READ "${INPUT}" content)
string_literal(literal "${content}")
set(text "// Written by server/app/documentation.cmake.\n#include <string_view>\n\n#pragma GCC diagnostic push\n#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n\nusing namespace std::string_view_literals;\n\n")
string(APPEND text "inline constexpr std::string_view kDiagnosticsDocument =\n${literal};\n\n#pragma GCC diagnostic pop\n")
file(WRITE "${OUTPUT}.new" "${text}")
execute_process(COMMAND ${CMAKE_COMMAND} -E copy_if_different "${OUTPUT}.new" "${OUTPUT}")
