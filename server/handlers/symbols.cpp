// The outline of a document.
#include "engine/ide/document_symbols.h"
#include "server/handlers/encode.h"
#include "server/handlers/handlers.h"
#include "server/handlers/interim_lsp.h"

namespace hcl::server {

namespace {

// LSP's numbers for kinds.
int kind_number(ide::SymbolKind kind) {
    switch (kind) {
        case ide::SymbolKind::Block:
            return 5;  // Class
        case ide::SymbolKind::Attribute:
            return 7;  // Property
        case ide::SymbolKind::Object:
            return 19;
        case ide::SymbolKind::Array:
            return 18;
        case ide::SymbolKind::String:
        case ide::SymbolKind::Template:
            return 15;
        case ide::SymbolKind::Number:
            return 16;
        case ide::SymbolKind::Boolean:
            return 17;
        case ide::SymbolKind::Null:
            return 21;
        case ide::SymbolKind::Function:
            return 12;
    }
    return 7;
}

struct Encoder {
    const Context& context;
    const syntax::File& tree;
    std::string uri;
    std::string out = "[";

    std::string head(const ide::DocumentSymbol& symbol) {
        return "{\"name\":" + json_quote(symbol.name) + ",\"kind\":" + std::to_string(kind_number(symbol.kind));
    }

    void nested(const std::vector<ide::DocumentSymbol>& symbols) {
        bool is_first = true;
        for (const ide::DocumentSymbol& symbol : symbols) {
            if (!is_first) out += ',';
            is_first = false;
            out += head(symbol);
            if (!symbol.detail.empty()) out += ",\"detail\":" + json_quote(symbol.detail);
            out += ",\"range\":" + encode_range(tree, symbol.span, context.unit());
            out += ",\"selectionRange\":" + encode_range(tree, symbol.selection, context.unit());
            if (!symbol.children.empty()) {
                out += ",\"children\":[";
                nested(symbol.children);
                out += ']';
            }
            out += '}';
        }
    }

    // For clients that know lists only.
    void flat(const std::vector<ide::DocumentSymbol>& symbols, std::string_view container) {
        for (const ide::DocumentSymbol& symbol : symbols) {
            if (out.size() > 1) out += ',';
            out += head(symbol);
            if (!container.empty()) out += ",\"containerName\":" + json_quote(container);
            out += ",\"location\":{\"uri\":" + json_quote(uri) +
                   ",\"range\":" + encode_range(tree, symbol.span, context.unit()) + "}}";
            flat(symbol.children, symbol.name);
        }
    }
};

}  // namespace

Reply document_symbol(const Context& context, const lsp::DocumentSymbolParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    auto symbols = ide::document_symbols(*context.snapshot, state->id(), context.cancel);
    Encoder encoder{context, *state->tree(), params.text_document.uri};
    if (context.client->nested_symbols)
        encoder.nested(symbols);
    else
        encoder.flat(symbols, "");
    return encoder.out + "]";
}

}  // namespace hcl::server
