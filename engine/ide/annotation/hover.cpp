#include "engine/ide/annotation/hover.h"

#include <algorithm>

#include "engine/ide/annotation/bound_hover.h"
#include "engine/ide/outline/document_symbols.h"

namespace hcl::ide {

namespace {

std::string_view kind_word(SymbolKind kind) {
    switch (kind) {
        case SymbolKind::Block:
            return "block";
        case SymbolKind::Attribute:
            return "attribute";
        case SymbolKind::Object:
            return "object";
        case SymbolKind::Array:
            return "list";
        case SymbolKind::String:
            return "string";
        case SymbolKind::Template:
            return "heredoc";
        case SymbolKind::Number:
            return "number";
        case SymbolKind::Boolean:
            return "bool";
        case SymbolKind::Null:
            return "null";
        case SymbolKind::Function:
            return "function call";
    }
    return "";
}

}  // namespace

std::optional<Hover> hover(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                           const Cancel& cancel) {
    if (auto place = bound_at(snapshot, file, offset, cancel))
        if (auto known = bound_hover(snapshot, *place, cancel)) return known;
    std::vector<DocumentSymbol> path = symbols_around(snapshot, file, offset, cancel);
    // The outermost construct whose name is under the cursor.
    auto named = std::ranges::find_if(
        path, [&](const DocumentSymbol& symbol) { return symbol.selection.touches(offset); });
    if (named == path.end()) return std::nullopt;
    path.erase(named + 1, path.end());
    std::string line;
    for (const DocumentSymbol& symbol : path) line += (line.empty() ? "" : " › ") + symbol.name;
    const DocumentSymbol& last = path.back();
    Hover result{last.selection, "```hcl\n" + line + "\n```\n" + std::string(kind_word(last.kind))};
    if (!last.detail.empty()) result.markdown += ": `" + last.detail + "`";
    return result;
}

}  // namespace hcl::ide
