// Runs every fixture under the sanitizers too; `hcl-tests fixtures` runs them by hand.
#include <doctest/doctest.h>

#include "tests/harness/fixture/runner.h"
#include "tests/harness/paths.h"

namespace hcl::test {

TEST_CASE("fixtures") {
    std::vector<std::filesystem::path> files = fixture_files();
    CHECK(files.size() > 10);
    for (const std::filesystem::path& path : files) {
        std::string shown = path.lexically_relative(source_root()).generic_string();
        FixtureOutcome outcome = run_fixture(shown, read_whole_file(path));
        for (const std::string& failure : outcome.failures) FAIL_CHECK(failure);
        CHECK_MESSAGE(outcome.passed, shown);
    }
}

TEST_CASE("fixtures: one that must fail fails, and updating it is a round trip") {
    const std::string wrong = "a = \nb = 1\n";
    FixtureOutcome first = run_fixture("wrong.hcl", wrong);
    CHECK_FALSE(first.passed);
    REQUIRE_FALSE(first.updated.empty());
    CHECK_FALSE(first.changes.empty());
    FixtureOutcome second = run_fixture("wrong.hcl", first.updated);
    INFO(first.updated);
    for (const std::string& failure : second.failures) INFO(failure);
    CHECK(second.passed);
    CHECK(second.updated.empty());
    // An assertion without a matching finding fails.
    FixtureOutcome stale = run_fixture("stale.hcl", "a = 1\n#   ^ error[HCL1001]: gone\n");
    CHECK_FALSE(stale.passed);
    CHECK(stale.updated.empty());
    // So does an assertion with another code.
    CHECK_FALSE(run_fixture("code.hcl", "#- strip\na = \n#   ^ warning[HCL1001]\n").passed);
}

}  // namespace hcl::test
