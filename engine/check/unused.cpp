// Symbols without references, when the pack asks to report them.
#include "engine/check/rule.h"

namespace hcl::check {

void unused(FileRule& rule) {
    if (rule.module.is_partly_bound()) return;
    for (bind::Symbol symbol : rule.module.symbols().unused(rule.file.input.id)) {
        // The one that it overrides is reported.
        if (rule.module.symbols().overridden_by(symbol)) continue;
        const bind::Declaration& d = rule.module.declaration(symbol);
        rule.report(DiagCode::UnusedSymbol, name_place(rule.module, symbol).span,
                    {d.def->kind, d.address.back()})
            .tag = DiagTag::Unnecessary;
    }
}

}  // namespace hcl::check
