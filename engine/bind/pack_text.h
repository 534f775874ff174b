// Strings that a pack computes for a block: its name in outlines, the target of its header link, lenses, the
// text of a folded block.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/bind/module.h"

namespace hcl::bind {

// Empty when the pack defines no such text, or its inputs are unknown. Cheap: reads
// only the attributes that the text uses.
std::optional<std::string> pack_text(const Module& module, const UnitSlot& slot, std::uint32_t block,
                                     const language::TextDef& text);

// Whether a condition of the pack is known to be true. A missing condition is true.
bool pack_condition(const Module& module, const UnitSlot& slot, std::uint32_t block,
                    const language::TextDef& condition);

// The name in outlines; by default the type and the labels.
std::string outline_name(const Module& module, const UnitSlot& slot, std::uint32_t block);

// The same from the labels alone, for files that are not bound: empty when the pack defines none, or one that
// needs more than labels.
std::string outline_name(const language::Language& language, const language::BlockDef& def,
                         const std::vector<std::string>& labels);

// The link target of the block's header; empty when there is none.
std::string block_link(const Module& module, const UnitSlot& slot, std::uint32_t block);

}  // namespace hcl::bind
