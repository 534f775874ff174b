// The grammar of HCL 1: keys with "=" and a value, or with an object in braces. Line ends are white space,
// commas between items are optional, and values are literals, lists and objects.
#include <algorithm>

#include "engine/syntax/hcl1/scan.h"
#include "engine/syntax/lex/literal.h"
#include "engine/syntax/parse/parser_internal.h"

namespace hcl::syntax {

namespace {

// Limits how far an item without a value is parsed: keys on later lines than the
// first, and keys in an object.
constexpr std::uint32_t kMostKeysBelow = 6;
constexpr std::uint32_t kMostKeys = 64;

constexpr std::uint64_t kStringParts = bits(TokenKind::QuotedLit, TokenKind::Invalid, TokenKind::BadUtf8);
constexpr std::uint64_t kHeredocParts = bits(TokenKind::StringLit, TokenKind::Invalid, TokenKind::BadUtf8);

constexpr std::uint8_t kHcl1Text = kHcl1;
constexpr std::uint8_t kHcl1Broken = kHcl1 | kBroken;

bool is_bool(std::string_view word) {
    return word == "true" || word == "false";
}

void add_opened(Diagnostic* diagnostic, Span opener) {
    if (diagnostic) diagnostic->related.push_back({{FileId{}, opener}, "It is opened here."});
}

}  // namespace

bool Parser::is_at_hcl1_key() const {
    return is_at(TokenKind::OQuote) || (is_at(TokenKind::Ident) && !is_bool(token_text(pos_)));
}

// Fails the item at the current token. If that is on a later line than `token`, the item ends with the line
// of `token`, because the next item may start after it.
void Parser::hcl1_end_line(std::uint32_t token) {
    note_look();
    failed_ = true;
    for (; token < pos_; ++token) {
        const TokenKind kind = tokens_.kind(token);
        if (is_in(kind, kLineEnds) || (kind == TokenKind::Comment && at_line_end(token))) break;
    }
    error_token_ = token;
}

void Parser::hcl1_item(const BodyContext& body) {
    NewlineMode mode(*this, false);
    const std::uint32_t first = pos_;
    if (!is_at_hcl1_key()) {
        stray_token(body);
        return;
    }
    const std::uint32_t indent = item_indent_;
    const std::uint32_t node = open(NodeKind::Attribute, first);
    hcl1_key(NodeKind::Name);
    std::uint32_t keys = 1;
    if (!failed_ && !lenient_ && is_behind_hcl1_word(first)) {
        fail_alone(first);
        hcl1_end_line(first);
    }
    for (std::uint32_t below = 0; !failed_ && is_at_hcl1_key(); ++keys) {
        if (is_behind_line_end() && ++below > kMostKeysBelow) break;
        hcl1_key(NodeKind::Label);
    }
    if (failed_) return;
    if (is_at(TokenKind::Equal) && keys == 1) {
        const std::uint32_t equals = pos_;
        advance();
        // key = { ... } is the same as key { ... }.
        if (!is_at(TokenKind::OBrace)) {
            hcl1_value(equals);
            if (failed_) return;
            close(node, prev_ + 1);
            mode.restore();
            hcl1_separator();
            return;
        }
    } else if (is_at(TokenKind::Equal)) {
        hcl1_equals_after_labels();
    }
    if (failed_) return;
    nodes_[node].kind = NodeKind::Block;
    if (!is_at(TokenKind::OBrace)) {
        hcl1_no_value(first);
        if (failed_) return;
        if (keys == 1) {
            nodes_.resize(node);
            leaf(NodeKind::Bogus, first);
            nodes_.back().token_end = prev_ + 1;
            return;
        }
        const std::uint32_t empty = open(NodeKind::Body, prev_ + 1, kBroken);
        close(empty, prev_ + 1);
        close(node, prev_ + 1);
        nodes_[node].flags |= kBroken;
        return;
    }
    DepthScope depth(depth_);
    const std::uint32_t brace = pos_;
    if (too_deep()) {
        if (failed_) return;
        const std::uint32_t inner = open(NodeKind::Body, pos_, kBroken);
        skip_nesting();
        close(inner, prev_ + 1);
        close(node, prev_ + 1);
        return;
    }
    mode.leave(TokenKind::OBrace);
    block_body(node, brace, indent);
    if (failed_) return;
    close(node, prev_ + 1);
    if ((nodes_[node].flags & kBroken) != 0) return;  // not closed: nothing follows it
    const Span body_span{tokens_.start(brace), tokens_.start(prev_ + 1)};
    if (text_.substr(body_span.start, body_span.length()).find('\n') == std::string_view::npos)
        nodes_[node].flags |= kOneLine;
    hcl1_separator();
}

// A comma after an item, possibly on a later line.
void Parser::hcl1_separator() {
    NewlineMode mode(*this, false);
    if (is_at(TokenKind::Comma)) mode.leave(TokenKind::Comma);
}

// Whether there is a line end between the last token and the current one.
bool Parser::is_behind_line_end() const {
    for (std::uint32_t token = prev_ + 1; token < pos_; ++token)
        if (is_in(tokens_.kind(token), kLineEnds) ||
            (tokens_.kind(token) == TokenKind::Comment && at_line_end(token)))
            return true;
    return false;
}

// Whether the item began with a word alone on its line, before an argument, or the header of a block with the
// same indentation. HCL 1 would take that for labels of the word, which is rather one that is being typed.
bool Parser::is_behind_hcl1_word(std::uint32_t first) const {
    if (strict_ || tokens_.kind(first) != TokenKind::Ident || !is_at(TokenKind::Ident) ||
        !is_behind_line_end())
        return false;
    const std::size_t next = text_.find_first_not_of(" \t", token_span(pos_).end);
    return next != std::string_view::npos && (text_[next] == '=' || is_layout_end(pos_, item_indent_));
}

void Parser::hcl1_key(NodeKind kind) {
    if (is_at(TokenKind::Ident)) {
        leaf(kind, pos_, kHcl1);
        advance();
        return;
    }
    const std::uint32_t node = open(kind, pos_, kQuoted | kHcl1);
    hcl1_string_rest(node, false);
    close(node, prev_ + 1);
}

// From the opening to the closing quote. The lexer reports unterminated strings.
void Parser::hcl1_string_rest(std::uint32_t node, bool is_value) {
    const std::uint32_t quote = pos_;
    advance();
    while (is_in(cur_, kStringParts)) {
        const bool is_text = is_at(TokenKind::QuotedLit);
        if (is_value) leaf(NodeKind::TemplateLiteral, pos_, is_text ? kHcl1Text : kHcl1Broken);
        advance();
    }
    if (is_at(TokenKind::CQuote)) {
        advance();
        return;
    }
    nodes_[node].flags |= kBroken;
    if (is_value || lenient_) return;
    hcl1_end_line(quote);
}

// After two or more keys only braces can follow. Reports the "=" and skips it.
void Parser::hcl1_equals_after_labels() {
    const std::uint32_t equals = pos_;
    constexpr std::string_view kMessage = "Only a key without labels is set with \"=\".";
    if (tokens_.kind(pos_ + 1) == TokenKind::OBrace ||
        (tokens_.kind(pos_ + 1) == TokenKind::Whitespace && tokens_.kind(pos_ + 2) == TokenKind::OBrace)) {
        add_fix(report(DiagCode::InvalidBlock, token_span(equals), {kMessage}), "Remove \"=\"",
                {token_span(equals).start, token_span(equals).end}, "");
        advance();
        return;
    }
    fail(DiagCode::InvalidBlock, token_span(equals), {kMessage});
}

// Keys without "=" or "{" after them. A key of the next line may have been parsed as a label.
void Parser::hcl1_no_value(std::uint32_t first) {
    if (failed_ || lenient_) return;
    if (!is_in(cur_, kLexicalErrors)) {
        if (!strict_ && tokens_.kind(first) == TokenKind::Ident && is_behind_line_end() &&
            !is_at(TokenKind::EndOfFile)) {
            fail_alone(first);
            return hcl1_end_line(first);
        }
        const Span span = is_at(TokenKind::EndOfFile) ? kEndOfFile : token_span(pos_);
        const std::string message = "A key is followed by \"=\" and a value, or by an object in braces; " +
                                    describe() + " stands here.";
        Diagnostic* d = fail(DiagCode::ItemRequired, span, {message});
        d->related.push_back({{FileId{}, token_span(first)}, "The key stands here."});
        if (is_at(TokenKind::Colon)) add_fix(d, "Replace \":\" by \"=\"", token_span(pos_), " =");
    }
    hcl1_end_line(first);
}

// Adds one node. `before` is the token before the value.
void Parser::hcl1_value(std::uint32_t before) {
    switch (cur_) {
        case TokenKind::OQuote:
            hcl1_string();
            return;
        case TokenKind::OHeredoc:
            hcl1_heredoc();
            return;
        case TokenKind::Number:
            leaf(NodeKind::Number, pos_, kHcl1);
            advance();
            return;
        case TokenKind::OBrace:
            hcl1_object();
            return;
        case TokenKind::OBrack:
            hcl1_list();
            return;
        case TokenKind::Ident:
            if (!is_bool(token_text(pos_))) break;
            leaf(NodeKind::Bool, pos_, token_text(pos_) == "true" ? std::uint8_t{kTrue} : std::uint8_t{0});
            advance();
            return;
        case TokenKind::EndOfFile:
            // HCL 1 drops a key whose value is missing at the end of the file.
            missing();
            return;
        default:
            break;
    }
    if (!strict_ && !lenient_ && tokens_.kind(before) == TokenKind::Equal && is_behind_line_end() &&
        !is_in(cur_, kLexicalErrors)) {
        // The next item, while this one is typed.
        fail(DiagCode::InvalidExpression, token_span(before), {"the end of the line"});
    } else if (is_at(TokenKind::Ident) && !lenient_) {
        const std::string found = describe() + " (HCL 1 has no references, and strings stand in quotes)";
        Diagnostic* d = fail(DiagCode::InvalidExpression, token_span(pos_), {found});
        add_fix(d, "Quote it", token_span(pos_), '"' + std::string(token_text(pos_)) + '"', false);
    } else {
        fail_unless_lexical(DiagCode::InvalidExpression, {describe()});
    }
    if (failed_) {
        hcl1_end_line(before);
        return;
    }
    if (is_in(cur_, kClosers | bits(TokenKind::Comma, TokenKind::QuotedNewline))) {
        missing();
        return;
    }
    const std::uint32_t node = open(NodeKind::BogusExpr, pos_, kBroken);
    if (is_in(cur_, kOpeners))
        skip_nesting();
    else
        advance();
    close(node, prev_ + 1);
}

void Parser::hcl1_string() {
    const std::uint32_t node = open(NodeKind::Template, pos_);
    hcl1_string_rest(node, true);
    close(node, prev_ + 1);
}

void Parser::hcl1_heredoc() {
    const int flush = token_text(pos_).starts_with("<<-") ? int{kFlush} : 0;
    const std::uint32_t node = open(NodeKind::Heredoc, pos_, static_cast<std::uint8_t>(flush | kHcl1));
    advance();
    while (is_in(cur_, kHeredocParts)) {
        const bool is_text = is_at(TokenKind::StringLit);
        leaf(NodeKind::TemplateLiteral, pos_, is_text ? kHcl1Text : kHcl1Broken);
        advance();
    }
    if (is_at(TokenKind::CHeredoc)) {
        advance();
    } else {
        // It extends up to here: that is reported, not the enclosing blocks that it leaves open.
        nodes_[node].flags |= kBroken;
        is_end_reported_ = true;
    }
    close(node, prev_ + 1);
}

void Parser::hcl1_list() {
    DepthScope depth(depth_);
    const std::uint32_t bracket = pos_;
    const std::uint32_t node = open(NodeKind::Tuple, bracket);
    if (leave_out_if_too_deep(node)) return;
    advance();
    bool needs_comma = false;
    for (;;) {
        if (is_at(TokenKind::CBrack)) {
            advance();
            break;
        }
        if (is_at(TokenKind::Comma) || is_at(TokenKind::QuotedNewline)) {
            needs_comma &= !is_at(TokenKind::Comma);
            advance();
            continue;
        }
        if (is_at(TokenKind::EndOfFile)) {
            add_opened(fail(DiagCode::UnterminatedTuple, kEndOfFile), token_span(bracket));
            nodes_[node].flags |= kBroken;
            break;
        }
        if (needs_comma) {
            const Span after{token_span(prev_).end, token_span(prev_).end};
            Diagnostic* d = fail_unless_lexical(DiagCode::MissingItemSeparator, {describe()});
            if (begins_value()) add_fix(d, "Insert \",\"", after, ",");
        }
        if (failed_) return;
        if (is_in(cur_, kClosers)) {
            fail(DiagCode::MissingItemSeparator, token_span(pos_), {describe()});
            nodes_[node].flags |= kBroken;
            break;
        }
        // No comma is required after a list.
        needs_comma = !is_at(TokenKind::OBrack);
        hcl1_value(prev_);
        if (failed_) return;
    }
    if (failed_) return;
    close(node, prev_ + 1);
}

void Parser::hcl1_object() {
    DepthScope depth(depth_);
    const std::uint32_t brace = pos_;
    const std::uint32_t node = open(NodeKind::Object, brace);
    if (leave_out_if_too_deep(node)) return;
    advance();
    for (;;) {
        while (is_at(TokenKind::QuotedNewline)) advance();
        if (is_at(TokenKind::CBrace)) {
            advance();
            break;
        }
        const bool is_end = is_at(TokenKind::EndOfFile);
        if (is_end || (!lenient_ && ends_by_layout(item_indent_))) {
            if (!is_end) has_unclosed_ = true;
            Diagnostic* d = fail(DiagCode::UnterminatedObject, kEndOfFile);
            add_opened(d, token_span(brace));
            add_fix(d, "Insert \"}\"", {token_span(prev_).end, token_span(prev_).end}, "\n}");
            nodes_[node].flags |= kBroken;
            break;
        }
        if (!is_at_hcl1_key()) {
            fail_unless_lexical(DiagCode::ItemRequired,
                                {"The name of an argument or block is expected here."});
            if (failed_) return;
            if (is_in(cur_, kClosers)) {
                nodes_[node].flags |= kBroken;
                break;
            }
            if (is_in(cur_, kOpeners))
                skip_nesting();
            else
                advance();
            continue;
        }
        hcl1_property(1);
        if (failed_) return;
        if (is_at(TokenKind::Comma)) advance();
    }
    if (failed_) return;
    close(node, prev_ + 1);
}

// key = value, key { ... } or key "label" { ... }, which is an object inside the object of the key. `keys` is
// the number of keys of the item up to this one.
void Parser::hcl1_property(std::uint32_t keys) {
    const std::uint32_t first = pos_;
    const std::uint32_t item = open(NodeKind::ObjectItem, first);
    if (is_at(TokenKind::Ident)) {
        leaf(NodeKind::Variable, pos_);
        advance();
    } else {
        const std::uint32_t key = open(NodeKind::Template, pos_);
        hcl1_string_rest(key, true);
        close(key, prev_ + 1);
    }
    if (is_at(TokenKind::Equal) && keys > 1) hcl1_equals_after_labels();
    if (failed_) return;
    if (is_at(TokenKind::Equal)) {
        const std::uint32_t equals = pos_;
        advance();
        hcl1_value(equals);
    } else if (is_at(TokenKind::OBrace)) {
        hcl1_object();
    } else if (is_at_hcl1_key() && keys < kMostKeys) {
        const std::uint32_t inner = open(NodeKind::Object, pos_);
        hcl1_property(keys + 1);
        if (!failed_) close(inner, prev_ + 1);
    } else {
        hcl1_no_value(first);
        if (!failed_) missing();
    }
    if (failed_) return;
    close(item, prev_ + 1);
}

namespace {

class TokenProblems {
  public:
    TokenProblems(std::string_view text, const TokenBuffer& tokens, Diagnostics& out)
        : text_(text), tokens_(tokens), out_(out) {}

