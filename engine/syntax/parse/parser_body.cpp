// Attributes and blocks, and error recovery.
#include <algorithm>
#include <string>
#include <string_view>

#include "engine/syntax/lex/chars.h"
#include "engine/syntax/parse/line_layout.h"
#include "engine/syntax/parse/parser_internal.h"

namespace hcl::syntax {

namespace {

// The number of tokens lexed at once after an error: another error may be near.
constexpr std::uint32_t kAfterMistake = 32;

}  // namespace

// One item of a body, from its first token to its last (without the line end). Always consumes something.
void Parser::item(const BodyContext& body) {
    const std::uint32_t first = pos_;
    const std::uint32_t before = prev_;
    const std::size_t node = nodes_.size();
    item_indent_ = starts_line(first) ? token_indent(first) : body.indent;
    item_strict(body);
    if (!failed_) return;

    // A syntax error: find the end of the item, and parse it again leniently.
    work_ += pos_ - first;
    note_look();
    failed_ = false;
    if (!body.is_block) is_splittable_ = false;
    nodes_.resize(node);
    wrappers_.clear();
    newlines_ = true;
    skip_ &= ~bit(TokenKind::Newline);
    std::uint32_t boundary = find_boundary(first, error_token_, body);
    TokenKind kind = tokens_.kind(boundary);
    tokens_.set_kind(boundary, TokenKind::EndOfFile);
    work_ += boundary - first;
    lenient_ = true;
    prev_ = before;
    settle(first);
    item_strict(body);
    lenient_ = false;
    newlines_ = true;
    skip_ &= ~bit(TokenKind::Newline);
    tokens_.set_kind(boundary, kind);
    // Tokens that the second pass did not consume belong to the broken item, except white
    // space, comments and line ends.
    std::uint32_t end = boundary;
    while (end > first + 1 &&
           is_in(tokens_.kind(end - 1), bits(TokenKind::Whitespace, TokenKind::Comment, TokenKind::Newline,
                                             TokenKind::QuotedNewline)))
        --end;
    if (nodes_.size() == node) leaf(NodeKind::Bogus, first);
    nodes_[node].token_end = std::max(nodes_[node].token_end, end);
    nodes_[node].flags |= kBroken;
    leave_at(boundary);
}

// Continues at a boundary; a line end before it is left to the caller, as after a complete
// item.
void Parser::leave_at(std::uint32_t boundary) {
    std::uint32_t last = boundary - 1;
    bool is_line_end = is_in(tokens_.kind(last), kLineEnds) ||
                       (tokens_.kind(last) == TokenKind::Comment && at_line_end(last));
    prev_ = is_line_end ? last - 1 : last;
    settle(prev_ + 1);
}

void Parser::item_strict(const BodyContext& body) {
    if (options_.hcl1) {
        hcl1_item(body);
        return;
    }
    const std::uint32_t name = pos_;
    if (!is_at(TokenKind::Ident)) {
        stray_token(body);
        return;
    }
    open(NodeKind::Attribute, name);
    leaf(NodeKind::Name, name);
    advance();
    auto node = static_cast<std::uint32_t>(nodes_.size()) - 2;
    switch (cur_) {
        case TokenKind::Equal:
            attribute(body.closes_on_line);
            return;
        case TokenKind::OQuote:
        case TokenKind::OBrace:
        case TokenKind::Ident:
            nodes_[node].kind = NodeKind::Block;
            block(body);
            return;
        default:
            break;
    }
    Diagnostic* d = fail_alone(name);
    if (is_at(TokenKind::Colon))
        add_fix(d, "Replace \":\" by \"=\"", {token_span(name).end, token_span(pos_).end}, " =");
    if (failed_) return;
    nodes_.resize(node);
    leaf(NodeKind::Bogus, name);
}

// For a name without anything behind it.
Diagnostic* Parser::fail_alone(std::uint32_t name) {
    const std::string text(token_text(name));
    return fail(DiagCode::ItemRequired, token_span(name),
                {"\"" + text + "\" alone says nothing: write \"" + text +
                 " = ...\" to set an argument, or \"" + text + " { ... }\" for a block."});
}

// A token that starts no item.
void Parser::stray_token(const BodyContext& body) {
    if (is_at(TokenKind::OQuote)) {
        Diagnostic* d = fail(DiagCode::InvalidArgumentName, token_span(pos_));
        if (d && tokens_.kind(pos_ + 1) == TokenKind::QuotedLit &&
            tokens_.kind(pos_ + 2) == TokenKind::CQuote)
            add_fix(d, "Remove the quotes", {token_span(pos_).start, token_span(pos_ + 2).end},
                    std::string(token_text(pos_ + 1)));
    } else if (is_at(TokenKind::CBrace) && !body.is_block) {
        has_stray_ = true;
        fail(DiagCode::ItemRequired, token_span(pos_), {"This \"}\" closes nothing."});
    } else if (is_conflict_marker(text_, tokens_.start(pos_))) {
        fail(DiagCode::ItemRequired, token_span(pos_),
             {"This line is the mark of a merge conflict. Keep what is meant of both sides, and remove the "
              "lines with such marks."});
    } else {
        fail_unless_lexical(DiagCode::ItemRequired, {"The name of an argument or block is expected here."});
    }
    if (failed_) return;
    leaf(NodeKind::Bogus, pos_);
    advance();
}

// Starts at "=", after the name; the Attribute and its Name exist.
void Parser::attribute(bool is_one_line) {
    std::uint32_t node = static_cast<std::uint32_t>(nodes_.size()) - 2;
    advance();
    expression();
    if (failed_) return;
    close(node, prev_ + 1);
    if (is_one_line || is_in(cur_, bits(TokenKind::Newline, TokenKind::EndOfFile))) return;
    std::string name(token_text(nodes_[node + 1].first_token));
    if (is_at(TokenKind::Comma)) {
        Diagnostic* d = fail(DiagCode::UnexpectedComma, token_span(pos_));
        add_fix(d, "Remove the comma", token_span(pos_), "");
    } else {
        fail_unless_lexical(DiagCode::MissingNewlineAfterArgument, {name, describe()});
    }
}

bool Parser::is_at_item_end() const {
    return is_in(cur_, bits(TokenKind::Newline, TokenKind::EndOfFile));
}

// The labels, up to the brace. False when there is no brace.
bool Parser::block_header() {
    // This many names are probably not labels: look for the brace before keeping more.
    constexpr int kMany = 64;
    int names = 0;
    auto pass_names = [&] {
        const std::uint32_t before = prev_;
        const std::uint32_t first = pos_;
        while (is_at(TokenKind::Ident)) advance();
        work_ += pos_ - first;
        if (!is_in(cur_, bits(TokenKind::OBrace, TokenKind::OQuote))) return;
        prev_ = before;
        settle(first);
    };
    for (;;) {
        switch (cur_) {
            case TokenKind::OBrace:
                return true;
            case TokenKind::OQuote:
                label();
                break;
            case TokenKind::Ident:
                leaf(NodeKind::Label, pos_);
                advance();
                if (++names == kMany) pass_names();
                break;
            case TokenKind::Equal:
                add_fix(fail(DiagCode::InvalidBlock, token_span(pos_),
                             {"A block has no \"=\" between its labels and its \"{\"."}),
                        "Remove \"=\"", token_span(pos_), "");
                return false;
            case TokenKind::Newline:
                fail(DiagCode::InvalidBlock, token_span(pos_),
                     {"The \"{\" of a block stands on the line of its header."});
                return false;
            default:
                fail_unless_lexical(DiagCode::InvalidBlock,
                                    {"A label or the \"{\" of the block is expected here."});
                return false;
        }
        if (failed_) return false;
    }
}

// Starts after the name; the Block and its Name exist.
void Parser::block(const BodyContext& body) {
    std::uint32_t node = static_cast<std::uint32_t>(nodes_.size()) - 2;
    while (nodes_[node].kind != NodeKind::Block) --node;
    const std::uint32_t indent = item_indent_;
    if (!block_header()) {
        if (failed_) return;
        std::uint32_t empty = open(NodeKind::Body, prev_ + 1, kBroken);
        close(empty, prev_ + 1);
        close(node, prev_ + 1);
        nodes_[node].flags |= kBroken;
        return;
    }
    const std::uint32_t brace = pos_;
    DepthScope depth(depth_);
    if (too_deep()) {
        if (failed_) return;
        std::uint32_t inner = open(NodeKind::Body, pos_, kBroken);
        skip_nesting();
        close(inner, prev_ + 1);
        close(node, prev_ + 1);
        return;
    }
    advance();
    if (is_in(cur_, bits(TokenKind::Newline, TokenKind::EndOfFile, TokenKind::CBrace))) {
        if (is_at(TokenKind::CBrace)) nodes_[node].flags |= kOneLine;
        block_body(node, brace, indent);
    } else {
        nodes_[node].flags |= kOneLine;
        one_line_body();
    }
    if (failed_) return;
    close(node, prev_ + 1);
    if ((nodes_[node].flags & kBroken) != 0) return;  // it was not closed, so nothing follows it
    if (is_at_item_end() || body.closes_on_line) return;
    if (lenient_) return;
    // The block itself is complete; only the text after it on its line is wrong.
    if (!is_in(cur_, kLexicalErrors)) report(DiagCode::MissingNewlineAfterBlock, token_span(pos_), {});
    item_indent_ = indent;
    std::uint32_t boundary = find_boundary(pos_, pos_, body);
    nodes_[node].flags |= kBroken;
    leave_at(boundary);
}

// { and items, each on its line, and }.
void Parser::block_body(std::uint32_t block_node, std::uint32_t brace, std::uint32_t indent) {
    std::uint32_t node = open(NodeKind::Body, prev_ + 1);
    const std::size_t first_diagnostic = diagnostics_.size();
    const BodyContext inside{indent, true, false};
    const bool was_lenient = lenient_;
    const bool is_top_level = depth_ == 1;
    if (is_top_level) {
        for (const UnitMark& unit : units_) {  // of an abandoned pass
            has_unclosed_ |= unit.has_unclosed;
            looked_to_ = std::max(looked_to_, unit.looked_to);
        }
        units_.clear();
        is_splittable_ = false;
        mark_unit();
    }
    for (;;) {
        if (is_in(cur_, kLineEnds)) {
            advance();
            continue;
        }
        if (is_at(TokenKind::CBrace)) {
            close(node, pos_);
            advance();
            is_end_reported_ = false;
            if (is_top_level && !lenient_) {
                // Its length is known only at the end. For long blocks, names are compared elsewhere.
                is_splittable_ = true;
                split_body_ = node;
                split_diagnostics_ = first_diagnostic;
                split_indent_ = indent;
            } else {
                check_redefined(node, first_diagnostic);
            }
            return;
        }
        bool is_end = is_at(TokenKind::EndOfFile);
        if (is_end || ends_by_layout(indent)) {
            if (!is_end) has_unclosed_ = true;
            Span after{token_span(prev_).end, token_span(prev_).end};
            if (is_in(tokens_.kind(prev_), kLineEnds)) after = {tokens_.start(prev_), tokens_.start(prev_)};
            report_unclosed(brace, after, indent);
            close(node, prev_ + 1);
            check_redefined(node, first_diagnostic);
            nodes_[node].flags |= kBroken;
            nodes_[block_node].flags |= kBroken;
            return;
        }
        is_end_reported_ = false;
        item(inside);
        lenient_ = was_lenient;
        if (is_top_level) mark_unit();
    }
}

// Reports only the innermost of several blocks left open at one place: usually only one "}" is missing; if
// more are, the next one is reported after that is fixed.
void Parser::report_unclosed(std::uint32_t brace, Span after, std::uint32_t indent) {
    if (!is_end_reported_) {
        // HCL 1 reports it at the end of the file, because only braces count there.
        Diagnostic* d = report(DiagCode::UnclosedBlock, options_.hcl1 ? kEndOfFile : token_span(brace));
        if (d && options_.hcl1)
            d->related.push_back({{FileId{}, token_span(brace)}, "The block is opened here."});
        add_fix(d, "Insert \"}\"", after, "\n" + std::string(indent, ' ') + "}");
    } else if (!lenient_) {
        auto inner = std::find_if(diagnostics_.rbegin(), diagnostics_.rend(),
                                  [](const Diagnostic& d) { return d.code == DiagCode::UnclosedBlock; });
        if (inner != diagnostics_.rend())
            inner->related.push_back(
                {{FileId{}, token_span(brace)}, "This block around it is not closed either."});
    }
    is_end_reported_ = true;
}

// The attributes of a body must have different names. Findings stay in the order of the items.
void Parser::check_redefined(std::uint32_t body_node, std::size_t first_diagnostic) {
    names_.clear();
    const std::uint32_t end = body_node + nodes_[body_node].size;
    for (std::uint32_t n = body_node + 1; n < end; n += nodes_[n].size)
        if (nodes_[n].kind == NodeKind::Attribute) names_.push_back(n);
    if (names_.size() < 2 || options_.hcl1) return;  // there the last one wins
    auto name_token = [&](std::uint32_t attribute) { return nodes_[attribute + 1].first_token; };
    auto name_text = [&](std::uint32_t attribute) { return token_text(name_token(attribute)); };
    constexpr int kMost = 100;
    int count = 0;
    auto complain = [&](std::uint32_t attribute, std::uint32_t earlier) {
        if (count++ >= kMost) return;
        Diagnostic d = make_diagnostic(DiagCode::AttributeRedefined, token_span(name_token(attribute)),
                                       {name_text(attribute)});
        d.related.push_back({{FileId{}, token_span(name_token(earlier))}, "It is set here first."});
        // After errors inside the attribute itself.
        const std::uint32_t item_end = tokens_.start(nodes_[attribute].token_end);
        auto at = diagnostics_.end();
        while (at != diagnostics_.begin() + static_cast<std::ptrdiff_t>(first_diagnostic) &&
               (at - 1)->span.start >= item_end)
            --at;
        diagnostics_.insert(at, std::move(d));
    };
    constexpr std::size_t kFew = 8;
    if (names_.size() <= kFew) {
        for (std::size_t i = 1; i < names_.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                if (name_text(names_[i]) != name_text(names_[j])) continue;
                complain(names_[i], names_[j]);
                break;
            }
        }
        return;
    }
    std::stable_sort(names_.begin(), names_.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return name_text(a) < name_text(b); });
    std::size_t first = 0;
    for (std::size_t i = 1; i < names_.size(); ++i) {
        if (name_text(names_[i]) == name_text(names_[first]))
            complain(names_[i], names_[first]);
        else
            first = i;
    }
}

