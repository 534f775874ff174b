// Expressions of bound files: the nodes at a byte, the names in scope there, and values of sub-expressions.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/eval/analysis/elements.h"
#include "engine/eval/analysis/static_elements.h"
#include "engine/eval/scope.h"
#include "engine/ide/place/bound_place.h"
#include "engine/syntax/tree/tree.h"

namespace hcl::ide {

using ScopePtr = std::shared_ptr<const eval::Scope>;

// Offsets are relative to the unit, as in BoundPlace.
struct ExpressionPlace {
    const bind::BoundAttribute* attribute = nullptr;
    std::vector<syntax::Node> path;     // from the attribute's expression inwards; never empty
    std::shared_ptr<const void> owner;  // keeps the nodes of a parsed JSON string alive

    syntax::Node node() const { return path.back(); }
    // The nth parent of the innermost node; null above the attribute's expression.
    syntax::Node around(std::size_t up) const {
        return up < path.size() ? path[path.size() - 1 - up] : syntax::Node();
    }
};

// Empty when no attribute expression touches the offset.
std::optional<ExpressionPlace> expression_at(const BoundPlace& place);

// The nodes that touch the offset, outermost first; of two adjacent nodes the one that contains the byte.
// JSON strings are parsed, and `owner` keeps their nodes alive.
std::vector<syntax::Node> path_to(syntax::Node root, std::uint32_t offset,
                                  std::shared_ptr<const void>& owner);

// True when nothing in the expression is invalid or missing.
bool is_whole(syntax::Node node);

// True for nodes that bind names: for expressions and directives.
bool is_for(syntax::Node node);
// The collection that a for iterates over, and the one or two names that it binds.
syntax::Node for_collection(syntax::Node for_node);
std::vector<syntax::Node> for_names(syntax::Node for_node);

// The scope at the last node of `path`: the names of the body, then the names of each surrounding for, bound
// to the element type.
ScopePtr scope_in(const BoundPlace& place, std::uint32_t body, std::span<const syntax::Node> path);
// The same on top of any scope. `elements` tells the types of collections that are unknown.
ScopePtr scope_in(ScopePtr scope, const eval::StaticElements& elements, const Rules& rules,
                  std::span<const syntax::Node> path);
// For the expressions of a module.
eval::StaticElements static_elements(const bind::Module& module);

// A function of the module, the language, an enclosing block, or `more`, which may be null. Null for names
// that only match a pattern such as "provider::*".
const eval::Function* known_function(const bind::Module& module, const bind::UnitSlot& slot,
                                     std::uint32_t body, std::string_view name, const eval::Scope& scope,
                                     const eval::FunctionTable* more);

using eval::element_of;
using eval::key_of;

// Empty when the node has no value of its own (a splat item) or evaluation fails. Evaluation is bounded, so
// that the editor stays responsive.
std::optional<Value> value_of(const BoundPlace& place, syntax::Node node, const eval::Scope& scope);
std::optional<Value> value_of(const Rules& rules, syntax::Node node, const eval::Scope& scope);

// Whether no part of a value is known.
bool is_all_unknown(const Value& value);

// The names of a scope of which `typed` tells the types, where their values are not known.
using TypedNames = std::vector<std::pair<std::string, Value>>;
ScopePtr with_types(ScopePtr scope, const TypedNames& typed);

// The value on one line, truncated to `most` bytes; sensitive values are hidden.
std::string one_line(const Value& value, std::size_t most);

}  // namespace hcl::ide
