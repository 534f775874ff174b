// References with literal steps: the path from a name to a part of its value.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "engine/eval/scope.h"
#include "engine/source/diagnostic.h"
#include "engine/source/span.h"
#include "engine/syntax/parse/traversal.h"
#include "engine/syntax/tree/tree.h"
#include "engine/value/rules.h"
#include "engine/value/value.h"

namespace hcl::eval {

struct TraversalStep {
    enum class Kind : std::uint8_t {
        Root,   // the name; first step of an absolute traversal
        Attr,   // .name
        Index,  // ["key"], [0], or .0
        Splat,  // .* or [*]; `each` is applied to every element
    };
    Kind kind = Kind::Root;
    std::string name;  // Root, Attr
    Value key;         // Index: a literal number, string, bool or null; unknown when it is invalid
    Span span;         // including the dot or brackets
    std::vector<TraversalStep> each;

    // Without the dot before it.
    Span name_span() const { return {span.end - static_cast<std::uint32_t>(name.size()), span.end}; }

    static TraversalStep root(std::string name, Span span) {
        return {Kind::Root, std::move(name), {}, span, {}};
    }
    static TraversalStep attr(std::string name, Span span) {
        return {Kind::Attr, std::move(name), {}, span, {}};
    }
    static TraversalStep index(Value key, Span span) { return {Kind::Index, {}, std::move(key), span, {}}; }
};

using Traversal = std::vector<TraversalStep>;

// From the first to the last step; empty for the empty traversal.
Span span_of(const Traversal& traversal);
// As source text: `a.b[0]["x y"]`.
std::string to_string(const Traversal& traversal);

// The chain of static steps that ends at `node`, starting at its root; empty when
// the root is not a name (or invalid).
Traversal traversal_of(syntax::Node node);

// A reference that was parsed separately; spans are those of its text. Empty on error.
Traversal traversal_of(const syntax::PathParse& path);

// Follows an absolute traversal in `scope`, or a relative one from a value. Splats are not supported.
Value apply(const Traversal& traversal, const Scope* scope, const Rules& rules, Diagnostics& diagnostics);
Value apply_relative(const Value& from, const Traversal& traversal, std::size_t first_step,
                     const Rules& rules, Diagnostics& diagnostics);

}  // namespace hcl::eval
