// Attributes that set symbols of another module: those of a block that calls it, and those of a file in a
// language whose attributes do. Each must name a symbol there and have its type; what is required must be
// set.
#include <algorithm>

#include "engine/check/rule.h"
#include "engine/eval/walk/access.h"
#include "engine/language/placeholder.h"
#include "engine/value/convert.h"

namespace hcl::check {

namespace {

std::string nearest(const bind::Interface& there, std::string_view kind, std::string_view name) {
    Suggester near(name);
    for (const bind::InterfaceItem& item : there.items)
        if (item.kind == kind) near.offer(item.name);
    return near.best();
}

// The other module as the language names it.
struct Target {
    std::string folder;
    std::string language;
    std::string kind;
    std::string where;  // a sentence about it
};

void note_place(UnitRule& rule, const Target& target, const std::string& name) {
    rule.notes.elsewhere.push_back(
        {static_cast<std::uint32_t>(rule.out.size() - 1), target.folder, target.language, target.kind, name});
}

void check_attribute(UnitRule& rule, const bind::Interface& there, const Target& target,
                     std::uint32_t index) {
    const bind::BoundAttribute& attribute = rule.unit.attributes[index];
    const bind::InterfaceItem* item = there.find(target.kind, attribute.name);
    if (!item) {
        std::string best = nearest(there, target.kind, attribute.name);
        Diagnostic& d = rule.report(DiagCode::UndeclaredText, attribute.name_span,
                                    {target.kind, attribute.name, " " + target.where + did_you_mean(best)});
        if (!best.empty() && attribute.name_span.length() == attribute.name.size())
            add_replacement(d, attribute.name_span, best);
        return;
    }
    if (!attribute.expr || index >= rule.slot.state->values.size()) return;
    ValueResult converted =
        convert_value(rule.slot.state->values[index], item->type, *rule.module.language().rules);
    if (converted) return;
    rule.report(DiagCode::IncorrectAttributeType, attribute.expr.span(),
                {attribute.name, eval::explain(converted.error())});
    note_place(rule, target, attribute.name);
}

}  // namespace

void set_elsewhere(UnitRule& rule) {
    const bind::BoundUnit& unit = rule.unit;
    for (const bind::BoundBlock& block : unit.blocks) {
        if (!block.def || !block.def->call) continue;
        std::string folder = called_folder(unit, block);
        bind::InterfacePtr there = folder.empty() ? nullptr : rule.module.foreign(folder, "");
        if (!there) continue;
        const language::CallDef& call = *block.def->call;
        const bind::BoundBody& body = unit.bodies[block.body];
        Target target{folder, "", call.inputs,
                      "The module in \"" + folder + "\" declares none of that name."};
        for (std::uint32_t index : body.attributes)
            if (!body.attribute(unit.attributes[index].name)) check_attribute(rule, *there, target, index);
        for (const bind::InterfaceItem& item : there->items) {
            if (item.kind != call.inputs || !item.is_required || rule.is_override()) continue;
            bool is_set = std::ranges::any_of(
                body.attributes, [&](std::uint32_t i) { return unit.attributes[i].name == item.name; });
            if (is_set) continue;
            Diagnostic& d = rule.report(DiagCode::MissingRequiredArgument, body.missing_place, {item.name});
            if (!body.inside.is_empty() && rule.is_native())
                d.fixes.push_back(
                    {.title = "Add \"" + item.name + "\"",
                     .edits = {{{},
                                {{body.inside.start, body.inside.start},
                                 "\n  " + item.name + " = " + language::placeholder(item.type)}}},
                     .preferred = false});
            note_place(rule, target, item.name);
        }
    }
    const auto& sets = rule.module.language().sets;
    if (sets.language.empty()) return;
    bind::InterfacePtr there = rule.module.foreign("", sets.language);
    if (!there) return;
    Target target{"", sets.language, sets.kind, "No file of this folder declares one of that name."};
    for (std::uint32_t index : unit.bodies[0].attributes)
        if (!unit.bodies[0].attribute(unit.attributes[index].name))
            check_attribute(rule, *there, target, index);
}

}  // namespace hcl::check
