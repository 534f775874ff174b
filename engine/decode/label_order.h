// Sorts the blocks of a block_map by label. Private to the decoder.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace hcl::decode {

class LabelOrder {
  public:
    explicit LabelOrder(std::size_t labels_of_each) : depth(labels_of_each) {}
    void reserve(std::size_t blocks) { labels_.reserve(blocks * depth); }
    // Adds all labels of one block before those of the next.
    void add(std::string label) { labels_.push_back(std::move(label)); }

    const std::string& label(std::size_t block, std::size_t level) const {
        return labels_[block * depth + level];
    }
    std::strong_ordering compare(std::size_t a, std::size_t b) const {
        for (std::size_t level = 0; level < depth; ++level)
            if (auto found = label(a, level) <=> label(b, level); found != 0) return found;
        return std::strong_ordering::equal;
    }

    // By labels; blocks with equal labels keep their order.
    void sort() {
        struct Key {
            std::uint64_t start;  // first bytes of the first label: they decide most comparisons
            std::size_t block;
        };
        std::vector<Key> keys(depth == 0 ? 0 : labels_.size() / depth);
        for (std::size_t block = 0; block < keys.size(); ++block) {
            const std::string& text = label(block, 0);
            std::uint64_t start = 0;
            for (std::size_t i = 0; i < 8; ++i)
                start = start << 8 | (i < text.size() ? static_cast<unsigned char>(text[i]) : 0);
            keys[block] = {start, block};
        }
        std::ranges::sort(keys, [&](const Key& a, const Key& b) {
            if (a.start != b.start) return a.start < b.start;
            if (auto by_labels = compare(a.block, b.block); by_labels != 0) return by_labels < 0;
            return a.block < b.block;
        });
        order.clear();
        order.reserve(keys.size());
        for (const Key& key : keys) order.push_back(key.block);
    }

    const std::size_t depth;
    std::vector<std::size_t> order;  // block indices

  private:
    std::vector<std::string> labels_;
};

}  // namespace hcl::decode
