// Names in the runs of a test file that the tested module and earlier runs do not have. Private to
// terraform/.
#pragma once

#include <map>
#include <set>
#include <string>

#include "engine/terraform/rules.h"

namespace hcl::terraform {

struct TestNames {
    std::map<std::string, bind::ModulePtr> runs{};  // of the file, with their modules; null: not known
    std::set<std::string> variables{};              // set by `variables` and `variable` blocks of the file

    // Reports names in the assertions and variables of a run of that module.
    void check(const RuleInput& input, const bind::UnitSlot& slot, const bind::BoundBlock& run,
               const bind::Module& tested) const;
};

}  // namespace hcl::terraform
