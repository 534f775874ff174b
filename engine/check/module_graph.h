// The graph of the modules of a workspace, with its strongly connected components. It is computed once, as
// far as it is asked for, and kept with the workspace (ExtensionContext::workspace). For any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/base/id.h"
#include "engine/bind/module.h"

namespace hcl::check {

class ModuleGraph {
  public:
    // The file that a module is known by.
    static FileId key_of(const bind::Module& module) { return module.files().front().input.id; }

    // A module that was reached. It does not change.
    struct Place {
        bind::ModulePtr module;
        std::vector<std::optional<std::uint32_t>> next{};  // in the order of `Next`
        std::size_t group = 0;                             // of modules that lead to each other
    };
    // The modules that one leads to; null for one that is not known. Always the same for a graph.
    using Next = std::function<std::vector<bind::ModulePtr>(const bind::Module&)>;

    // The number of a module. If it is new, all that it leads to is added: first what leads to nothing else,
    // so that all that a place leads to has lower numbers or is of its own group.
    std::uint32_t find(const bind::ModulePtr& root, const Next& next, const Cancel& cancel);
    const Place& at(std::uint32_t number) const;

  private:
    struct New;
    std::optional<std::uint32_t> number_of(FileId module) const;

    mutable std::mutex mutex_;
    std::deque<Place> places_;
    // By first file: a module that was given up is another object when it is asked for again.
    std::unordered_map<FileId, std::uint32_t> numbers_;
    std::size_t groups_ = 0;
};

}  // namespace hcl::check
