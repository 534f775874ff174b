// The lexer of HCL 1. Its strings and heredocs contain no expressions: each is lexed as a whole, so the lexer
// is outside of all strings between calls.
#include <algorithm>

#include "engine/syntax/hcl1/scan.h"
#include "engine/syntax/lex/chars.h"
#include "engine/syntax/lex/lexer.h"
#include "engine/syntax/parse/line_layout.h"

namespace hcl::syntax {

namespace {

TokenKind single_kind(char c) {
    switch (c) {
        case '{':
            return TokenKind::OBrace;
        case '}':
            return TokenKind::CBrace;
        case '[':
            return TokenKind::OBrack;
        case ']':
            return TokenKind::CBrack;
        case '(':
            return TokenKind::OParen;
        case ')':
            return TokenKind::CParen;
        case ',':
            return TokenKind::Comma;
        case '=':
            return TokenKind::Equal;
        case ':':
            return TokenKind::Colon;
        case '+':
            return TokenKind::Plus;
        case '-':
            return TokenKind::Minus;
        case '.':
            return TokenKind::Dot;
        case '<':
            return TokenKind::LessThan;
        case '>':
            return TokenKind::GreaterThan;
        case '*':
            return TokenKind::Star;
        case '?':
            return TokenKind::Question;
        case '!':
            return TokenKind::Bang;
        case '%':
            return TokenKind::Percent;
        case ';':
            return TokenKind::Semicolon;
        case '\'':
            return TokenKind::Apostrophe;
        case '`':
            return TokenKind::Backtick;
        default:
            return TokenKind::Invalid;
    }
}

// The end of a line's content, before its line end.
std::uint32_t content_end(std::string_view text, std::uint32_t start, std::uint32_t newline) {
    return newline > start && newline < text.size() && text[newline - 1] == '\r' ? newline - 1 : newline;
}

}  // namespace

// Text of strings, heredocs and comments, split at bytes that are never allowed.
void Lexer::push_hcl1_text(TokenBuffer& out, TokenKind kind, std::uint32_t from, std::uint32_t to) {
    std::uint32_t start = from;
    for (std::uint32_t p = from; p < to;) {
        const auto byte = static_cast<std::uint8_t>(text_[p]);
        if (byte != 0 && byte < 0x80) {
            ++p;
            continue;
        }
        const std::uint32_t length = byte == 0 ? 0 : decode_utf8(text_, p).length;
        if (length != 0 && p + length <= to) {
            p += length;
            continue;
        }
        // A line that ends inside of a comment is no end of an item.
        std::uint32_t end = p;
        while (kind == TokenKind::Comment && end > start && text_[end - 1] == '\n') --end;
        if (end > start) out.push(kind, start);
        if (p > end) out.push(TokenKind::Whitespace, end);
        out.push(byte == 0 ? TokenKind::Invalid : TokenKind::BadUtf8, p++);
        start = p;
    }
    if (to > start) out.push(kind, start);
}

void Lexer::hcl1_string(TokenBuffer& out) {
    constexpr std::uint32_t kSearches = 8;
    const auto size = static_cast<std::uint32_t>(text_.size());
    out.push(TokenKind::OQuote, pos_++);
    const bool is_line_only = failed_searches_ >= kSearches;
    hcl1::StringEnd end = hcl1::find_string_end(text_, pos_, is_line_only);
    if (end.is_open_inside) {
        // "${" continues after its line and no end was found: take only the line.
        searches_.push_back({pos_ - 1, RestSearch::kNowhere, kAnyEnd});
        ++failed_searches_;
        work_ += end.at - pos_;
        end.at = static_cast<std::uint32_t>(std::min(text_.find('\n', pos_), text_.size()));
    }
    if (end.is_closed) {
        push_hcl1_text(out, TokenKind::QuotedLit, pos_, end.at);
        out.push(TokenKind::CQuote, end.at);
        pos_ = end.at + 1;
        return;
    }
    const std::uint32_t content = content_end(text_, pos_, end.at);
    push_hcl1_text(out, TokenKind::QuotedLit, pos_, content);
    if (end.at < size) out.push(TokenKind::QuotedNewline, content);
    pos_ = std::min(end.at + 1, size);
}

bool Lexer::hcl1_heredoc(TokenBuffer& out) {
    const auto size = static_cast<std::uint32_t>(text_.size());
    const std::uint32_t start = pos_;
    if (at(start + 1) != '<') return false;
    std::uint32_t marker = start + 2;
    const bool is_flush = at(marker) == '-';
    if (is_flush) ++marker;
    const std::uint32_t marker_end = hcl1::heredoc_marker_end(text_, marker);
    if (marker_end == marker) return false;
    std::uint32_t line_end = marker_end;
    if (at(line_end) == '\r') ++line_end;
    if (line_end >= size || text_[line_end] != '\n') return false;

    out.push(TokenKind::OHeredoc, start);
    const std::string_view tag = text_.substr(marker, marker_end - marker);
    const std::uint32_t indent = line_indent(text_, start);
    const std::uint32_t found = find_line(tag, line_end + 1, is_flush);
    searches_.push_back({start, found, tag});
    pos_ = line_end + 1;
    while (pos_ < size) {
        const std::uint32_t newline =
            static_cast<std::uint32_t>(std::min(text_.find('\n', pos_), text_.size()));
        if (pos_ == found) {
            const std::uint32_t content = content_end(text_, pos_, newline);
            out.push(TokenKind::CHeredoc, pos_);
            out.push(TokenKind::Newline, content);
            pos_ = newline + 1;
            break;
        }
        // Without an end marker it ends where the next item seems to start.
        if (found == RestSearch::kNowhere && surely_starts_item(text_, pos_, indent)) break;
        const std::uint32_t next = std::min(newline + 1, size);
        push_hcl1_text(out, TokenKind::StringLit, pos_, next);
        pos_ = next;
    }
    return true;
}

void Lexer::hcl1_comment(TokenBuffer& out) {
    const auto size = static_cast<std::uint32_t>(text_.size());
    std::uint32_t end = 0;
    if (text_[pos_] == '/' && at(pos_ + 1) == '*') {
        if (!find_comment_end(pos_ + 2, end)) {
            out.push(TokenKind::Invalid, pos_);
            pos_ += 2;
            return;
        }
    } else {
        end = std::min(static_cast<std::uint32_t>(std::min(text_.find('\n', pos_), text_.size())) + 1, size);
    }
    push_hcl1_text(out, TokenKind::Comment, pos_, end);
    pos_ = end;
}

void Lexer::lex_hcl1(TokenBuffer& out, std::uint32_t soft_limit) {
    const auto size = static_cast<std::uint32_t>(text_.size());
    const std::uint32_t from = pos_;
    while (pos_ < size) {
        if (pos_ != from && pos_ >= soft_limit && text_[pos_ - 1] == '\n') return;
        const char c = text_[pos_];
        if (is_ascii_ident_start(c) || static_cast<std::uint8_t>(c) >= 0x80) {
            const std::uint32_t end = hcl1::identifier_end(text_, pos_);
            if (end != pos_) {
                out.push(TokenKind::Ident, pos_);
                pos_ = end;
                continue;
            }
            const std::uint32_t length = decode_utf8(text_, pos_).length;
            out.push(length == 0 ? TokenKind::BadUtf8 : TokenKind::Invalid, pos_);
            pos_ += std::max(length, 1u);
            continue;
        }
        const bool is_line_end = c == '\n' || (c == '\r' && at(pos_ + 1) == '\n');
        if (is_line_end) {
            out.push(TokenKind::Newline, pos_);
            pos_ += c == '\n' ? 1 : 2;
        } else if (c == ' ' || c == '\t' || c == '\r') {
            out.push(TokenKind::Whitespace, pos_);
            do ++pos_;
            while (at(pos_) == ' ' || at(pos_) == '\t' || (at(pos_) == '\r' && at(pos_ + 1) != '\n'));
        } else if (is_digit(c) || ((c == '-' || c == '.') && is_digit(at(pos_ + 1)))) {
            out.push(TokenKind::Number, pos_);
            pos_ = hcl1::number_end(text_, pos_);
        } else if (c == '"') {
            hcl1_string(out);
        } else if (c == '#' || (c == '/' && (at(pos_ + 1) == '/' || at(pos_ + 1) == '*'))) {
            hcl1_comment(out);
        } else if (c != '<' || !hcl1_heredoc(out)) {
            out.push(single_kind(c), pos_++);
        }
    }
}

}  // namespace hcl::syntax
