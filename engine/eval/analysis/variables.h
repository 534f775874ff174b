// Collects the references and functions that an expression uses.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "engine/eval/analysis/traversal.h"
#include "engine/syntax/tree/tree.h"

namespace hcl::eval {

// Visits every reference to a name from outside, in source order with repetitions: the node is the whole
// chain of static steps (see traversal_of), the name its root. Names that for expressions bind are left out.
// In JSON, strings are read as templates, whose nodes are valid during the visit only.
void each_reference(syntax::Node expr,
                    const std::function<void(syntax::Node chain, std::string_view root)>& visit);

// Visits every call, in source order with repetitions: the Call node, and the function's name with its
// namespaces.
void each_call(syntax::Node expr, const std::function<void(syntax::Node call, std::string_view name)>& visit);

// The references as traversals.
std::vector<Traversal> variables(syntax::Node expr);

}  // namespace hcl::eval
