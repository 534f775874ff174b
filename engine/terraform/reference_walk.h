// Follows references from attribute to attribute.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "engine/bind/module.h"
#include "engine/bind/resolution.h"

namespace hcl::terraform {

struct ReferenceWalk {
    // Attributes to visit; kNone: all of the unit.
    std::vector<std::pair<bind::UnitSlot, std::uint32_t>> open{};
    std::size_t most = std::numeric_limits<std::size_t>::max();  // references to follow, about

    // Calls visit(slot, reference), which adds to `open`, until it returns true. Whether it did.
    template <typename Visit>
    bool run(const Visit& visit) {
        std::set<std::pair<bind::UnitPlace, std::uint32_t>> seen;
        std::size_t followed = 0;
        while (!open.empty() && followed < most) {
            const auto [slot, attribute] = open.back();
            open.pop_back();
            if (!seen.insert({{slot.file, slot.label}, attribute}).second) continue;
            const std::span<const bind::Reference> references =
                attribute == bind::kNone ? std::span(slot.unit->references)
                                         : bind::references_of(*slot.unit, attribute);
            for (const bind::Reference& reference : references) {
                ++followed;
                if (visit(slot, reference)) return true;
            }
        }
        return false;
    }
};

}  // namespace hcl::terraform
