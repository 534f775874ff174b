// The outline of a document.
#include "protocol/model/generated/symbols.h"

#include "engine/ide/document_symbols.h"
#include "engine/ide/workspace_symbols.h"
#include "server/handlers/encode.h"
#include "server/handlers/handlers.h"

namespace hcl::server {

namespace {

// More is no help to a person who picks from a list, and the next letter narrows it.
constexpr std::size_t kMaxWorkspaceSymbols = 256;

lsp::SymbolKind to_kind(ide::SymbolKind kind) {
    switch (kind) {
        case ide::SymbolKind::Block:
            return lsp::SymbolKind::Class;
        case ide::SymbolKind::Attribute:
            return lsp::SymbolKind::Property;
        case ide::SymbolKind::Object:
            return lsp::SymbolKind::Object;
        case ide::SymbolKind::Array:
            return lsp::SymbolKind::Array;
        case ide::SymbolKind::String:
        case ide::SymbolKind::Template:
            return lsp::SymbolKind::String;
        case ide::SymbolKind::Number:
            return lsp::SymbolKind::Number;
        case ide::SymbolKind::Boolean:
            return lsp::SymbolKind::Boolean;
        case ide::SymbolKind::Null:
            return lsp::SymbolKind::Null;
        case ide::SymbolKind::Function:
            return lsp::SymbolKind::Function;
    }
    return lsp::SymbolKind::Property;
}

std::vector<lsp::DocumentSymbol> to_nested(const std::vector<ide::DocumentSymbol>& symbols,
                                           const syntax::File& tree, ColumnUnit unit) {
    std::vector<lsp::DocumentSymbol> result;
    result.reserve(symbols.size());
    for (const ide::DocumentSymbol& symbol : symbols) {
        lsp::DocumentSymbol& out = result.emplace_back();
        out.name = symbol.name;
        out.kind = to_kind(symbol.kind);
        out.range = to_range(tree, symbol.span, unit);
        out.selection_range = to_range(tree, symbol.selection, unit);
        if (!symbol.detail.empty()) out.detail = symbol.detail;
        if (!symbol.children.empty()) out.children = to_nested(symbol.children, tree, unit);
    }
    return result;
}

// For clients that know lists only.
struct Flat {
    const std::string& uri;
    const syntax::File& tree;
    ColumnUnit unit;
    std::vector<lsp::SymbolInformation> out = {};

    void add(const std::vector<ide::DocumentSymbol>& symbols, const std::string& container) {
        for (const ide::DocumentSymbol& symbol : symbols) {
            lsp::SymbolInformation& info = out.emplace_back();
            info.location = {uri, to_range(tree, symbol.span, unit)};
            info.name = symbol.name;
            info.kind = to_kind(symbol.kind);
            if (!container.empty()) info.container_name = container;
            add(symbol.children, symbol.name);
        }
    }
};

}  // namespace

Reply document_symbol(const Context& context, const lsp::DocumentSymbolParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    auto symbols = ide::document_symbols(*context.snapshot, state->id(), context.cancel);
    if (context.client->nested_symbols) return reply(to_nested(symbols, *state->tree(), context.unit()));
    Flat flat{params.text_document.uri, *state->tree(), context.unit()};
    flat.add(symbols, "");
    return reply(flat.out);
}

Reply workspace_symbol(const Context& context, const lsp::WorkspaceSymbolParams& params) {
    std::vector<lsp::SymbolInformation> symbols;
    for (ide::WorkspaceSymbol& found :
         ide::workspace_symbols(*context.snapshot, params.query, kMaxWorkspaceSymbols, context.cancel)) {
        const syntax::File& tree = *context.snapshot->file(found.where.file)->tree();
        lsp::SymbolInformation& symbol = symbols.emplace_back();
        symbol.location = {context.files->uri(found.where.file),
                           to_range(tree, found.where.span, context.unit())};
        symbol.name = std::move(found.name);
        symbol.kind = to_kind(found.kind);
        if (!found.container.empty()) symbol.container_name = std::move(found.container);
    }
    return reply_in_parts(context, symbols);
}

}  // namespace hcl::server
