// Mode format: {"src"} in, {"formatted", "idempotent"} out.
//
// The recorded formatter works on tokens alone, so it formats broken input too, and so does format_text. For
// a file without errors, the edits computed from the tree must give the same text.
#include "engine/format/format.h"

#include <nlohmann/json.hpp>

#include "tests/harness/conformance/mode.h"
#include "tests/harness/conformance/source_text.h"

namespace hcl::test {

CaseOutcome run_format(const nlohmann::json& test_case) {
    std::string text = source_text(test_case["input"]);
    const nlohmann::json& output = test_case["output"];
    CaseOutcome outcome;
    outcome.expected = source_text(output, "formatted");
    outcome.actual = format::format_text(text);
    if (outcome.actual != outcome.expected) return outcome;
    bool is_idempotent = format::format_text(outcome.actual) == outcome.actual;
    if (is_idempotent != output.value("idempotent", true)) {
        outcome.expected = output.value("idempotent", true) ? "the same when formatted again"
                                                            : "different when formatted again";
        outcome.actual = format::format_text(outcome.actual);
        return outcome;
    }
    auto file = syntax::File::parse(text);
    if (!has_errors(file->diagnostics())) {
        outcome.actual = format::formatted_text(*file);
        if (outcome.actual != outcome.expected) return outcome;
    }
    outcome.passed = true;
    return outcome;
}

}  // namespace hcl::test
