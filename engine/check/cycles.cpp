// Symbols whose values depend on themselves.
#include <algorithm>

#include "engine/bind/resolution.h"
#include "engine/check/rule.h"

namespace hcl::check {

namespace {

std::string shown(const bind::Module& module, bind::Symbol symbol) {
    if (!symbol.is_declaration()) return module.unit_of(symbol).callables[symbol.index()].name + "()";
    return joined(module.declaration(symbol).address);
}

}  // namespace

void cycles(FileRule& rule) {
    for (bind::Symbol symbol : rule.module.cycle_members()) {
        if (symbol.file != rule.file.input.id || !symbol.is_declaration()) continue;
        bind::UnitSlot slot = rule.module.slot_of(symbol);
        // The way back to itself, as far as it is short.
        for (const bind::Reference& reference : slot.unit->references) {
            if (reference.is_text || slot.unit->attributes[reference.attribute].declaration != symbol.index())
                continue;
            bind::Resolution found = bind::resolve(rule.module, slot, reference);
            auto inside = std::ranges::find_if(found.symbols,
                                               [&](bind::Symbol s) { return rule.module.is_in_cycle(s); });
            if (inside == found.symbols.end()) continue;
            std::string way = *inside == symbol ? "its value refers to itself"
                                                : "it refers to \"" + shown(rule.module, *inside) +
                                                      "\", which leads back here";
            Diagnostic& d = rule.report(DiagCode::ReferenceCycle, reference.span.shifted(slot.base),
                                        {shown(rule.module, symbol), way});
            if (*inside != symbol) d.related.push_back({rule.module.name_place(*inside), "declared here"});
            break;
        }
    }
}

}  // namespace hcl::check
