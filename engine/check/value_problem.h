// Values against the rules of a pack; used for attributes and for labels. Private to check/.
#pragma once

#include "engine/check/rule.h"
#include "engine/value/value.h"

namespace hcl::check {

// `name` is what the value belongs to, for messages.
void report_value_problems(UnitRule& rule, const language::ValueRules& rules, const Value& value, Span place,
                           std::string_view name);

}  // namespace hcl::check
