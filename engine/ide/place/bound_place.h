// Finds the bound unit at a byte of a file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/world/module_lookup.h"

namespace hcl::ide {

struct BoundPlace {
    bind::ModulePtr module;
    const bind::ModuleFile* file = nullptr;
    std::optional<bind::UnitSlot> slot;  // empty: top level, between units
    std::uint32_t offset = 0;            // relative to the unit, if there is one

    const bind::BoundUnit& unit() const { return *slot->unit; }
    Span in_file(Span span) const { return span.shifted(slot->base); }
};

// Empty when no language applies to the file.
std::optional<BoundPlace> bound_at(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                                   const Cancel& cancel);

// The smallest body that contains the offset; 0, the body of the file, if there is none.
std::uint32_t innermost_body(const bind::BoundUnit& unit, std::uint32_t offset);

// The attributes that the program sets in the block of a symbol: those that files can only read.
std::vector<const bind::AttributeDef*> set_attributes(const bind::Module& module, bind::Symbol symbol);

// The types of the blocks around the items of a body, outermost first, each with a slash behind it.
std::string path_of_body(const bind::BoundUnit& unit, std::uint32_t body);

}  // namespace hcl::ide
