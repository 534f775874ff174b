// Blocks that restrict the names in expressions.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/bind/resolution.h"
#include "engine/check/rule.h"
#include "engine/eval/analysis/variables.h"
#include "engine/eval/evaluate.h"

namespace hcl::check {

namespace {

using language::RestrictionDef;

// By body: the blocks in it. Those of a long block that is bound in parts are not listed by their body.
using BlocksInBodies = std::vector<std::vector<std::uint32_t>>;

BlocksInBodies blocks_in_bodies(const bind::BoundUnit& unit) {
    BlocksInBodies out(unit.bodies.size());
    for (std::uint32_t i = 0; i < unit.blocks.size(); ++i)
        if (unit.blocks[i].parent < out.size()) out[unit.blocks[i].parent].push_back(i);
    return out;
}

// The attributes in the block that are restricted, in nested blocks of some types if it names any. In order.
std::vector<std::uint32_t> restricted_in(const bind::BoundUnit& unit, const BlocksInBodies& blocks,
                                         const bind::BoundBlock& block, const RestrictionDef& restriction) {
    auto is_among = [](const std::vector<std::string>& names, const std::string& name) {
        return names.empty() || std::ranges::find(names, name) != names.end();
    };
    std::vector<std::uint32_t> found;
    std::vector<std::uint32_t> open;  // bodies
    auto add = [&](std::uint32_t body) {
        for (std::uint32_t i : unit.bodies[body].attributes)
            if (is_among(restriction.attributes, unit.attributes[i].name)) found.push_back(i);
    };
    if (restriction.blocks.empty()) add(block.body);
    for (std::uint32_t inner : blocks[block.body])
        if (is_among(restriction.blocks, unit.blocks[inner].type)) open.push_back(unit.blocks[inner].body);
    while (!open.empty()) {
        const std::uint32_t body = open.back();
        open.pop_back();
        add(body);
        for (std::uint32_t inner : blocks[body]) open.push_back(unit.blocks[inner].body);
    }
    std::ranges::sort(found);
    return found;
}

// A name that is neither declared nor allowed has one finding: "not allowed" where the language knows its
// first word, otherwise "undeclared".
bool is_told_as_missing(UnitRule& rule, const bind::Reference& reference) {
    const auto index = static_cast<std::uint32_t>(&reference - rule.unit.references.data());
    const auto missing = std::ranges::find(rule.notes.missing, index);
    if (missing == rule.notes.missing.end()) return false;
    if (!rule.module.language().fixed_names().is_root(reference.steps[0].name)) return true;
    rule.notes.missing.erase(missing);
    return false;
}

void check(UnitRule& rule, const BlocksInBodies& blocks, const bind::BoundBlock& block,
           const RestrictionDef& restriction, const eval::Scope& scope, const eval::EvalOptions& options) {
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
    const std::vector<std::uint32_t> restricted = restricted_in(rule.unit, blocks, block, restriction);
    for (std::uint32_t i : restricted) {
        const bind::BoundAttribute& attribute = rule.unit.attributes[i];
        if (!restriction.functions || !attribute.expr || !attribute.def) continue;
        eval::each_call(attribute.expr, [&](syntax::Node call, std::string_view name) {
            const std::string word(name);
            if (std::ranges::find(*restriction.functions, word) == restriction.functions->end())
                refuse(call.span(), word + "()");
        });
    }
    auto check_name = [&](const bind::Reference& reference) {
        if (reference.is_text || reference.is_address) return;
        bool is_allowed = std::ranges::any_of(restriction.names,
                                              [&](const auto& name) { return begins_with(reference, name); });
        if (restriction.allows_own && block.declaration != bind::kNone)
            is_allowed =
                is_allowed || begins_with(reference, rule.unit.declarations[block.declaration].address);
        if (is_allowed != restriction.refuses_names || is_told_as_missing(rule, reference)) return;
        std::string name = reference.steps[0].name;
        if (reference.steps.size() > 1) name += "." + reference.steps[1].name;
        refuse(reference.span, name);
    };
    for (std::uint32_t i : restricted)
        for (const bind::Reference& reference : bind::references_of(rule.unit, i)) check_name(reference);
}

}  // namespace

void restrictions(UnitRule& rule) {
    std::optional<BlocksInBodies> blocks;
    for (std::uint32_t i = 0; i < rule.unit.blocks.size(); ++i) {
        const bind::BoundBlock& block = rule.unit.blocks[i];
        if (!block.def || block.def->restrictions.empty()) continue;
        if (!blocks) blocks = blocks_in_bodies(rule.unit);
        const eval::Scope& scope = rule.pack_scope(i);
        const eval::EvalOptions options = eval::eval_options(Rules::reference());
        for (const RestrictionDef& restriction : block.def->restrictions) {
            if (restriction.when) {
                eval::EvalResult when = rule.work.evaluate(restriction.when, &scope, options);
                const Value& holds = when.value.unmarked();
                if (has_errors(when.diagnostics) || !holds.is_known_bool() || !holds.as_bool()) continue;
            }
            check(rule, *blocks, block, restriction, scope, options);
        }
    }
}

}  // namespace hcl::check
