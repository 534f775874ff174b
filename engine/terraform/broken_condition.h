// Conditions that are known to be false, and why. Private to terraform/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/bind/module.h"
#include "engine/eval/budget.h"
#include "engine/eval/evaluate.h"
#include "engine/eval/scope.h"

namespace hcl::terraform {

struct BrokenCondition {
    Span place;           // of the condition, in the unit
    std::string reasons;  // ", because var.size is 4"; empty: nothing that it reads can be shown
    std::string message;  // ": " and the message of the block as a sentence; a full stop without one
};

// The condition of a block, where it is false with the names of the scope.
std::optional<BrokenCondition> broken_condition(const bind::UnitSlot& slot, const bind::BoundBlock& block,
                                                const eval::Scope& scope, const eval::EvalOptions& options,
                                                eval::Budget& budget);

// One instance of a repeated block.
struct InstanceKey {
    std::string shown;
    Value each;   // for `each`; null with `count`
    Value count;  // for `count`

    void add_to(eval::MapScope& names) const;
};
// The instances for a known value of `count` or `for_each`, at most `most`.
std::vector<InstanceKey> instance_keys(const Value& repetition, bool is_count, std::size_t most);

}  // namespace hcl::terraform
