#include "engine/ide/completion/keywords.h"

#include <algorithm>

#include "engine/ide/place/places.h"

namespace hcl::ide {

namespace {

using syntax::TokenKind;

bool opens(TokenKind kind) {
    return kind == TokenKind::OBrace || kind == TokenKind::OBrack || kind == TokenKind::OParen ||
           kind == TokenKind::TemplateInterp || kind == TokenKind::TemplateControl ||
           kind == TokenKind::OQuote || kind == TokenKind::OHeredoc;
}

bool closes(TokenKind kind) {
    return kind == TokenKind::CBrace || kind == TokenKind::CBrack || kind == TokenKind::CParen ||
           kind == TokenKind::TemplateSeqEnd || kind == TokenKind::CQuote || kind == TokenKind::CHeredoc;
}

bool is_blank(TokenKind kind) {
    return kind == TokenKind::Whitespace || kind == TokenKind::Newline || kind == TokenKind::Comment;
}

// Whether a brace opens the body of a block.
bool follows_header(const syntax::Chunk& chunk, std::uint32_t brace) {
    while (brace-- > 0)
        if (const TokenKind kind = chunk.token_kinds[brace]; !is_blank(kind))
            return kind == TokenKind::Ident || kind == TokenKind::CQuote;
    return false;
}

// The tokens between the innermost bracket around a place and the place, without those in brackets of their
// own.
struct Before {
    std::vector<TokenPlace> list{};
    TokenKind bracket = TokenKind::EndOfFile;  // EndOfFile: none within reach
    bool is_of_block = false;

    Before(const syntax::Chunk& chunk, std::uint32_t base, std::uint32_t end) {
        constexpr std::uint32_t kMost = 2000;
        std::uint32_t depth = 0;
        const std::uint32_t first = end > kMost ? end - kMost : 0;
        for (std::uint32_t i = end; i-- > first;) {
            const TokenKind kind = chunk.token_kinds[i];
            if (is_blank(kind)) continue;
            if (closes(kind)) {
                if (depth++ == 0) list.push_back({&chunk, base, i});
            } else if (opens(kind)) {
                if (depth == 0) {
                    bracket = kind;
                    is_of_block = kind == TokenKind::OBrace && follows_header(chunk, i);
                    break;
                }
                --depth;
            } else if (depth == 0) {
                list.push_back({&chunk, base, i});
            }
        }
        std::ranges::reverse(list);
    }
    bool is_word(std::size_t i, std::string_view word) const {
        return i < list.size() && list[i].kind() == TokenKind::Ident && list[i].text() == word;
    }
    bool is(std::size_t i, TokenKind kind) const { return i < list.size() && list[i].kind() == kind; }
    bool has(TokenKind kind) const {
        return std::ranges::any_of(list, [&](const TokenPlace& token) { return token.kind() == kind; });
    }
    // `for NAME` or `for NAME, NAME`.
    bool ends_with_names() const {
        const std::size_t count = list.size();
        return is_word(0, "for") && is(1, TokenKind::Ident) &&
               (count == 2 || (count == 4 && is(2, TokenKind::Comma) && is(3, TokenKind::Ident)));
    }
    // Whether an operand ends there, so that no other can follow.
    bool ends_with_operand() const {
        if (list.empty()) return false;
        const TokenKind kind = list.back().kind();
        return closes(kind) || kind == TokenKind::Ident || kind == TokenKind::Number ||
               kind == TokenKind::Ellipsis;
    }
};

}  // namespace

KeywordsHere keywords_at(const syntax::File& file, std::uint32_t offset) {
    if (file.options().syntax == syntax::Syntax::Json || file.size() == 0) return {};
    const auto token = offset == 0 ? std::nullopt : token_at(file, offset - 1);
    if (!token) return {};
    const bool is_in_word = token->kind() == TokenKind::Ident;
    // Within other tokens, such as texts, there are no keywords.
    if (!is_in_word && token->span().end > offset && !is_blank(token->kind())) return {};
    if (token->kind() == TokenKind::Comment) return {};
    const auto next = is_in_word ? token : token_at(file, offset);
    const std::string_view word =
        next && next->kind() == TokenKind::Ident ? next->text() : std::string_view();
    const Before before(*token->chunk, token->base, is_in_word ? token->index : token->index + 1);
    if (before.bracket == TokenKind::TemplateControl) {
        if (before.list.empty()) return {{"if", "for", "else", "endif", "endfor"}, true};
        return before.ends_with_names() ? KeywordsHere{{"in"}, true} : KeywordsHere();
    }
    const bool is_object = before.bracket == TokenKind::OBrace && !before.is_of_block;
    if (before.bracket != TokenKind::OBrack && !is_object) return {};
    // Other names are likelier once something else is typed.
    const bool may_be_for = std::string_view("for").starts_with(word);
    if (before.list.empty()) return may_be_for ? KeywordsHere{{"for"}, false} : KeywordsHere();
    if (before.ends_with_names()) return {{"in"}, true};
    const bool is_for = before.is_word(0, "for") && before.is(1, TokenKind::Ident);
    const bool has_condition = std::ranges::any_of(before.list, [](const TokenPlace& one) {
        return one.kind() == TokenKind::Ident && one.text() == "if";
    });
    const bool has_value = before.has(is_object ? TokenKind::FatArrow : TokenKind::Colon);
    if (is_for && has_value && !has_condition && before.ends_with_operand()) return {{"if"}, true};
    return {};
}

}  // namespace hcl::ide
