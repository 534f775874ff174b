// A table of immutable nodes that finds the one equal to a new one, so that equality is a compare of
// addresses.
//
// It holds the address of every counted node without keeping it alive: a node leaves with its last owner. A
// node that is being destroyed may still be found for a moment: its count is zero, it cannot be revived, and
// a new node takes its place. Safe from any thread. `Node` has `hash`, and `refs`, an atomic count of 32
// bits.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>

namespace hcl {

template <typename Node>
class InternTable {
  public:
    // The node that equals what `same` accepts, or the one that `make` makes. The caller owns one count.
    template <typename Same, typename Make>
    const Node* intern(std::uint64_t hash, const Same& same, const Make& make) {
        Shard& shard = shards_[hash % kShards];
        std::lock_guard lock(shard.mutex);
        auto [from, to] = shard.nodes.equal_range(hash);
        for (auto it = from; it != to; ++it)
            if (same(*it->second) && try_retain(*it->second)) return it->second;
        const Node* node = make();
        shard.nodes.emplace(hash, node);
        return node;
    }

    void remove(const Node* node) {
        Shard& shard = shards_[node->hash % kShards];
        std::lock_guard lock(shard.mutex);
        auto [from, to] = shard.nodes.equal_range(node->hash);
        for (auto it = from; it != to; ++it)
            if (it->second == node) {
                shard.nodes.erase(it);
                return;
            }
    }

    std::size_t size() {
        std::size_t sum = 0;
        for (Shard& shard : shards_) {
            std::lock_guard lock(shard.mutex);
            sum += shard.nodes.size();
        }
        return sum;
    }

  private:
    static constexpr std::size_t kShards = 16;
    struct Shard {
        std::mutex mutex;
        std::unordered_multimap<std::uint64_t, const Node*> nodes;
    };

    static bool try_retain(const Node& node) {
        std::uint32_t count = node.refs.load(std::memory_order_relaxed);
        while (count != 0)
            if (node.refs.compare_exchange_weak(count, count + 1, std::memory_order_acq_rel)) return true;
        return false;
    }

    Shard shards_[kShards];
};

}  // namespace hcl
