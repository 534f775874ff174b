#include "engine/check/module_graph.h"

#include <span>

#include "engine/base/components.h"

namespace hcl::check {

// Modules that the graph does not have yet.
struct ModuleGraph::New {
    struct Reached {
        bind::ModulePtr module;
        std::vector<bind::ModulePtr> next{};
    };

    std::vector<Reached> places{};
    std::vector<std::vector<std::uint32_t>> edges{};
    std::unordered_map<FileId, std::uint32_t> numbers{};

    std::uint32_t add(const bind::ModulePtr& module) {
        const auto [it, is_new] =
            numbers.try_emplace(key_of(*module), static_cast<std::uint32_t>(places.size()));
        if (is_new) places.push_back({module});
        return it->second;
    }
};

std::uint32_t ModuleGraph::find(const bind::ModulePtr& root, const Next& next, const Cancel& cancel) {
    if (const std::optional<std::uint32_t> known = number_of(key_of(*root))) return *known;
    // Others may ask in the meantime: modules are looked for, which can take long.
    New found;
    found.add(root);
    for (std::uint32_t i = 0; i < found.places.size(); ++i) {
        cancel.poll();
        std::vector<bind::ModulePtr> others = next(*bind::ModulePtr(found.places[i].module));
        std::vector<std::uint32_t>& edges = found.edges.emplace_back();
        for (const bind::ModulePtr& other : others)
            if (other && !number_of(key_of(*other))) edges.push_back(found.add(other));
        found.places[i].next = std::move(others);
    }
    std::lock_guard lock(mutex_);
    each_component(found.edges, cancel, [&](std::span<const std::uint32_t> group) {
        // Another thread may have added a group, but not a part of one.
        if (numbers_.contains(key_of(*found.places[group.front()].module))) return;
        ++groups_;
        for (std::uint32_t member : group) {
            const bind::ModulePtr& module = found.places[member].module;
            numbers_.emplace(key_of(*module), static_cast<std::uint32_t>(places_.size()));
            places_.push_back({module, {}, groups_});
        }
        for (std::uint32_t member : group) {
            Place& place = places_[numbers_.at(key_of(*found.places[member].module))];
            for (const bind::ModulePtr& other : found.places[member].next)
                place.next.push_back(other ? std::optional(numbers_.at(key_of(*other))) : std::nullopt);
        }
    });
    return numbers_.at(key_of(*root));
}

const ModuleGraph::Place& ModuleGraph::at(std::uint32_t number) const {
    std::lock_guard lock(mutex_);
    return places_[number];
}

std::optional<std::uint32_t> ModuleGraph::number_of(FileId module) const {
    std::lock_guard lock(mutex_);
    const auto found = numbers_.find(module);
    return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace hcl::check
