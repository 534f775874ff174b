// The test binary: `hcl-tests` runs the unit tests; its other commands are listed in tests/README.md.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <string_view>

#include "tests/fuzz/target.h"
#include "tests/harness/conformance/mode.h"
#include "tests/harness/corpus/corpus.h"
#include "tests/harness/diagnostics_doc.h"
#include "tests/harness/fixture/runner.h"
#include "tests/harness/pack_words_doc.h"
#include "tests/harness/sweep/sweep.h"

int main(int argc, char** argv) {
    std::string_view command = argc > 1 ? argv[1] : "";
    doctest::Context context(argc, argv);
    // The in-process client asserts with doctest; outside of a test case that ends the current run.
    context.setAsDefaultForAssertsOutOfTestCases();
    context.setAssertHandler([](const doctest::AssertData& data) {
        if (data.m_failed) throw std::runtime_error(std::string("failed: ") + data.m_expr);
    });
    if (command == "conformance" && argc > 2)
        return hcl::test::run_conformance(argc - 2, argv + 2) == 0 ? 0 : 1;
    if (command == "fixtures") return hcl::test::run_fixtures(argc - 2, argv + 2) == 0 ? 0 : 1;
    if (command == "fuzz") return hcl::fuzz::run_random(argc - 2, argv + 2);
    if (command == "sweep") return hcl::test::run_sweep(argc - 2, argv + 2) == 0 ? 0 : 1;
    if (command == "corpus") return hcl::test::run_corpus(argc - 2, argv + 2) == 0 ? 0 : 1;
    if (command == "differ") return hcl::test::run_differ(argc - 2, argv + 2) == 0 ? 0 : 1;
    if (command == "diagnostics") return hcl::test::run_diagnostics(argc - 2, argv + 2);
    if (command == "packs") return hcl::test::run_packs(argc - 2, argv + 2);
    context.setAssertHandler(nullptr);
    return context.run();
}
