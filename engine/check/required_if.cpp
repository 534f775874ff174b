// Attributes and blocks that are required under a condition.
#include <algorithm>

#include "engine/check/rule.h"
#include "engine/eval/evaluate.h"

namespace hcl::check {

void required_if(UnitRule& rule) {
    eval::EvalOptions options = eval::eval_options(Rules::reference());
    options.source = rule.module.language().pack;
    for (std::uint32_t index = 0; index < rule.unit.bodies.size(); ++index) {
        const bind::BoundBody& body = rule.unit.bodies[index];
        if (body.block == bind::kNone || rule.may_lack(body)) continue;
        auto check = [&](const std::string& name, const language::TextDef& condition,
                         const language::Notes& notes) {
            if (!condition || !notes.is_available || is_there(rule.unit, index, name)) return;
            const eval::EvalResult result =
                rule.work.evaluate(condition.expr, &rule.pack_scope(body.block), options);
            const Value& holds = result.value.unmarked();
            if (!holds.is_known_bool() || !holds.as_bool()) return;
            std::vector<std::string> others = condition.needs.names;
            std::ranges::sort(others);
            others.erase(std::unique(others.begin(), others.end()), others.end());
            std::string because =
                others.empty() ? "\"" + rule.unit.blocks[body.block].type + "\"" : quoted_list(others, "and");
            Diagnostic& d = rule.report(DiagCode::RequiredHere, body.missing_place, {name, because});
            for (std::uint32_t i : body.attributes)
                if (std::ranges::count(others, rule.unit.attributes[i].name) > 0)
                    d.related.push_back({{{}, rule.unit.attributes[i].span}, "this makes it required"});
        };
        for (const bind::BodyDef* def : body.defs) {
            for (const std::uint32_t i : def->demands().under_a_condition.attributes) {
                const bind::AttributeDef& attribute = def->attributes[i];
                check(attribute.name, attribute.required_if, attribute.notes);
            }
            for (const std::uint32_t i : def->demands().under_a_condition.blocks) {
                const bind::BlockDef& block = def->blocks[i];
                check(block.type, block.required_if, block.notes);
            }
        }
    }
}

}  // namespace hcl::check
