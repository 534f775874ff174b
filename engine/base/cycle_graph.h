// The cycles of a graph whose nodes are not numbered.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/base/components.h"

namespace hcl {

// Reads a graph once, so that questions about each of its nodes take no search through all of it.
template <typename Node>
class CycleGraph {
  public:
    // The graph is what `starts` lead to. next(node) gives the nodes that a node leads to, and is called once
    // for each.
    template <typename Nodes, typename Next>
    CycleGraph(const Nodes& starts, const Next& next, const Cancel& cancel) {
        for (const Node& start : starts) number(start);
        for (std::uint32_t at = 0; at < nodes_.size(); ++at) {
            cancel.poll();
            const Node node = nodes_[at];
            std::vector<std::uint32_t> leads_to;
            for (const Node& to : next(node)) leads_to.push_back(number(to));
            next_.push_back(std::move(leads_to));
        }
        std::vector<bool> is_cyclic(nodes_.size(), false);
        cycle_.resize(nodes_.size(), kNoCycle);
        each_component(next_, cancel, [&](std::span<const std::uint32_t> component) {
            if (!has_cycle(component, next_)) return;
            for (const std::uint32_t member : component)
                cycle_[member] = static_cast<std::uint32_t>(sizes_.size());
            sizes_.push_back(component.size());
        });
        keep_inner_edges();
    }

    bool is_in_cycle(const Node& node) const { return cycle_of(node) != kNoCycle; }

    // The nodes of the cycles through a node, from there against the direction of the graph; all of them are
    // in cycles with each other. Empty when there are none, or more than `most`.
    std::vector<Node> cycle_through(const Node& start, std::size_t most) const {
        const std::uint32_t cycle = cycle_of(start);
        if (cycle == kNoCycle || sizes_[cycle] > most) return {};
        std::vector<std::uint32_t> reached{numbers_.at(start)};
        std::map<std::uint32_t, std::vector<std::uint32_t>> before;
        for (std::size_t i = 0; i < reached.size(); ++i)
            for (const std::uint32_t to : next_[reached[i]]) {
                if (!before.contains(to) && to != reached[0]) reached.push_back(to);
                before[to].push_back(reached[i]);
            }
        std::vector<std::uint32_t> members{reached[0]};
        for (std::size_t i = 0; i < members.size(); ++i)
            for (const std::uint32_t from : before[members[i]])
                if (std::ranges::find(members, from) == members.end()) members.push_back(from);
        std::vector<Node> out;
        out.reserve(members.size());
        for (const std::uint32_t member : members) out.push_back(nodes_[member]);
        return out;
    }

  private:
    static constexpr std::uint32_t kNoCycle = UINT32_MAX;

    std::uint32_t number(const Node& node) {
        const auto [it, is_new] = numbers_.try_emplace(node, static_cast<std::uint32_t>(nodes_.size()));
        if (is_new) nodes_.push_back(node);
        return it->second;
    }

    std::uint32_t cycle_of(const Node& node) const {
        const auto it = numbers_.find(node);
        return it == numbers_.end() ? kNoCycle : cycle_[it->second];
    }

    // Each once, and only those of cycles.
    void keep_inner_edges() {
        std::vector<std::uint32_t> kept_by(nodes_.size(), kNoCycle);
        for (std::uint32_t at = 0; at < nodes_.size(); ++at) {
            std::erase_if(next_[at], [&](std::uint32_t to) {
                if (cycle_[at] == kNoCycle || cycle_[to] != cycle_[at] || kept_by[to] == at) return true;
                kept_by[to] = at;
                return false;
            });
            next_[at].shrink_to_fit();
        }
    }

    std::map<Node, std::uint32_t> numbers_;
    std::vector<Node> nodes_;
    std::vector<std::vector<std::uint32_t>> next_;
    std::vector<std::uint32_t> cycle_;  // by node
    std::vector<std::size_t> sizes_;    // of the cycles
};

}  // namespace hcl
