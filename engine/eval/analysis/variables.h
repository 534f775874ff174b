// Collects the references and functions that an expression uses.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "engine/eval/analysis/traversal.h"
#include "engine/syntax/tree/tree.h"

namespace hcl::eval {

// Visits every reference to an outer name, in source order with duplicates: the node is the whole chain of
// static steps (see traversal_of), the name its root. Names bound by for expressions are omitted. In JSON,
// strings are parsed as templates, whose nodes are valid only during the visit.
void each_reference(syntax::Node expr,
                    const std::function<void(syntax::Node chain, std::string_view root)>& visit);

// Visits every call, in source order with duplicates: the Call node, and the function name with its
// namespaces.
void each_call(syntax::Node expr, const std::function<void(syntax::Node call, std::string_view name)>& visit);

// All references as traversals.
std::vector<Traversal> variables(syntax::Node expr);

}  // namespace hcl::eval
