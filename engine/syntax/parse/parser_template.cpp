// Quoted strings, heredocs and stand-alone templates.
#include <algorithm>
#include <cstring>

#include "engine/syntax/lex/literal.h"
#include "engine/syntax/parse/parser_internal.h"

namespace hcl::syntax {

// What one template knows while its parts are read.
struct Parser::TemplateState {
    std::uint32_t opener;  // token
    Span first;            // its first token behind the opener: what the reference calls the template's start
    std::uint32_t marker = 0;  // the "%{" of the directive that ended a body
    // Directives that do not fit together are reported behind all else.
    Diagnostics unbalanced{};
};

std::uint32_t Parser::string_template() {
    DepthScope depth(depth_);
    const bool is_quoted = is_at(TokenKind::OQuote);
    const TokenKind closer = is_quoted ? TokenKind::CQuote : TokenKind::CHeredoc;
    std::uint8_t flags =
        !is_quoted && token_text(pos_).starts_with("<<-") ? std::uint8_t{kFlush} : std::uint8_t{0};
    std::uint32_t node = open(is_quoted ? NodeKind::Template : NodeKind::Heredoc, pos_, flags);
    if (too_deep()) {
        if (failed_) return 1;
        nodes_[node].kind = NodeKind::BogusExpr;
        skip_nesting();
        close(node, prev_ + 1);
        return 1;
    }
    std::uint32_t opener = pos_;
    advance();
    // Most strings are one piece of text.
    if (is_at(TokenKind::QuotedLit) && tokens_.kind(pos_ + 1) == TokenKind::CQuote) {
        leaf(NodeKind::TemplateLiteral, pos_);
        check_escapes(pos_);
        prev_ = pos_ + 1;
        settle(pos_ + 2);
        nodes_[node].size = 2;
        nodes_[node].token_end = prev_ + 1;
        return 2;
    }
    TemplateState state{opener, token_span(pos_)};
    std::uint32_t height = 1;
    template_parts(closer, NodeKind::Template, state, height);
    if (failed_) return height;
    for (Diagnostic& d : state.unbalanced) diagnostics_.push_back(std::move(d));
    if (is_at(closer))
        advance();
    else
        nodes_[node].flags |= kBroken;
    close(node, prev_ + 1);
    return height + 1;
}

void Parser::template_chunk(ChunkScratch& out) {
    settle(0);
    strict_ = true;
    for (bool again = true; again;) {
        again = false;
        std::uint32_t node = open(NodeKind::TemplateBody, 0);
        TemplateState state{0, token_span(pos_)};
        std::uint32_t height = 1;
        template_parts(TokenKind::EndOfFile, NodeKind::Template, state, height);
        if (failed_) {
            failed_ = false;
            lenient_ = again = true;
            nodes_.clear();
            wrappers_.clear();
            newlines_ = true;
            skip_ &= ~bit(TokenKind::Newline);
            prev_ = 0xFFFF'FFFF;
            settle(0);
            continue;
        }
        for (Diagnostic& d : state.unbalanced) diagnostics_.push_back(std::move(d));
        if (!is_at(TokenKind::EndOfFile)) nodes_[node].flags |= kBroken;
        while (!is_at(TokenKind::EndOfFile)) advance();
        close(node, pos_);
    }
    lenient_ = false;
    out = {0, pos_, true, false, false, false};
}

// Text, interpolations and directives up to `closer` (not consumed) or, inside a directive, up to and with
// the one that ends its body.
Parser::PartsEnd Parser::template_parts(TokenKind closer, NodeKind directive, TemplateState& state,
                                        std::uint32_t& height) {
    const bool is_nested = directive != NodeKind::Template;
    auto unbalanced = [&](DiagCode code, Span span, std::initializer_list<std::string_view> args) {
        if (!lenient_) state.unbalanced.push_back(make_diagnostic(code, span, args));
    };
    while (!failed_) {
        if (is_at(closer)) {
            if (is_nested) {
                bool is_if = directive == NodeKind::IfDirective;
                unbalanced(DiagCode::UnexpectedEndOfTemplate, token_span(pos_),
                           {is_if ? "if" : "for", is_if ? "\"%{ endif }\"" : "\"%{ endfor }\""});
            }
            return PartsEnd::Closer;
        }
        switch (cur_) {
            case TokenKind::QuotedLit:
                check_escapes(pos_);
                [[fallthrough]];
            case TokenKind::StringLit:
                leaf(NodeKind::TemplateLiteral, pos_);
                advance();
                continue;
            case TokenKind::BadUtf8:
            case TokenKind::Invalid:
                leaf(NodeKind::TemplateLiteral, pos_, kBroken);
                advance();
                continue;
            case TokenKind::TemplateInterp:
                interpolation(closer, state, height);
                continue;
            case TokenKind::TemplateControl:
                break;
            default:
                if (is_at(TokenKind::QuotedNewline) && token_text(pos_) == "\r") {
                    leaf(NodeKind::TemplateLiteral, pos_, kBroken);
                    advance();
                    continue;
                }
                if (closer == TokenKind::CHeredoc) {
                    if (failed_ || lenient_) return PartsEnd::Closer;
                    // Where the text ran out, and where one looks for the mistake.
                    diagnostics_.push_back(make_diagnostic(DiagCode::UnterminatedTemplate, kEndOfFile,
                                                           {"A heredoc is still open here: its end marker "
                                                            "stands nowhere on a line of its own."}));
                    fail(DiagCode::UnterminatedTemplate, token_span(state.opener),
                         {"This heredoc never ends: no line holds only its marker."});
                    is_end_reported_ = true;
                } else {
                    Diagnostic* d =
                        fail_unless_lexical(DiagCode::UnterminatedTemplate,
                                            {"This string is never closed: its \"\\\"\" is missing."});
                    add_fix(d, "Close the string", {token_span(pos_).start, token_span(pos_).start}, "\"");
                }
                return PartsEnd::Closer;
        }
        // A directive.
        std::uint32_t control = pos_;
        NewlineMode mode(*this, false);
        advance();
        if (!is_at(TokenKind::Ident)) {
            fail_unless_lexical(DiagCode::InvalidDirective);
            if (failed_) return PartsEnd::Closer;
            std::uint32_t node = open(NodeKind::BogusExpr, control, kBroken);
            skip_to(bit(TokenKind::TemplateSeqEnd));
            mode.leave(TokenKind::TemplateSeqEnd);
            close(node, prev_ + 1);
            continue;
        }
        std::string_view keyword = token_text(pos_);
        auto finish_marker = [&] {
            close_sequence(closer, state, keyword);
            mode.leave(TokenKind::TemplateSeqEnd);
        };
        if (keyword == "else" || keyword == "endif" || keyword == "endfor") {
            advance();
            finish_marker();
            if (failed_) return PartsEnd::Closer;
            state.marker = control;
            if (is_nested)
                return keyword == "else"    ? PartsEnd::Else
                       : keyword == "endif" ? PartsEnd::EndIf
                                            : PartsEnd::EndFor;
            unbalanced(DiagCode::UnexpectedDirective, {tokens_.start(control), token_span(prev_).end},
                       {keyword, "No directive that it could belong to is open here."});
            std::uint32_t node = open(NodeKind::BogusExpr, control, kBroken);
            close(node, prev_ + 1);
            continue;
        }
        DepthScope depth(depth_);
        if (keyword == "if") {
            std::uint32_t node = open(NodeKind::IfDirective, control);
            if (too_deep()) {
                if (failed_) return PartsEnd::Closer;
                nodes_[node].kind = NodeKind::BogusExpr;
                mode.restore();
                skip_nesting_from(control);
                close(node, prev_ + 1);
                continue;
            }
            advance();
            std::uint32_t inner = expression();
            if (failed_) return PartsEnd::Closer;
            finish_marker();
            std::uint32_t body = open(NodeKind::TemplateBody, prev_ + 1);
            PartsEnd end = template_parts(closer, NodeKind::IfDirective, state, inner);
            if (failed_) return PartsEnd::Closer;
            close(body, end == PartsEnd::Closer ? prev_ + 1 : state.marker);
            if (end == PartsEnd::Else) {
                nodes_[node].flags |= kHasElse;
                body = open(NodeKind::TemplateBody, prev_ + 1);
                end = template_parts(closer, NodeKind::IfDirective, state, inner);
                if (failed_) return PartsEnd::Closer;
                close(body, end == PartsEnd::Closer ? prev_ + 1 : state.marker);
            }
            Span marker{tokens_.start(state.marker), token_span(prev_).end};
            if (end == PartsEnd::Else)
                unbalanced(DiagCode::UnexpectedDirective, marker,
                           {"else", "This if directive has its else already."});
            if (end == PartsEnd::EndFor)
                unbalanced(DiagCode::UnexpectedDirective, marker,
                           {"endfor", "The directive that is open here is an if, which ends with endif."});
            if (end != PartsEnd::EndIf) nodes_[node].flags |= kBroken;
            close(node, prev_ + 1);
            height = std::max(height, inner + 2);
            continue;
        }
        if (keyword == "for") {
            std::uint32_t node = open(NodeKind::ForDirective, control);
            if (too_deep()) {
                if (failed_) return PartsEnd::Closer;
                nodes_[node].kind = NodeKind::BogusExpr;
                mode.restore();
                skip_nesting_from(control);
                close(node, prev_ + 1);
                continue;
            }
            advance();
            std::string_view problem;
            std::uint32_t inner = 1;
            if (!is_at(TokenKind::Ident)) {
                problem = "\"for\" is followed by the name of a variable.";
            } else {
                leaf(NodeKind::Name, pos_);
                advance();
                if (is_at(TokenKind::Comma)) {
                    advance();
                    if (!is_at(TokenKind::Ident)) {
                        problem = "The comma is followed by the name of a second variable.";
                    } else {
                        nodes_[node].flags |= kHasKeyName;
                        leaf(NodeKind::Name, pos_);
                        advance();
                    }
                }
                if (problem.empty() && !at_keyword("in"))
                    problem = "The variables are followed by \"in\" and the collection.";
            }
            if (problem.empty()) {
                advance();
                inner = expression();
            } else {
                fail_unless_lexical(DiagCode::InvalidForDirective, {problem});
                if (failed_) return PartsEnd::Closer;
                nodes_[node].kind = NodeKind::BogusExpr;
                nodes_[node].flags |= kBroken;
            }
            if (failed_) return PartsEnd::Closer;
            finish_marker();
            std::uint32_t body = open(NodeKind::TemplateBody, prev_ + 1);
            PartsEnd end = template_parts(closer, NodeKind::ForDirective, state, inner);
            if (failed_) return PartsEnd::Closer;
            close(body, end == PartsEnd::Closer ? prev_ + 1 : state.marker);
            Span marker{tokens_.start(state.marker), token_span(prev_).end};
            if (end == PartsEnd::Else)
                unbalanced(DiagCode::UnexpectedDirective, marker, {"else", "A for directive has no else."});
            if (end == PartsEnd::EndIf)
                unbalanced(DiagCode::UnexpectedDirective, marker,
                           {"endif", "The directive that is open here is a for, which ends with endfor."});
            if (end != PartsEnd::EndFor) nodes_[node].flags |= kBroken;
            close(node, prev_ + 1);
            height = std::max(height, inner + 2);
            continue;
        }
        fail_unless_lexical(DiagCode::InvalidDirectiveKeyword, {keyword});
        if (failed_) return PartsEnd::Closer;
        std::uint32_t node = open(NodeKind::BogusExpr, control, kBroken);
        skip_to(bit(TokenKind::TemplateSeqEnd));
        mode.leave(TokenKind::TemplateSeqEnd);
        close(node, prev_ + 1);
    }
    return PartsEnd::Closer;
}

void Parser::interpolation(TokenKind closer, TemplateState& state, std::uint32_t& height) {
    DepthScope depth(depth_);
    const std::size_t wrappers = wrappers_.size();
    std::uint32_t node = open(NodeKind::Interpolation, pos_);
    if (too_deep()) {
        if (failed_) return;
        nodes_[node].kind = NodeKind::BogusExpr;
        skip_nesting();
        close(node, prev_ + 1);
        return;
    }
    NewlineMode mode(*this, false);
    const std::uint32_t opener = pos_;
    const std::size_t diagnostics = diagnostics_.size();
    advance();
    height = std::max(height, expression() + 1);
    if (options_.hcl1 && !lenient_ && (failed_ || !is_at(TokenKind::TemplateSeqEnd)) &&
        is_closed_sequence(opener)) {
        // HCL 1 leaves what stands here to others.
        failed_ = false;
        diagnostics_.resize(diagnostics);
        wrappers_.resize(wrappers);
        nodes_.resize(node + 1);
        nodes_[node].kind = NodeKind::BogusExpr;
        mode.restore();
        skip_nesting_from(opener);
        close(node, prev_ + 1);
        return;
    }
    if (failed_) return;
    if (!is_at(TokenKind::TemplateSeqEnd)) {
        Diagnostic* d = nullptr;
        bool is_quote =
            closer == TokenKind::CQuote && is_in(cur_, bits(TokenKind::CQuote, TokenKind::OQuote));
        if (is_at(TokenKind::EndOfFile) || is_quote)
            d = fail(DiagCode::UnclosedInterpolation, state.first);
        else
            d = fail_unless_lexical(DiagCode::TrailingInterpolation, {describe()});
        Span start{tokens_.start(nodes_[node].first_token), tokens_.start(nodes_[node].first_token)};
        add_fix(d, "Insert \"}\"", {token_span(prev_).end, token_span(prev_).end}, "}");
        add_fix(d, "Escape \"${\" as text", start, "$", false);
        if (failed_) return;
        nodes_[node].flags |= kBroken;
        skip_to(bit(TokenKind::TemplateSeqEnd));
    }
    mode.leave(TokenKind::TemplateSeqEnd);
    close(node, prev_ + 1);
}

// Comes to stand at the "}" of a directive, if there is one.
void Parser::close_sequence(TokenKind, TemplateState&, std::string_view marker) {
    if (is_at(TokenKind::TemplateSeqEnd)) return;
    fail_unless_lexical(DiagCode::TrailingMarker, {marker, describe()});
    if (failed_) return;
    skip_to(bit(TokenKind::TemplateSeqEnd));
}

// Whether the sequence is closed before its line ends. Of sequences in one another the innermost is asked
// first: a look that meets one that stays open need not go on.
bool Parser::is_closed_sequence(std::uint32_t opener) {
    std::uint32_t open = 0;
    std::uint32_t t = opener;
    for (;; ++t) {
        if (t + 1 == tokens_.size() && !lexer_.is_at_end()) fill();
        TokenKind kind = tokens_.kind(t);
        if (kind == TokenKind::EndOfFile) {
            saw_end_ |= t + 1 == tokens_.size();
            break;
        }
        if (is_in(kind, kOpeners)) ++open;
        if (is_in(kind, kClosers) && --open == 0) {
            work_ += t - opener;
            return true;
        }
        if (is_in(kind, kLineEnds) || (t != opener && tokens_.start(t) == open_sequence_)) break;
    }
    work_ += t - opener;
    open_sequence_ = tokens_.start(opener);
    return false;
}

// Passes over a directive, standing somewhere behind its "%{".
void Parser::skip_nesting_from(std::uint32_t control) {
    prev_ = control - 1;
    settle(control);
    skip_nesting();
}

void Parser::check_escapes(std::uint32_t token) {
    if (lenient_) return;
    std::string_view text = token_text(token);
    if (std::memchr(text.data(), '\\', text.size()) == nullptr) return;
    std::uint32_t start = tokens_.start(token);
    decode_quoted(text, [&](std::uint32_t from, std::uint32_t to, std::string_view problem) {
        report(DiagCode::InvalidEscape, {start + from, start + to}, {problem});
    });
}

}  // namespace hcl::syntax
