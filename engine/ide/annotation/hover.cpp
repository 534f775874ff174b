#include "engine/ide/annotation/hover.h"

#include <algorithm>

#include "engine/ide/annotation/bound_hover.h"
#include "engine/ide/annotation/template_hover.h"
#include "engine/ide/outline/document_symbols.h"
#include "engine/world/extension_lookup.h"
#include "engine/world/module_lookup.h"

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

std::optional<Hover> extension_hover(const world::ExtensionOf& native, FileId file, std::uint32_t offset) {
    if (!native.extension) return std::nullopt;
    const auto known = native.extension->hover(native.context, file, offset);
    if (!known) return std::nullopt;
    std::string markdown = known->type.empty() ? std::string() : code_block(known->type);
    if (!markdown.empty() && !known->documentation.empty()) markdown += "\n\n";
    return Hover{known->span, markdown + known->documentation};
}

}  // namespace

std::string code_block(std::string_view text) {
    return "```hcl\n" + std::string(text) + "\n```";
}

std::optional<Hover> hover(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                           const Cancel& cancel) {
    if (const world::FileState* state = snapshot.file(file);
        state && state->info().options.syntax == syntax::Syntax::Template)
        if (auto known = template_hover(snapshot, *state, offset, cancel)) return known;
    const world::ExtensionOf native =
        world::extension_of(snapshot, world::module_of(snapshot, file, cancel), cancel);
    if (auto known = extension_hover(native, file, offset)) return known;
    if (auto place = bound_at(snapshot, file, offset, cancel))
        if (auto known = bound_hover(snapshot, *place, cancel)) {
            const std::string more =
                native.extension ? native.extension->see_also(native.context, file, offset) : std::string();
            if (!more.empty()) known->markdown += "\n\n" + more;
            return known;
        }
    std::vector<DocumentSymbol> path = symbols_around(snapshot, file, offset, cancel);
    // The outermost construct whose name is under the cursor.
    auto named = std::ranges::find_if(
        path, [&](const DocumentSymbol& symbol) { return symbol.selection.touches(offset); });
    if (named == path.end()) return std::nullopt;
    path.erase(named + 1, path.end());
    std::string line;
    for (const DocumentSymbol& symbol : path) line += (line.empty() ? "" : " › ") + symbol.name;
    const DocumentSymbol& last = path.back();
    Hover result{last.selection, code_block(line) + "\n" + std::string(kind_word(last.kind))};
    if (!last.detail.empty()) result.markdown += ": `" + last.detail + "`";
    return result;
}

}  // namespace hcl::ide