    void look_at(std::uint32_t token) {
        switch (tokens_.kind(token)) {
            case TokenKind::Number:
                number(token);
                break;
            case TokenKind::QuotedLit:
                escapes(token);
                break;
            case TokenKind::OQuote:
                string(token);
                break;
            case TokenKind::OHeredoc:
                heredoc(token);
                break;
            case TokenKind::Invalid:
                if (token_text(token) == "/*")
                    at_end(DiagCode::InvalidCharacter, "This comment is never closed: its \"*/\" is missing.",
                           token);
                break;
            default:
                break;
        }
    }

  private:
    Span token_span(std::uint32_t token) const { return {tokens_.start(token), tokens_.start(token + 1)}; }
    std::string_view token_text(std::uint32_t token) const {
        return text_.substr(tokens_.start(token), token_span(token).length());
    }
    std::uint32_t behind(std::uint32_t token, std::uint64_t parts) const {
        do ++token;
        while (is_in(tokens_.kind(token), parts));
        return token;
    }
    void at_end(DiagCode code, std::string_view message, std::uint32_t opener) {
        out_.push_back(make_diagnostic(code, kEndOfFile, {message}));
        add_opened(&out_.back(), token_span(opener));
    }

    void number(std::uint32_t token) {
        const std::string_view text = token_text(token);
        constexpr std::size_t kAlwaysFits = 18;
        if (text[0] >= '1' && text.size() <= kAlwaysFits &&
            text.find_first_not_of("0123456789") == std::string_view::npos)
            return;
        if (std::string_view problem = hcl1::number_problem(text); !problem.empty()) {
            out_.push_back(make_diagnostic(DiagCode::InvalidNumber, token_span(token), {text}));
            out_.back().message = problem;
        } else if (!hcl1::decimal(text)) {
            // The file can be parsed, but this value cannot be read.
            out_.push_back(make_diagnostic(DiagCode::InvalidNumber, token_span(token), {text}));
            out_.back().severity = Severity::Warning;
        }
    }

