// Symbols whose values depend on themselves.
#include <algorithm>
#include <set>

#include "engine/check/rule.h"

namespace hcl::check {

namespace {

std::string shown(const bind::Module& module, std::uint32_t symbol) {
    const bind::SymbolEntry& entry = module.symbols().entries[symbol];
    if (entry.declaration == bind::kNone)
        return module.slot_of(entry).unit->callables[entry.callable].name + "()";
    std::string out;
    for (const std::string& step : module.declaration(entry).address) out += (out.empty() ? "" : ".") + step;
    return out;
}

}  // namespace

void cycles(FileRule& rule) {
    auto f = static_cast<std::uint32_t>(&rule.file - rule.module.files().data());
    for (std::uint32_t id : rule.module.cycle_members()) {
        const bind::SymbolEntry& entry = rule.module.symbols().entries[id];
        if (entry.file != f || entry.declaration == bind::kNone) continue;
        const bind::UnitSlot& slot = rule.module.slot_of(entry);
        // The way back to itself, as far as it is short.
        for (const bind::Reference& reference : slot.unit->references) {
            if (reference.is_text ||
                slot.unit->attributes[reference.attribute].declaration != entry.declaration)
                continue;
            bind::Resolution found = rule.module.resolve(slot, reference);
            auto inside = std::ranges::find_if(found.symbols,
                                               [&](std::uint32_t s) { return rule.module.is_in_cycle(s); });
            if (inside == found.symbols.end()) continue;
            std::string way =
                *inside == id ? "its value refers to itself"
                              : "it refers to \"" + shown(rule.module, *inside) + "\", which leads back here";
            Diagnostic& d = rule.report(DiagCode::ReferenceCycle, reference.span.shifted(slot.base),
                                        {shown(rule.module, id), way});
            if (*inside != id)
                d.related.push_back(
                    {rule.module.name_place(rule.module.symbols().entries[*inside]), "declared here"});
            break;
        }
    }
}

}  // namespace hcl::check
