// From a byte of a file to what its language knows there: rows of the bound table, symbols and their uses.
#pragma once

#include <optional>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/world/bound.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

struct BoundPlace {
    bind::ModulePtr module;
    const bind::ModuleFile* file = nullptr;
    std::optional<bind::UnitSlot> slot;  // none: between units, at the top level
    std::uint32_t offset = 0;            // in the unit

    const bind::BoundUnit& unit() const { return *slot->unit; }
    Span in_file(Span span) const { return span.shifted(slot->base); }
};

// Nothing when no language knows the file.
std::optional<BoundPlace> bound_at(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                                   const Cancel& cancel);

struct BoundSymbols {
    std::vector<bind::Symbol> ids;  // all declarations of one symbol
    Span origin;                    // bytes of the file: what names them here
};
// What the name at the place means; nothing when it names no symbol.
std::optional<BoundSymbols> symbols_at(const BoundPlace& place);

struct SymbolUse {
    Location where;
    bool is_definition = false;
    Span whole;  // of a definition
};
// Every place of the module that names one of the symbols, by file and place.
std::vector<SymbolUse> uses_of(const bind::Module& module, const std::vector<bind::Symbol>& ids,
                               const Cancel& cancel);

}  // namespace hcl::ide
