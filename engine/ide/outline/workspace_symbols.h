// The names of all files together, found by a few letters.
#pragma once

#include <string>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/ide/outline/document_symbols.h"

namespace hcl::ide {

struct WorkspaceSymbol {
    std::string name;
    std::string container;  // the names around it, or nothing
    SymbolKind kind = SymbolKind::Block;
    Location where;  // the part that names it
    language::Icon icon = language::Icon::None;
};

// The best `limit`, best first; all names in order of their files when the query is empty.
std::vector<WorkspaceSymbol> workspace_symbols(const world::Snapshot& snapshot, std::string_view query,
                                               std::size_t limit, const Cancel& cancel);

}  // namespace hcl::ide
