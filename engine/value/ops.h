// Operations on values with the semantics of expressions: unknown operands give unknown results with the
// refinements that can be derived, results carry the marks of all operands, and dynamic operands are accepted
// as the type that the operation requires.
//
// Operands of arithmetic, logic and comparison must already have the operation's type or be dynamic (see
// convert.h); other types, and null operands, are a ValueError. Scalars need no allocation.
#pragma once

#include <string_view>

#include "engine/value/error.h"
#include "engine/value/rules.h"
#include "engine/value/value.h"

namespace hcl::ops {

// Numbers. Unknown results are refined only as not null.
ValueResult add(const Value& a, const Value& b);
ValueResult subtract(const Value& a, const Value& b);
ValueResult multiply(const Value& a, const Value& b);
ValueResult divide(const Value& a, const Value& b);
ValueResult modulo(const Value& a, const Value& b);
ValueResult negate(const Value& a);
ValueResult absolute(const Value& a);

// Also decided by the bounds of unknown numbers where `rules` allow.
ValueResult less(const Value& a, const Value& b, const Rules& rules);
ValueResult greater(const Value& a, const Value& b, const Rules& rules);
ValueResult less_or_equal(const Value& a, const Value& b, const Rules& rules);
ValueResult greater_or_equal(const Value& a, const Value& b, const Rules& rules);

ValueResult logical_not(const Value& a);
// A deciding operand determines the result where `rules` allow, whatever the other is. The evaluator handles
// errors of the other operand.
ValueResult logical_and(const Value& a, const Value& b, const Rules& rules);
ValueResult logical_or(const Value& a, const Value& b, const Rules& rules);

// Whether it is a known set (without marks) of several elements, some unknown: these may turn out equal, so
// its length is not known.
bool is_open_set(const Value& value);

// For any two values; never fails. The result is a bool, which may be unknown.
Value equals(const Value& a, const Value& b, const Rules& rules);
Value not_equals(const Value& a, const Value& b, const Rules& rules);

// Collections and structural types. `collection` must not be null.
// The element: lists and tuples by whole number, maps by string, objects by known string.
ValueResult index(const Value& collection, const Value& key);
// Whether `index` would succeed: a bool, unknown when it cannot be determined.
ValueResult has_index(const Value& collection, const Value& key);
// Objects (also unknown and dynamic ones).
ValueResult get_attribute(const Value& object, std::string_view name);
// The number of elements of a list, set, map or tuple; objects are an error, as in the reference's length.
// Unknown collections, and sets with unknown elements, give an unknown number with bounds.
ValueResult length(const Value& collection);
// Whether a set has an element equal to `element`.
ValueResult has_element(const Value& set, const Value& element, const Rules& rules);

// The bounds of a value: a known number is its own lower and upper bound,
// and a known collection has its length.
Refinements range_of(const Value& value);
// Whether a known, non-null value satisfies the type and the refinements of an unknown
// one; true when it cannot be determined.
bool could_become(const Value& unknown, const Value& known);
// Neither null nor possibly null.
bool definitely_not_null(const Value& value);

}  // namespace hcl::ops
