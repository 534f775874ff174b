// Names in the runs of a test file that the tested module and earlier runs do not have. Private to
// terraform/.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/terraform/rules.h"

namespace hcl::terraform {

class TestNames {
  public:
    std::map<std::string, bind::ModulePtr> runs{};  // of the file, with their modules; null: not known
    std::set<std::string> done{};                   // runs before the one that is checked
    std::set<std::string> variables{};              // that its blocks have
    bind::ModulePtr of_file{};                      // the module that it tests; null: not known
    // Whether files of values set a variable for all runs. Null: not known.
    std::function<bool(const std::string&)> is_set_by_files{};

    // Reports names in the assertions and variables of a run of that module.
    void check(const RuleInput& input, const bind::UnitSlot& slot, const bind::BoundBlock& run,
               const bind::ModulePtr& tested);

    // The same in the variables that a file gives to all runs.
    void check_file(const RuleInput& input, const bind::UnitSlot& slot, const bind::BoundBlock& block);

    // Whether its blocks or its module have the variable.
    bool has_variable(const std::string& name);
    // The names that a module declares of a kind: variable, output, local, module or check.
    const std::set<std::string>& declared(const bind::ModulePtr& module, std::string_view kind);
    // Whether a finding may name a similar name: there is a limit for a file.
    bool take_suggestion();

  private:
    std::uint64_t suggestions_ = 0;
};

// Reports what a run expects to fail, and cannot: it has no conditions, or all are met. `made`: the module
// with the values of the run; null: they are not known.
void check_expected_failures(TestNames& names, const RuleInput& input, const bind::UnitSlot& slot,
                             const bind::BoundBlock& run, const bind::ModulePtr& tested,
                             const bind::Module* made);

// Whether a declaration has conditions of its own, which can fail.
bool has_conditions(const bind::BoundUnit& unit, const bind::Declaration& declaration);

// Whether runs apply their plans: only then the values that a test gives to resources are used, unless they
// say otherwise.
enum class RunsApply : std::uint8_t { Never, Sometimes };
// Reports overrides in a body whose targets the tested module lacks, and values that these cannot have.
// `is_elsewhere`: whether a target may be in another module.
void check_overrides(const RuleInput& input, const bind::UnitSlot& slot, std::uint32_t body,
                     const bind::ModulePtr& tested, RunsApply when,
                     const std::function<bool(const std::vector<std::string>& target)>& is_elsewhere = {});
// The same for the values that a mocked provider gives to all objects of a type.
void check_mock_defaults(const RuleInput& input, const bind::UnitSlot& slot, std::uint32_t body,
                         const bind::ModulePtr& tested, RunsApply when);

}  // namespace hcl::terraform
