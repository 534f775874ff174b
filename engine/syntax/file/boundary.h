// Where a broken item ends: what its tokens leave open, and what its lines say.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/syntax/tree/kinds.h"

namespace hcl::syntax {

// Brackets, quotes and what ends a line.
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

// Follows token by token which brackets and strings are open, from a place outside of all strings.
class OpenBrackets {
  public:
    enum class Step : std::uint8_t {
        Inside,
        LineEnd,
        HeredocEnd,  // the layout ended a heredoc before this token
        Stray        // a closer that closes nothing
    };

    void clear();
    void open(TokenKind opener) { open_.push_back(opener); }
    // The brackets that are open; is_plain: the lexer is outside of all strings.
    std::size_t size() const { return open_.size(); }
    bool is_plain() const { return frames_.empty(); }

    // Whether the token changes anything: others need not be taken.
    bool matters(TokenKind kind) const {
        return (kBracketTokens >> static_cast<unsigned>(kind) & 1) != 0 || !frames_.empty() ||
               (!open_.empty() && open_.back() == TokenKind::OHeredoc);
    }
    // `is_return`: a lone return, which ends no string. `ends_line`: a comment that takes its line end along.
    Step take(TokenKind kind, bool is_return, bool ends_line);

  private:
    struct Frame {
        TokenKind opener;
        std::int64_t braces;
    };
    void follow_lexer(TokenKind kind, bool is_return);

    std::vector<TokenKind> open_;
    std::vector<Frame> frames_;  // the strings, heredocs and sequences that the lexer is in
    std::int64_t braces_ = 0;
};

enum class LineStart : std::uint8_t {
    Inside,
    Boundary,    // by its layout, something else starts here or what is around ends
    SequenceEnd  // the same place for a sequence in a string that was never closed
};
// Classifies the line that starts with `token`, seen from a broken item that is indented by `indent`.
LineStart line_start(std::string_view text, const TokenKind* kinds, const std::uint32_t* starts,
                     std::uint32_t token, std::uint32_t indent, bool is_in_block);

}  // namespace hcl::syntax
