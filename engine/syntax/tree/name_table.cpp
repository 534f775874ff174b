#include "engine/syntax/tree/name_table.h"

#include <algorithm>
#include <bit>

#include "engine/syntax/tree/chunk_tree.h"

namespace hcl::syntax {

namespace {

constexpr std::size_t kMostChanges = 512;

}  // namespace

void NameTable::Base::reserve(std::size_t names) {
    std::vector<Slot> old = std::move(slots);
    slots.assign(std::bit_ceil(std::max<std::size_t>(8, names * 2)), {});
    used = 0;
    for (const Slot& slot : old)
        if (slot.count != 0) at(slot.hash).count = slot.count;
}

NameTable::Slot& NameTable::Base::at(std::uint64_t hash) {
    std::size_t mask = slots.size() - 1;
    std::size_t i = hash & mask;
    while (slots[i].hash != 0 && slots[i].hash != hash) i = (i + 1) & mask;
    if (slots[i].hash == 0) {
        ++used;
        slots[i].hash = hash;
    }
    return slots[i];
}

std::uint32_t NameTable::Base::count(std::uint64_t hash) const {
    std::size_t mask = slots.size() - 1;
    std::size_t i = hash & mask;
    while (slots[i].hash != 0 && slots[i].hash != hash) i = (i + 1) & mask;
    return slots[i].hash == 0 ? 0 : slots[i].count;
}

NameTablePtr NameTable::build(const ChunkTree& body) {
    auto table = std::make_shared<NameTable>();
    auto base = std::make_shared<Base>();
    base->reserve(body.summary().attributes);
    body.for_each(
        0, [](const ChunkSummary& s) { return s.attributes != 0; },
        [&](const ChunkEntry& entry, std::uint32_t) {
            if (++base->at(entry.chunk->name_hash).count == 2) ++table->duplicates_;
        });
    table->base_ = std::move(base);
    return table;
}

NameTablePtr NameTable::none() {
    return std::make_shared<NameTable>();
}

std::int64_t NameTable::count(std::uint64_t hash) const {
    std::int64_t count = base_->count(hash);
    auto at = std::ranges::lower_bound(changes_, hash, {}, &Change::hash);
    if (at != changes_.end() && at->hash == hash) count += at->by;
    return count;
}

void NameTable::add(std::uint64_t hash, std::int32_t by) {
    bool was_twice = count(hash) > 1;
    auto at = std::ranges::lower_bound(changes_, hash, {}, &Change::hash);
    if (at == changes_.end() || at->hash != hash) at = changes_.insert(at, {hash, 0});
    at->by += by;
    bool is_twice = count(hash) > 1;
    if (is_twice && !was_twice) ++duplicates_;
    if (!is_twice && was_twice) --duplicates_;
}

NameTablePtr NameTable::changed(const NameTablePtr& old, std::vector<std::uint64_t> removed,
                                std::vector<std::uint64_t> added) {
    if (!old->base_) return old;
    std::ranges::sort(removed);
    std::ranges::sort(added);
    if (removed == added) return old;
    auto table = std::make_shared<NameTable>(*old);
    for (std::uint64_t hash : removed) table->add(hash, -1);
    for (std::uint64_t hash : added) table->add(hash, 1);
    if (table->changes_.size() > kMostChanges) {
        auto base = std::make_shared<Base>(*table->base_);
        base->reserve(base->used + table->changes_.size());
        for (const Change& change : table->changes_) {
            Slot& slot = base->at(change.hash);
            slot.count = static_cast<std::uint32_t>(static_cast<std::int64_t>(slot.count) + change.by);
        }
        table->base_ = std::move(base);
        table->changes_.clear();
    }
    return table;
}

}  // namespace hcl::syntax
