// Symbols that are visible only in the block around them, named through the symbol of that block:
// `column.id` in a table is `table.users.column.id` elsewhere.
#pragma once

#include <cstdint>

#include "engine/bind/resolution.h"

namespace hcl::bind {

struct InnerResolution {
    std::vector<Symbol> symbols;  // empty: none has the name
    std::size_t steps = 0;        // number of the reference's steps up to the end of its address
    bool is_missing = false;      // the block can have such symbols, but none of that name
};

// Whether the word begins the names of symbols that are visible only in the block of a symbol: `column`.
bool has_names_inside(const Module& module, Symbol symbol, const std::string& word);
// The symbols that are visible only in the block of a symbol.
std::vector<Symbol> symbols_inside(const Module& module, Symbol symbol);
// Changes when resolve_inside() may find something else behind a symbol of the unit.
std::uint64_t inner_names_key(const BoundUnit& unit, const language::Language& language);
// Resolves the steps of a reference behind the symbol that resolve() found.
InnerResolution resolve_inside(const Module& module, const Reference& reference, const Resolution& outer);
// The symbol of the block around one that is visible only there; none for any other.
std::optional<Symbol> symbol_around(const Module& module, Symbol symbol);

}  // namespace hcl::bind
