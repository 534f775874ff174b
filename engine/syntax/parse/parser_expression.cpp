// Expressions. Every function adds one node (with its subtree) at the end of nodes_ and
// returns its height; on a syntax error it calls fail(), which in the first pass unwinds to
// the item and in the second does nothing.
#include <algorithm>

#include "engine/syntax/lex/chars.h"
#include "engine/syntax/lex/number.h"
#include "engine/syntax/parse/parser_internal.h"

namespace hcl::syntax {

namespace {

struct Operator {
    std::int8_t level = -1;
    BinaryOp op{};
};

constexpr int kHighestLevel = 5;

constexpr Operator binary_operator(TokenKind kind) {
    switch (kind) {
        case TokenKind::Or:
            return {0, BinaryOp::Or};
        case TokenKind::And:
            return {1, BinaryOp::And};
        case TokenKind::EqualOp:
            return {2, BinaryOp::Equal};
        case TokenKind::NotEqual:
            return {2, BinaryOp::NotEqual};
        case TokenKind::GreaterThan:
            return {3, BinaryOp::Greater};
        case TokenKind::GreaterThanEq:
            return {3, BinaryOp::GreaterEqual};
        case TokenKind::LessThan:
            return {3, BinaryOp::Less};
        case TokenKind::LessThanEq:
            return {3, BinaryOp::LessEqual};
        case TokenKind::Plus:
            return {4, BinaryOp::Add};
        case TokenKind::Minus:
            return {4, BinaryOp::Subtract};
        case TokenKind::Star:
            return {5, BinaryOp::Multiply};
        case TokenKind::Slash:
            return {5, BinaryOp::Divide};
        case TokenKind::Percent:
            return {5, BinaryOp::Modulo};
        default:
            return {};
    }
}

constexpr std::uint64_t kOperators =
    bits(TokenKind::Or, TokenKind::And, TokenKind::EqualOp, TokenKind::NotEqual, TokenKind::GreaterThan,
         TokenKind::GreaterThanEq, TokenKind::LessThan, TokenKind::LessThanEq, TokenKind::Plus,
         TokenKind::Minus, TokenKind::Star, TokenKind::Slash, TokenKind::Percent);
constexpr std::uint64_t kPostfix = bits(TokenKind::Dot, TokenKind::OBrack);

}  // namespace

std::uint32_t Parser::expression() {
    auto start = static_cast<std::uint32_t>(nodes_.size());
    std::uint32_t height = with_postfix();
    if (failed_) return height;
    if (!is_in(cur_, kOperators | bit(TokenKind::Question))) return height;
    // Operators: the operand is the left side of the rest.
    std::size_t wrappers = wrappers_.size();
    while (is_in(cur_, kOperators)) {
        Operator op = binary_operator(cur_);
        advance();
        std::uint32_t right = binary(op.level + 1);
        if (failed_) return height;
        height = std::max(height, right) + 1;
        wrappers_.push_back({NodeKind::Binary, static_cast<std::uint8_t>(static_cast<int>(op.op) << kOpShift),
                             static_cast<std::uint32_t>(nodes_.size()), prev_ + 1});
        if (height > kMaxHeight) {
            fail(DiagCode::TooDeep, token_span(pos_), {std::to_string(kMaxHeight)});
            break;
        }
    }
    if (failed_) return height;
    if (is_at(TokenKind::Question)) {
        wrap(start, wrappers);
        DepthScope depth(depth_);
        if (too_deep()) return height;
        std::uint8_t flags = 0;
        advance();
        height = std::max(height, expression());
        if (failed_) return height;
        if (is_at(TokenKind::Colon)) {
            advance();
            height = std::max(height, expression());
        } else {
            fail_unless_lexical(DiagCode::MissingFalseResult, {describe()});
            missing();
            flags = kBroken;
        }
        if (failed_) return height;
        wrappers_.push_back(
            {NodeKind::Conditional, flags, static_cast<std::uint32_t>(nodes_.size()), prev_ + 1});
        ++height;
    }
    wrap(start, wrappers);
    return height;
}

// Operators of at least `level`.
std::uint32_t Parser::binary(int level) {
    auto start = static_cast<std::uint32_t>(nodes_.size());
    std::uint32_t height = with_postfix();
    if (level > kHighestLevel || failed_) return height;
    std::size_t wrappers = wrappers_.size();
    while (!failed_) {
        Operator op = binary_operator(cur_);
        if (op.level < level) break;
        advance();
        std::uint32_t right = binary(op.level + 1);
        if (failed_) return height;
        height = std::max(height, right) + 1;
        wrappers_.push_back({NodeKind::Binary, static_cast<std::uint8_t>(static_cast<int>(op.op) << kOpShift),
                             static_cast<std::uint32_t>(nodes_.size()), prev_ + 1});
        if (height > kMaxHeight) {
            fail(DiagCode::TooDeep, token_span(pos_), {std::to_string(kMaxHeight)});
            break;
        }
    }
    if (!failed_) wrap(start, wrappers);
    return height;
}

std::uint32_t Parser::with_postfix() {
    auto start = static_cast<std::uint32_t>(nodes_.size());
    std::uint32_t height = term();
    if (!is_in(cur_, kPostfix) || failed_) return height;
    return postfix(start, height);
}

// .name  .0  .*  [key]  [*]
std::uint32_t Parser::postfix(std::uint32_t start, std::uint32_t height) {
    std::size_t wrappers = wrappers_.size();
    auto add = [&](NodeKind kind, std::uint8_t flags = 0) {
        wrappers_.push_back({kind, flags, static_cast<std::uint32_t>(nodes_.size()), prev_ + 1});
        ++height;
    };
    while (!failed_ && is_in(cur_, kPostfix)) {
        if (height > kMaxHeight) {
            fail(DiagCode::TooDeep, token_span(pos_), {std::to_string(kMaxHeight)});
            skip_to(kClosers | bits(TokenKind::Comma, TokenKind::Newline));
            break;
        }
        std::uint32_t opener = pos_;
        if (is_at(TokenKind::Dot)) {
            advance();
            if (is_at(TokenKind::Ident)) {
                advance();
                add(NodeKind::GetAttr);
            } else if (is_at(TokenKind::Number)) {
                std::string_view number = token_text(pos_);
                bool is_pair = number.find('.') != std::string_view::npos;
                if (is_pair)
                    report(DiagCode::InvalidLegacyIndex, token_span(pos_), {number});
                else
                    check_number(pos_);
                advance();
                add(NodeKind::LegacyIndex, is_pair ? std::uint8_t{kBroken} : std::uint8_t{0});
            } else if (is_at(TokenKind::Star)) {
                advance();
                height = std::max(height, attribute_splat(opener));
                add(NodeKind::AttrSplat);
            } else {
                fail_unless_lexical(DiagCode::DotWithoutName);
                add(NodeKind::GetAttr, kBroken);
                break;
            }
            continue;
        }
        DepthScope depth(depth_);
        if (too_deep()) {
            skip_nesting();
            continue;
        }
        NewlineMode mode(*this, newlines_);
        // "[*]" is one operator: restores the treatment of line ends.
        advance();
        if (is_at(TokenKind::Star)) {
            advance();
            if (is_at(TokenKind::CBrack))
                advance();
            else
                fail_unless_lexical(DiagCode::MissingSplatBracket);
            if (failed_) return height;
            auto each = static_cast<std::uint32_t>(nodes_.size());
            nodes_.push_back({NodeKind::SplatItem, 0, opener, prev_ + 1, 1});
            std::uint32_t each_height = is_in(cur_, kPostfix) ? postfix(each, 1) : 1;
            height = std::max(height, each_height);
            add(NodeKind::FullSplat);
            continue;
        }
        mode.set(false);
        std::uint32_t key = expression();
        if (failed_) return height;
        height = std::max(height, key);
        std::uint8_t flags = 0;
        if (!is_at(TokenKind::CBrack)) {
            Diagnostic* d = fail_unless_lexical(DiagCode::MissingIndexBracket, {describe()});
            add_fix(d, "Insert \"]\"", {token_span(prev_).end, token_span(prev_).end}, "]");
            if (failed_) return height;
            skip_to(bit(TokenKind::CBrack));
            flags = kBroken;
        }
        mode.leave(TokenKind::CBrack);
        add(NodeKind::Index, flags);
    }
    if (!failed_) wrap(start, wrappers);
    return height;
}

// The steps after ".*": names and numbers only.
std::uint32_t Parser::attribute_splat(std::uint32_t marker) {
    auto each = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({NodeKind::SplatItem, 0, marker, prev_ + 1, 1});
    std::size_t wrappers = wrappers_.size();
    std::uint32_t height = 1;
    while (is_at(TokenKind::Dot) && height < kMaxHeight) {
        advance();
        NodeKind kind = NodeKind::GetAttr;
        std::uint8_t flags = 0;
        if (is_at(TokenKind::Number)) {
            kind = NodeKind::LegacyIndex;
            std::string_view number = token_text(pos_);
            if (number.find('.') != std::string_view::npos) {
                // At the star, as in the reference.
                report(DiagCode::InvalidLegacyIndex, token_span(pos_), {number});
                flags = kBroken;
            } else {
                check_number(pos_);
            }
            advance();
        } else if (is_at(TokenKind::Ident)) {
            advance();
        } else {
            if (is_at(TokenKind::Star))
                fail(DiagCode::NestedSplat, token_span(pos_));
            else
                fail_unless_lexical(DiagCode::DotWithoutName);
            if (failed_) return height;
            if (is_at(TokenKind::Star)) advance();
            flags = kBroken;
        }
        wrappers_.push_back({kind, flags, static_cast<std::uint32_t>(nodes_.size()), prev_ + 1});
        ++height;
    }
    wrap(each, wrappers);
    return height;
}

std::uint32_t Parser::term() {
    switch (cur_) {
        case TokenKind::Ident: {
            std::uint32_t name = pos_;
            advance();
            if (is_at(TokenKind::OParen) || is_at(TokenKind::DoubleColon)) {
                prev_ = name - 1;
                pos_ = name;
                cur_ = TokenKind::Ident;
                return call();
            }
            std::string_view text = token_text(name);
            if (text == "true")
                leaf(NodeKind::Bool, name, kTrue);
            else if (text == "false")
                leaf(NodeKind::Bool, name);
            else if (text == "null")
                leaf(NodeKind::Null, name);
            else
                leaf(NodeKind::Variable, name);
            return 1;
        }
        case TokenKind::Number:
            check_number(pos_);
            leaf(NodeKind::Number, pos_);
            advance();
            return 1;
        case TokenKind::OQuote:
        case TokenKind::OHeredoc:
            return string_template();
        case TokenKind::OBrack:
            return tuple();
        case TokenKind::OBrace:
            return object();
        case TokenKind::OParen:
            return paren();
        case TokenKind::Minus:
        case TokenKind::Bang: {
            DepthScope depth(depth_);
            if (too_deep()) {
                missing();
                skip_to(kClosers | bits(TokenKind::Comma, TokenKind::Newline));
                return 1;
            }
            auto op = is_at(TokenKind::Minus) ? UnaryOp::Negate : UnaryOp::Not;
            std::uint32_t node =
                open(NodeKind::Unary, pos_, static_cast<std::uint8_t>(static_cast<int>(op) << kOpShift));
            advance();
            std::uint32_t height = with_postfix() + 1;
            close(node, prev_ + 1);
            return height;
        }
        default:
            return no_term();
    }
}

std::uint32_t Parser::no_term() {
    if (is_at(TokenKind::EndOfFile))
        fail(DiagCode::MissingExpression, token_span(pos_));
    else
        fail_unless_lexical(DiagCode::InvalidExpression, {describe()});
    missing();
    return 1;
}

std::uint32_t Parser::paren() {
    DepthScope depth(depth_);
    std::uint32_t node = open(NodeKind::Paren, pos_);
    if (leave_out_if_too_deep(node)) return 1;
    NewlineMode mode(*this, false);
    advance();
    std::uint32_t height = expression() + 1;
    if (failed_) return height;
    if (!is_at(TokenKind::CParen)) {
        Diagnostic* d = fail_unless_lexical(DiagCode::UnbalancedParentheses, {describe()});
        add_fix(d, "Insert \")\"", {token_span(prev_).end, token_span(prev_).end}, ")");
        if (failed_) return height;
        skip_to(bit(TokenKind::CParen));
        nodes_[node].flags |= kBroken;
    }
    mode.leave(TokenKind::CParen);
    close(node, prev_ + 1);
    return height;
}

std::uint32_t Parser::tuple() {
    DepthScope depth(depth_);
    std::uint32_t bracket = pos_;
    std::uint32_t node = open(NodeKind::Tuple, bracket);
    if (leave_out_if_too_deep(node)) return 1;
    NewlineMode mode(*this, false);
    advance();
    std::uint32_t height = 0;
    if (at_keyword("for")) {
        height = for_expression(node, TokenKind::CBrack);
    } else {
        while (!is_at(TokenKind::CBrack) && tuple_element(bracket, height) != ElementEnd::Last) {
        }
    }
    if (failed_) return height;
    if (!is_at(TokenKind::CBrack)) nodes_[node].flags |= kBroken;
    mode.leave(TokenKind::CBrack);
    close(node, prev_ + 1);
    return height + 1;
}

Parser::ElementEnd Parser::tuple_element(std::uint32_t bracket, std::uint32_t& height) {
    if (lenient_ && is_at(TokenKind::EndOfFile)) return ElementEnd::Last;
    std::uint32_t before = pos_;
    height = std::max(height, expression());
    if (failed_ || is_at(TokenKind::CBrack)) return ElementEnd::Last;
    if (is_at(TokenKind::Comma)) {
        advance();
        return ElementEnd::Separated;
    }
    if (is_at(TokenKind::EndOfFile)) {
        Diagnostic* d = fail(DiagCode::UnterminatedTuple, token_span(bracket));
        add_fix(d, "Insert \"]\"", {token_span(prev_).end, token_span(prev_).end}, "]");
    } else {
        Diagnostic* d = fail_unless_lexical(DiagCode::MissingItemSeparator, {describe()});
        if (begins_value()) add_fix(d, "Insert \",\"", {token_span(prev_).end, token_span(prev_).end}, ",");
    }
    if (failed_ || is_in(cur_, kClosers | bit(TokenKind::EndOfFile))) return ElementEnd::Last;
    if (pos_ == before) advance();
    return ElementEnd::Unseparated;
}

std::uint32_t Parser::object() {
    DepthScope depth(depth_);
    std::uint32_t brace = pos_;
    std::uint32_t node = open(NodeKind::Object, brace);
    if (leave_out_if_too_deep(node)) return 1;
    NewlineMode mode(*this, false);
    advance();
    std::uint32_t height = 0;
    if (at_keyword("for")) {
        height = for_expression(node, TokenKind::CBrace);
        if (failed_) return height;
        if (!is_at(TokenKind::CBrace)) nodes_[node].flags |= kBroken;
        mode.leave(TokenKind::CBrace);
        close(node, prev_ + 1);
        return height + 1;
    }
    mode.set(true);
    for (;;) {
        while (is_at(TokenKind::Newline)) advance();
        if (is_at(TokenKind::CBrace) || object_element(brace, height) == ElementEnd::Last) break;
    }
    if (failed_) return height;
    if (!is_at(TokenKind::CBrace)) nodes_[node].flags |= kBroken;
    mode.leave(TokenKind::CBrace);
    close(node, prev_ + 1);
    return height + 2;
}

// For an item that ends behind its key.
void Parser::fail_without_value(std::uint32_t item) {
    const std::uint32_t key = item + 1;
    const bool is_name = nodes_[key].kind == NodeKind::Variable;
    const Span place = is_name ? node_span(key) : token_span(pos_);
    const std::string name(is_name ? text_.substr(place.start, place.length()) : "");
    fail(is_at(TokenKind::CBrace) ? DiagCode::MissingKeyValueSeparator : DiagCode::MissingAttributeValue,
         place,
         {is_name ? "The key \"" + name + "\" has no value: write \"" + name + " = ...\"."
                  : "This key has no value: \"=\" and a value are expected."});
}

Parser::ElementEnd Parser::object_element(std::uint32_t brace, std::uint32_t& height) {
    constexpr std::uint64_t separators = bits(TokenKind::Comma, TokenKind::Newline, TokenKind::CBrace);
    if (lenient_ && is_at(TokenKind::EndOfFile)) return ElementEnd::Last;
    if (!lenient_ && ends_by_layout(item_indent_)) {
        // By the layout, the next item of the body starts here. If an unmatched brace follows later, this was
        // wrong, and the item is parsed again by its braces.
        has_unclosed_ = true;
        Diagnostic* d = fail(DiagCode::UnterminatedObject, token_span(brace));
        // Before the line end that separates the last value from the next item.
        const std::uint32_t after =
            is_in(tokens_.kind(prev_), kLineEnds) ? tokens_.start(prev_) : token_span(prev_).end;
        add_fix(d, "Insert \"}\"", {after, after}, "\n" + std::string(item_indent_, ' ') + "}");
        return ElementEnd::Last;
    }
    std::uint32_t before = pos_;
    std::uint32_t item = open(NodeKind::ObjectItem, pos_);
    height = std::max(height, expression());
    if (failed_) return ElementEnd::Last;
    // A missing key is directly after the previous token, and so may start before this item's first
    // token.
    nodes_[item].first_token = std::min(nodes_[item].first_token, nodes_[item + 1].first_token);
    if (is_at(TokenKind::Equal) || is_at(TokenKind::Colon)) {
        advance();
        height = std::max(height, expression());
        if (failed_) return ElementEnd::Last;
    } else {
        Span after{token_span(prev_).end, token_span(prev_).end};
        if (is_in(cur_, bits(TokenKind::Newline, TokenKind::Comma, TokenKind::CBrace))) {
            fail_without_value(item);
        } else if (is_at(TokenKind::EndOfFile)) {
            add_fix(fail(DiagCode::UnterminatedObject, token_span(brace)), "Insert \"}\"", after, "}");
        } else {
            add_fix(fail_unless_lexical(DiagCode::MissingKeyValueSeparator,
                                        {"\"=\" is expected between a key and its value. A key that is not a "
                                         "plain name needs quotes."}),
                    "Insert \"=\"", after, " =", false);
        }
        if (failed_) return ElementEnd::Last;
        nodes_[item].flags |= kBroken;
        missing();
        if (pos_ == before) advance();
        skip_to(separators);
    }
    close(item, prev_ + 1);
    height = std::max(height, 1u);
    if (is_at(TokenKind::CBrace)) return ElementEnd::Last;
    if (is_in(cur_, separators)) {
        advance();
        return ElementEnd::Separated;
    }
    Span after{token_span(prev_).end, token_span(prev_).end};
    if (is_at(TokenKind::EndOfFile))
        add_fix(fail(DiagCode::UnterminatedObject, token_span(brace)), "Insert \"}\"", after, "}");
    else
        add_fix(fail_unless_lexical(DiagCode::MissingAttributeSeparator, {describe()}), "Insert \",\"", after,
                ",");
    if (failed_) return ElementEnd::Last;
    skip_to(separators);
    if (is_in(cur_, kClosers | bit(TokenKind::EndOfFile))) return ElementEnd::Last;
    return ElementEnd::Unseparated;
}

// Starts at "for" and ends at the closer. Sets the kind of the node.
std::uint32_t Parser::for_expression(std::uint32_t node, TokenKind closer) {
    const bool makes_object = closer == TokenKind::CBrace;
    std::uint32_t height = 0;
    auto give_up = [&](std::string_view message) {
        fail_unless_lexical(DiagCode::InvalidForExpression, {message});
        nodes_[node].kind = NodeKind::BogusExpr;
        nodes_[node].flags = kBroken;
        if (!failed_) skip_to(bit(closer));
        return height + 1;
    };
    nodes_[node].kind = makes_object ? NodeKind::ForObject : NodeKind::ForTuple;
    advance();
    if (!is_at(TokenKind::Ident)) return give_up("\"for\" is followed by the name of a variable.");
    leaf(NodeKind::Name, pos_);
    advance();
    if (is_at(TokenKind::Comma)) {
        advance();
        if (!is_at(TokenKind::Ident))
            return give_up("The comma is followed by the name of a second variable.");
        nodes_[node].flags |= kHasKeyName;
        leaf(NodeKind::Name, pos_);
        advance();
    }
    if (!at_keyword("in")) return give_up("The variables are followed by \"in\" and the collection.");
    advance();
    height = expression();
    if (failed_) return height;
    if (!is_at(TokenKind::Colon)) return give_up("The collection is followed by \":\" and the result.");
    advance();
    auto key = static_cast<std::uint32_t>(nodes_.size());
    height = std::max(height, expression());
    if (failed_) return height;
    bool has_key = is_at(TokenKind::FatArrow);
    auto value = key;
    if (has_key) {
        advance();
        value = static_cast<std::uint32_t>(nodes_.size());
        height = std::max(height, expression());
        if (failed_) return height;
    }
    Span group{};
    if (is_at(TokenKind::Ellipsis)) {
        group = token_span(pos_);
        nodes_[node].flags |= kGroup;
        advance();
    }
    Span key_span = node_span(key);
    Span value_span = node_span(value);
    if (at_keyword("if")) {
        nodes_[node].flags |= kHasCondition;
        advance();
        height = std::max(height, expression());
        if (failed_) return height;
    }
    if (!is_at(closer)) {
        fail_unless_lexical(DiagCode::InvalidForExpression,
                            {"The expression is complete, so its closing bracket must follow."});
        if (failed_) return height;
        nodes_[node].flags |= kBroken;
        skip_to(bit(closer));
    }
    if (makes_object && !has_key) {
        report(DiagCode::InvalidForExpression, value_span,
               {"An object needs a key and a value for each element: \"key => value\"."});
        nodes_[node].kind = NodeKind::ForTuple;
        nodes_[node].flags |= kBroken;
    }
    if (!makes_object && has_key) {
        report(DiagCode::InvalidForExpression, key_span,
               {"A list has no keys. Write the expression in braces to make an object."});
        nodes_[node].kind = NodeKind::ForObject;
        nodes_[node].flags |= kBroken;
    }
    if (!makes_object && !group.is_empty()) {
        report(DiagCode::InvalidForExpression, group, {"Only an object can group its values with \"...\"."});
        nodes_[node].flags |= kBroken;
    }
    return height + 1;
}

std::uint32_t Parser::call() {
    DepthScope depth(depth_);
    std::uint32_t first = pos_;
    std::uint32_t node = open(NodeKind::Call, first);
    std::uint32_t name = open(NodeKind::FunctionName, first);
    advance();
    while (is_at(TokenKind::DoubleColon)) {
        advance();
        if (!is_at(TokenKind::Ident)) {
            fail_unless_lexical(DiagCode::MissingFunctionName);
            if (failed_) return 1;
            nodes_[name].flags |= kBroken;
            break;
        }
        advance();
    }
    close(name, prev_ + 1);
    if (!is_at(TokenKind::OParen)) {
        Span span{tokens_.start(first), token_span(prev_).end};
        fail_unless_lexical(DiagCode::MissingOpenParen, {text_.substr(span.start, span.length())});
        if (failed_) return 1;
        nodes_[node].flags |= kBroken;
        close(node, prev_ + 1);
        return 2;
    }
    std::uint32_t paren_token = pos_;
    if (too_deep()) {
        skip_nesting();
        nodes_[node].flags |= kBroken;
        close(node, prev_ + 1);
        return 2;
    }
    NewlineMode mode(*this, false);
    advance();
    std::uint32_t height = 1;
    while (!is_at(TokenKind::CParen)) {
        if (lenient_ && is_at(TokenKind::EndOfFile)) break;
        std::uint32_t before = pos_;
        height = std::max(height, expression());
        if (failed_) return height;
        if (is_at(TokenKind::CParen)) break;
        if (is_at(TokenKind::Comma)) {
            advance();
            continue;
        }
        if (is_at(TokenKind::Ellipsis)) {
            nodes_[node].flags |= kExpand;
            Span dots = token_span(pos_);
            advance();
            if (is_at(TokenKind::CParen)) break;
            fail(DiagCode::MissingCloseParen, dots);
            if (failed_) return height;
            continue;
        }
        Span after{token_span(prev_).end, token_span(prev_).end};
        if (is_at(TokenKind::EndOfFile))
            add_fix(fail(DiagCode::UnterminatedCall, {tokens_.start(first), token_span(paren_token).end}),
                    "Insert \")\"", after, ")");
        else if (Diagnostic* d = fail_unless_lexical(DiagCode::MissingArgumentSeparator, {describe()});
                 begins_value())
            add_fix(d, "Insert \",\"", after, ",");
        if (failed_) return height;
        if (is_in(cur_, kClosers | bit(TokenKind::EndOfFile))) break;
        if (pos_ == before) advance();
    }
    if (!is_at(TokenKind::CParen)) nodes_[node].flags |= kBroken;
    mode.leave(TokenKind::CParen);
    close(node, prev_ + 1);
    return height + 1;
}

void Parser::check_number(std::uint32_t token) {
    if (lenient_) return;
    std::string_view text = token_text(token);
    if (!is_number_literal(text)) report(DiagCode::InvalidNumber, token_span(token), {text});
}

// Skips tokens, including whole brackets, up to one of
// `stops`, an unmatched closer, or the end.
void Parser::skip_to(std::uint64_t stops) {
    if (failed_) return;
    while (!is_at(TokenKind::EndOfFile) && !is_in(cur_, stops) && !is_in(cur_, kClosers)) {
        if (is_in(cur_, kOpeners))
            skip_nesting();
        else
            advance();
    }
}

// Skips from an opener past its closer.
void Parser::skip_nesting() {
    if (failed_) return;
    std::uint32_t open = 0;
    do {
        if (is_in(cur_, kOpeners)) ++open;
        if (is_in(cur_, kClosers)) --open;
        advance();
    } while (open != 0 && !is_at(TokenKind::EndOfFile));
}

}  // namespace hcl::syntax
