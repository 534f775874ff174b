#include "engine/format/layout.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "engine/format/spacing.h"
#include "engine/source/position.h"

namespace hcl::format {

namespace {

using syntax::Chunk;
using syntax::TokenKind;

struct Token {
    const char* text;
    std::uint32_t start;  // in the file
    std::uint32_t length;
    std::uint32_t space;   // bytes of white space before it
    std::uint32_t spaces;  // new number of spaces
    TokenKind kind;
    bool is_plain;  // the white space before it consists of spaces
    bool is_ascii;  // known to be
};

bool is_ascii(const char* text, std::size_t length) {
    std::uint64_t bits = 0;
    for (; length >= 8; length -= 8, text += 8) {
        std::uint64_t word;
        std::memcpy(&word, text, 8);
        bits |= word;
    }
    for (; length > 0; --length, ++text) bits |= static_cast<unsigned char>(*text);
    return (bits & 0x8080'8080'8080'8080ull) == 0;
}

bool may_hold_line_end(TokenKind kind) {
    switch (kind) {
        case TokenKind::Comment:
        case TokenKind::StringLit:
        case TokenKind::QuotedLit:
        case TokenKind::OHeredoc:
        case TokenKind::QuotedNewline:
            return true;
        default:
            return false;
    }
}

// Width in displayed columns; CR LF counts as one.
std::uint32_t width(const Token& token) {
    std::string_view text(token.text, token.length);
    if (!token.is_ascii && !is_ascii(token.text, token.length))
        return count_units(text, ColumnUnit::Grapheme);
    if (!may_hold_line_end(token.kind)) return token.length;
    std::uint32_t pairs = 0;
    for (std::size_t at = text.find('\r'); at != std::string_view::npos; at = text.find('\r', at + 1))
        if (at + 1 < text.size() && text[at + 1] == '\n') ++pairs;
    return token.length - pairs;
}

bool is_word_in(const Token& token) {
    return token.kind == TokenKind::Ident && token.length == 2 && token.text[0] == 'i' &&
           token.text[1] == 'n';
}

constexpr std::uint32_t kNone = 0xFFFF'FFFF;

class Layout {
  public:
    Layout(std::span<const PlacedChunk> chunks, const LayoutOptions& options)
        : chunks_(chunks),
          frozen_(options.frozen),
          wanted_(options.wanted),
          line_ends_quote_(options.line_ends_quote) {
        line_.reserve(64);
        indents_.reserve(16);
        indents_.assign(options.level, 1);
    }

    std::vector<SpaceEdit> run() {
        for (const PlacedChunk& placed : chunks_) read_chunk(*placed.chunk, placed.start, kNone);
        if (!line_.empty()) end_line();
        align_pending();
        // White space at the end of the file keeps its length.
        if (!is_plain_ && !is_frozen_at_end())
            edits_.push_back({end_ - space_, end_, space_ & 0x7FFF'FFFF, 0});
        std::erase_if(edits_, [](const SpaceEdit& e) { return e.is_plain && e.end - e.start == e.spaces; });
        return std::move(edits_);
    }

    std::uint32_t level_at(std::uint32_t offset) {
        for (const PlacedChunk& placed : chunks_)
            if (!read_chunk(*placed.chunk, placed.start, offset)) break;
        if (!line_.empty()) end_line();
        return static_cast<std::uint32_t>(indents_.size());
    }

  private:
    // Stops at the first token at or after `stop`; false in that case.
    bool read_chunk(const Chunk& chunk, std::uint32_t base, std::uint32_t stop) {
        const TokenKind* kinds = chunk.token_kinds.data();
        const std::uint32_t* starts = chunk.token_starts.data();
        const char* text = chunk.text.data();
        auto count = static_cast<std::uint32_t>(chunk.token_kinds.size());
        for (std::uint32_t i = 0; i < count; ++i) {
            TokenKind kind = kinds[i];
            std::uint32_t start = starts[i];
            std::uint32_t length = starts[i + 1] - start;
            if (kind == TokenKind::Whitespace || kind == TokenKind::Bom) {
                space_ += length;
                for (std::uint32_t k = 0; k < length; ++k) is_plain_ &= text[start + k] == ' ';
                continue;
            }
            if (base + start >= stop) return false;
            line_.push_back({text + start, base + start, length, space_, 0, kind, is_plain_, chunk.is_ascii});
            space_ = 0;
            is_plain_ = true;
            bool ends_line = kind == TokenKind::Newline ||
                             (kind == TokenKind::QuotedNewline && line_ends_quote_) ||
                             (kind == TokenKind::Comment && length > 0 && text[start + length - 1] == '\n');
            if (ends_line) end_line();
        }
        end_ = base + static_cast<std::uint32_t>(chunk.text.size());
        return true;
    }

    void end_line() {
        if (!frozen_.empty() && touches_frozen()) [[unlikely]] {
            align_pending();
            count_frozen_line();
        } else {
            lay_line();
        }
        line_.clear();
    }

    // ---------------------------------------------------------------- one line

    void lay_line() {
        Token* tokens = line_.data();
        std::size_t lead_end = line_.size();
        tokens[0].spaces = 0;
        if (tokens[0].kind == TokenKind::Newline) {
            align_pending();
            emit(tokens[0]);
            return;
        }
        bool has_comment = lead_end > 1 && tokens[lead_end - 1].kind == TokenKind::Comment;
        if (has_comment) --lead_end;
        std::size_t code_end = lead_end;
        std::size_t assign = find_assignment(code_end);
        bool has_assign = assign < code_end;
        if (has_assign) lead_end = assign;

        tokens[0].spaces = 2 * indent(lead_end, code_end);
        space_cell(0, lead_end);
        space_cell(lead_end, code_end);

        if (!has_assign && !has_comment) {
            align_pending();
            for (const Token& token : line_) emit(token);
            return;
        }
        Pending line{};
        line.lead_columns = columns(0, lead_end);
        for (std::size_t i = 0; i < lead_end; ++i) emit(tokens[i]);
        if (has_assign) {
            line.assign_edit = reserve(tokens[assign]);
            line.assign_columns = width(tokens[assign]) + columns(assign + 1, code_end);
            for (std::size_t i = assign + 1; i < code_end; ++i) emit(tokens[i]);
        }
        if (has_comment) line.comment_edit = reserve(tokens[code_end]);
        pending_.push_back(line);
    }

    // The "=" whose right side ends on the line, otherwise `end`: multi-line values are not aligned.
    std::size_t find_assignment(std::size_t end) const {
        std::size_t at = 1;
        while (at < end && line_[at].kind != TokenKind::Equal) ++at;
        if (at >= end) return end;
        int open = 0;
        for (std::size_t i = at; i < end; ++i) open += bracket_change(line_[i].kind);
        return open == 0 ? at : end;
    }

    // Counts the line's brackets and returns its level. A line that opens several brackets indents one level,
    // and the line that closes all of them ends it.
    std::uint32_t indent(std::size_t lead_end, std::size_t code_end) {
        int net = 0;
        for (std::size_t i = 0; i < lead_end; ++i) {
            net += bracket_change(line_[i].kind);
            if (line_[i].kind == TokenKind::OHeredoc) break;  // templates in heredocs are balanced
        }
        for (std::size_t i = lead_end; i < code_end; ++i) net += bracket_change(line_[i].kind);
        return push_brackets(net);
    }

    std::uint32_t push_brackets(int net) {
        auto level = static_cast<std::uint32_t>(indents_.size());
        if (net > 0) indents_.push_back(static_cast<std::uint32_t>(net));
        auto closed = static_cast<std::uint32_t>(net < 0 ? -net : 0);
        while (closed > 0 && !indents_.empty()) {
            std::uint32_t taken = std::min(closed, indents_.back());
            closed -= taken;
            indents_.back() -= taken;
            if (indents_.back() == 0) indents_.pop_back();
        }
        return net < 0 ? static_cast<std::uint32_t>(indents_.size()) : level;
    }

    void space_cell(std::size_t start, std::size_t end) {
        for (std::size_t i = start + 1; i < end; ++i) {
            const Token& left = line_[i - 1];
            bool apart = false;
            switch (gap(left.kind, line_[i].kind)) {
                case Gap::None:
                    break;
                case Gap::Space:
                    apart = true;
                    break;
                case Gap::AfterIn:
                    apart = is_word_in(left) && i >= start + 2 && line_[i - 2].kind == TokenKind::Ident;
                    break;
                case Gap::AfterMinus:
                    apart = i >= start + 2 && !negates_after(line_[i - 2].kind);
                    break;
            }
            line_[i].spaces = apart ? 1 : 0;
        }
    }

    std::uint32_t columns(std::size_t start, std::size_t end) const {
        std::uint32_t sum = 0;
        for (std::size_t i = start; i < end; ++i) sum += line_[i].spaces + width(line_[i]);
        return sum;
    }

    // ---------------------------------------------------------------- alignment

    // A line with an assignment or comment whose column depends on adjacent lines.
    struct Pending {
        std::uint32_t lead_columns = 0;
        std::uint32_t assign_columns = 0;  // from "=" on
        std::uint32_t assign_edit = kNone;
        std::uint32_t comment_edit = kNone;
    };

    void align_pending() {
        if (pending_.empty()) return;
        if (wanted_.run) find_wanted_run();
        align_runs(&Pending::assign_edit);
        // From here on, lead_columns includes everything before the comment.
        for (Pending& line : pending_)
            if (line.assign_edit != kNone)
                line.lead_columns += edits_[line.assign_edit].spaces + line.assign_columns;
        align_runs(&Pending::comment_edit);
        pending_.clear();
    }

    void find_wanted_run() {
        for (std::size_t start = 0; start < pending_.size(); ++start) {
            if (pending_[start].assign_edit == kNone) continue;
            std::size_t end = start;
            bool has_it = false;
            for (; end < pending_.size() && pending_[end].assign_edit != kNone; ++end)
                has_it |= edits_[pending_[end].assign_edit].end == wanted_.offset;
            if (has_it)
                *wanted_.run = {edits_[pending_[start].assign_edit].start,
                                edits_[pending_[end - 1].assign_edit].end};
            start = end - 1;
        }
    }

    // One very long line among many short ones would make the text many times as long.
    static bool may_be_aligned(std::uint64_t lines, std::uint64_t widest, std::uint64_t columns) {
        constexpr std::uint64_t kSpaces = 64 << 10;
        constexpr std::uint64_t kSpacesOfColumn = 16;
        return lines * widest - columns <= std::max(kSpaces, kSpacesOfColumn * columns);
    }

    void align_runs(std::uint32_t Pending::* edit) {
        for (std::size_t start = 0; start < pending_.size();) {
            if (pending_[start].*edit == kNone) {
                ++start;
                continue;
            }
            std::uint32_t widest = 0;
            std::uint64_t columns = 0;
            std::size_t end = start;
            for (; end < pending_.size() && pending_[end].*edit != kNone; ++end) {
                widest = std::max(widest, pending_[end].lead_columns);
                columns += pending_[end].lead_columns;
            }
            const bool is_aligned = may_be_aligned(end - start, widest, columns);
            for (; start < end; ++start)
                edits_[pending_[start].*edit].spaces =
                    is_aligned ? (widest - pending_[start].lead_columns + 1) & 0x7FFF'FFFF : 1;
        }
    }

    // ---------------------------------------------------------------- results

    void emit(const Token& token) {
        if (token.spaces == token.space && token.is_plain) return;
        reserve(token);
    }

    std::uint32_t reserve(const Token& token) {
        edits_.push_back(
            {token.start - token.space, token.start, token.spaces & 0x7FFF'FFFF, token.is_plain});
        return static_cast<std::uint32_t>(edits_.size() - 1);
    }

    // ---------------------------------------------------------------- frozen parts

    bool touches_frozen() {
        std::uint32_t start = line_.front().start - line_.front().space;
        std::uint32_t end = line_.back().start + line_.back().length;
        while (!frozen_.empty() && frozen_.front().end <= start) frozen_ = frozen_.subspan(1);
        return !frozen_.empty() && frozen_.front().start < end;
    }

    // Brackets of frozen lines outside the frozen parts still count.
    void count_frozen_line() {
        int net = 0;
        std::size_t at = 0;
        for (const Token& token : line_) {
            while (at < frozen_.size() && frozen_[at].end <= token.start) ++at;
            if (at < frozen_.size() && frozen_[at].start <= token.start) continue;
            net += bracket_change(token.kind);
        }
        push_brackets(net);
    }

    bool is_frozen_at_end() const { return !frozen_.empty() && frozen_.back().end >= end_ - space_; }

    std::span<const PlacedChunk> chunks_;
    std::span<const Span> frozen_;  // remaining ones
    AlignedRun wanted_;
    bool line_ends_quote_;
    std::vector<Token> line_;
    std::vector<std::uint32_t> indents_;  // open brackets, by the line that opened them
    std::vector<Pending> pending_;        // consecutive lines
    std::vector<SpaceEdit> edits_;
    std::uint32_t space_ = 0;  // white space since the last token
    bool is_plain_ = true;
    std::uint32_t end_ = 0;
};

}  // namespace

std::vector<SpaceEdit> lay_out(std::span<const PlacedChunk> chunks, const LayoutOptions& options) {
    return Layout(chunks, options).run();
}

std::uint32_t indent_level(std::span<const PlacedChunk> chunks, std::uint32_t offset,
                           const LayoutOptions& options) {
    return Layout(chunks, options).level_at(offset);
}

}  // namespace hcl::format
