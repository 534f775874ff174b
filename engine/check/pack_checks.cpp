// The rules that packs spell out. A condition that is not known to be false is no finding.
#include "engine/check/rule.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/evaluate.h"

namespace hcl::check {

void pack_checks(UnitRule& rule) {
    for (std::uint32_t i = 0; i < rule.unit.blocks.size(); ++i) {
        const bind::BoundBlock& block = rule.unit.blocks[i];
        if (!block.def || block.def->checks.empty()) continue;
        auto scope = rule.module.pack_scope_of_block(rule.slot, i);
        eval::EvalOptions options = eval::eval_options(Rules::reference());
        for (const language::CheckDef& check : block.def->checks) {
            eval::EvalResult condition = eval::evaluate(check.condition, scope.get(), options);
            const Value& holds = condition.value.unmarked();
            if (has_errors(condition.diagnostics) || !holds.is_known_bool() || holds.as_bool()) continue;
            eval::EvalResult message = eval::evaluate(check.message, scope.get(), options);
            const Value& text = message.value.unmarked();
            // Where the sentence cannot be made, something that the check reads is missing, which is said
            // elsewhere.
            if (has_errors(message.diagnostics)) continue;
            std::string sentence = text.is_known_string() ? std::string(text.as_string())
                                                          : "The check \"" + check.id + "\" fails.";
            Span place = block.header_span;
            for (std::uint32_t a : rule.unit.bodies[block.body].attributes)
                if (rule.unit.attributes[a].name == check.at)
                    place = rule.unit.attributes[a].expr ? rule.unit.attributes[a].expr.span()
                                                         : rule.unit.attributes[a].name_span;
            Diagnostic& d = rule.report(DiagCode::CheckFailed, place, {sentence});
            d.severity = check.severity;
            d.rule = check.id;
        }
    }
}

}  // namespace hcl::check
