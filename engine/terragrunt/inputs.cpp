#include "engine/terragrunt/inputs.h"

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "engine/base/path.h"
#include "engine/bind/description.h"
#include "engine/bind/resolution.h"
#include "engine/check/passed_values.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/traversal.h"
#include "engine/eval/analysis/variables.h"
#include "engine/eval/evaluate.h"
#include "engine/syntax/lex/literal.h"
#include "engine/terragrunt/generated_names.h"
#include "engine/terragrunt/reached_names.h"
#include "engine/terragrunt/run_module.h"
#include "engine/value/convert.h"

namespace hcl::terragrunt {

namespace {

using bind::UnitSlot;

bool is_single(const Type& type) {
    return type == Type::number() || type == Type::boolean();
}

// `local` alone, which may become `local.name`.
bool is_still_typed(syntax::Node value) {
    return value && eval::without_parens(value).is(syntax::NodeKind::Variable);
}

// An object is needed. null counts as not set.
void check_is_named(const UnitSlot& slot, std::uint32_t i, Diagnostics& out) {
    if (!slot.state) return;
    const bind::BoundAttribute& attribute = slot.unit->attributes[i];
    const Value& all = slot.state->values[i].unmarked();
    const Type type = all.type();
    if (all.is_null() || type.is_dynamic() || type.is_object() || type.is_map()) return;
    out.push_back(make_diagnostic(
        DiagCode::IncorrectAttributeType, attribute.expr.span().shifted(slot.base),
        {attribute.name, "an object with a name for each value is required, not a " + type.friendly_name()}));
    out.back().file = slot.file;
}

struct Inputs {
    const check::ExtensionContext& context;
    const bind::Module& run;
    const bind::Interface& module;
    std::string where;
    Diagnostics& out;
    std::set<std::string> own{};  // the names that the unit sets itself

    Diagnostic& report(DiagCode code, FileId file, Span place,
                       std::initializer_list<std::string_view> words) {
        out.push_back(make_diagnostic(code, place, words));
        out.back().file = file;
        return out.back();
    }

    void undeclared(FileId file, const InputEntry& entry, Span place) {
        if (generated_names(context, context.module).may_declare("var." + entry.name)) return;
        out.push_back(check::undeclared_name(module, "variable", entry.name, where, place));
        out.back().file = file;
        out.back().severity = Severity::Warning;
    }

    // Why a value cannot be passed to the variable; empty when it can, as far as it is known. Values are
    // passed as text: that of a collection is parsed by the module.
    std::string misfit(const bind::InterfaceItem& variable, const Value& value) const {
        const Value& plain = value.unmarked();
        if (plain.is_null()) return {};
        const Rules& rules = *context.module->language().rules;
        if (plain.type() != Type::string()) return check::misfit(variable, value, rules);
        const bool is_any_text = variable.type == Type::string() || variable.type.is_dynamic();
        if (!plain.is_known_string() || is_any_text) return {};
        return is_single(variable.type) ? check::misfit(variable, value, rules)
                                        : misfit_of_text(variable, plain.as_string(), rules);
    }

    static std::string misfit_of_text(const bind::InterfaceItem& variable, std::string_view text,
                                      const Rules& rules) {
        constexpr std::size_t kMost = 10'000;
        if (text.size() > kMost) return {};
        const syntax::FilePtr tree = syntax::parse_expression(text);
        eval::EvalResult parsed;
        if (tree->root()) parsed = eval::evaluate(tree->root(), nullptr);
        if (!tree->root() || has_errors(tree->diagnostics()) || has_errors(parsed.diagnostics))
            return check::misfit(variable, Value::string(text), rules);
        return check::misfit(variable, parsed.value, rules);
    }

