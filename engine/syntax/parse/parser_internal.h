// Shared by the parser's files: sets of token kinds, scopes that restore state, bounds.
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
// The lexer has said what is wrong with these.
inline constexpr std::uint64_t kLexicalErrors =
    bits(TokenKind::BitwiseAnd, TokenKind::BitwiseOr, TokenKind::BitwiseNot, TokenKind::BitwiseXor,
         TokenKind::StarStar, TokenKind::Apostrophe, TokenKind::Backtick, TokenKind::Semicolon,
         TokenKind::Tabs, TokenKind::QuotedNewline, TokenKind::Invalid, TokenKind::BadUtf8);
inline constexpr std::uint64_t kLineEnds = bits(TokenKind::Newline, TokenKind::QuotedNewline);

// Brackets, strings, blocks inside one another. Every level takes some five frames of the parser.
inline constexpr std::uint32_t kMaxNesting = 400;
// The height of a tree, chains like a.b.c and 1 + 2 + 3 included: consumers may recurse over it.
inline constexpr std::uint32_t kMaxHeight = 3000;

// Whether line ends are white space; the old state comes back at the end of the scope or by restore().
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
    // Takes the closer, if it is there, and goes on in the old state behind it.
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
