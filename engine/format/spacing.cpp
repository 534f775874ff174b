#include "engine/format/spacing.h"

#include <array>
#include <cstddef>
#include <initializer_list>

namespace hcl::format {

namespace {

using enum syntax::TokenKind;
using syntax::TokenKind;

constexpr std::size_t kKinds = static_cast<std::size_t>(EndOfFile) + 1;

constexpr bool is_any(TokenKind kind, std::initializer_list<TokenKind> kinds) {
    for (TokenKind k : kinds)
        if (k == kind) return true;
    return false;
}

constexpr int change_of(TokenKind kind) {
    if (is_any(kind, {OBrace, OBrack, OParen, TemplateControl, TemplateInterp})) return 1;
    if (is_any(kind, {CBrace, CBrack, CParen, TemplateSeqEnd})) return -1;
    return 0;
}

// The rules in order of precedence: the first match decides.
constexpr Gap decide(TokenKind left, TokenKind right) {
    if (right == Newline) return Gap::None;
    // Calls, namespaces, attribute access.
    if (left == Ident && is_any(right, {OParen, DoubleColon})) return Gap::None;
    if (left == DoubleColon && right == Ident) return Gap::None;
    if (left == Dot || right == Dot) return Gap::None;
    if (is_any(right, {Comma, Ellipsis})) return Gap::None;
    if (left == Comma) return Gap::Space;
    // The inside of quotes and heredocs is text.
    if (is_any(left, {QuotedLit, StringLit, OQuote, OHeredoc})) return Gap::None;
    if (is_any(right, {QuotedLit, StringLit, CQuote, CHeredoc})) return Gap::None;
    // No space between a collection and its index.
    if (left == Ident && is_any(right, {OBrack, CBrack, CParen, TemplateSeqEnd})) return Gap::AfterIn;
    if (right == OBrack && (left == Number || change_of(left) < 0)) return Gap::None;
    if (left == Bang) return Gap::None;
    if (left == Minus) return Gap::AfterMinus;
    // Braces have inner spaces, other brackets do not.
    if (left == OBrace && right == CBrace) return Gap::None;
    if (left == OBrace || right == CBrace) return Gap::Space;
    if (is_any(left, {TemplateInterp, TemplateControl}) && right == OBrace) return Gap::Space;
    if (left == CBrace && right == TemplateSeqEnd) return Gap::Space;
    if (left == TemplateSeqEnd && is_any(right, {TemplateInterp, TemplateControl})) return Gap::None;
    if (change_of(left) > 0 || change_of(right) < 0) return Gap::None;
    return Gap::Space;
}

constexpr auto gap_table() {
    std::array<std::array<Gap, kKinds>, kKinds> table{};
    for (std::size_t left = 0; left < kKinds; ++left)
        for (std::size_t right = 0; right < kKinds; ++right)
            table[left][right] = decide(static_cast<TokenKind>(left), static_cast<TokenKind>(right));
    return table;
}

constexpr auto change_table() {
    std::array<std::int8_t, kKinds> table{};
    for (std::size_t kind = 0; kind < kKinds; ++kind)
        table[kind] = static_cast<std::int8_t>(change_of(static_cast<TokenKind>(kind)));
    return table;
}

constexpr auto kGaps = gap_table();
constexpr auto kChanges = change_table();

}  // namespace

Gap gap(TokenKind left, TokenKind right) {
    return kGaps[static_cast<std::size_t>(left)][static_cast<std::size_t>(right)];
}

bool negates_after(TokenKind before_minus) {
    return is_any(before_minus, {OParen,      OBrace,        OBrack,   Equal,      Colon, Comma,   Question,
                                 Plus,        Star,          Slash,    Percent,    Minus, EqualOp, NotEqual,
                                 GreaterThan, GreaterThanEq, LessThan, LessThanEq, And,   Or,      Bang});
}

int bracket_change(TokenKind kind) {
    return kChanges[static_cast<std::size_t>(kind)];
}

}  // namespace hcl::format