    void own_inputs(const UnitSlot& slot, std::uint32_t attribute) {
        const Value all = slot.state ? slot.state->values[attribute].unmarked() : Value::dynamic();
        const bool has_members = all.has_content() && all.type().is_object();
        const std::vector<InputEntry> entries = input_entries(slot.unit->attributes[attribute]);
        std::map<std::string_view, const InputEntry*> last;  // of several, the last one applies
        for (const InputEntry& entry : entries) last[entry.name] = &entry;
        if (has_members)
            for (const ObjectAttribute& member : all.type().attributes())
                own.insert(std::string(member.name));
        for (const InputEntry& entry : entries) {
            own.insert(entry.name);
            const bind::InterfaceItem* variable = module.find("variable", entry.name);
            if (!variable) {
                undeclared(slot.file, entry, entry.key.span().shifted(slot.base));
                continue;
            }
            const Value* found = has_members ? all.find(entry.name) : nullptr;
            if (is_still_typed(entry.value)) continue;
            if (!found || last[entry.name] != &entry) continue;
            const Span place = entry.value.span().shifted(slot.base);
            if (const std::string why = misfit(*variable, *found); !why.empty())
                report(DiagCode::IncorrectAttributeType, slot.file, place, {entry.name, why});
            else
                refused(slot.file, *variable, *found, place);
        }
        if (has_members) other_members(slot, attribute, all, last);
    }

    // A value that a validation of the module refuses.
    void refused(FileId file, const bind::InterfaceItem& variable, const Value& value, Span place) {
        if (variable.conditions.empty() || !value.unmarked().has_content()) return;
        const Rules& rules = *run.language().rules;
        const ValueResult converted = convert_value(value, variable.type, rules);
        if (!converted) return;
        const std::string why =
            check::refusal(variable, *converted, run.language().evaluation.functions, rules);
        if (!why.empty()) report(DiagCode::ConditionNotMet, file, place, {variable.name, why});
    }

    // Members that no entry of an object sets: those of a local, or of another value that is merged.
    void other_members(const UnitSlot& slot, std::uint32_t attribute, const Value& all,
                       const std::map<std::string_view, const InputEntry*>& entries) {
        const Span place = slot.unit->attributes[attribute].expr.span().shifted(slot.base);
        for (const ObjectAttribute& member : all.type().attributes()) {
            const bind::InterfaceItem* variable = module.find("variable", member.name);
            const Value* value = all.find(member.name);
            if (!variable || !value || entries.contains(member.name)) continue;
            const std::string why = misfit(*variable, *value);
            if (why.empty()) continue;
            Diagnostic& d = report(DiagCode::IncorrectAttributeType, slot.file, place, {variable->name, why});
            d.message =
                "The inputs set \"" + variable->name + "\" to a value that it cannot have: " + why + ".";
        }
    }

