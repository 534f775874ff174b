// Shared by the modes of decode/: sources by name, diagnostics and references in the recorded form.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/decode/body.h"
#include "engine/eval/scope.h"
#include "server/cli/report/source_table.h"
#include "tests/harness/conformance/mode.h"

namespace hcl::test {

// The files of one case.
struct CaseFiles {
    server::SourceTable sources;
    std::string nameless;  // file name in recorded diagnostics for a body without a position

    struct Parsed {
        syntax::FilePtr file;
        FileId id;
        Diagnostics diagnostics;
        decode::Body body() const { return decode::file_body(file, id); }
    };
    // JSON when `is_json`, native syntax otherwise.
    Parsed parse(std::string name, std::string_view text, bool is_json);
    // A single expression.
    Parsed parse_expression(std::string name, std::string_view text);

    // [line, column, byte], lines and columns from 1; null without a file.
    nlohmann::json position(FileId file, std::uint32_t offset) const;
    // {severity, summary, file, start, end} of each, sorted like the recorded lists.
    nlohmann::json diagnostics(const Diagnostics& diagnostics) const;
    nlohmann::json references(const std::vector<decode::Reference>& references) const;
};

// Recorded diagnostics without messages, sorted.
nlohmann::json recorded_findings(const nlohmann::json& recorded);

// The variables of a case ({name: value}) as a scope, with the named functions.
std::shared_ptr<eval::MapScope> case_scope(const nlohmann::json& vars, const nlohmann::json& funcs);

// Collects differences, part by part.
class Comparison {
  public:
    void check(std::string_view part, const nlohmann::json& expected, const nlohmann::json& actual);
    void check_value(std::string_view part, const nlohmann::json& expected, const Value& actual);
    CaseOutcome outcome() const;

  private:
    std::string expected_;
    std::string actual_;
};

}  // namespace hcl::test
