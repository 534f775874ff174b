#include "engine/format/json_print.h"

#include <string>
#include <string_view>

namespace hcl::format {

namespace {

using syntax::Chunk;
using syntax::TokenKind;

constexpr std::uint32_t kIndent = 2;
// A flat object or array that ends before this column can stay on its line.
constexpr std::uint32_t kWidest = 100;

bool opens(TokenKind kind) {
    return kind == TokenKind::OBrace || kind == TokenKind::OBrack;
}
bool closes(TokenKind kind) {
    return kind == TokenKind::CBrace || kind == TokenKind::CBrack;
}

class Printer {
  public:
    explicit Printer(const Chunk& chunk) : chunk_(chunk) {
        std::size_t line = chunk.text.find('\n');
        if (line != std::string_view::npos && line > 0 && chunk.text[line - 1] == '\r') line_end_ = "\r\n";
    }

    std::vector<Edit> run() {
        auto count = static_cast<std::uint32_t>(chunk_.token_kinds.size());
        std::uint32_t last_end = 0;
        TokenKind last = TokenKind::EndOfFile;
        bool is_inside_flat = false;
        std::uint32_t flat_end = 0;
        for (std::uint32_t i = 0; i < count; ++i) {
            TokenKind kind = chunk_.token_kinds[i];
            if (kind == TokenKind::Whitespace) continue;
            if (is_inside_flat && i > flat_end) is_inside_flat = false;
            Span span = chunk_.token_span(i);
            if (closes(kind)) --depth_;
            if (last == TokenKind::EndOfFile)
                set_gap({last_end, span.start}, "");
            else if (kind == TokenKind::Comma || kind == TokenKind::Colon || (opens(last) && closes(kind)))
                set_gap({last_end, span.start}, "");
            else if (last == TokenKind::Colon)
                set_gap({last_end, span.start}, " ");
            else if (is_inside_flat)
                set_gap({last_end, span.start}, last == TokenKind::Comma ? " " : flat_gap(last, kind));
            else
                new_line({last_end, span.start});
            if (opens(kind)) {
                ++depth_;
                if (!is_inside_flat) {
                    flat_end = flat_group(i);
                    is_inside_flat = flat_end != 0;
                }
            }
            column_ += span.length();
            last = kind;
            last_end = span.end;
        }
        if (last != TokenKind::EndOfFile)
            set_gap({last_end, static_cast<std::uint32_t>(chunk_.text.size())}, line_end_);
        return std::move(edits_);
    }

  private:
    // Braces have inner spaces, as in native syntax.
    static std::string_view flat_gap(TokenKind left, TokenKind right) {
        return left == TokenKind::OBrace || right == TokenKind::CBrace ? " " : "";
    }

    // The token that closes the group opened by `open` if it can stay on one line, otherwise 0.
    std::uint32_t flat_group(std::uint32_t open) const {
        std::uint32_t width = column_;
        auto count = static_cast<std::uint32_t>(chunk_.token_kinds.size());
        for (std::uint32_t i = open; i < count && width < kWidest; ++i) {
            TokenKind kind = chunk_.token_kinds[i];
            if (kind == TokenKind::Whitespace) {
                if (chunk_.token_text(i).find('\n') != std::string_view::npos) return 0;
                continue;
            }
            if (i > open && opens(kind)) {
                // Nested groups must be empty.
                std::uint32_t next = i + 1;
                while (next < count && chunk_.token_kinds[next] == TokenKind::Whitespace) ++next;
                if (next >= count || !closes(chunk_.token_kinds[next])) return 0;
                if (chunk_.text
                        .substr(chunk_.token_starts[i], chunk_.token_starts[next] - chunk_.token_starts[i])
                        .find('\n') != std::string_view::npos)
                    return 0;
                width += 2;
                i = next;
                continue;
            }
            width += chunk_.token_span(i).length();
            if (kind == TokenKind::Comma || kind == TokenKind::Colon || kind == TokenKind::OBrace) ++width;
            if (closes(kind)) return width < kWidest ? i : 0;
        }
        return 0;
    }

    void new_line(Span gap) {
        std::string space(line_end_);
        space.append(depth_ * kIndent, ' ');
        set_gap(gap, space);
        column_ = depth_ * kIndent;
    }

    void set_gap(Span gap, std::string_view space) {
        column_ += static_cast<std::uint32_t>(space.size());
        if (chunk_.text.substr(gap.start, gap.length()) != space) edits_.push_back({gap, std::string(space)});
    }

    const Chunk& chunk_;
    std::string_view line_end_ = "\n";
    std::uint32_t depth_ = 0;
    std::uint32_t column_ = 0;
    std::vector<Edit> edits_;
};

}  // namespace

std::vector<Edit> print_json(const syntax::File& file) {
    if (file.chunk_count() != 1 || has_errors(file.diagnostics())) return {};
    auto chunk = file.chunk(0);
    return Printer(*chunk).run();
}

}  // namespace hcl::format
