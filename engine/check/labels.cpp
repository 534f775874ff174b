// Too few or too many labels, and labels with invalid values.
#include <algorithm>

#include "engine/base/counted.h"
#include "engine/check/rule.h"
#include "engine/check/value_problem.h"

namespace hcl::check {

void labels(UnitRule& rule) {
    for (const bind::BoundBlock& block : rule.unit.blocks) {
        if (!block.def) continue;
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
