// The path of another module as far as its expression tells it without evaluation.
#pragma once

#include <string>
#include <string_view>

#include "engine/language/language.h"
#include "engine/syntax/tree/tree.h"

namespace hcl::bind {

// In the notation of language/call_folder.h; empty when it is not known. Without functions, the path must be
// a literal.
std::string written_path(syntax::Node expr, const language::PathFunctions& functions);
// The path that a function reads (eval::reads_module).
std::string read_path(syntax::Node expr, const language::Language& language);

}  // namespace hcl::bind
