// Every editor feature at some tokens of the fixtures and examples: a small `hcl-tests sweep`.
#include "tests/harness/sweep/sweep.h"

#include <doctest/doctest.h>

#include <string>

#include "tests/harness/paths.h"

namespace hcl::test {

TEST_CASE("sweep: features agree with each other at places of the fixtures") {
    const std::string ide = (source_root() / "tests" / "fixtures" / "ide").string();
    const char* arguments[] = {"--tokens=40", "--quiet", ide.c_str()};
    CHECK(run_sweep(3, arguments) == 0);
    // There are many more of these: fewer places in each.
    const std::string packs = (source_root() / "tests" / "fixtures" / "packs").string();
    const std::string examples = (source_root() / "tests" / "examples").string();
    const char* more[] = {"--tokens=8", "--quiet", packs.c_str(), examples.c_str()};
    CHECK(run_sweep(4, more) == 0);
}

TEST_CASE("sweep: features answer at every character of a file being typed") {
    std::string file = (source_root() / "tests" / "editors" / "workspace" / "docker-bake.hcl").string();
    const char* arguments[] = {"--typed", "--quiet", file.c_str()};
    CHECK(run_sweep(3, arguments) == 0);
}

}  // namespace hcl::test
