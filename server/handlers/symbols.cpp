// Document symbols.
#include "protocol/model/generated/symbols.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <memory>

#include "engine/base/json_string.h"
#include "engine/ide/outline/document_symbols.h"
#include "engine/ide/outline/workspace_symbols.h"
#include "protocol/json/writer.h"
#include "server/app/routes.h"
#include "server/handlers/encode.h"
#include "server/handlers/handlers.h"
#include "server/handlers/positions.h"

namespace hcl::server {

namespace {

using namespace std::string_view_literals;

// Maximum number of results: enough to pick from, and the next letter narrows the list.
constexpr std::size_t kMaxWorkspaceSymbols = 256;
constexpr std::size_t kMostDigits = 10;  // of a line or column

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
    // language::Icon lists the protocol's symbol kinds in their order.
    if (symbol.icon != language::Icon::None) return static_cast<lsp::SymbolKind>(symbol.icon);
    return to_kind(symbol.kind);
}

// The JSON text of a piece of an outline, cached with the piece. Line numbers are left out of the text, since
// only they change when the piece moves.
struct OutlineText {
    struct Hole {
        std::uint32_t at;    // in the text
        std::uint32_t line;  // relative to the first line of the piece
    };
    ColumnUnit unit = ColumnUnit::Utf16;
    std::uint32_t column = 0;  // start column of the piece
    std::string text;
    std::vector<Hole> holes;
    std::uint32_t lines = 0;  // in the piece
    bool ends_line = false;
};

// A growing buffer, reused between pieces. Large outlines are written in bounded chunks.
class TextBuffer {
  public:
    void clear() { size_ = 0; }
    std::uint32_t size() const { return static_cast<std::uint32_t>(size_); }
    std::string_view text() const { return {text_.data(), size_}; }

    // Reserves bytes; they become part of the text when `wrote` gives their end.
    char* room(std::size_t bytes) {
        if (text_.size() - size_ < bytes) text_.resize(std::max(text_.size() * 2, size_ + bytes));
        return text_.data() + size_;
    }
    void wrote(const char* end) { size_ = static_cast<std::size_t>(end - text_.data()); }
    void append(std::string_view text) {
        std::memcpy(room(text.size()), text.data(), text.size());
        size_ += text.size();
    }
    void append_quoted(std::string_view text) {
        if (std::ranges::all_of(text,
                                [](char c) { return c >= 0x20 && c < 0x7F && c != '"' && c != '\\'; })) {
            char* to = room(text.size() + 2);
            *to++ = '"';
            std::memcpy(to, text.data(), text.size());
            to[text.size()] = '"';
            size_ += text.size() + 2;
            return;
        }
        std::string quoted;
        append_json_string(quoted, text);
        append(quoted);
    }

  private:
    std::string text_;
    std::size_t size_ = 0;
};

class OutlineWriter {
  public:
    OutlineWriter(TextBuffer& text, std::vector<OutlineText::Hole>& holes, Positions& positions,
                  std::uint32_t start)
        : text_(text),
          holes_(holes),
          positions_(positions),
          start_(start),
          first_line_(positions.at(start).line) {}

    void list(const std::vector<ide::DocumentSymbol>& symbols) {
        bool is_first = true;
        for (const ide::DocumentSymbol& symbol : symbols) {
            if (!is_first) text_.append(","sv);
            is_first = false;
            one(symbol);
        }
    }

  private:
    void one(const ide::DocumentSymbol& symbol) {
        text_.append(R"({"name":)"sv);
        text_.append_quoted(symbol.name);
        text_.append(R"(,"kind":)"sv);
        char* to = text_.room(kMostDigits);
        text_.wrote(std::to_chars(to, to + kMostDigits, static_cast<std::uint32_t>(to_kind(symbol))).ptr);
        if (!symbol.detail.empty()) {
            text_.append(R"(,"detail":)"sv);
            text_.append_quoted(symbol.detail);
        }
        const lsp::Position start = positions_.at(start_ + symbol.span.start);
        // The name usually comes first.
        const bool starts_same = symbol.selection.start == symbol.span.start;
        const lsp::Position from = starts_same ? start : positions_.at(start_ + symbol.selection.start);
        const lsp::Position to_end = positions_.at(start_ + symbol.selection.end);
        const lsp::Position end = positions_.at(start_ + symbol.span.end);
        text_.append(R"(,"range":{"start":{"line":)"sv);
        place(start);
        text_.append(R"(,"end":{"line":)"sv);
        place(end);
        text_.append(R"(},"selectionRange":{"start":{"line":)"sv);
        place(from);
        text_.append(R"(,"end":{"line":)"sv);
        place(to_end);
        text_.append("}"sv);
        if (!symbol.children.empty()) {
            text_.append(R"(,"children":[)"sv);
            list(symbol.children);
            text_.append("]"sv);
        }
        text_.append("}"sv);
    }

