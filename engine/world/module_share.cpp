#include "engine/world/module_share.h"

#include <algorithm>
#include <bit>

#include "engine/world/language_lookup.h"
#include "engine/world/snapshot.h"

namespace hcl::world {

Limits ModuleShare::limits(const Limits& all, std::uint64_t text) const {
    // Made for each byte of text that takes steps.
    constexpr std::uint64_t kBytesOfStep = 16;
    Limits own = all;
    own.steps_of_byte = std::max<std::uint64_t>(
        1, limits::byte_steps * limits::byte_steps_text / std::max(limits::byte_steps_text, bytes));
    const std::uint64_t by_text = own.steps_of_byte * text;
    const auto share = [&](std::uint64_t most, std::uint64_t more) {
        const std::uint64_t equal = most * limits::full_modules / std::max(limits::full_modules, modules);
        return std::min(most, equal + more);
    };
    own.module_steps = share(all.module_steps, by_text);
    own.module_bytes = share(all.module_bytes, by_text * kBytesOfStep);
    own.file_steps = std::min(all.file_steps, own.module_steps);
    own.instance_steps = share(all.module_steps, 0) / limits::full_modules;
    own.is_share = own.module_steps < all.module_steps || own.module_bytes < all.module_bytes;
    return own;
}

ModuleShare module_share(const Snapshot& snapshot) {
    return {std::bit_ceil(std::max<std::uint64_t>(1, count_modules(snapshot))),
            std::bit_ceil(std::max(snapshot.bytes(), limits::byte_steps_text))};
}

}  // namespace hcl::world
