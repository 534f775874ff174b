// Expressions of bound files: the nodes around a byte, the names that are visible there, and what a part of
// an expression is worth.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/eval/scope.h"
#include "engine/ide/place/bound_place.h"
#include "engine/syntax/tree/tree.h"

namespace hcl::ide {

using ScopePtr = std::shared_ptr<const eval::Scope>;

// Places are bytes of the unit, as in BoundPlace.
struct ExpressionPlace {
    const bind::BoundAttribute* attribute = nullptr;
    std::vector<syntax::Node> path;     // from the attribute's expression inwards; never empty
    std::shared_ptr<const void> owner;  // of the nodes inside of a JSON string

    syntax::Node node() const { return path.back(); }
    // The nth node around the innermost one; null beyond the attribute's expression.
    syntax::Node around(std::size_t up) const {
        return up < path.size() ? path[path.size() - 1 - up] : syntax::Node();
    }
};

// Nothing when the offset touches no expression of an attribute.
std::optional<ExpressionPlace> expression_at(const BoundPlace& place);

// The nodes that touch the offset, outermost first; of two neighbours the one that holds its byte. Strings of
// JSON are looked into; `owner` then keeps those nodes.
std::vector<syntax::Node> path_to(syntax::Node root, std::uint32_t offset,
                                  std::shared_ptr<const void>& owner);

// Nothing in it is wrong or missing.
bool is_whole(syntax::Node node);

// True for a node that binds names: for expressions and directives.
bool is_for(syntax::Node node);
// The collection that it goes through, and the names that it binds (one or two).
syntax::Node for_collection(syntax::Node for_node);
std::vector<syntax::Node> for_names(syntax::Node for_node);

// What the last node of `path` sees: the names of the body, and of each for around it what an element may be.
ScopePtr scope_in(const BoundPlace& place, std::uint32_t body, std::span<const syntax::Node> path);
// The same beginning with any scope.
ScopePtr scope_in(ScopePtr scope, const Rules& rules, std::span<const syntax::Node> path);

// What any element (or key) of the collection may be: unknown, of a type that fits all.
Value element_of(const Value& collection, const Rules& rules);
Value key_of(const Value& collection);

// Nothing when the node has no value of its own (it stands for elements of a splat) or evaluating it fails.
// Bounded to what an editor waits for.
std::optional<Value> worth_of(const BoundPlace& place, syntax::Node node, const eval::Scope& scope);
std::optional<Value> worth_of(const Rules& rules, syntax::Node node, const eval::Scope& scope);

// A value on one line for people, at most so many bytes; what is sensitive is not shown.
std::string one_line(const Value& value, std::size_t most);

}  // namespace hcl::ide