    void escapes(std::uint32_t token) {
        const std::string_view text = token_text(token);
        if (text.find('\\') == std::string_view::npos) return;
        std::optional<hcl1::EscapeProblem> problem;
        hcl1::decode_string(text, &problem);
        if (!problem) return;
        const std::uint32_t start = tokens_.start(token);
        std::string message = "There is no escape \"";
        message += text.substr(problem->from, problem->to - problem->from);
        message +=
            problem->is_fatal ? "\": write \\\\ for a backslash." : "\": no character has this number.";
        out_.push_back(make_diagnostic(DiagCode::InvalidEscape, {start + problem->from, start + problem->to},
                                       {message}));
        if (!problem->is_fatal) out_.back().severity = Severity::Warning;
    }

    void string(std::uint32_t quote) {
        const std::uint32_t end = behind(quote, kStringParts);
        const TokenKind kind = tokens_.kind(end);
        if (kind == TokenKind::CQuote) return;
        if (kind == TokenKind::QuotedNewline) {
            const std::string_view line = text_.substr(0, tokens_.start(end));
            if (!hcl1::find_string_end(line, tokens_.start(quote + 1)).is_open_inside) return;
        }
        at_end(DiagCode::UnterminatedStringLiteral, "", quote);
    }

    void heredoc(std::uint32_t opener) {
        if (tokens_.kind(behind(opener, kHeredocParts)) == TokenKind::CHeredoc) return;
        out_.push_back(make_diagnostic(DiagCode::UnterminatedTemplate, kEndOfFile,
                                       {"A heredoc is still open here: no line holds only its end marker."}));
        const bool is_flush = token_text(opener).starts_with("<<-");
        out_.push_back(make_diagnostic(
            DiagCode::UnterminatedTemplate, token_span(opener),
            {is_flush ? "This heredoc never ends: no line holds only blanks and its marker. The marker of "
                        "\"<<-\" must be indented."
                      : "This heredoc never ends: no line holds only its marker."}));
    }

    std::string_view text_;
    const TokenBuffer& tokens_;
    Diagnostics& out_;
};

}  // namespace

void hcl1_token_diagnostics(std::string_view text, const TokenBuffer& tokens, std::uint32_t begin,
                            std::uint32_t end, Diagnostics& out) {
    constexpr std::size_t kMost = 100;
    TokenProblems problems(text, tokens, out);
    for (std::uint32_t i = begin; i < end && out.size() < kMost; ++i) problems.look_at(i);
}

}  // namespace hcl::syntax