    // Other units include the file too, so names that this module lacks may be meant for theirs.
    void included_inputs(const Included& include) {
        const bind::InterfacePtr other = bind::interface_of(*include.module);
        const bind::InterfaceItem* inputs = other->find("unit_part", "inputs");
        if (!inputs || !inputs->value.unmarked().has_content() || !inputs->value.type().is_object()) return;
        std::set<std::string> open;
        for (const bind::ModuleFile& file : include.module->files())
            each_inputs(file, [&](const UnitSlot& slot, std::uint32_t i) {
                for (const InputEntry& entry : input_entries(slot.unit->attributes[i]))
                    if (is_still_typed(entry.value)) open.insert(entry.name);
            });
        for (const bind::InterfaceItem& variable : module.items) {
            if (variable.kind != "variable" || own.contains(variable.name)) continue;
            const Value* found = inputs->value.unmarked().find(variable.name);
            const std::string why =
                found && !open.contains(variable.name) ? misfit(variable, *found) : std::string();
            if (why.empty()) continue;
            const Span place = bind::place_of_called_folder(*include.slot.unit, *include.block);
            const std::string_view name = file_name_of(include.module->files()[0].input.path);
            Diagnostic& d = report(DiagCode::IncorrectAttributeType, include.slot.file,
                                   place.shifted(include.slot.base), {variable.name, why});
            d.message = "The inputs of \"" + std::string(name) + "\" set \"" + variable.name +
                        "\" to a value that it cannot have here: " + why + ".";
        }
    }
};

}  // namespace

void check_inputs(const check::ExtensionContext& context, const bind::ModuleFile& file, Diagnostics& out) {
    if (context.module->language().id != "terragrunt") return;
    each_inputs(file, [&](const UnitSlot& slot, std::uint32_t i) { check_is_named(slot, i, out); });
    if (!context.called) return;
    const RunModule run = module_run_by(context, *context.module);
    if (!run.module) return;
    const bind::InterfacePtr module = bind::interface_of(*run.module);
    Inputs inputs{context, *run.module, *module,
                  "The module in \"" + run.path + "\" declares none of that name.", out};
    each_inputs(file, [&](const UnitSlot& slot, std::uint32_t i) { inputs.own_inputs(slot, i); });
    for (const Included& include : includes_of(context, *context.module))
        if (include.module && is_merged(include)) inputs.included_inputs(include);
}

std::vector<check::ExtensionItem> inputs_to_complete(const check::ExtensionContext& context,
                                                     const bind::ModuleFile& file,
                                                     const check::ExtensionCursor& cursor) {
    std::vector<check::ExtensionItem> items;
    if (cursor.at != check::ExtensionCursor::At::Value || cursor.in_string || !context.called ||
        !is_at_key_of(cursor, "inputs"))
        return items;
    const RunModule run = module_run_by(context, *context.module);
    const std::vector<bind::ModulePtr> modules =
        run.module ? std::vector{run.module} : modules_run_with(context, *context.module);
    std::set<std::string> set;
    each_inputs(file, [&](const UnitSlot& slot, std::uint32_t i) {
        for (const InputEntry& entry : input_entries(slot.unit->attributes[i]))
            if (!entry.key.span().shifted(slot.base).touches(cursor.offset)) set.insert(entry.name);
    });
    for (const bind::ModulePtr& module : modules)
        for (const bind::InterfaceItem& variable : bind::interface_of(*module)->items) {
            if (variable.kind != "variable" || !set.insert(variable.name).second) continue;
            check::ExtensionItem& item = items.emplace_back();
            item.kind = check::ExtensionItem::Kind::Argument;
            item.label = variable.name;
            item.detail = variable.type.to_source();
            item.is_expected = variable.is_required;
            const std::vector<bind::Symbol> symbols = symbols_called(*module, "variable", variable.name);
            if (!symbols.empty())
                item.documentation = bind::description_of(module->slot_of(symbols.back()),
                                                          module->declaration(symbols.back()));
        }
    return items;
}

std::vector<check::ExtensionItem> mocks_to_complete(const check::ExtensionContext& context,
                                                    const bind::ModuleFile& file,
                                                    const check::ExtensionCursor& cursor) {
    std::vector<check::ExtensionItem> items;
    if (cursor.at != check::ExtensionCursor::At::Value || cursor.in_string || !context.called ||
        !is_at_key_of(cursor, "mock_outputs"))
        return items;
    std::string dependency;
    for (const syntax::Node node : cursor.path)
        if (node.is(syntax::NodeKind::Block) && node.child(1) && node.child(1).is(syntax::NodeKind::Label))
            dependency = syntax::label_text(node.child(1));
    const bind::ModulePtr run =
        dependency.empty() ? nullptr : module_of_dependency(context, file, dependency);
    if (!run) return items;
    for (const bind::InterfaceItem& output : bind::interface_of(*run)->items) {
        if (output.kind != "output") continue;
        check::ExtensionItem& item = items.emplace_back();
        item.kind = check::ExtensionItem::Kind::Argument;
        item.label = output.name;
        item.detail = output.value.unmarked().type().to_source();
        item.is_expected = true;
    }
    return items;
}

std::vector<check::ExtensionItem> inputs_of_includes(const check::ExtensionContext& context,
                                                     const check::ExtensionCursor& cursor) {
    std::vector<check::ExtensionItem> items;
    if (cursor.path.empty() || !context.called || !cursor.path.back().is(syntax::NodeKind::GetAttr))
        return items;
    const eval::Traversal steps = eval::traversal_of(cursor.path.back().child(0));
    if (steps.size() != 3 || steps[0].name != "include" || steps[2].name != "inputs") return items;
    for (const Included& include : includes_of(context, *context.module)) {
        if (!include.module || include.block->labels.empty() ||
            include.block->labels[0].value != steps[1].name)
            continue;
        const bind::InterfacePtr there = bind::interface_of(*include.module);
        const bind::InterfaceItem* inputs = there->find("unit_part", "inputs");
        if (!inputs || !inputs->value.unmarked().type().is_object()) continue;
        for (const ObjectAttribute& one : inputs->value.unmarked().type().attributes()) {
            check::ExtensionItem& item = items.emplace_back();
            item.kind = check::ExtensionItem::Kind::Member;
            item.label = one.name;
            item.detail = Type(one.type).to_source();
            item.is_expected = true;
        }
    }
    return items;
}

}  // namespace hcl::terragrunt
