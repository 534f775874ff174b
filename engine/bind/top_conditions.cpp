#include "engine/bind/top_conditions.h"

#include <algorithm>
#include <utility>

#include "engine/bind/scopes.h"
#include "engine/eval/evaluate.h"

namespace hcl::bind {

namespace {

std::vector<std::string> names_needed(const language::Needs& needs) {
    std::vector<std::string> names = needs.names;
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

}  // namespace

TopItems::TopItems(const Module& module) {
    for (const ModuleFile& file : module.files())
        file.each_unit([&](const UnitSlot& slot) {
            const BoundUnit& unit = *slot.unit;
            for (std::uint32_t i : unit.bodies[0].attributes) {
                const BoundAttribute& attribute = unit.attributes[i];
                const Span content = attribute.expr ? attribute.expr.span() : attribute.name_span;
                by_name.emplace(attribute.name, Item{{slot.file, attribute.name_span.shifted(slot.base)},
                                                     slot.state ? &slot.state->values[i] : nullptr,
                                                     content.shifted(slot.base)});
            }
            for (std::uint32_t i : unit.bodies[0].blocks)
                by_name.emplace(unit.blocks[i].type,
                                Item{{slot.file, unit.blocks[i].type_span.shifted(slot.base)}});
        });
}

const TopItems::Item* TopItems::find(std::string_view name) const {
    auto it = by_name.find(name);
    return it == by_name.end() ? nullptr : &it->second;
}

const TopItems& TopConditions::items() {
    if (!items_) items_.emplace(module_);
    return *items_;
}

bool TopConditions::holds(const language::TextDef& condition) {
    if (!condition) return true;
    const Value value = evaluate(condition.expr, condition.needs);
    return value.unmarked().is_known_bool() && value.unmarked().as_bool();
}

bool TopConditions::fails(const language::TextDef& condition) {
    const Value value = evaluate(condition.expr);
    return value.unmarked().is_known_bool() && !value.unmarked().as_bool();
}

Value TopConditions::evaluate(syntax::Node expr) {
    language::Needs needs;
    needs.add(expr);
    if (needs.all || needs.set) return Value::dynamic();
    return evaluate(expr, needs);
}

Value TopConditions::evaluate(syntax::Node expr, const language::Needs& needs) {
    if (budget_.state() != eval::Budget::State::Open) return Value::dynamic();
    const auto scope = pack_scope_of_object(module_.language(), nullptr, {}, self_of(needs));
    eval::EvalOptions options = eval::eval_options(Rules::reference());
    options.source = module_.language().pack;
    const eval::EvalResult result = eval::evaluate(expr, scope.get(), options, budget_);
    return has_errors(result.diagnostics) ? Value::dynamic() : result.value;
}

std::vector<std::string> TopConditions::names_in(const language::TextDef& condition) {
    return names_needed(condition.needs);
}

Value TopConditions::self_of(const language::Needs& needs) {
    std::vector<std::pair<std::string, Value>> self;
    for (const std::string& name : names_needed(needs)) {
        const TopItems::Item* item = items().find(name);
        self.emplace_back(name, !item ? Value::null() : item->value ? *item->value : Value::object({}));
    }
    return Value::object(std::move(self));
}

}  // namespace hcl::bind
