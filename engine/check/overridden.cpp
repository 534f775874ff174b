// Declarations in override files without anything to override.
#include <algorithm>

#include "engine/base/limits.h"
#include "engine/check/rule.h"

namespace hcl::check {

void overridden(UnitRule& rule) {
    const std::vector<std::string>& kinds = rule.module.language().modules.override_kinds;
    if (!rule.is_override() || kinds.empty()) return;
    for (const bind::Declaration& d : rule.unit.declarations) {
        const std::string& kind = d.def->kind;
        if (std::ranges::find(kinds, kind) == kinds.end()) continue;
        const bind::SymbolList alike = rule.module.symbols().by_kind_and_name(kind, d.address.back());
        bool is_declared = std::ranges::any_of(
            alike.list().first(std::min<std::size_t>(alike.size(), limits::alike_declarations)),
            [&](bind::Symbol symbol) {
                return symbol.is_declaration() && !rule.module.file(symbol.file)->is_override &&
                       rule.module.declaration(symbol).address == d.address;
            });
        if (!is_declared) rule.report(DiagCode::NothingToOverride, d.name_span, {kind, d.address.back()});
    }
}

}  // namespace hcl::check
