// A flat hash index over entries that another container owns. Entries must have stable addresses; Entry is a
// pair whose first member is a string.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace hcl {

// A hash that can be inlined, tuned for short names.
inline std::uint32_t hash_name(std::string_view name) {
    constexpr std::uint64_t kFactor = 0x9E37'79B9'7F4A'7C15u;
    std::uint64_t hash = name.size() * kFactor;
    const char* at = name.data();
    std::size_t left = name.size();
    for (; left >= 8; at += 8, left -= 8) {
        std::uint64_t word;
        std::memcpy(&word, at, 8);
        hash = (hash ^ word) * kFactor;
        hash ^= hash >> 32;
    }
    std::uint64_t rest = 0;
    if (left >= 4) {
        std::uint32_t low, high;
        std::memcpy(&low, at, 4);
        std::memcpy(&high, at + left - 4, 4);
        rest = static_cast<std::uint64_t>(high) << 32 | low;
    } else if (left > 0) {
        rest = static_cast<unsigned char>(at[0]) | static_cast<std::uint64_t>(at[left / 2]) << 8 |
               static_cast<std::uint64_t>(at[left - 1]) << 16;
    }
    hash = (hash ^ rest) * kFactor;
    return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

template <typename Entry>
class NameIndex {
  public:
    // Null when there is none.
    const Entry* find(std::string_view name) const {
        if (slots_.empty()) return nullptr;
        std::uint32_t hash = hash_name(name);
        for (std::size_t i = hash & mask_;; i = (i + 1) & mask_) {
            const Slot& slot = slots_[i];
            if (!slot.entry) return nullptr;
            if (slot.hash == hash && std::string_view(slot.entry->first) == name) return slot.entry;
        }
    }
    // The name must not be in the index yet.
    void add(const Entry& entry) {
        if (2 * (count_ + 1) > slots_.size()) grow();
        put({hash_name(entry.first), &entry});
        ++count_;
    }
    void clear() {
        slots_.clear();
        count_ = mask_ = 0;
    }

  private:
    struct Slot {
        std::uint32_t hash = 0;
        const Entry* entry = nullptr;
    };

    void put(Slot slot) {
        std::size_t i = slot.hash & mask_;
        while (slots_[i].entry) i = (i + 1) & mask_;
        slots_[i] = slot;
    }
    void grow() {
        std::vector<Slot> old(slots_.empty() ? 8 : 2 * slots_.size());
        old.swap(slots_);
        mask_ = slots_.size() - 1;
        for (const Slot& slot : old)
            if (slot.entry) put(slot);
    }

    std::vector<Slot> slots_;
    std::size_t mask_ = 0;
    std::size_t count_ = 0;
};

}  // namespace hcl
