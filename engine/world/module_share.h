// What each module of a workspace may take, so that those of all of them together are bounded by its text.
//
// A workspace of few modules gives each the limits of the settings. In one of many, modules have equal shares
// of what a few of them may take, and more by their own text. That depends on all files, not on the order in
// which they were opened or looked at; modules and bytes are counted in powers of two, so that few edits
// change it.
#pragma once

#include <cstdint>

#include "engine/base/limits.h"

namespace hcl::world {

class Snapshot;

struct ModuleShare {
    std::uint64_t modules = 1;
    std::uint64_t bytes = 0;
    bool operator==(const ModuleShare&) const = default;

    // Of a module with that much text.
    Limits limits(const Limits& all, std::uint64_t text) const;
};

ModuleShare module_share(const Snapshot& snapshot);

}  // namespace hcl::world
