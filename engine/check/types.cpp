// Values that do not convert to the type of their attribute.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/check/rule.h"
#include "engine/eval/analysis/literal_part.h"
#include "engine/eval/walk/access.h"
#include "engine/syntax/lex/literal.h"

namespace hcl::check {

using syntax::Node;
using syntax::NodeKind;

namespace {

void add_list_fix(Diagnostic& d, std::string title, Span place, std::string text, bool is_certain) {
    d.fixes.push_back(
        {.title = std::move(title), .edits = {{{}, {place, std::move(text)}}}, .preferred = is_certain});
}

// The parts between separators, quoted, as a list. Empty when there are not several, or one is empty.
std::string split_list(std::string_view text, char separator) {
    std::string out;
    std::size_t count = 0;
    while (true) {
        const std::size_t end = std::min(text.find(separator), text.size());
        std::string_view one = text.substr(0, end);
        while (one.starts_with(' ')) one.remove_prefix(1);
        while (one.ends_with(' ')) one.remove_suffix(1);
        if (one.empty()) return {};
        out += (count++ == 0 ? "[\"" : ", \"") + std::string(one) + '"';
        if (end == text.size()) break;
        text.remove_prefix(end + 1);
    }
    return count > 1 ? out + "]" : std::string();
}

// A single value becomes the only element. A string of several words, or with commas, may be several values,
// which a list of one would hide.
void add_list_fixes(Diagnostic& d, Node value, const std::string& source) {
    const Span place = value.span();
    std::string alone = "[" + source + "]";
    const bool has_commas = source.find(',') != std::string::npos;
    if (!has_commas && source.find(' ') == std::string::npos)
        return add_list_fix(d, "Make it a list", place, std::move(alone), true);
    const std::optional<std::string> text = syntax::quoted_text(value);
    if (!text || source != '"' + *text + '"') return;
    std::string several = split_list(*text, has_commas ? ',' : ' ');
    if (!several.empty()) add_list_fix(d, "Make it a list of its parts", place, std::move(several), false);
    // In a command line, a single word may be meant with its arguments.
    if (!has_commas) add_list_fix(d, "Make it a list of one", place, std::move(alone), false);
}

}  // namespace

Diagnostic& report_misfit(UnitRule& rule, const bind::BoundAttribute& attribute, const ValueError& error,
                          const Type& wanted) {
    Node part = eval::literal_part(attribute.expr, error.path());
    Diagnostic& d =
        rule.report(DiagCode::IncorrectAttributeType, part.span(), {attribute.name, eval::explain(error)});
    // A single value where a list of such values is expected.
    const bool lone = error.path().empty() && (wanted.is_list() || wanted.is_set()) &&
                      (part.is(NodeKind::Template) || part.is(NodeKind::Number) || part.is(NodeKind::Bool));
    if (lone) add_list_fixes(d, part, rule.text(part.span()));
    return d;
}

void types(UnitRule& rule) {
    for (const bind::Mismatch& mismatch : rule.slot.state->mismatches) {
        const bind::BoundAttribute& attribute = rule.unit.attributes[mismatch.attribute];
        report_misfit(rule, attribute, mismatch.error, attribute.def->type);
    }
}

}  // namespace hcl::check
