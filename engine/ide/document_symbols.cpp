#include "engine/ide/document_symbols.h"

namespace hcl::ide {

namespace {

using syntax::BlockView;
using syntax::BodyView;
using syntax::Node;
using syntax::NodeKind;

// Deeper values are for reading, not for an outline.
constexpr int kMaxDepth = 32;
constexpr std::size_t kMaxDetail = 60;

SymbolKind kind_of(Node value) {
    switch (value.kind()) {
        case NodeKind::Object:
        case NodeKind::ForObject:
        case NodeKind::JsonObject:
            return SymbolKind::Object;
        case NodeKind::Tuple:
        case NodeKind::ForTuple:
        case NodeKind::JsonArray:
            return SymbolKind::Array;
        case NodeKind::Template:
        case NodeKind::JsonString:
            return SymbolKind::String;
        case NodeKind::Heredoc:
            return SymbolKind::Template;
        case NodeKind::Number:
        case NodeKind::JsonNumber:
            return SymbolKind::Number;
        case NodeKind::Bool:
        case NodeKind::JsonBool:
            return SymbolKind::Boolean;
        case NodeKind::Null:
        case NodeKind::JsonNull:
            return SymbolKind::Null;
        case NodeKind::Call:
            return SymbolKind::Function;
        default:
            return SymbolKind::Attribute;
    }
}

// A value that fits beside its name: one line, not long.
std::string detail_of(Node value) {
    SymbolKind kind = kind_of(value);
    if (kind == SymbolKind::Object || kind == SymbolKind::Array || kind == SymbolKind::Template) return {};
    std::string_view text = value.text();
    if (text.size() > kMaxDetail || text.find('\n') != std::string_view::npos) return {};
    return std::string(text);
}

// The name of an object's key as an outline shows it.
std::string key_name(Node key) {
    std::string_view text = key.text();
    bool is_quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
    return std::string(is_quoted ? text.substr(1, text.size() - 2) : text);
}

class Outline {
  public:
    explicit Outline(const Cancel& cancel) : cancel_(cancel) {}

    std::vector<DocumentSymbol> body(const BodyView& body, int depth) const {
        std::vector<DocumentSymbol> symbols;
        if (depth > kMaxDepth) return symbols;
        for (const BodyView::Item& item : body.items()) {
            cancel_.poll();
            if (item.kind == BodyView::ItemKind::Attribute)
                add_attribute(item.attribute(), depth, symbols);
            else if (item.kind == BodyView::ItemKind::Block)
                symbols.push_back(block(item.block(), depth));
        }
        return symbols;
    }

    // Children of an object or a list.
    std::vector<DocumentSymbol> value(Node node, int depth) const {
        std::vector<DocumentSymbol> symbols;
        if (!node || depth > kMaxDepth) return symbols;
        if (node.is(NodeKind::Object) || node.is(NodeKind::JsonObject)) {
            for (Node item : node.children()) {
                cancel_.poll();
                Node key = item.child(0);
                Node content = item.child(1);
                if (!key || !content) continue;
                std::string name = key_name(key);
                if (name.empty()) continue;
                symbols.push_back({std::move(name), detail_of(content), kind_of(content), item.span(),
                                   key.span(), value(content, depth + 1)});
            }
        } else if (node.is(NodeKind::Tuple) || node.is(NodeKind::JsonArray)) {
            // Only elements with an inside of their own: `[1, 2, 3]` needs no outline.
            std::uint32_t index = 0;
            for (Node element : node.children()) {
                std::vector<DocumentSymbol> inner = value(element, depth + 1);
                if (!inner.empty())
                    symbols.push_back({"[" + std::to_string(index) + "]",
                                       {},
                                       kind_of(element),
                                       element.span(),
                                       element.span(),
                                       std::move(inner)});
                ++index;
            }
        }
        return symbols;
    }

  private:
    DocumentSymbol block(const BlockView& block, int depth) const {
        DocumentSymbol symbol;
        symbol.name = block.type();
        for (const syntax::LabelView& label : block.labels()) symbol.name += " " + label.value;
        symbol.kind = SymbolKind::Block;
        symbol.span = block.span();
        symbol.selection = block.header_span();
        symbol.children = body(block.body(), depth + 1);
        return symbol;
    }

    void add_attribute(const syntax::AttributeView& attribute, int depth,
                       std::vector<DocumentSymbol>& symbols) const {
        if (attribute.name.empty()) return;
        symbols.push_back({std::string(attribute.name), detail_of(attribute.expr), kind_of(attribute.expr),
                           attribute.span, attribute.name_span, value(attribute.expr, depth + 1)});
    }

    const Cancel& cancel_;
};

}  // namespace

std::vector<DocumentSymbol> document_symbols(const world::Snapshot& snapshot, FileId file,
                                             const Cancel& cancel) {
    const world::FileState* state = snapshot.file(file);
    if (!state) return {};
    const syntax::FilePtr& tree = state->tree();
    Outline outline(cancel);
    switch (tree->options().syntax) {
        case syntax::Syntax::Native:
            return outline.body(tree->body(), 0);
        case syntax::Syntax::Json:
            return outline.value(tree->root(), 0);
        case syntax::Syntax::Template:
            break;
    }
    return {};
}

}  // namespace hcl::ide
