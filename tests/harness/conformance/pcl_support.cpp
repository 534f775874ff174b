#include "tests/harness/conformance/pcl_support.h"

#include <nlohmann/json.hpp>
#include <regex>
#include <stdexcept>

#include "engine/pcl/notation.h"

namespace hcl::test {

std::string plain_notation(const std::string& text) {
    if (text.find("cty.") == text.npos && text.find("annotated(") == text.npos) return text;
    // The reference prints the address of an object's annotation.
    static const std::regex kAnnotation(R"(, annotated\(0x[0-9a-f]+\))");
    static const std::regex kNull(R"(cty\.NullVal\(cty\.DynamicPseudoType\))");
    static const std::regex kString(R"x(cty\.StringVal\(("(?:[^"\\]|\\.)*")\))x");
    static const std::regex kNumber(R"(cty\.Number(?:Int|Float)Val\(([^)]*)\))");
    static const std::regex kParsed(R"x(cty\.MustParseNumberVal\("([^"]*)"\))x");
    std::string out = std::regex_replace(text, kAnnotation, "");
    out = std::regex_replace(out, kNull, "null");
    out = std::regex_replace(out, kString, "$1");
    out = std::regex_replace(out, kParsed, "$1");
    std::smatch found;
    // Numbers are compared in our notation.
    std::string rest = std::move(out);
    out.clear();
    while (std::regex_search(rest, found, kNumber)) {
        const auto number = pcl::parse_type(found[1].str(), pcl::Integers::Bits32).type;
        out += found.prefix().str() + (number ? number->to_string() : found[1].str());
        rest = found.suffix().str();
    }
    out += rest;
    for (const auto& [from, to] : {std::pair{"cty.True", "true"}, std::pair{"cty.False", "false"}})
        out = std::regex_replace(out, std::regex(from), to);
    return out;
}

nlohmann::json in_our_notation(const nlohmann::json& recorded) {
    if (recorded.is_string()) return plain_notation(recorded.get<std::string>());
    nlohmann::json out = recorded;
    if (recorded.is_structured())
        for (nlohmann::json& part : out) part = in_our_notation(part);
    return out;
}

pcl::Type recorded_type(const nlohmann::json& text) {
    const pcl::ParsedType parsed =
        pcl::parse_type(plain_notation(text.get<std::string>()), pcl::Integers::Bits32);
    if (!parsed.type)
        throw std::runtime_error("a case has a type that cannot be read: " + text.dump() + ": " +
                                 parsed.problem);
    return *parsed.type;
}

std::string trimmed(std::string summary) {
    if (summary.ends_with(": ")) summary.resize(summary.size() - 2);
    return summary;
}

}  // namespace hcl::test
