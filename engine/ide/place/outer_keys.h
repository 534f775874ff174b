// Keys of long JSON objects that are the type or a label of blocks in other units (see bind/unit_json.h).
#pragma once

#include <cstdint>
#include <optional>

#include "engine/bind/file_table.h"

namespace hcl::ide {

struct OuterKey {
    Span span;            // in the file
    bind::UnitSlot slot;  // of the first unit inside
    std::uint32_t block = 0;
    std::optional<std::uint32_t> label;  // empty: the key is the type
};

// For an offset without a unit.
std::optional<OuterKey> outer_key_at(const bind::ModuleFile& file, std::uint32_t offset);

}  // namespace hcl::ide
