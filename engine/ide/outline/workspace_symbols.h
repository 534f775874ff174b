// Workspace symbols: fuzzy search over the names of all files.
#pragma once

#include <string>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/ide/outline/document_symbols.h"

namespace hcl::ide {

struct WorkspaceSymbol {
    std::string name;
    std::string container;  // the enclosing names, or empty
    SymbolKind kind = SymbolKind::Block;
    Location where;  // the range of the name
    language::Icon icon = language::Icon::None;
};

// The best `limit` matches, best first; blocks before arguments. An empty query
// returns all blocks in file order.
std::vector<WorkspaceSymbol> workspace_symbols(const world::Snapshot& snapshot, std::string_view query,
                                               std::size_t limit, const Cancel& cancel);

}  // namespace hcl::ide
