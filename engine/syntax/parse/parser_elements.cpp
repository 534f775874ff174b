// Elements of a list or object parsed separately, with the same result as inside: see element_edit.h.
#include "engine/syntax/parse/parser_internal.h"

namespace hcl::syntax {

void Parser::start_elements(const ElementPlace& place) {
    lexer_.set_starts_file(false);
    are_properties_ = place.is_object;
    depth_ = place.depth;
    item_indent_ = place.indent;
    newlines_ = place.is_object;
    if (!newlines_) skip_ |= bit(TokenKind::Newline);
    settle(0);
    prev_ = 0;
    settle(1);
}

ElementKind Parser::next_element(bool& is_broken) {
    const TokenKind closer = are_properties_ ? TokenKind::CBrace : TokenKind::CBrack;
    auto read = [&] {
        std::uint32_t height = 0;
        for (;;) {
            while (are_properties_ && is_at(TokenKind::Newline)) advance();
            if (is_at(closer)) return ElementEnd::Last;
            ElementEnd end = are_properties_ ? object_element(0, height) : tuple_element(0, height);
            if (end != ElementEnd::Unseparated) return end;
        }
    };
    while (are_properties_ && is_at(TokenKind::Newline)) advance();
    if (is_at(closer)) return ElementKind::Closer;
    const std::uint32_t first = pos_;
    const std::uint32_t before = prev_;
    const std::size_t node = nodes_.size();
    lenient_ = is_broken;
    ElementEnd end = read();
    if (failed_) {
        if (has_unclosed_) return ElementKind::Lost;
        // Parses it again for its parts, like a broken item.
        work_ += pos_ - first;
        failed_ = false;
        is_broken = lenient_ = true;
        nodes_.resize(node);
        wrappers_.clear();
        prev_ = before;
        settle(first);
        end = read();
    }
    lenient_ = false;
    return end == ElementEnd::Separated || is_at(closer) ? ElementKind::Element : ElementKind::Lost;
}

}  // namespace hcl::syntax
