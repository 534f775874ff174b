// One way of running a recorded case: each mode is a function in its own file, listed in modes.def.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace hcl::test {

struct CaseOutcome {
    bool passed = false;
    std::string expected;  // printed beside the actual answer when the case fails
    std::string actual;
};

// `test_case` is the whole line: {"id", "mode", "group", "input", "output", ...}.
using ModeRunner = CaseOutcome (*)(const nlohmann::json& test_case);

#define HCL_MODE(mode) CaseOutcome run_##mode(const nlohmann::json& test_case);
#include "tests/harness/conformance/modes.def"
#undef HCL_MODE

// Runs every case of the given files or folders; prints "N passed, N failed" for each mode and the failing
// cases. Returns the number of failures. An unknown mode is a failure.
int run_conformance(int path_count, const char* const* paths);

}  // namespace hcl::test
