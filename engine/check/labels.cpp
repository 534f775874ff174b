// Too few or too many labels, and labels with invalid values.
#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "engine/base/counted.h"
#include "engine/check/rule.h"
#include "engine/check/value_problem.h"

namespace hcl::check {

namespace {

// Whether a placeholder has quotes of its own, `"[[env "NAME"]]"`, which seem to end the label.
bool is_cut_by_quotes(const bind::BoundBlock& block) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kBrackets{
        {{"[[", "]]"}, {"{{", "}}"}}};
    return std::ranges::any_of(block.labels, [&](const bind::BoundLabel& label) {
        return std::ranges::any_of(kBrackets, [&](const auto& pair) {
            const std::size_t open = label.value.rfind(pair.first);
            return open != std::string::npos && label.value.find(pair.second, open) == std::string::npos;
        });
    });
}

}  // namespace

void labels(UnitRule& rule) {
    for (const bind::BoundBlock& block : rule.unit.blocks) {
        if (!block.def || is_cut_by_quotes(block)) continue;
        std::size_t wanted = block.def->labels.size();
        std::string list;
        for (const auto& label : block.def->labels) list += (list.empty() ? "" : ", ") + label.name;
        std::string count = counted(wanted, "label");
        bool is_variadic = wanted > 0 && block.def->labels.back().is_variadic;
        std::size_t least = 0;
        while (least < wanted && !block.def->labels[least].is_optional &&
               !block.def->labels[least].is_variadic)
            ++least;
        if (block.labels.size() > wanted && !is_variadic) {
            Span place = block.labels[wanted].span;
            Diagnostic& d = wanted == 0
                                ? rule.report(DiagCode::UnexpectedLabel, place, {block.type})
                                : rule.report(DiagCode::ExtraneousLabel, place, {block.type, count, list});
            d.fixes.push_back({.title = block.labels.size() - wanted > 1 ? "Remove the surplus labels"
                                                                         : "Remove the surplus label",
                               .edits = {{{}, {{place.start, block.labels.back().span.end}, ""}}},
                               .preferred = false});
        } else if (block.labels.size() < least) {
            std::string added;
            for (std::size_t i = block.labels.size(); i < least; ++i)
                added += " \"" + block.def->labels[i].name + "\"";
            Diagnostic& d =
                rule.report(DiagCode::MissingLabel, block.header_span,
                            {block.def->labels[block.labels.size()].name, block.type, count, list});
            d.fixes.push_back({.title = "Add the missing label",
                               .edits = {{{}, {{block.header_span.end, block.header_span.end}, added}}},
                               .preferred = false});
        }
        for (std::size_t i = 0; wanted > 0 && i < block.labels.size(); ++i) {
            const language::LabelDef& label = block.def->labels[std::min(i, wanted - 1)];
            if (i < wanted || is_variadic)
                report_value_problems(rule, label.rules, Value::string(block.labels[i].value),
                                      block.labels[i].span, label.name);
        }
    }
}

}  // namespace hcl::check
