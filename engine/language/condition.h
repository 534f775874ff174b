// Conditions of checks and rules, before there is a value that they are about.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/eval/budget.h"
#include "engine/eval/scope.h"
#include "engine/language/schema.h"

namespace hcl::language {

// The names that conditions see.
using ConditionNames = std::vector<std::pair<std::string_view, Value>>;

// What is known of `self`, the object of a block with this body: the types of its arguments.
Value unknown_self(const BodyDef& body);

// What the condition is if it is neither true nor false, whatever the names stand for: "3" or "of type
// number". Empty if it can be a condition.
std::string not_a_condition(syntax::Node condition, const ConditionNames& names,
                            const std::shared_ptr<const eval::FunctionTable>& functions,
                            eval::Budget& budget);

}  // namespace hcl::language