// { name = value } on one line.
void Parser::one_line_body() {
    const std::uint32_t brace = prev_;
    std::uint32_t node = open(NodeKind::Body, pos_);
    if (!is_at(TokenKind::Ident)) {
        fail_unless_lexical(DiagCode::ItemRequired, {"The name of an argument is expected here."});
        if (failed_) return;
        leaf(NodeKind::Bogus, pos_);
        skip_to(bits(TokenKind::CBrace, TokenKind::Newline));
        ScratchNode& bogus = nodes_.back();
        bogus.token_end = prev_ + 1;
        bogus.first_token = std::min(bogus.first_token, bogus.token_end);
        nodes_[node].first_token = std::min(nodes_[node].first_token, bogus.token_end);
    } else {
        std::uint32_t name = pos_;
        open(NodeKind::Attribute, name);
        leaf(NodeKind::Name, name);
        advance();
        if (is_at(TokenKind::Equal)) {
            attribute(true);
            if (failed_) return;
        } else {
            std::string text(token_text(name));
            if (is_in(cur_, bits(TokenKind::OQuote, TokenKind::OBrace, TokenKind::Ident)))
                fail(DiagCode::ArgumentRequired, {tokens_.start(name), token_span(pos_).end}, {text});
            else
                fail(DiagCode::ItemRequired, token_span(name), {"\"" + text + "\" needs \"=\" and a value."});
            if (failed_) return;
            nodes_.resize(nodes_.size() - 2);
            leaf(NodeKind::Bogus, name);
            skip_to(bits(TokenKind::CBrace, TokenKind::Newline));
            nodes_.back().token_end = std::max(prev_ + 1, name + 1);
        }
    }
    close(node, prev_ + 1);
    if (is_at(TokenKind::CBrace)) {
        advance();
        return;
    }
    std::string_view message = "A block on one line is closed right behind its one argument.";
    if (is_at(TokenKind::Comma))
        message = "A block on one line holds one argument only; several stand on lines of their own.";
    if (is_at(TokenKind::EndOfFile)) {
        fail(DiagCode::UnclosedBlock, token_span(brace));
    } else {
        fail_unless_lexical(DiagCode::InvalidOneLineBlock, {message});
    }
    if (failed_) return;
    nodes_[node].flags |= kBroken;
    skip_to(bits(TokenKind::CBrace, TokenKind::Newline));
    if (is_at(TokenKind::CBrace)) advance();
}

