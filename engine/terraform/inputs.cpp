// Checks of call arguments that need the called module: null for variables that refuse it, and validations
// that read locals of that module.
#include <algorithm>
#include <map>
#include <optional>

#include "engine/bind/resolution.h"
#include "engine/eval/evaluate.h"
#include "engine/terraform/rules.h"
#include "engine/value/conversion_cost.h"
#include "engine/value/convert.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;
using bind::BoundUnit;
using bind::kNone;
using bind::Symbol;
using bind::UnitSlot;

// A variable of the called module.
struct Variable {
    const bind::Module& module;
    UnitSlot slot;
    const bind::Declaration& declaration;

    std::uint32_t body() const { return slot.unit->blocks[declaration.block].body; }
    const Value* setting(std::string_view name) const {
        for (std::uint32_t i : slot.unit->bodies[body()].attributes)
            if (slot.unit->attributes[i].name == name && i < slot.state->values.size())
                return &slot.state->values[i];
        return nullptr;
    }
};

bool refuses_null(const Variable& variable) {
    const Value* nullable = variable.setting("nullable");
    return nullable && nullable->is_known_bool() && !nullable->as_bool() && !variable.setting("default");
}

// The names that a condition reads, with the values known when the variable has `value`. Empty when it reads
// no local: such conditions need only their text and are checked with the inputs.
std::optional<std::map<std::string, std::vector<std::pair<std::string, Value>>>> names_read(
    const Variable& variable, std::uint32_t condition, const Value& value) {
    std::map<std::string, std::vector<std::pair<std::string, Value>>> roots;
    bool reads_locals = false;
    const BoundUnit& unit = *variable.slot.unit;
    for (const bind::Reference& reference :
         std::ranges::equal_range(unit.references, condition, {}, &bind::Reference::attribute)) {
        if (reference.is_text || reference.steps.size() < 2) return std::nullopt;
        const std::string& member = reference.steps[1].name;
        Value known = Value::dynamic();
        const bind::Resolution found = bind::resolve(variable.module, variable.slot, reference);
        if (found.symbols.size() == 1 && found.symbols.front().is_declaration()) {
            const bind::Declaration& d = variable.module.declaration(found.symbols.front());
            if (&d == &variable.declaration) {
                known = value;
            } else if (d.def->kind == "local") {
                reads_locals = true;
                known = variable.module.value_of(found.symbols.front());
            }
        }
        roots[reference.steps[0].name].emplace_back(member, known);
    }
    if (!reads_locals) return std::nullopt;
    return roots;
}

// `left`: steps for all calls of the file.
void check_validations(const RuleInput& input, const Variable& variable, const BoundAttribute& given,
                       Span place, const Value& value, std::uint64_t& left) {
    const BoundUnit& unit = *variable.slot.unit;
    eval::EvalOptions options = eval::eval_options(*variable.module.language().rules);
    options.limits.steps = 200'000;
    options.cancel = input.context.cancel;
    for (std::uint32_t i = 0; i < unit.attributes.size(); ++i) {
        const BoundAttribute& condition = unit.attributes[i];
        const std::uint32_t home = unit.bodies[condition.body].block;
        if (condition.name != "condition" || !condition.expr || home == kNone ||
            unit.blocks[home].type != "validation" || unit.blocks[home].parent != variable.body())
            continue;
        auto roots = names_read(variable, i, value);
        if (!roots) continue;
        eval::MapScope scope;
        scope.set_functions(variable.module.language().evaluation.functions);
        for (auto& [root, members] : *roots) scope.set(root, Value::object(std::move(members)));
        auto evaluate = [&](syntax::Node expr) {
            options.limits.steps = std::min(options.limits.steps, left);
            eval::Budget budget(options.limits, options.cancel);
            eval::EvalResult result = eval::evaluate(expr, &scope, options, budget);
            left -= std::min(left, budget.steps());
            return result;
        };
        eval::EvalResult result = evaluate(condition.expr);
        const Value& holds = result.value.unmarked();
        if (has_errors(result.diagnostics) || !holds.is_known_bool() || holds.as_bool()) continue;
        std::string sentence(condition.expr.text());
        if (const BoundAttribute* message = attribute_of(unit, condition.body, "error_message");
            message && message->expr) {
            eval::EvalResult text = evaluate(message->expr);
            if (!has_errors(text.diagnostics) && text.value.is_known_string() && !text.value.is_marked())
                sentence = std::string(text.value.as_string());
        }
        Diagnostic& d = input.report(DiagCode::ConditionNotMet, place, {given.name, sentence});
        d.related.push_back(
            {variable.module.name_place(
                 Symbol::of(variable.slot.file, variable.slot.label, Symbol::Kind::Declaration,
                            static_cast<std::uint32_t>(&variable.declaration - unit.declarations.data()))),
             "declared here"});
    }
}

void check_input(const RuleInput& input, const Call& call, const bind::Module& other, std::uint32_t index,
                 std::uint64_t& left) {
    const BoundAttribute& attribute = call.slot.unit->attributes[index];
    if (!attribute.expr || !call.slot.state || index >= call.slot.state->values.size()) return;
    const Value& value = call.slot.state->values[index];
    if (value.is_unknown()) return;
    bind::SymbolList symbols = other.symbols().by_kind_and_name("variable", attribute.name);
    if (symbols.empty() || other.declaration(symbols.back()).block == kNone) return;
    const UnitSlot slot = other.slot_of(symbols.back());
    const Variable variable{other, slot, other.declaration(symbols.back())};
    const Span place = attribute.expr.span().shifted(call.slot.base);
    if (value.is_null()) {
        if (refuses_null(variable)) input.report(DiagCode::NullNotAllowed, place, {attribute.name});
        return;
    }
    const bind::SymbolFacts facts = slot.state->facts_of(symbols.back().index());
    const std::uint64_t cost = conversion_cost(value, facts.type);
    if (left <= cost) return;
    left -= cost;
    ValueResult converted =
        convert_value(facts.defaults ? facts.defaults->apply(value, *other.language().rules) : value,
                      facts.type, *other.language().rules);
    if (converted) check_validations(input, variable, attribute, place, *converted, left);
}

}  // namespace

void check_inputs(const RuleInput& input) {
    std::uint64_t left = input.module.limits().file_steps;
    for (const Call& call : shape_of(input.module).calls) {
        if (call.slot.file != input.file.input.id || !input.context.other) continue;
        bind::ModulePtr other = input.context.other(call.folder);
        if (!other) continue;
        const bind::BoundBody& body = call.slot.unit->bodies[call.bound().body];
        for (std::uint32_t i : body.attributes)
            if (!body.attribute(call.slot.unit->attributes[i].name))
                check_input(input, call, *other, i, left);
    }
}

}  // namespace hcl::terraform
