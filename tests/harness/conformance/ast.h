// Expression trees in the notation of the recorded cases: (kind START:END ...).
#pragma once

#include <string>

#include "engine/syntax/tree/tree.h"

namespace hcl::test {

// An expression, or a stand-alone template (TemplateBody); "-" for none.
std::string print_ast(syntax::Node node);
// The key of an object constructor's item: (key START:END [force] wrapped).
std::string print_ast_key(syntax::Node key);

}  // namespace hcl::test
