// Shared by the parser's files: sets of token kinds, scope guards, limits.
#pragma once

#include <cstdint>

#include "engine/syntax/parse/parser.h"

namespace hcl::syntax {

constexpr std::uint64_t bit(TokenKind kind) {
    return 1ull << static_cast<unsigned>(kind);
}
static_assert(static_cast<unsigned>(TokenKind::EndOfFile) < 64);

template <typename... Kinds>
constexpr std::uint64_t bits(Kinds... kinds) {
    return (bit(kinds) | ...);
}

inline bool is_in(TokenKind kind, std::uint64_t set) {
    return (set >> static_cast<unsigned>(kind) & 1) != 0;
}

inline constexpr std::uint64_t kOpeners =
    bits(TokenKind::OBrace, TokenKind::OBrack, TokenKind::OParen, TokenKind::OQuote, TokenKind::OHeredoc,
         TokenKind::TemplateInterp, TokenKind::TemplateControl);
inline constexpr std::uint64_t kClosers =
    bits(TokenKind::CBrace, TokenKind::CBrack, TokenKind::CParen, TokenKind::CQuote, TokenKind::CHeredoc,
         TokenKind::TemplateSeqEnd);
// Tokens whose errors the lexer has reported.
inline constexpr std::uint64_t kLexicalErrors =
    bits(TokenKind::BitwiseAnd, TokenKind::BitwiseOr, TokenKind::BitwiseNot, TokenKind::BitwiseXor,
         TokenKind::StarStar, TokenKind::Apostrophe, TokenKind::Backtick, TokenKind::Semicolon,
         TokenKind::Tabs, TokenKind::QuotedNewline, TokenKind::Invalid, TokenKind::BadUtf8);
inline constexpr std::uint64_t kLineEnds = bits(TokenKind::Newline, TokenKind::QuotedNewline);

// Nested brackets, strings and blocks. Each level takes about five stack frames of the parser.
inline constexpr std::uint32_t kMaxNesting = 400;
// The height of a tree, including chains like a.b.c and 1 + 2 + 3: consumers may recurse over it.
inline constexpr std::uint32_t kMaxHeight = 3000;

// Whether line ends are white space; restores the old state at the end of the scope or with restore().
struct Parser::NewlineMode {
    NewlineMode(Parser& parser, bool newlines) : parser_(parser), old_(parser.newlines_) { set(newlines); }
    ~NewlineMode() { restore(); }
    NewlineMode(const NewlineMode&) = delete;
    NewlineMode& operator=(const NewlineMode&) = delete;
    void set(bool newlines) {
        if (parser_.newlines_ == newlines) return;
        parser_.newlines_ = newlines;
        parser_.skip_ ^= bit(TokenKind::Newline);
        parser_.settle(parser_.prev_ + 1);
    }
    void restore() { set(old_); }
    // Consumes the closing token, if present, and restores the old state.
    void leave(TokenKind closer) {
        if (parser_.cur_ != closer) {
            restore();
            return;
        }
        parser_.prev_ = parser_.pos_;
        if (parser_.newlines_ != old_) {
            parser_.newlines_ = old_;
            parser_.skip_ ^= bit(TokenKind::Newline);
        }
        parser_.settle(parser_.prev_ + 1);
    }

  private:
    Parser& parser_;
    bool old_;
};

struct DepthScope {
    explicit DepthScope(std::uint32_t& depth) : depth_(depth) { ++depth_; }
    ~DepthScope() { --depth_; }
    DepthScope(const DepthScope&) = delete;
    DepthScope& operator=(const DepthScope&) = delete;
    std::uint32_t& depth_;
};

}  // namespace hcl::syntax
