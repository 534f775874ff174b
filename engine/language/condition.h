// Conditions of checks and rules, before there is a value that they are about.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/eval/budget.h"
#include "engine/eval/scope.h"
#include "engine/language/schema.h"
#include "engine/source/diagnostic.h"

namespace hcl::language {

// The steps that all conditions of a file of that many bytes may take; what is beyond is not checked. In
// proportion to the text, so that those of thousands of files are not more than that of a long one.
std::uint64_t condition_steps(std::uint64_t bytes);

// The names that conditions see.
using ConditionNames = std::vector<std::pair<std::string_view, Value>>;

// An unknown object with the types of the arguments and blocks of the body.
Value unknown_self(const BodyDef& body);

// An unknown object with labels of these names.
Value unknown_labels(const std::set<std::string>& names);
Value unknown_labels(const std::vector<LabelDef>& labels);

// What is wrong with a condition, whatever the values are.
struct ConditionProblem {
    std::optional<Diagnostic> error;  // it always fails; names that are unknown do not count
    std::string not_bool;  // what it is in place of a bool: "3", "of type number"; empty: nothing is
};
ConditionProblem problem_of_condition(syntax::Node condition, const ConditionNames& names,
                                      const std::shared_ptr<const eval::FunctionTable>& functions,
                                      eval::Budget& budget);

}  // namespace hcl::language
