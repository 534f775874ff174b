// Document links: string arguments that the language declares as files or URLs.
#pragma once

#include <string>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

struct DocumentLink {
    Span span;           // without the quotes
    std::string target;  // a path with forward slashes, or a URL
    bool is_path = false;
};

// Sorted by position.
std::vector<DocumentLink> document_links(const world::Snapshot& snapshot, FileId file, const Cancel& cancel);

}  // namespace hcl::ide
