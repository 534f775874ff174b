// Symbols that nothing refers to, where the pack says that such are worth a word.
#include <unordered_set>

#include "engine/check/rule.h"

namespace hcl::check {

void unused(FileRule& rule) {
    const bind::SymbolTable& table = rule.module.symbols();
    auto f = static_cast<std::uint32_t>(&rule.file - rule.module.files().data());
    bool any = false;
    for (const bind::SymbolEntry& entry : table.entries)
        any = any || (entry.file == f && entry.declaration != bind::kNone &&
                      rule.module.declaration(entry).def->warns_unused);
    if (!any) return;
    std::unordered_set<std::uint32_t> used;
    for (const bind::ModuleFile& file : rule.module.files())
        for (const bind::UnitSlot& slot : file.units)
            for (const bind::Reference& reference : slot.unit->references) {
                bind::Resolution found = rule.module.resolve(slot, reference);
                used.insert(found.symbols.begin(), found.symbols.end());
            }
    for (std::uint32_t id = 0; id < table.entries.size(); ++id) {
        const bind::SymbolEntry& entry = table.entries[id];
        if (entry.file != f || entry.declaration == bind::kNone || used.contains(id)) continue;
        const bind::Declaration& d = rule.module.declaration(entry);
        if (!d.def->warns_unused) continue;
        rule.report(DiagCode::UnusedSymbol, rule.module.name_place(entry).span,
                    {d.def->kind, d.address.back()})
            .tag = DiagTag::Unnecessary;
    }
}

}  // namespace hcl::check
