// The parse part of the recorded JSON cases: the first finding's title and line.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/syntax/file/file.h"
#include "tests/harness/conformance/diagnostics.h"
#include "tests/harness/conformance/source_text.h"
#include "tests/harness/paths.h"

namespace hcl::test {

TEST_CASE("json: syntax errors as recorded") {
    std::ifstream in(hcl::test::source_root() / "tests/conformance/hcl/json.jsonl");
    REQUIRE(in.good());
    std::string line;
    int cases = 0;
    while (std::getline(in, line)) {
        auto test_case = nlohmann::json::parse(line);
        std::string text = source_text(test_case["input"]);
        auto file = syntax::File::parse(text, {syntax::Syntax::Json, false});
        CAPTURE(text);
        Diagnostics found = file->diagnostics();
        CAPTURE(describe(found, *file));
        CHECK(same_syntax_errors(test_case["output"]["parse_diags"], found, *file));
        CHECK(file->text() == text);
        CHECK(file->root());
        ++cases;
    }
    CHECK(cases > 300);
}

}  // namespace hcl::test
