// Finds the end of a broken item, from its open brackets and its line layout.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/syntax/tree/kinds.h"

namespace hcl::syntax {

// Brackets, quotes and tokens that end a line.
inline constexpr std::uint64_t kBracketTokens = [] {
    std::uint64_t set = 0;
    for (TokenKind kind :
         {TokenKind::OBrace, TokenKind::OBrack, TokenKind::OParen, TokenKind::OQuote, TokenKind::OHeredoc,
          TokenKind::TemplateInterp, TokenKind::TemplateControl, TokenKind::CBrace, TokenKind::CBrack,
          TokenKind::CParen, TokenKind::CQuote, TokenKind::CHeredoc, TokenKind::TemplateSeqEnd,
          TokenKind::Newline, TokenKind::QuotedNewline, TokenKind::Comment})
        set |= std::uint64_t{1} << static_cast<unsigned>(kind);
    return set;
}();

// Tracks open brackets and strings, token by token, starting outside of all strings.
class OpenBrackets {
  public:
    enum class Step : std::uint8_t {
        Inside,
        LineEnd,
        HeredocEnd,  // the layout ended a heredoc before this token
        Stray        // a closing bracket without an opening one
    };

    void clear();
    void open(TokenKind opener) { open_.push_back(opener); }
    // The number of open brackets; is_plain: the lexer is outside of all strings.
    std::size_t size() const { return open_.size(); }
    bool is_plain() const { return frames_.empty(); }

    // Whether the token affects the state; other tokens can be skipped.
    bool matters(TokenKind kind) const {
        return (kBracketTokens >> static_cast<unsigned>(kind) & 1) != 0 || !frames_.empty() ||
               (!open_.empty() && open_.back() == TokenKind::OHeredoc);
    }
    // `is_return`: a lone return, which ends no string. `ends_line`: a comment that includes its line end.
    Step take(TokenKind kind, bool is_return, bool ends_line);

  private:
    struct Frame {
        TokenKind opener;
        std::int64_t braces;
    };
    void follow_lexer(TokenKind kind, bool is_return);

    std::vector<TokenKind> open_;
    std::vector<Frame> frames_;  // the strings, heredocs and template sequences around the lexer
    std::int64_t braces_ = 0;
};

enum class LineStart : std::uint8_t {
    Inside,
    Boundary,    // by its layout, another item starts here or the enclosing one ends
    SequenceEnd  // the same inside an unterminated template sequence in a string
};
// Classifies the line that starts with `token`, for a broken item indented by `indent`.
LineStart line_start(std::string_view text, const TokenKind* kinds, const std::uint32_t* starts,
                     std::uint32_t token, std::uint32_t indent, bool is_in_block);

}  // namespace hcl::syntax
