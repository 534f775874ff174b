// Shared by the modes of decode/ that evaluate: diagnostics with byte offsets, and scopes.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>

#include "engine/eval/scope.h"
#include "engine/source/diagnostic.h"

namespace hcl::test::recorded {

// {"severity", "summary", "start", "end"} with byte offsets, sorted, as the recorded lists are.
nlohmann::json diagnostics_json(const Diagnostics& diagnostics);
nlohmann::json recorded_diagnostics(const nlohmann::json& recorded);

// Every function that "funcs" of a case can name, those that only the cases have included.
const eval::FunctionTable& all_functions();
// The scope of a case: "vars" and "funcs".
std::shared_ptr<eval::MapScope> scope_of(const nlohmann::json& test_case);

}  // namespace hcl::test::recorded
