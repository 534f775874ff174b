#include "tests/harness/conformance/diagnostics.h"

#include <nlohmann/json.hpp>

namespace hcl::test {

namespace {

bool is_lexical(DiagCode code) {
    return code == DiagCode::UnsupportedOperator || code == DiagCode::InvalidCharacter ||
           code == DiagCode::InvalidEncoding || code == DiagCode::MultiLineString;
}

}  // namespace

std::string case_source(const nlohmann::json& input) {
    if (!input.contains("src_b64")) return input.value("src", "");
    std::string out;
    std::uint32_t bits = 0;
    int count = 0;
    for (char c : input["src_b64"].get_ref<const std::string&>()) {
        constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        std::size_t digit = kDigits.find(c);
        if (digit == std::string_view::npos) break;
        bits = bits << 6 | static_cast<std::uint32_t>(digit);
        if ((count += 6) < 8) continue;
        count -= 8;
        out += static_cast<char>(bits >> count & 0xFF);
    }
    return out;
}

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
