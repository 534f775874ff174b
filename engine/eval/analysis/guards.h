// Finds references that do no harm when their name is missing.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/source/span.h"
#include "engine/syntax/tree/tree.h"

namespace hcl::eval {

// A reference by its literal steps.
struct NamedPath {
    Span place;
    std::vector<std::string_view> names;  // from the root
};

// Functions that accept errors of their arguments, in languages that have them.
std::span<const std::string> error_catching_functions();
// Whether a call of one of `functions` contains the reference (`try(values.a, 1)`), or it is evaluated only
// if a condition holds that looks for it: `can(values.a) ? values.a : 1`,
// `contains(keys(values), "a") && values.a`.
bool is_guarded(syntax::Node expr, const NamedPath& path, std::span<const std::string> functions);

}  // namespace hcl::eval
