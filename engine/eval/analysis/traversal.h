// References that are written out: the path from a name to the part of its value that is meant.
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
        Splat,  // .* or [*]; what is applied to every element is in `each`
    };
    Kind kind = Kind::Root;
    std::string name;  // Root, Attr
    Value key;         // Index: a number, string, bool or null as written; unknown when it could not be read
    Span span;         // with its dot or brackets
    std::vector<TraversalStep> each;

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
// As people write it: `a.b[0]["x y"]`.
std::string to_string(const Traversal& traversal);

// The chain of static steps that `node` is, down to its root; empty when its root is no name (or it is
// broken).
Traversal traversal_of(syntax::Node node);

// A reference that was parsed on its own, at `base` in its file; empty when it has errors.
Traversal traversal_of(const syntax::PathParse& path, std::uint32_t base = 0);

// Follows an absolute traversal from `scope`, or a relative one from a value. Splats are not followed.
Value apply(const Traversal& traversal, const Scope* scope, const Rules& rules, Diagnostics& diagnostics);
Value apply_relative(const Value& from, const Traversal& traversal, std::size_t first_step,
                     const Rules& rules, Diagnostics& diagnostics);

}  // namespace hcl::eval
