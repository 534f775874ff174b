// A table of unique immutable nodes, so that equality is a comparison of
// addresses.
//
// It holds the address of every counted node without owning it: a node is removed with its
// last owner. A lookup can find a node that is being destroyed: its count is zero, so it
// cannot be retained, and a new node replaces it. Thread-safe. `Node` must have `hash`, and
// `refs`, an atomic 32-bit reference count.
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
    // Returns the node that `same` accepts, or the new one from `make`. The caller owns one reference.
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
