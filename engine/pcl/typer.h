// The types of expressions, and what is wrong with them.
//
// An error leaves `dynamic` behind, so that one mistake does not cause others. Findings come in the order of
// the reference. Every expression is typed in time proportional to its size and the types in it.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "engine/base/suggest.h"
#include "engine/pcl/functions.h"
#include "engine/pcl/type.h"
#include "engine/source/diagnostic.h"
#include "engine/syntax/tree/tree.h"

namespace hcl::pcl {

// What a name stands for.
struct Definition {
    Type type;
    enum class Steps : std::uint8_t {
        Typed,    // as the type has them
        Same,     // any step gives the same type
        Refused,  // a "pulumi" block
    } steps = Steps::Typed;
};

class TypeScope {
  public:
    virtual ~TypeScope() = default;
    // Nothing when nothing is called that.
    virtual std::optional<Definition> find(std::string_view name) const = 0;
    // All names, for suggestions.
    virtual void offer(Suggester& /*suggester*/) const {}
};

struct TyperOptions {
    Integers integers = Integers::All;
    // A splat over an eventual value that is no list loses the promise or output, as the reference has it.
    bool splat_drops_eventuals = false;
    bool missing_variables_are_warnings = false;
    bool missing_properties_are_allowed = false;
    bool skips_range_types = false;
    // Called with each expression and its type.
    std::function<void(syntax::Node, const Type&)> on_type{};

    // What the reference answers, to the letter.
    static TyperOptions reference() { return {.integers = Integers::Bits32, .splat_drops_eventuals = true}; }
};

Type type_of(syntax::Node expr, const TypeScope& scope, const Functions& functions,
             const TyperOptions& options, Diagnostics& findings);

// Reports, at the expression, when `from` does not convert to `to`; false then.
bool expect_fit(const Type& to, const Type& from, syntax::Node expr, Diagnostics& findings);
// The place of an expression's value: without parentheses, and inside a template that is one interpolation.
Span value_span(syntax::Node expr);

}  // namespace hcl::pcl
