// Who calls whom: functions that files define, where the language lets them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

struct CallItem {
    std::string name;
    std::string detail;  // what it is: "function", or the kind of the block that calls
    FileId file;
    Span span;  // the whole construct
    Span word;  // its name
    bool is_function = true;
};

struct CallLink {
    CallItem item;
    std::vector<Span> places;  // of the calls, in the file of whoever calls
};

// The function that is defined or called at the offset.
std::optional<CallItem> call_item_at(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                                     const Cancel& cancel);
// What calls the function defined at `offset`, and which functions it calls itself. By file and place.
std::vector<CallLink> incoming_calls(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                                     const Cancel& cancel);
std::vector<CallLink> outgoing_calls(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                                     const Cancel& cancel);

}  // namespace hcl::ide
