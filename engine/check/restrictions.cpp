// Blocks that restrict the names in expressions.
#include <algorithm>
#include <span>

#include "engine/check/rule.h"
#include "engine/eval/analysis/variables.h"
#include "engine/eval/evaluate.h"

namespace hcl::check {

namespace {

using language::RestrictionDef;

// Whether the attribute is inside the block, in a nested block of one of the types.
bool is_inside(const bind::BoundUnit& unit, std::uint32_t body, const bind::BoundBlock& block,
               const std::vector<std::string>& types) {
    bool is_of_type = types.empty();
    for (std::uint32_t around : bind::bodies_around(unit, body)) {
        if (around == block.body) return is_of_type;
        std::uint32_t inner = unit.bodies[around].block;
        if (inner != bind::kNone && unit.blocks[inner].parent == block.body)
            is_of_type = is_of_type || std::ranges::find(types, unit.blocks[inner].type) != types.end();
    }
    return false;
}

bool is_restricted(const bind::BoundUnit& unit, const bind::BoundAttribute& attribute,
                   const bind::BoundBlock& block, const RestrictionDef& restriction) {
    const bool is_named =
        restriction.attributes.empty() ||
        std::ranges::find(restriction.attributes, attribute.name) != restriction.attributes.end();
    return is_named && is_inside(unit, attribute.body, block, restriction.blocks);
}

void check(UnitRule& rule, const bind::BoundBlock& block, const RestrictionDef& restriction,
           const eval::Scope& scope, const eval::EvalOptions& options) {
    std::optional<std::string> reason;
    auto refuse = [&](Span place, const std::string& name) {
        if (!reason) {
            const eval::EvalResult made = rule.work.evaluate(restriction.reason, &scope, options);
            const Value& text = made.value.unmarked();
            reason =
                text.is_known_string() ? std::string(text.as_string()) : "it is not among those allowed.";
        }
        rule.report(DiagCode::NameNotAllowedHere, place, {name, *reason});
    };
    for (const bind::BoundAttribute& attribute : rule.unit.attributes) {
        if (!restriction.functions || !attribute.expr || !attribute.def) continue;
        if (!is_restricted(rule.unit, attribute, block, restriction)) continue;
        eval::each_call(attribute.expr, [&](syntax::Node call, std::string_view name) {
            const std::string word(name);
            if (std::ranges::find(*restriction.functions, word) == restriction.functions->end())
                refuse(call.span(), word + "()");
        });
    }
    for (const bind::Reference& reference : rule.unit.references) {
        if (reference.is_text || reference.is_address) continue;
        const bind::BoundAttribute& attribute = rule.unit.attributes[reference.attribute];
        if (!is_restricted(rule.unit, attribute, block, restriction)) continue;
        bool is_allowed = std::ranges::any_of(restriction.names,
                                              [&](const auto& name) { return begins_with(reference, name); });
        if (restriction.allows_own && block.declaration != bind::kNone)
            is_allowed =
                is_allowed || begins_with(reference, rule.unit.declarations[block.declaration].address);
        if (is_allowed != restriction.refuses_names) continue;
        std::string name = reference.steps[0].name;
        if (reference.steps.size() > 1) name += "." + reference.steps[1].name;
        refuse(reference.span, name);
    }
}

}  // namespace

void restrictions(UnitRule& rule) {
    for (std::uint32_t i = 0; i < rule.unit.blocks.size(); ++i) {
        const bind::BoundBlock& block = rule.unit.blocks[i];
        if (!block.def || block.def->restrictions.empty()) continue;
        const eval::Scope& scope = rule.pack_scope(i);
        const eval::EvalOptions options = eval::eval_options(Rules::reference());
        for (const RestrictionDef& restriction : block.def->restrictions) {
            if (restriction.when) {
                eval::EvalResult when = rule.work.evaluate(restriction.when, &scope, options);
                const Value& holds = when.value.unmarked();
                if (has_errors(when.diagnostics) || !holds.is_known_bool() || !holds.as_bool()) continue;
            }
            check(rule, block, restriction, scope, options);
        }
    }
}

}  // namespace hcl::check
