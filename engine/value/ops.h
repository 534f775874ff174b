// Operations on values as expressions mean them: unknown operands give unknown results with what can be said
// about them, marks of all operands pass to the result, dynamic operands are taken for what the operation
// wants.
//
// Operands of arithmetic, logic and comparison must already be of the operation's type or dynamic (see
// convert.h); anything else, and null where it makes no sense, is a ValueError. Scalars cost no allocation.
#pragma once

#include <string_view>

#include "engine/value/error.h"
#include "engine/value/rules.h"
#include "engine/value/value.h"

namespace hcl::ops {

// Numbers. Of unknown results only that they are not null is known.
ValueResult add(const Value& a, const Value& b);
ValueResult subtract(const Value& a, const Value& b);
ValueResult multiply(const Value& a, const Value& b);
ValueResult divide(const Value& a, const Value& b);
ValueResult modulo(const Value& a, const Value& b);
ValueResult negate(const Value& a);
ValueResult absolute(const Value& a);

// Decided also from the bounds of unknown numbers where `rules` allow.
ValueResult less(const Value& a, const Value& b, const Rules& rules);
ValueResult greater(const Value& a, const Value& b, const Rules& rules);
ValueResult less_or_equal(const Value& a, const Value& b, const Rules& rules);
ValueResult greater_or_equal(const Value& a, const Value& b, const Rules& rules);

ValueResult logical_not(const Value& a);
// A decisive operand decides where `rules` allow, whatever the other is. What becomes of the other side's
// errors is the evaluator's business.
ValueResult logical_and(const Value& a, const Value& b, const Rules& rules);
ValueResult logical_or(const Value& a, const Value& b, const Rules& rules);

// A known set (without marks) of several elements some of which are unknown: they may turn out equal, so its
// length is open.
bool is_open_set(const Value& value);

// Any two values; never fails: a bool, known or not.
Value equals(const Value& a, const Value& b, const Rules& rules);
Value not_equals(const Value& a, const Value& b, const Rules& rules);

// Collections and structures. `collection` must not be null.
// The element: lists and tuples by whole number, maps by string, objects by a known string.
ValueResult index(const Value& collection, const Value& key);
// Whether `index` would find something: a bool, unknown when it cannot be said.
ValueResult has_index(const Value& collection, const Value& key);
// Objects (unknown and dynamic too).
ValueResult get_attribute(const Value& object, std::string_view name);
// Elements of a list, set, map, tuple; attributes are not counted: objects are an error as in the reference's
// length. Unknown collections give a number with the bounds that are known; a set with unknown elements, too.
ValueResult length(const Value& collection);
// Whether a set has an element equal to `element`.
ValueResult has_element(const Value& set, const Value& element, const Rules& rules);

// Bounds of a value, known or not: a known number is its own lower and upper bound, a known collection has
// its length.
Refinements range_of(const Value& value);
// Whether a known, non-null value lies within the bounds (and type) of an unknown one; true when it cannot be
// said.
bool could_become(const Value& unknown, const Value& known);
// Neither null nor possibly null.
bool definitely_not_null(const Value& value);

}  // namespace hcl::ops
