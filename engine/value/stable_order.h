// Stable sorting by index (std::stable_sort's allocation triggers warnings in newer compilers).
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace hcl::internal {

// The source index of each position in the sorted sequence; equal elements keep their order.
template <typename T, typename Less>
std::vector<std::uint32_t> stable_order(const std::vector<T>& items, const Less& less) {
    std::vector<std::uint32_t> order(items.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        if (less(items[a], items[b])) return true;
        return !less(items[b], items[a]) && a < b;
    });
    return order;
}

template <typename T, typename Less>
void stable_sort(std::vector<T>& items, const Less& less) {
    if (std::is_sorted(items.begin(), items.end(), less)) return;
    if (items.size() <= 12) {
        // In place: few moves are cheaper than a second array.
        for (auto at = items.begin() + 1; at != items.end(); ++at) {
            if (!less(*at, *(at - 1))) continue;
            T item = std::move(*at);
            auto hole = at;
            do {
                *hole = std::move(*(hole - 1));
                --hole;
            } while (hole != items.begin() && less(item, *(hole - 1)));
            *hole = std::move(item);
        }
        return;
    }
    std::vector<T> sorted;
    sorted.reserve(items.size());
    for (std::uint32_t from : stable_order(items, less)) sorted.push_back(std::move(items[from]));
    items = std::move(sorted);
}

}  // namespace hcl::internal
