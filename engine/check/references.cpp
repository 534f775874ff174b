// Names that nothing declares, in expressions and in texts that the schema says are names.
#include <algorithm>

#include "engine/check/rule.h"

namespace hcl::check {

namespace {

using bind::Resolution;

std::string nearest_text(const FileRule& rule, const bind::Reference& reference,
                         const std::vector<std::string>& kinds) {
    Suggester near(reference.steps[0].name);
    for (const std::string& kind : kinds)
        if (auto it = rule.module.symbols().by_kind.find(kind); it != rule.module.symbols().by_kind.end())
            for (std::uint32_t id : it->second)
                near.offer(rule.module.declaration(rule.module.symbols().entries[id]).address.back());
    return near.best();
}

// The step that is wrong: the first that no declared address continues with.
std::size_t wrong_step(const FileRule& rule, const bind::Reference& reference) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < reference.steps.size(); ++i) {
        names.push_back(reference.steps[i].name);
        if (!rule.module.symbols().by_prefix.contains(bind::join_address(names, names.size()))) return i;
    }
    return 0;
}

std::string nearest_step(const FileRule& rule, const bind::UnitSlot& slot, const bind::Reference& reference,
                         std::size_t step) {
    Suggester near(reference.steps[step].name);
    if (step == 0) {
        auto scope = rule.module.scope_of(slot, slot.unit->attributes[reference.attribute].body);
        for (const eval::Scope* s = scope.get(); s; s = s->parent())
            s->each_variable([&](std::string_view name) { near.offer(name); });
        return near.best();
    }
    std::vector<std::string> names;
    for (std::size_t i = 0; i < step; ++i) names.push_back(reference.steps[i].name);
    auto it = rule.module.symbols().by_prefix.find(bind::join_address(names, step));
    if (it == rule.module.symbols().by_prefix.end()) return {};
    for (std::uint32_t id : it->second)
        near.offer(rule.module.declaration(rule.module.symbols().entries[id]).address[step]);
    return near.best();
}

// The attribute of a block that the program never gives back.
void write_only(FileRule& rule, const bind::UnitSlot& slot, const bind::Reference& reference,
                const Resolution& found) {
    if (reference.is_text || reference.steps.size() <= found.steps) return;
    const bind::SymbolEntry& entry = rule.module.symbols().entries[found.symbols.front()];
    if (entry.declaration == bind::kNone) return;
    const bind::Declaration& d = rule.module.declaration(entry);
    if (d.block == bind::kNone || d.def->value) return;
    const bind::BoundUnit& unit = *rule.module.slot_of(entry).unit;
    const bind::ReferenceStep& step = reference.steps[found.steps];
    const bind::AttributeDef* def = unit.bodies[unit.blocks[d.block].body].attribute(step.name);
    if (!def || !def->is_write_only) return;
    std::string name;
    for (std::size_t i = 0; i <= found.steps; ++i) name += (i == 0 ? "" : ".") + reference.steps[i].name;
    rule.report(DiagCode::WriteOnlyReference, step.span.shifted(slot.base), {name, step.name});
}

}  // namespace

void references(FileRule& rule) {
    for (const bind::UnitSlot& slot : rule.file.units) {
        for (const bind::Reference& reference : slot.unit->references) {
            Resolution found = rule.module.resolve(slot, reference);
            if (found.kind == Resolution::Kind::Symbol) write_only(rule, slot, reference, found);
            if (found.kind != Resolution::Kind::Missing) continue;
            const bind::BoundAttribute& attribute = slot.unit->attributes[reference.attribute];
            if (reference.is_text) {
                const std::vector<std::string>& kinds = attribute.def->rules.refers_to;
                if (rule.module.has_more_names(kinds)) continue;
                std::string best = nearest_text(rule, reference, kinds);
                std::string kind_list;
                for (const std::string& kind : kinds) kind_list += (kind_list.empty() ? "" : " or ") + kind;
                Span place = reference.span.shifted(slot.base);
                Diagnostic& d = rule.report(DiagCode::UndeclaredText, place,
                                            {kind_list, reference.steps[0].name, did_you_mean(best)});
                if (!best.empty()) add_replacement(d, place, best);
                continue;
            }
            // What an unknown attribute holds is nobody's business.
            if (!attribute.def) continue;
            if (attribute.def->is_constant) continue;  // evaluation has said that no names are allowed
            std::size_t step = wrong_step(rule, reference);
            std::string best = nearest_step(rule, slot, reference, step);
            std::string name;
            for (std::size_t i = 0; i <= step; ++i) name += (i == 0 ? "" : ".") + reference.steps[i].name;
            Span place = reference.steps[step].span.shifted(slot.base);
            Diagnostic& d = rule.report(DiagCode::UndeclaredName, place, {name, did_you_mean(best)});
            if (!best.empty() && place.length() == reference.steps[step].name.size())
                add_replacement(d, place, best);
        }
    }
}

}  // namespace hcl::check
