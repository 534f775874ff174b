// Call hierarchy of user-defined functions, and of modules.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

struct CallItem {
    std::string name;
    std::string detail;  // "function", "module", or the kind of the calling block
    FileId file;
    Span span;  // the whole construct
    Span word;  // its name
    bool is_function = true;
};

struct CallLink {
    CallItem item;
    std::vector<Span> places;  // of the calls, in the caller's file
};

// The function defined or called at the offset, or the module that is called there. An item of a module is at
// the start of a file.
std::optional<CallItem> call_item_at(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                                     const Cancel& cancel);
// The callers of the function defined at `offset`, and the functions that it calls; sorted by file and
// position.
std::vector<CallLink> incoming_calls(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                                     const Cancel& cancel);
std::vector<CallLink> outgoing_calls(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                                     const Cancel& cancel);

}  // namespace hcl::ide
