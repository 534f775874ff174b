// Shared by the modes that evaluate: the recorded scope, and comparison of diagnostics and traversals.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "engine/eval/analysis/traversal.h"
#include "engine/eval/scope.h"
#include "engine/source/diagnostic.h"
#include "engine/syntax/file/file.h"
#include "tests/harness/conformance/mode.h"

namespace hcl::test {

// The functions of context.json, with try, can and convert.
const std::shared_ptr<const eval::FunctionTable>& context_functions();
// The scope of tests/conformance/hcl/context.json.
const eval::MapScope& context_scope();

// {"severity", "summary", "subject"} of each, as the hcl/ cases record them.
nlohmann::json diagnostics_json(const Diagnostics& diagnostics);
// The same three fields of a recorded list.
nlohmann::json recorded_diagnostics(const nlohmann::json& recorded);

// Compares syntax errors: both have errors or none, and the first ones agree in title and line.
bool same_parse_errors(const nlohmann::json& recorded, const Diagnostics& ours, const syntax::File& file);

// The text of a case, parsed as `native` (an expression), `template` or `json` (a value).
struct ParsedCase {
    syntax::FilePtr file;
    syntax::Node root;
    Diagnostics diagnostics;
};
ParsedCase parse_case(const std::string& text, std::string_view as);
// Compares output.parse_diags; false when the case ends there.
bool compare_parse(const nlohmann::json& recorded, const ParsedCase& parsed, CaseOutcome& outcome);

nlohmann::json traversal_json(const eval::Traversal& traversal);

}  // namespace hcl::test
