// The outline of a document.
#include "protocol/model/generated/symbols.h"

#include <charconv>
#include <cstring>
#include <memory>

#include "engine/ide/document_symbols.h"
#include "engine/ide/workspace_symbols.h"
#include "protocol/json/writer.h"
#include "server/handlers/encode.h"
#include "server/handlers/handlers.h"
#include "server/handlers/positions.h"

namespace hcl::server {

namespace {

using namespace std::string_view_literals;

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

lsp::SymbolKind to_kind(const ide::DocumentSymbol& symbol) {
    // The language's words are the protocol's, in its order.
    if (symbol.icon != language::Icon::None) return static_cast<lsp::SymbolKind>(symbol.icon);
    return to_kind(symbol.kind);
}

// The JSON text of a piece of an outline, kept with the piece. Of its places only the lines change when the
// piece moves: they are left out of the text.
struct OutlineText {
    struct Hole {
        std::uint32_t at;    // in the text
        std::uint32_t line;  // from the piece's first
    };
    ColumnUnit unit = ColumnUnit::Utf16;
    std::uint32_t column = 0;  // where the piece starts
    std::string text;
    std::vector<Hole> holes;
    std::uint32_t lines = 0;  // in the piece
    bool ends_line = false;
};

class OutlineWriter {
  public:
    // Appends to `text`, which is kept for the next piece.
    OutlineWriter(std::string& text, std::vector<OutlineText::Hole>& holes, Positions& positions,
                  std::uint32_t start)
        : text_(text),
          holes_(holes),
          positions_(positions),
          start_(start),
          first_line_(positions.at(start).line) {}

    void list(const std::vector<ide::DocumentSymbol>& symbols) {
        bool is_first = true;
        for (const ide::DocumentSymbol& symbol : symbols) {
            if (!is_first) text_ += ',';
            is_first = false;
            one(symbol);
        }
    }

  private:
    void one(const ide::DocumentSymbol& symbol) {
        text_ += R"({"name":)"sv;
        lsp::append_json_string(text_, symbol.name);
        text_ += R"(,"kind":)"sv;
        lsp::append_json_integer(text_, static_cast<std::uint32_t>(to_kind(symbol)));
        if (!symbol.detail.empty()) {
            text_ += R"(,"detail":)"sv;
            lsp::append_json_string(text_, symbol.detail);
        }
        text_ += R"(,"range":)"sv;
        range(symbol.span);
        text_ += R"(,"selectionRange":)"sv;
        range(symbol.selection);
        if (!symbol.children.empty()) {
            text_ += R"(,"children":[)"sv;
            list(symbol.children);
            text_ += ']';
        }
        text_ += '}';
    }

    void range(Span span) {
        text_ += R"({"start":{"line":)"sv;
        place(span.start);
        text_ += R"(,"end":{"line":)"sv;
        place(span.end);
        text_ += '}';
    }

    void place(std::uint32_t offset) {
        lsp::Position position = positions_.at(start_ + offset);
        holes_.push_back({static_cast<std::uint32_t>(text_.size()), position.line - first_line_});
        text_ += R"(,"character":)"sv;
        lsp::append_json_integer(text_, position.character);
        text_ += '}';
    }

