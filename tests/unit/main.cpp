// The test binary: `hcl-tests` runs the unit tests, `hcl-tests conformance PATH...` recorded cases.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <string_view>

#include "tests/harness/conformance/mode.h"

int main(int argc, char** argv) {
    if (argc > 2 && std::string_view(argv[1]) == "conformance")
        return hcl::test::run_conformance(argc - 2, argv + 2) == 0 ? 0 : 1;
    doctest::Context context(argc, argv);
    return context.run();
}