// A quoted label: text without templates.
void Parser::label() {
    std::uint32_t node = open(NodeKind::Label, pos_, kQuoted);
    advance();
    for (;;) {
        switch (cur_) {
            case TokenKind::CQuote:
                advance();
                close(node, prev_ + 1);
                return;
            case TokenKind::QuotedLit:
                check_escapes(pos_);
                advance();
                continue;
            case TokenKind::TemplateInterp:
            case TokenKind::TemplateControl: {
                std::string sign = is_at(TokenKind::TemplateInterp) ? "$" : "%";
                const std::uint32_t opener = pos_;
                // A label must be on one line.
                std::uint32_t open = 0;
                do {
                    if (is_in(cur_, kOpeners)) ++open;
                    if (is_in(cur_, kClosers)) --open;
                    advance();
                } while (open != 0 && !is_in(cur_, kLineEnds | bit(TokenKind::EndOfFile)));
                std::string message = "This string is fixed: it cannot hold a template. Write \"";
                message.append(sign).append(sign).append("{\" for a literal \"").append(sign).append("{\".");
                Diagnostic* d = open == 0
                                    ? report(DiagCode::InvalidStringLiteral, token_span(opener), {message})
                                    : fail(DiagCode::InvalidStringLiteral, token_span(opener), {message});
                add_fix(d, "Escape as text", {tokens_.start(opener), tokens_.start(opener)}, sign);
                nodes_[node].flags |= kBroken;
                if (open == 0) continue;
                break;
            }
            case TokenKind::BadUtf8:
            case TokenKind::Invalid:
                nodes_[node].flags |= kBroken;
                advance();
                continue;
            case TokenKind::EndOfFile:
                fail(DiagCode::UnterminatedStringLiteral, token_span(pos_));
                break;
            default:
                fail_unless_lexical(DiagCode::InvalidStringLiteral, {"This cannot stand in a quoted label."});
                break;
        }
        nodes_[node].flags |= kBroken;
        close(node, prev_ + 1);
        return;
    }
}

