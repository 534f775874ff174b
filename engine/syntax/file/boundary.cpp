#include "engine/syntax/file/boundary.h"

#include <algorithm>

#include "engine/syntax/parse/line_layout.h"
#include "engine/syntax/parse/parser_internal.h"

namespace hcl::syntax {

namespace {

constexpr std::uint64_t kHeredocParts =
    bits(TokenKind::StringLit, TokenKind::CHeredoc, TokenKind::TemplateInterp, TokenKind::TemplateControl,
         TokenKind::BadUtf8, TokenKind::Invalid);

TokenKind opener_of(TokenKind closer) {
    switch (closer) {
        case TokenKind::CBrace:
            return TokenKind::OBrace;
        case TokenKind::CBrack:
            return TokenKind::OBrack;
        case TokenKind::CParen:
            return TokenKind::OParen;
        case TokenKind::CQuote:
            return TokenKind::OQuote;
        case TokenKind::CHeredoc:
            return TokenKind::OHeredoc;
        default:
            return TokenKind::TemplateInterp;
    }
}

bool is_text(TokenKind opener) {
    return is_in(opener, bits(TokenKind::OQuote, TokenKind::OHeredoc, TokenKind::TemplateInterp));
}

}  // namespace

void OpenBrackets::clear() {
    open_.clear();
    frames_.clear();
    braces_ = 0;
}

void OpenBrackets::follow_lexer(TokenKind kind, bool is_return) {
    // A heredoc that the layout ended: the lexer has restarted.
    if (!frames_.empty() && frames_.back().opener == TokenKind::OHeredoc && !is_in(kind, kHeredocParts))
        frames_.clear();
    switch (kind) {
        case TokenKind::OBrace:
            ++braces_;
            break;
        case TokenKind::CBrace:
            --braces_;
            break;
        case TokenKind::OQuote:
        case TokenKind::OHeredoc:
            frames_.push_back({kind, 0});
            break;
        case TokenKind::TemplateInterp:
        case TokenKind::TemplateControl:
            frames_.push_back({TokenKind::TemplateInterp, ++braces_});
            break;
        case TokenKind::CQuote:
        case TokenKind::CHeredoc:
            if (!frames_.empty()) frames_.pop_back();
            break;
        case TokenKind::TemplateSeqEnd:
            if (!frames_.empty() && frames_.back().opener == TokenKind::TemplateInterp &&
                frames_.back().braces == braces_)
                frames_.pop_back();
            --braces_;
            break;
        case TokenKind::QuotedNewline:
            if (is_return) break;
            while (!frames_.empty() && frames_.back().opener != TokenKind::OHeredoc) {
                if (frames_.back().opener == TokenKind::TemplateInterp) braces_ = frames_.back().braces - 1;
                frames_.pop_back();
            }
            break;
        default:
            break;
    }
}

OpenBrackets::Step OpenBrackets::take(TokenKind kind, bool is_return, bool ends_line) {
    follow_lexer(kind, is_return);
    // A heredoc that the lexer ended by layout: the next item starts here.
    if (!open_.empty() && open_.back() == TokenKind::OHeredoc && !is_in(kind, kHeredocParts))
        return Step::HeredocEnd;
    if (kind == TokenKind::TemplateControl) kind = TokenKind::TemplateInterp;
    if (is_in(kind, kOpeners)) {
        open_.push_back(kind);
        return Step::Inside;
    }
    if (is_in(kind, kClosers)) {
        TokenKind opener = opener_of(kind);
        // Strings and templates end only with their own closers, so a bracket inside closes none outside.
        auto at = std::find_if(open_.rbegin(), open_.rend(), [&](TokenKind one) {
            return one == opener || (is_text(one) && !is_text(opener));
        });
        if (at == open_.rend()) return Step::Stray;
        if (*at == opener) open_.erase(at.base() - 1, open_.end());
        return Step::Inside;
    }
    if (!is_in(kind, kLineEnds) && !ends_line) return Step::Inside;
    if (kind == TokenKind::QuotedNewline && !is_return) {
        // The lexer gave up the string and the enclosing sequences.
        while (!open_.empty() && open_.back() != TokenKind::OHeredoc) {
            bool was_text = is_text(open_.back());
            open_.pop_back();
            if (was_text && std::none_of(open_.begin(), open_.end(), is_text)) break;
        }
    }
    return Step::LineEnd;
}

LineStart line_start(std::string_view text, const TokenKind* kinds, const std::uint32_t* starts,
                     std::uint32_t token, std::uint32_t indent, bool is_in_block) {
    const std::uint32_t line = starts[token];
    if (kinds[token] == TokenKind::Whitespace) ++token;
    switch (kinds[token]) {
        case TokenKind::Ident:
            return starts_item(text, line, indent) ? LineStart::Boundary : LineStart::Inside;
        case TokenKind::CBrace:
            return is_in_block && starts[token] - line < indent ? LineStart::Boundary : LineStart::Inside;
        case TokenKind::TemplateSeqEnd:
            // It may have consumed the brace of the block.
            return starts[token] - line < indent ? LineStart::SequenceEnd : LineStart::Inside;
        default:
            return LineStart::Inside;
    }
}

}  // namespace hcl::syntax
