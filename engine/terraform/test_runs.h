// The runs of a test file: what they give to later ones, and which of their assertions surely fail. Private
// to terraform/.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/bind/resolution.h"
#include "engine/eval/evaluate.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

// The values of variables that nothing in the file sets: settings outside of it can replace defaults.
enum class Defaults : std::uint8_t { Unknown, Used };

// What is known of the objects that a run finds.
enum class Existing : std::uint8_t {
    None,  // none was made before, and the built-in provider computes its attributes
    Unknown,
};
// Values of what providers compute, by the addresses of resources and data sources.
using Overrides = std::map<std::string, Value>;
// Adds those that the blocks of a body set.
void add_overrides(const bind::UnitSlot& slot, std::uint32_t body, Overrides& out);

// Whether a run applies its plan.
bool does_apply(const bind::BoundUnit& unit, const bind::BoundBlock& run);

class TestRuns {
  public:
    explicit TestRuns(const RuleInput& input) : input_(input) {}

    // A value for a variable of all runs.
    void set_variable(const std::string& name, const Value& value);
    // The value of an argument, where the results of earlier runs are known.
    Value value_of(const bind::UnitSlot& slot, std::uint32_t attribute) const;
    // Reports results of earlier runs that an argument reads, and that only an apply would have made known.
    void check_results(const bind::UnitSlot& slot, std::uint32_t attribute) const;

    // The tested module with these values; null: it is not known. `steps` of evaluation are left for the
    // file; none where they do not suffice. `is_paid`: the module was looked at with the same values, whose
    // cost is counted.
    bind::ModulePtr made(const bind::Module& tested, bind::InputsPtr inputs, bool is_paid,
                         std::uint64_t& steps) const;
    // Looks at the assertions of a run of that module. Later runs read results that do not depend on
    // defaults.
    void check(const bind::UnitSlot& slot, const bind::BoundBlock& run, const bind::Module& made,
               Defaults defaults, Existing existing, const Overrides& overrides, std::uint64_t& steps);
    // A run of which nothing more is known.
    void skip(const bind::BoundBlock& run);

  private:
    // For outputs that only an apply makes known, `results_for` can give example values.
    enum class Late : std::uint8_t { Unknown, Examples };
    // The results of the runs that a unit names.
    Value results_for(const bind::BoundUnit& unit, Late late = Late::Unknown) const;
    // "run.a.b" where a reference reads such an output; otherwise empty.
    std::string late_result(const bind::Reference& reference) const;
    void check_known_results(const bind::UnitSlot& slot, const bind::BoundBlock& assertion,
                             const eval::Scope& now, const eval::Scope& later,
                             const eval::EvalOptions& options, eval::Budget& budget) const;

    const RuleInput& input_;
    std::vector<std::pair<std::string, Value>> variables_;
    mutable std::optional<Value> variables_value_;  // an object of them
    std::map<std::string, Value> runs_;             // with the outputs of the tested module
    // Of runs that only plan: outputs that are unknown until an apply, by the names of the runs.
    std::map<std::string, std::set<std::string>> late_;
};

}  // namespace hcl::terraform
