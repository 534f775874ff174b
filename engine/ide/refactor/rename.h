// Renaming: every word that means the same gets another name, or a reason why that cannot be.
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

// An empty sentence as the error: there is no name at all.
std::expected<RenameTarget, std::string> prepare_rename(const world::Snapshot& snapshot, FileId file,
                                                        std::uint32_t offset, const Cancel& cancel);

// Edits exactly the places that `uses_at` gives, by file and place. The error is a sentence for the person.
std::expected<std::vector<FileEdit>, std::string> rename(const world::Snapshot& snapshot, FileId file,
                                                         std::uint32_t offset, std::string_view new_name,
                                                         const Cancel& cancel);

}  // namespace hcl::ide
