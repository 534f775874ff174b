#include "tests/harness/conformance/diagnostics.h"

#include <nlohmann/json.hpp>

namespace hcl::test {

namespace {

bool is_lexical(DiagCode code) {
    return code == DiagCode::UnsupportedOperator || code == DiagCode::InvalidCharacter ||
           code == DiagCode::InvalidEncoding || code == DiagCode::MultiLineString;
}

}  // namespace

const Diagnostic* first_syntax_error(const Diagnostics& diagnostics) {
    for (const Diagnostic& d : diagnostics)
        if (is_lexical(d.code)) return &d;
    return diagnostics.empty() ? nullptr : &diagnostics.front();
}

bool same_syntax_errors(const nlohmann::json& recorded, const Diagnostics& ours, const syntax::File& file) {
    const Diagnostic* first = first_syntax_error(ours);
    if (recorded.empty() || !first) return recorded.empty() && !first;
    if (recorded[0]["summary"] != first->title) return false;
    return recorded[0]["start"][0] == file.position(first->span.start, ColumnUnit::Grapheme).line + 1;
}

std::string describe(const Diagnostics& diagnostics, const syntax::File& file) {
    std::string out;
    for (const Diagnostic& d : diagnostics) {
        Position at = file.position(d.span.start, ColumnUnit::Grapheme);
        out += std::to_string(at.line + 1) + ":" + std::to_string(at.column + 1) + " " + d.title + "; ";
    }
    return out;
}

}  // namespace hcl::test