bool Parser::starts_line(std::uint32_t token) const {
    std::uint32_t at = tokens_.start(token);
    while (at > 0 && (text_[at - 1] == ' ' || text_[at - 1] == '\t')) --at;
    return at == 0 || text_[at - 1] == '\n' || (at == 3 && text_.starts_with("\xEF\xBB\xBF"));
}

std::uint32_t Parser::token_indent(std::uint32_t token) const {
    return line_indent(text_, tokens_.start(token));
}

// Whether the token starts a line that, by its indentation, belongs to an item of an outer body.
bool Parser::is_layout_end(std::uint32_t token, std::uint32_t indent) const {
    TokenKind kind = tokens_.kind(token);
    if (kind != TokenKind::Ident) return false;
    // The cheap test first: usually the white space before the token is longer than the indentation.
    std::uint32_t at = tokens_.start(token);
    if (at > indent && (text_[at - 1] == ' ' || text_[at - 1] == '\t')) {
        std::uint32_t blanks = at - tokens_.start(token - 1);
        if (tokens_.kind(token - 1) == TokenKind::Whitespace && blanks > indent) return false;
    }
    if (!starts_line(token)) return false;
    std::uint32_t own = token_indent(token);
    return own <= indent && starts_item(text_, at - own, indent);
}

// Whether the current body or object ends here by its layout. False when only braces decide.
bool Parser::ends_by_layout(std::uint32_t indent) {
    if (!is_layout_end(pos_, indent)) return false;
    crosses_layout_ |= strict_;
    return !strict_;
}

