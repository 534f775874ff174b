// Texts that a pack computes of a block: its name in outlines, where its header leads, lenses, what a folded
// block shows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/bind/module.h"

namespace hcl::bind {

// Nothing when there is no such text, or when what it is made of is not known. Cheap: only the attributes
// that the text reads are looked at.
std::optional<std::string> pack_text(const Module& module, const UnitSlot& slot, std::uint32_t block,
                                     const language::TextDef& text);

// Whether a condition of the pack is known to hold; one that is not there holds.
bool pack_condition(const Module& module, const UnitSlot& slot, std::uint32_t block,
                    const language::TextDef& condition);

// The name that outlines show; the type and its labels when the pack says nothing.
std::string outline_name(const Module& module, const UnitSlot& slot, std::uint32_t block);

// The same from the labels alone, for files that nobody has bound: empty when the pack says nothing, or when
// more than labels decides.
std::string outline_name(const language::Language& language, const language::BlockDef& def,
                         const std::vector<std::string>& labels);

// Where the header of the block leads; empty when nowhere.
std::string block_link(const Module& module, const UnitSlot& slot, std::uint32_t block);

}  // namespace hcl::bind
