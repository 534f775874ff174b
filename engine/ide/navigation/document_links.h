// Texts that lead somewhere: files and addresses, where the language says that an argument takes one.
#pragma once

#include <string>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

struct DocumentLink {
    Span span;           // without the quotes
    std::string target;  // a path with forward slashes, or an address
    bool is_path = false;
};

// By place.
std::vector<DocumentLink> document_links(const world::Snapshot& snapshot, FileId file, const Cancel& cancel);

}  // namespace hcl::ide
