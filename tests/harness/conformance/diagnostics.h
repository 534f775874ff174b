// Comparison of the syntax errors of recorded cases.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/source/diagnostic.h"
#include "engine/syntax/file/file.h"

namespace hcl::test {

// The first finding in the reference's order: lexer errors come before parser errors.
const Diagnostic* first_syntax_error(const Diagnostics& diagnostics);

// Both have errors or none, and the first ones agree in title and start line.
bool same_syntax_errors(const nlohmann::json& recorded, const Diagnostics& ours, const syntax::File& file);

// "LINE:COLUMN title; ..." for messages of failed cases.
std::string describe(const Diagnostics& diagnostics, const syntax::File& file);

}  // namespace hcl::test
