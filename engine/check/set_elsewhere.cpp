// Attributes that set symbols of another module: in blocks that call it, and in files of a language
// for values. Each must name a symbol of that module and have its type; required symbols must be
// set. What the values lead to in that module is checked in call_findings.cpp.
#include <algorithm>
#include <set>
#include <unordered_set>

#include "engine/check/broken_parts.h"
#include "engine/check/fallback_findings.h"
#include "engine/check/insertion.h"
#include "engine/check/passed_values.h"
#include "engine/check/rule.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/evaluate.h"
#include "engine/eval/walk/access.h"
#include "engine/language/call_folder.h"
#include "engine/language/placeholder.h"
#include "engine/value/conversion_cost.h"
#include "engine/value/convert.h"

namespace hcl::check {

namespace {

// The other module in the notation of the language.
struct Target {
    std::string folder;
    std::string language;
    std::string kind;
    std::string where;  // a sentence about its location
};

void note_place(UnitRule& rule, const Target& target, const std::string& name) {
    rule.notes.elsewhere.push_back(
        {static_cast<std::uint32_t>(rule.out.size() - 1), target.folder, target.language, target.kind, name});
}

// The condition of this unit with this text; null: it is in another module.
const bind::BoundAttribute* own_condition(const UnitRule& rule, const std::string& text) {
    for (const bind::BoundAttribute& attribute : rule.unit.attributes)
        if (attribute.def && !attribute.def->validates.empty() && attribute.expr &&
            attribute.expr.text() == text)
            return &attribute;
    return nullptr;
}

// A condition of this unit that gives neither true nor false for a value of it.
void report_no_answer(UnitRule& rule, const std::string& text, const eval::EvalResult& result) {
    const bind::BoundAttribute* condition = own_condition(rule, text);
    if (!condition) return;
    const Span place = condition->expr.span();
    auto is_there = [&](const Diagnostic& d) {
        return d.severity == Severity::Error && d.span.start >= place.start && d.span.end <= place.end;
    };
    if (std::ranges::any_of(rule.slot.state->findings, is_there) || std::ranges::any_of(rule.out, is_there))
        return;
    for (const Diagnostic& d : result.diagnostics) {
        if (d.severity != Severity::Error) continue;
        rule.out.push_back(finding_in_file(d, place.start, {}));
        return;
    }
    const Value& holds = result.value.unmarked();
    if (holds.is_null()) {
        rule.report(DiagCode::NullNotAllowed, place, {condition->name, "", "Give it a value"});
        return;
    }
    const ValueResult converted = convert_value(holds, Type::boolean(), *rule.module.language().rules);
    if (!converted)
        rule.report(DiagCode::IncorrectAttributeType, place,
                    {condition->name, eval::explain(converted.error())});
}

// Checks the conditions of a declaration of this module that depend on its value alone.
void check_conditions(UnitRule& rule, const bind::InterfaceItem& item, std::uint32_t index,
                      const Value& value) {
    const bind::BoundAttribute& attribute = rule.unit.attributes[index];
    const std::shared_ptr<const eval::FunctionTable>& functions = rule.module.language().evaluation.functions;
    eval::EvalOptions options = eval::eval_options(*rule.module.language().rules);
    options.limits.steps = 200'000;
    constexpr std::size_t kBytesOfStep = 16;
    for (const bind::InterfaceCondition& condition : item.conditions) {
        if (!rule.work.spend((condition.condition.size() + condition.message.size()) / kBytesOfStep)) return;
        const PassedCondition passed(item, condition, value, functions);
        if (!passed.expr()) continue;
        eval::EvalResult result = rule.work.evaluate(passed.expr(), passed.scope(), options);
        Value holds = result.value.unmarked();
        if (has_errors(result.diagnostics) || holds.is_null() ||
            (holds.has_content() && !holds.is_known_bool())) {
            report_no_answer(rule, condition.condition, result);
            if (has_errors(result.diagnostics) || holds.is_null()) continue;
            const ValueResult converted =
                convert_value(holds, Type::boolean(), *rule.module.language().rules);
            if (!converted) continue;
            holds = *converted;
        }
        if (!holds.is_known_bool() || holds.as_bool()) continue;
        std::string sentence = condition.condition;
        if (passed.message()) {
            eval::EvalResult text = rule.work.evaluate(passed.message(), passed.scope(), options);
            if (!has_errors(text.diagnostics) && text.value.is_known_string() && !text.value.is_marked())
                sentence = std::string(text.value.as_string());
        }
        rule.report(DiagCode::ConditionNotMet, attribute.expr.span(), {attribute.name, sentence});
    }
}

void check_attribute(UnitRule& rule, const bind::Interface& there, const Target& target,
                     std::uint32_t index) {
    const bind::BoundAttribute& attribute = rule.unit.attributes[index];
    const bind::InterfaceItem* item = there.find(target.kind, attribute.name);
    if (!item) {
        rule.out.push_back(
            undeclared_name(there, target.kind, attribute.name, target.where, attribute.name_span));
        return;
    }
    if (!attribute.expr || index >= rule.slot.state->values.size()) return;
    const Value& value = rule.slot.state->values[index];
    if (!rule.work.spend(conversion_cost(value, item->type))) return;
    if (const std::string why = misfit(*item, value, *rule.module.language().rules); !why.empty()) {
        rule.report(DiagCode::IncorrectAttributeType, attribute.expr.span(), {attribute.name, why});
        note_place(rule, target, attribute.name);
        return;
    }
    if (value.marks_deep().has(MarkKind::Ephemeral) && !item->value.marks().has(MarkKind::Ephemeral)) {
        rule.report(DiagCode::EphemeralNotAllowed, attribute.expr.span(), {attribute.name});
        note_place(rule, target, attribute.name);
    }
}

// The fallback value of a declaration must satisfy its conditions.
void check_fallback(UnitRule& rule, std::uint32_t declaration) {
    const bind::Declaration& d = rule.unit.declarations[declaration];
    if (d.def->fallback.empty() || d.block == bind::kNone ||
        is_set_by_calls(rule.module.language(), d.def->kind))
        return;
    for (std::uint32_t index : rule.unit.bodies[rule.unit.blocks[d.block].body].attributes) {
        const bind::BoundAttribute& attribute = rule.unit.attributes[index];
        if (attribute.name != d.def->fallback || !attribute.expr) continue;
        bind::InterfaceItem item = bind::interface_item(rule.module, rule.slot, declaration);
        if (item.conditions.empty()) return;
        const Value& value = rule.slot.state->values[index];
        if (!rule.work.spend(conversion_cost(value, item.type))) return;
        if (ValueResult converted = convert_value(value, item.type, *rule.module.language().rules))
            check_conditions(rule, item, index, *converted);
    }
}

// The module that a block calls. An override file can omit the folder.
std::string folder_of_call(const UnitRule& rule, std::uint32_t index) {
    const bind::BoundBlock& block = rule.unit.blocks[index];
    std::string folder = called_folder(rule.unit, block);
    if (!folder.empty() || !rule.is_override() || block.declaration == bind::kNone) return folder;
    auto symbol =
        bind::Symbol::of(rule.slot.file, rule.slot.label, bind::Symbol::Kind::Declaration, block.declaration);
    for (int depth = 0; folder.empty() && depth < 20; ++depth) {
        auto below = rule.module.symbols().overridden_by(symbol);
        if (!below) break;
        symbol = *below;
        const bind::BoundUnit& home = rule.module.unit_of(symbol);
        folder = called_folder(home, home.blocks[home.declarations[symbol.index()].block]);
    }
    return folder;
}

// Checks the keys that pass symbols of the calling module to the called one, under the latter's names.
void check_passed(UnitRule& rule, const bind::Interface& there, const Target& target,
                  const bind::BoundBlock& block) {
    const language::CallDef& call = *block.def->call;
    if (call.passes.empty()) return;
    const bind::BoundBody& body = rule.unit.bodies[block.body];
    std::set<std::string> passed;
    Span place = body.missing_place;
    bool is_known = true;
    syntax::Node list;
    std::set<std::string> known;
    for (const bind::InterfaceItem& item : there.items)
        if (item.kind == call.passed) known.insert(bind::address_text(item.address));
    for (std::uint32_t index : body.attributes) {
        const bind::BoundAttribute& attribute = rule.unit.attributes[index];
        if (attribute.name != call.passes || !attribute.expr) continue;
        syntax::Node object = eval::without_parens(attribute.expr);
        list = object;
        is_known = object.is(syntax::NodeKind::Object) || object.is(syntax::NodeKind::JsonObject);
        for (syntax::Node item : object.children()) {
            if (!is_known || !item.child(0)) continue;
            std::string key = bind::literal_text(item.child(0));
            if (key.empty()) key = std::string(item.child(0).text());
            // A module without a list may accept those that its own blocks name.
            const bool is_wrong = !known.empty() && key.find('.') != std::string::npos;
            if (is_wrong && !known.contains(key)) {
                std::string words = call.passed;
                std::ranges::replace(words, '_', ' ');
                rule.report(DiagCode::UndeclaredText, item.child(0).span(), {words, key, " " + target.where});
            }
            passed.insert(std::move(key));
        }
    }
    if (!is_known || rule.is_override()) return;
    constexpr std::uint64_t kStepsOfFinding = 32;
    const BodySource source{*rule.module.file(rule.slot.file)->input.tree, rule.slot.base, rule.unit, body};
    for (const std::string& name : known) {
        if (passed.contains(name)) continue;
        if (!rule.work.spend(kStepsOfFinding)) break;
        Diagnostic& d =
            rule.report(DiagCode::MissingRequiredArgument, place, {call.passes + "[" + name + "]"});
        // A guess for the user to correct: the configuration without an alias.
        if (const auto edit = added_item(source, list, name + " = " + name.substr(0, name.find('.'))))
            d.fixes.push_back({.title = "Pass \"" + name + "\"",
                               .edits = {{{}, *edit}},
                               .preferred = false,
                               .is_guess = true});
    }
}

// An edit that adds arguments for inputs.
std::vector<FileEdit> added(const BodySource& source, const std::vector<const bind::InterfaceItem*>& items) {
    std::vector<NewArgument> arguments;
    arguments.reserve(items.size());
    for (const bind::InterfaceItem* item : items)
        arguments.push_back({item->name, language::placeholder(item->type)});
    std::vector<FileEdit> out;
    for (Edit& edit : add_arguments(source, std::move(arguments))) out.push_back({{}, std::move(edit)});
    return out;
}

// Reports the inputs that a call must set and does not.
void check_required(UnitRule& rule, const bind::Interface& there, const Target& target,
                    const bind::BoundBody& body) {
    constexpr std::uint64_t kStepsOfFinding = 32;
    constexpr std::uint64_t kBytesOfStep = 64;
    std::unordered_set<std::string_view> set;
    for (std::uint32_t i : body.attributes) set.insert(rule.unit.attributes[i].name);
    std::vector<const bind::InterfaceItem*> missing;
    const bind::ModuleFile& file = *rule.module.file(rule.slot.file);
    for (const bind::InterfaceItem& item : there.items) {
        if (item.kind != target.kind || !item.is_required || set.contains(item.name)) continue;
        if (!rule.work.spend(kStepsOfFinding + body.attributes.size() + body.inside.length() / kBytesOfStep))
            break;
        if (begins_name(file, body.inside.shifted(rule.slot.base), item.name)) continue;
        missing.push_back(&item);
    }
    const BodySource source{*rule.module.file(rule.slot.file)->input.tree, rule.slot.base, rule.unit, body};
    for (const bind::InterfaceItem* item : missing) {
        Diagnostic& d = rule.report(DiagCode::MissingRequiredArgument, body.missing_place, {item->name});
        auto offer = [&](std::string title, std::vector<FileEdit> edits) {
            if (!edits.empty()) d.fixes.push_back({.title = std::move(title), .edits = std::move(edits)});
        };
        offer("Add \"" + item->name + "\"", added(source, {item}));
        // All are at the same place.
        if (item == missing.front() && missing.size() > 1)
            offer("Add all " + std::to_string(missing.size()) + " missing arguments", added(source, missing));
        note_place(rule, target, item->name);
    }
}

}  // namespace

void set_elsewhere(UnitRule& rule) {
    constexpr std::size_t kItemsOfStep = 4;
    const bind::BoundUnit& unit = rule.unit;
    for (std::uint32_t i = 0; i < unit.declarations.size(); ++i) check_fallback(rule, i);
    for (std::uint32_t index = 0; index < unit.blocks.size(); ++index) {
        const bind::BoundBlock& block = unit.blocks[index];
        if (!block.def || !block.def->call) continue;
        std::string folder = folder_of_call(rule, index);
        bind::InterfacePtr there = folder.empty() ? nullptr : rule.module.foreign().find(folder, "");
        if (!there) continue;
        if (there->is_absent) {
            rule.report(DiagCode::NoSuchModule, bind::place_of_called_folder(unit, block),
                        {language::as_written(folder)});
            continue;
        }
        const language::CallDef& call = *block.def->call;
        // Without a kind of symbols to set, only the folder is checked.
        if (call.inputs.empty()) continue;
        const bind::BoundBody& body = unit.bodies[block.body];
        Target target{folder, "", call.inputs,
                      "The module in \"" + language::as_written(folder) + "\" declares none of that name."};
        if (!rule.work.spend(there->items.size() / kItemsOfStep)) continue;
        for (std::uint32_t i : body.attributes)
            if (!body.attribute(unit.attributes[i].name)) check_attribute(rule, *there, target, i);
        check_passed(rule, *there, target, block);
        if (!rule.is_override()) check_required(rule, *there, target, body);
    }
    const auto& sets = rule.module.language().modules.sets;
    if (sets.language.empty()) return;
    bind::InterfacePtr there = rule.module.foreign().find("", sets.language);
    if (!there) return;
    Target target{"", sets.language, sets.kind, "No file of this folder declares one of that name."};
    for (std::uint32_t index : unit.bodies[0].attributes)
        if (!unit.bodies[0].attribute(unit.attributes[index].name))
            check_attribute(rule, *there, target, index);
}

}  // namespace hcl::check
