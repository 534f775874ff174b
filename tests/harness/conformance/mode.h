// One way of running a recorded case: each mode is a function in its own file, listed in modes.def.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace hcl::test {

struct CaseOutcome {
    bool passed = false;
    std::string expected;  // printed beside the actual answer when the case fails
    std::string actual;
    // Agreement beyond what the case asks for, such as "with the recorded summary". Counted.
    std::string bonus{};
};

// `test_case` is the whole line: {"id", "mode", "group", "input", "output", ...}.
using ModeRunner = CaseOutcome (*)(const nlohmann::json& test_case);

#define HCL_MODE(mode) CaseOutcome run_##mode(const nlohmann::json& test_case);
#include "tests/harness/conformance/modes.def"
#undef HCL_MODE

// Runs every case of the given files or folders; prints "N passed, N failed" for each mode and the failing
// cases. Returns the number of failures. An unknown mode is a failure.
// OPEN.txt beside a file of cases lists the ids, one a line, of cases that are not met yet: they are counted
// apart. A listed case that passes is a failure, so that the list only shrinks: `--shrink` takes those out of
// it, and `--open` prints the others.
int run_conformance(int argument_count, const char* const* arguments);

}  // namespace hcl::test
