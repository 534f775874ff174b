// Type expressions: string, list(number), object({ name = string, size = optional(number, 1) }).
#pragma once

#include <map>
#include <memory>
#include <string>

#include "engine/eval/decoder.h"
#include "engine/source/diagnostic.h"
#include "engine/value/error.h"
#include "engine/value/rules.h"
#include "engine/value/type.h"
#include "engine/value/value.h"

namespace hcl::eval {

// Default values of optional attributes, in the structure of the type that declares them.
struct Defaults {
    Type type;
    std::map<std::string, Value, std::less<>> values;  // objects: by attribute
    // Nested defaults: by attribute, by tuple position ("0", "1", ...), or "" for all elements.
    std::map<std::string, std::shared_ptr<const Defaults>, std::less<>> children;

    // Fills in missing and null attributes. The type of the value may change: convert it afterwards.
    Value apply(const Value& value, const Rules& rules) const;
};

// A type that values are converted to, with the defaults of optional attributes.
struct TypeConstraint {
    Type type;                                 // dynamic: any
    std::shared_ptr<const Defaults> defaults;  // null: none

    ValueResult convert(const Value& value, const Rules& rules) const;
};

struct TypeExpression {
    Type type;  // dynamic when it is invalid
    std::shared_ptr<const Defaults> defaults;
    Diagnostics diagnostics;
};

enum class TypeExpressionKind : std::uint8_t {
    Exact,       // no "any", no optional attributes
    ExactOrInt,  // also "int", another word for "number"
    Constraint,  // "any", and optional(T) in objects
    Defaults,    // also optional(T, default)
};
TypeExpression parse_type(const Expression& expression, TypeExpressionKind kind, const Rules& rules);

// Parameters or attributes of this type take a type expression (a constraint); payload: TypeConstraint.
const Type& type_constraint_type();
Value type_constraint_value(const Type& type, std::shared_ptr<const Defaults> defaults = {});

// The keywords of type expressions, for completion: "string", "number", ..., "list", "object".
std::span<const std::string_view> primitive_type_names();
std::span<const std::string_view> type_constructor_names();

}  // namespace hcl::eval