    void place(const lsp::Position& position) {
        holes_.push_back({text_.size(), position.line - first_line_});
        constexpr std::string_view kColumn = R"(,"character":)";
        char* to = text_.room(kColumn.size() + kMostDigits + 1);
        std::memcpy(to, kColumn.data(), kColumn.size());
        to = std::to_chars(to + kColumn.size(), to + kColumn.size() + kMostDigits, position.character).ptr;
        *to++ = '}';
        text_.wrote(to);
    }

    TextBuffer& text_;
    std::vector<OutlineText::Hole>& holes_;
    Positions& positions_;
    std::uint32_t start_;
    std::uint32_t first_line_;
};

// Produces the texts of consecutive pieces.
struct OutlineMaker {
    const ide::Outline& outline;
    const syntax::File& tree;
    Positions positions;
    TextBuffer text = {};
    std::vector<OutlineText::Hole> holes = {};

    OutlineText make(const ide::OutlinePiece& piece) {
        OutlineText made;
        made.unit = positions.unit();
        const lsp::Position start = positions.at(piece.span.start);
        made.column = start.character;
        text.clear();
        holes.clear();
        OutlineWriter(text, holes, positions, piece.span.start).list(outline.symbols(piece));
        made.text = text.text();
        made.holes = holes;
        const lsp::Position end = positions.at(piece.span.end);
        made.lines = end.line - start.line;
        made.ends_line = end.character == 0 && made.lines > 0 && piece.span.end <= tree.size();
        return made;
    }
};

struct OutlinePart {
    std::shared_ptr<const OutlineText> owned;  // set when the cached text of the piece cannot be used
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
        char digits[kMostDigits] = {};
        std::size_t count = 0;
        std::uint32_t written = 0;  // the line of these digits
        for (const OutlineText::Hole& hole : part.text->holes) {
            std::memcpy(to, text + done, hole.at - done);
            to += hole.at - done;
            done = hole.at;
            if (std::uint32_t line = part.line + hole.line; line != written || count == 0) {
                count =
                    static_cast<std::size_t>(std::to_chars(digits, digits + kMostDigits, line).ptr - digits);
                written = line;
            }
            // NOLINTNEXTLINE(bugprone-not-null-terminated-result): a buffer of known size
            std::memcpy(to, digits, sizeof digits);
            to += count;
        }
        to = std::copy(text + done, text + part.text->text.size(), to);
    }
    *to++ = ']';
    return static_cast<std::size_t>(to - begin);
}

struct OutlineParts {
    // Keeps the module alive whose units hold the texts: the snapshot may drop it.
    std::shared_ptr<const ide::Outline> outline;
    std::vector<OutlinePart> parts{};
    std::size_t most_bytes = 2;  // of the text
};

OutlineParts outline_parts(const Context& context, const world::FileState& state) {
    const syntax::File& tree = *state.tree();
    OutlineParts out{std::make_shared<const ide::Outline>(*context.snapshot, state.id(), context.cancel)};
    const ide::Outline& outline = *out.outline;
    OutlineMaker maker{outline, tree, Positions(tree, context.unit())};
    std::uint32_t behind = 0;  // the byte at position `at`
    lsp::Position at;
    bool is_known = true;
    outline.each_piece([&](const ide::OutlinePiece& piece) {
        if (!piece.memo) {
            is_known = false;
            return;
        }
        context.cancel.poll();
        if (!is_known || behind != piece.span.start) at = maker.positions.at(piece.span.start);
        auto make = [&] { return maker.make(piece); };
        OutlinePart part{nullptr, &piece.memo->get<OutlineText>(make), at.line};
        if (part.text->unit != context.unit() || part.text->column != at.character) {
            part.owned = std::make_shared<const OutlineText>(make());
            part.text = part.owned.get();
        }
        at = {at.line + part.text->lines, 0};
        is_known = part.text->ends_line;
        behind = piece.span.end;
        if (part.text->text.empty()) return;
        out.most_bytes += part.text->text.size() + 1 + part.text->holes.size() * kMostDigits;
        out.parts.push_back(std::move(part));
    });
    return out;
}

// The outline of 40,000 lines has ten megabytes.
std::string nested_outline(const Context& context, const world::FileState& state) {
    OutlineParts made = outline_parts(context, state);
    std::string out;
    out.resize_and_overwrite(made.most_bytes,
                             [&](char* begin, std::size_t) { return write_parts(made.parts, begin); });
    return out;
}

// Flat list, for clients without hierarchical symbols.
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

void prepare_outline(const Context& context, const world::FileState& state) {
    outline_parts(context, state);
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
