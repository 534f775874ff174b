// Rename: changes every occurrence of a name, or returns the reason why it cannot be renamed.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/source/diagnostic.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

struct RenameTarget {
    Span span;  // the name alone, without quotes
    std::string name;
};

// The error is empty when there is no name at the offset.
std::expected<RenameTarget, std::string> prepare_rename(const world::Snapshot& snapshot, FileId file,
                                                        std::uint32_t offset, const Cancel& cancel);

// Edits exactly the occurrences of `uses_at`, and white space where formatted code would not stay so; sorted
// by file and position. The error is a message for the user.
std::expected<std::vector<FileEdit>, std::string> rename(const world::Snapshot& snapshot, FileId file,
                                                         std::uint32_t offset, std::string_view new_name,
                                                         const Cancel& cancel);

}  // namespace hcl::ide
