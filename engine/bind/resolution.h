// Resolves references to symbols, as seen from the body that they are written in.
#pragma once

#include <cstddef>

#include "engine/bind/module.h"

namespace hcl::bind {

struct Resolution {
    enum class Kind : std::uint8_t {
        Symbol,      // `symbols` are its declarations
        Group,       // several symbols share the beginning
        Local,       // a name of a scope around it
        Predefined,  // of the language
        Unknowable,  // anything may be visible there
        Missing,
    } kind = Kind::Missing;
    SymbolList symbols;
    std::size_t steps = 0;  // of the reference that the symbol's address takes
};

Resolution resolve(const Module& module, const UnitSlot& slot, const Reference& reference);
// Whether expressions of that body may name the symbol.
bool is_visible(const Module& module, Symbol symbol, const UnitSlot& slot, std::uint32_t body);

}  // namespace hcl::bind
