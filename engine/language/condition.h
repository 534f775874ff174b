// Conditions of checks and rules, before there is a value that they are about.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/eval/budget.h"
#include "engine/eval/scope.h"
#include "engine/language/schema.h"
#include "engine/source/diagnostic.h"

namespace hcl::language {

// The steps that all conditions of a file may take; what is beyond is not checked.
inline constexpr std::uint64_t kConditionSteps = 1'000'000;

// The names that conditions see.
using ConditionNames = std::vector<std::pair<std::string_view, Value>>;

// An unknown object with the types of the arguments and blocks of the body.
Value unknown_self(const BodyDef& body);

// Evaluates the condition with these values. If its result cannot be a bool, describes it: "3" or "of type
// number"; otherwise empty.
std::string not_a_condition(syntax::Node condition, const ConditionNames& names,
                            const std::shared_ptr<const eval::FunctionTable>& functions,
                            eval::Budget& budget);
// The first error that it has with any values of these types, apart from unknown names; null: none.
std::optional<Diagnostic> error_of_condition(syntax::Node condition, const ConditionNames& names,
                                             const std::shared_ptr<const eval::FunctionTable>& functions,
                                             eval::Budget& budget);

}  // namespace hcl::language
