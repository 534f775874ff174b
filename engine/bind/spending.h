// The evaluation budget of a module. Private to bind/.
//
// Costs are stored with units, so the sum of a module is updated incrementally. Within the limits, an
// incremental build gives the same result as a full one. Beyond them the module is built in the order of its
// files, and everything after the limit is unknown.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/base/limits.h"
#include "engine/bind/module.h"

namespace hcl::bind {

// Costs below this are proportional to the text and not counted.
inline constexpr std::uint64_t kFreeSteps = 64;
inline constexpr std::uint64_t kFreeBytes = 4096;

// The cost of evaluating an attribute, or the pack's expressions for the unit (`attribute` is kNone).
struct Cost {
    std::uint32_t attribute = 0;
    std::uint32_t steps = 0;
    std::uint32_t bytes = 0;
};

// The costs of a unit above the free allowance, kept in the memo of its state.
struct UnitCosts {
    std::vector<Cost> list;
    std::uint64_t call_steps = 0;  // in the modules that the unit calls
};

// The total cost of the units below a tree node.
struct CostSum {
    std::uint64_t steps = 0;
    std::uint64_t bytes = 0;
    Cost most{};  // by steps; `largest` is by bytes
    std::uint64_t most_label = 0;
    Cost largest{};
    std::uint64_t largest_label = 0;
    std::uint64_t call_steps = 0;

    void add(const CostSum& other);
    void add(const UnitState& state, std::uint64_t label);
};
const CostSum& cost_of(const UnitTree& tree);
// Some calls were not evaluated with their arguments, because a limit was reached.
bool has_cut_calls(const Module& module);

class Spending {
  public:
    Spending(std::size_t files, const Limits& limits) : limits_(limits), files_(files) {}

    bool is_open(std::uint32_t file) const { return is_open_ && files_[file] <= limits_.file_steps; }
    // Up to and including those that exceed a limit.
    std::uint64_t steps_left(std::uint32_t file) const {
        return std::min(left_of(limits_.file_steps, files_[file]), left_of(limits_.module_steps, steps_));
    }
    std::uint64_t bytes_left() const { return left_of(limits_.module_bytes, bytes_); }
    void add(std::uint32_t file, std::uint64_t steps, std::uint64_t bytes) {
        files_[file] += steps;
        steps_ += steps;
        bytes_ += bytes;
        is_open_ = steps_ <= limits_.module_steps && bytes_ <= limits_.module_bytes;
        was_enough_ = was_enough_ && is_open(file);
    }
    // Beyond the limit, calls have the outputs of any call.
    bool is_open_for_calls() const { return call_steps_ <= limits_.module_steps; }
    std::uint64_t call_steps_left() const { return left_of(limits_.module_steps, call_steps_); }
    void add_call(std::uint64_t steps) {
        call_steps_ += steps;
        was_enough_ = was_enough_ && is_open_for_calls();
    }
    bool was_enough() const { return was_enough_; }
    std::uint64_t steps() const { return steps_; }
    std::uint64_t call_steps() const { return call_steps_; }
    std::uint64_t bytes() const { return bytes_; }

  private:
    static std::uint64_t left_of(std::uint64_t most, std::uint64_t spent) {
        return spent > most ? 0 : most - spent + 1;
    }

    Limits limits_;
    std::vector<std::uint64_t> files_;  // steps, by rank
    std::uint64_t steps_ = 0;
    std::uint64_t bytes_ = 0;
    std::uint64_t call_steps_ = 0;
    bool is_open_ = true;
    bool was_enough_ = true;
};

}  // namespace hcl::bind
