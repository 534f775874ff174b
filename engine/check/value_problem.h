// Checks values against the rules of a pack, for attributes and labels. Private to check/.
#pragma once

#include "engine/check/rule.h"
#include "engine/value/value.h"

namespace hcl::check {

// `name` is the attribute or label, for messages.
void report_value_problems(UnitRule& rule, const language::ValueRules& rules, const Value& value, Span place,
                           std::string_view name);
// Reports a value of a read-only attribute, and null where it is not allowed.
void report_unsettable(UnitRule& rule, const language::AttributeDef& def, const Value& value,
                       syntax::Node expr, Span name_place, std::string_view name);
// The same for each element of a collection, and the rules on the collection itself.
void report_constraint_problems(UnitRule& rule, const language::ValueRules& rules, const Value& value,
                                syntax::Node expr, std::string_view name);

}  // namespace hcl::check
