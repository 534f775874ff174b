// The rules and settings of rules that apply to a file.
#pragma once

#include <string_view>

#include "engine/check/check.h"
#include "engine/check/house_rules.h"
#include "engine/source/diagnostic.h"
#include "engine/world/snapshot.h"

namespace hcl::world {

// The rule settings of a file: those of the client, then of the nearest configuration, then of the nearest
// file of another program.
check::RuleSettings rules_for(const Snapshot& snapshot, const FileState& state);
// Errors in a configuration, or in a rule file that a configuration includes; empty for other files.
Diagnostics config_findings(const Snapshot& snapshot, const FileState& state);
// The workspace rules that apply to a file of that language.
check::AppliedRules house_rules_for(const Snapshot& snapshot, const FileState& state,
                                    std::string_view language);

}  // namespace hcl::world