    std::string& text_;
    std::vector<OutlineText::Hole>& holes_;
    Positions& positions_;
    std::uint32_t start_;
    std::uint32_t first_line_;
};

// What is written is copied out of `scratch`, which grows once.
OutlineText outline_text(const ide::Outline& outline, const ide::OutlinePiece& piece, Positions& positions,
                         const syntax::File& tree, OutlineText& scratch) {
    OutlineText made;
    made.unit = positions.unit();
    const lsp::Position start = positions.at(piece.span.start);
    made.column = start.character;
    scratch.text.clear();
    scratch.holes.clear();
    OutlineWriter(scratch.text, scratch.holes, positions, piece.span.start).list(outline.symbols(piece));
    made.text = scratch.text;
    made.holes = scratch.holes;
    const lsp::Position end = positions.at(piece.span.end);
    made.lines = end.line - start.line;
    made.ends_line = end.character == 0 && made.lines > 0 && piece.span.end <= tree.size();
    return made;
}

struct OutlinePart {
    std::shared_ptr<const OutlineText> owned;  // when the piece keeps another one
    const OutlineText* text = nullptr;
    std::uint32_t line = 0;
};

std::size_t write_parts(const std::vector<OutlinePart>& parts, char* begin) {
    char* to = begin;
    *to++ = '[';
    for (const OutlinePart& part : parts) {
        if (to != begin + 1) *to++ = ',';
        const char* text = part.text->text.data();
        std::uint32_t done = 0;
        char digits[10] = {};
        std::size_t count = 0;
        std::uint32_t written = 0;  // the line whose digits these are
        for (const OutlineText::Hole& hole : part.text->holes) {
            std::memcpy(to, text + done, hole.at - done);
            to += hole.at - done;
            done = hole.at;
            if (std::uint32_t line = part.line + hole.line; line != written || count == 0) {
                count = static_cast<std::size_t>(std::to_chars(digits, digits + 10, line).ptr - digits);
                written = line;
            }
            std::memcpy(to, digits, sizeof digits);
            to += count;
        }
        std::memcpy(to, text + done, part.text->text.size() - done);
        to += part.text->text.size() - done;
    }
    *to++ = ']';
    return static_cast<std::size_t>(to - begin);
}

// A document of 40,000 lines has ten megabytes of outline.
std::string nested_outline(const Context& context, const world::FileState& state) {
    const syntax::File& tree = *state.tree();
    ide::Outline outline(*context.snapshot, state.id(), context.cancel);
    Positions positions(tree, context.unit());
    std::vector<OutlinePart> parts;
    OutlineText scratch;
    std::size_t size = 2;
    std::uint32_t behind = 0;  // the byte that `at` is the place of
    lsp::Position at;
    bool is_known = true;
    outline.each_piece([&](const ide::OutlinePiece& piece) {
        if (!piece.memo) {
            is_known = false;
            return;
        }
        context.cancel.poll();
        if (!is_known || behind != piece.span.start) at = positions.at(piece.span.start);
        auto make = [&] { return outline_text(outline, piece, positions, tree, scratch); };
        OutlinePart part{nullptr, &piece.memo->get<OutlineText>(make), at.line};
        if (part.text->unit != context.unit() || part.text->column != at.character) {
            part.owned = std::make_shared<const OutlineText>(make());
            part.text = part.owned.get();
        }
        at = {at.line + part.text->lines, 0};
        is_known = part.text->ends_line;
        behind = piece.span.end;
        if (part.text->text.empty()) return;
        size += part.text->text.size() + 1 + part.text->holes.size() * 10;
        parts.push_back(std::move(part));
    });
    std::string out;
    out.resize_and_overwrite(size, [&](char* begin, std::size_t) { return write_parts(parts, begin); });
    return out;
}

// For clients that know lists only.
struct Flat {
    const std::string& uri;
    Positions positions;
    std::vector<lsp::SymbolInformation> out = {};

    void add(const std::vector<ide::DocumentSymbol>& symbols, const std::string& container) {
        for (const ide::DocumentSymbol& symbol : symbols) {
            lsp::SymbolInformation& info = out.emplace_back();
            info.location = {uri, positions.range(symbol.span)};
            info.name = symbol.name;
            info.kind = to_kind(symbol);
            if (!container.empty()) info.container_name = container;
            add(symbol.children, symbol.name);
        }
    }
};

}  // namespace

Reply document_symbol(const Context& context, const lsp::DocumentSymbolParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    if (context.client->nested_symbols) return nested_outline(context, *state);
    Flat flat{params.text_document.uri, Positions(*state->tree(), context.unit())};
    flat.add(ide::document_symbols(*context.snapshot, state->id(), context.cancel), "");
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
        symbol.kind = found.icon != language::Icon::None ? static_cast<lsp::SymbolKind>(found.icon)
                                                         : to_kind(found.kind);
        if (!found.container.empty()) symbol.container_name = std::move(found.container);
    }
    return reply_in_parts(context, symbols);
}

}  // namespace hcl::server
