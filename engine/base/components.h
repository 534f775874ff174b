// Strongly connected components of a graph.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/cancel.h"

namespace hcl {

// Calls visit(component) for each strongly connected component, dependencies first (Tarjan). Iterative,
// because chains can be long. `next`: the nodes that each node leads to.
template <typename Visit>
void each_component(const std::vector<std::vector<std::uint32_t>>& next, const Cancel& cancel,
                    const Visit& visit) {
    constexpr std::uint32_t kNew = UINT32_MAX;
    const std::size_t n = next.size();
    std::vector<std::uint32_t> index(n, kNew);
    std::vector<std::uint32_t> low(n, 0);
    std::vector<bool> on_stack(n, false);
    std::vector<std::uint32_t> stack;
    struct Frame {
        std::uint32_t node;
        std::size_t edge;
    };
    std::vector<Frame> frames;
    std::uint32_t counter = 0;
    for (std::uint32_t start = 0; start < n; ++start) {
        if (index[start] != kNew) continue;
        cancel.poll();
        frames.push_back({start, 0});
        while (!frames.empty()) {
            Frame& frame = frames.back();
            std::uint32_t v = frame.node;
            if (frame.edge == 0 && index[v] == kNew) {
                index[v] = low[v] = counter++;
                stack.push_back(v);
                on_stack[v] = true;
            }
            bool descended = false;
            while (frame.edge < next[v].size()) {
                std::uint32_t w = next[v][frame.edge++];
                if (index[w] == kNew) {
                    frames.push_back({w, 0});
                    descended = true;
                    break;
                }
                if (on_stack[w]) low[v] = std::min(low[v], index[w]);
            }
            if (descended) continue;
            if (low[v] == index[v]) {
                std::size_t first = stack.size();
                while (stack[--first] != v) {
                }
                const std::span<const std::uint32_t> component(stack.begin() + first, stack.end());
                for (std::uint32_t member : component) on_stack[member] = false;
                visit(component);
                stack.resize(first);
            }
            frames.pop_back();
            if (!frames.empty()) {
                std::uint32_t parent = frames.back().node;
                low[parent] = std::min(low[parent], low[v]);
            }
        }
    }
}

// Whether a component has a cycle: several nodes, or one that leads to itself.
inline bool has_cycle(std::span<const std::uint32_t> component,
                      const std::vector<std::vector<std::uint32_t>>& next) {
    return component.size() > 1 ||
           std::ranges::find(next[component[0]], component[0]) != next[component[0]].end();
}

}  // namespace hcl
