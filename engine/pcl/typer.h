// Types expressions and reports type errors.
//
// An erroneous expression has the type `dynamic`, so that one mistake does not cause others. Findings have
// the order of the reference implementation. The cost is proportional to the expression and the types in it.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "engine/base/suggest.h"
#include "engine/pcl/builtin_functions.h"
#include "engine/pcl/type.h"
#include "engine/source/diagnostic.h"
#include "engine/syntax/tree/tree.h"

namespace hcl::pcl {

// The meaning of a name.
struct Definition {
    Type type;
    enum class Steps : std::uint8_t {
        Typed,    // the type decides
        Same,     // any step gives the same type
        Refused,  // a "pulumi" block
    } steps = Steps::Typed;
};

class TypeScope {
  public:
    virtual ~TypeScope() = default;
    // Empty when the name is undefined.
    virtual std::optional<Definition> find(std::string_view name) const = 0;
    // The bool, number, string or null that the name is known to have.
    virtual std::optional<Value> value(std::string_view /*name*/) const { return std::nullopt; }
    // All names, for suggestions.
    virtual void offer(Suggester& /*suggester*/) const {}
};

struct TyperOptions {
    Integers integers = Integers::All;
    // A splat over an eventual value that is no list loses the promise or output, as in the reference.
    bool splat_drops_eventuals = false;
    bool missing_variables_are_warnings = false;
    bool missing_properties_are_allowed = false;
    bool skips_range_types = false;
    // Titles are exactly those of the reference, and known values are not checked.
    bool is_reference = false;
    // Called with each expression and its type.
    std::function<void(syntax::Node, const Type&)> on_type{};

    // Reproduces the reference implementation exactly.
    static TyperOptions reference() {
        return {.integers = Integers::Bits32, .splat_drops_eventuals = true, .is_reference = true};
    }
};

Type type_of(syntax::Node expr, const TypeScope& scope, const Functions& functions,
             const TyperOptions& options, Diagnostics& findings);

// Reports an error at the expression and returns false when `from` does not convert to `to`.
bool expect_fit(const Type& to, const Type& from, syntax::Node expr, bool is_reference,
                Diagnostics& findings);
// The node that provides the value: without parentheses, and the only interpolation of a template.
syntax::Node value_node(syntax::Node expr);
// The span of an expression's value: without parentheses, and of the only interpolation of a template.
Span value_span(syntax::Node expr);

}  // namespace hcl::pcl