// The end of a broken item: after the first line end past the error where no bracket is open, or before a
// line that by its layout starts another item. Leaves the lexer outside of all strings there.
std::uint32_t Parser::find_boundary(std::uint32_t first, std::uint32_t error, const BodyContext& body) {
    open_.clear();
    const std::uint32_t indent = item_indent_;
    // The lexer continues outside of all strings, even if it had read the following text as part of one. If
    // it is outside already, its tokens are kept.
    auto stop_at = [&](std::uint32_t boundary) {
        work_ += boundary - first;
        if (open_.is_plain()) return boundary;
        std::uint32_t start = tokens_.start(boundary);
        tokens_.truncate(boundary);
        lexer_.restart(start);
        tokens_.push(TokenKind::EndOfFile, start);
        batch_ = kAfterMistake;
        fill();
        return boundary;
    };
    for (std::uint32_t token = first;; ++token) {
        TokenKind kind = tokens_.kind(token);
        if (kind == TokenKind::EndOfFile) {
            if (token + 1 < tokens_.size()) return token;
            if (lexer_.is_at_end()) {
                saw_end_ = true;
                return token;
            }
            fill();
            kind = tokens_.kind(token);
        }
        if (!open_.matters(kind)) continue;
        const bool is_return = kind == TokenKind::QuotedNewline && token_text(token) == "\r";
        const bool ends_line = kind == TokenKind::Comment && at_line_end(token);
        OpenBrackets::Step step = open_.take(kind, is_return, ends_line);
        if (step == OpenBrackets::Step::HeredocEnd) return stop_at(token);
        if (step == OpenBrackets::Step::Stray && kind == TokenKind::CBrace) {
            if (body.is_block && token > first) return stop_at(token);  // the end of the enclosing block
            has_stray_ |= !body.is_block;
        }
        if (step != OpenBrackets::Step::LineEnd) continue;
        // Classifying a line requires the next token.
        if (tokens_.kind(token + 1) == TokenKind::EndOfFile && token + 2 == tokens_.size() &&
            !lexer_.is_at_end())
            fill();
        if (open_.size() == 0 && token >= error) return stop_at(token + 1);
        switch (line_start(text_, tokens_.kinds(), tokens_.starts(), token + 1, indent, body.is_block)) {
            case LineStart::Boundary:
                if (!strict_ || token >= error) return stop_at(token + 1);
                crosses_layout_ = true;  // what parses by its braces goes on
                break;
            case LineStart::SequenceEnd:
                is_end_reported_ = true;
                break;
            case LineStart::Inside:
                break;
        }
    }
}

}  // namespace hcl::syntax
