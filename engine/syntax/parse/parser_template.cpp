// Quoted strings, heredocs and stand-alone templates.
#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "engine/syntax/lex/chars.h"
#include "engine/syntax/lex/literal.h"
#include "engine/syntax/parse/parser_internal.h"

namespace hcl::syntax {

// The state of a template while its parts are parsed.
struct Parser::TemplateState {
    std::uint32_t opener;      // token
    Span first;                // the first token after the opener, the template's start in the reference
    std::uint32_t marker = 0;  // the "%{" of the directive that ended a body
    // Unbalanced directives are reported after all other findings.
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
    // Most strings are a single literal.
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

// Text, interpolations and directives up to `closer` (not consumed) or, inside a directive, up to and
// including the one that ends its body.
Parser::PartsEnd Parser::template_parts(TokenKind closer, NodeKind around, TemplateState& state,
                                        std::uint32_t& height) {
    while (!failed_) {
        if (is_at(closer)) {
            if (around != NodeKind::Template) {
                const bool is_if = around == NodeKind::IfDirective;
                report_unbalanced(state, DiagCode::UnexpectedEndOfTemplate, token_span(pos_),
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
                break;
            case TokenKind::BadUtf8:
            case TokenKind::Invalid:
                leaf(NodeKind::TemplateLiteral, pos_, kBroken);
                advance();
                break;
            case TokenKind::TemplateInterp:
                interpolation(closer, state, height);
                break;
            case TokenKind::TemplateControl: {
                const PartsEnd end = directive(closer, around, state, height);
                if (end != PartsEnd::None) return end;
                break;
            }
            default:
                if (!is_at(TokenKind::QuotedNewline) || token_text(pos_) != "\r") {
                    fail_unterminated(closer, state);
                    return PartsEnd::Closer;
                }
                leaf(NodeKind::TemplateLiteral, pos_, kBroken);
                advance();
                break;
        }
    }
    return PartsEnd::Closer;
}

void Parser::report_unbalanced(TemplateState& state, DiagCode code, Span span,
                               std::initializer_list<std::string_view> args) {
    if (!lenient_) state.unbalanced.push_back(make_diagnostic(code, span, args));
}

// Whether the last line, without a line end, is the marker of a heredoc that begins with `opener`.
static bool ends_with_marker(std::string_view text, std::string_view opener) {
    auto trimmed = [](std::string_view part) {
        constexpr std::string_view kBlanks = " \t\r\n";
        const std::size_t from = part.find_first_not_of(kBlanks);
        return from == std::string_view::npos ? std::string_view()
                                              : part.substr(from, part.find_last_not_of(kBlanks) + 1 - from);
    };
    std::string_view marker = trimmed(opener);
    marker.remove_prefix(std::min(marker.size(), std::size_t{marker.starts_with("<<-") ? 3u : 2u}));
    const std::size_t line = text.rfind('\n');
    return line != std::string_view::npos && !marker.empty() && trimmed(text.substr(line)) == marker;
}

void Parser::fail_unterminated(TokenKind closer, const TemplateState& state) {
    if (closer != TokenKind::CHeredoc) {
        Diagnostic* d = fail_unless_lexical(DiagCode::UnterminatedTemplate,
                                            {"This string is never closed: its \"\\\"\" is missing."});
        add_fix(d, "Close the string", {token_span(pos_).start, token_span(pos_).start}, "\"");
        return;
    }
    if (failed_ || lenient_) return;
    // Two locations: the end of the text, and the start of the heredoc.
    // An edit parses only a part of the text, which has its end only if the heredoc goes on up to there.
    const bool lacks_line_end =
        is_at(TokenKind::EndOfFile) && ends_with_marker(text_, token_text(state.opener));
    diagnostics_.push_back(make_diagnostic(
        DiagCode::UnterminatedTemplate, kEndOfFile,
        {lacks_line_end ? "A heredoc is still open here: the line of its end marker needs a line end."
                        : "A heredoc is still open here: no line holds only its end marker."}));
    fail(DiagCode::UnterminatedTemplate, token_span(state.opener),
         {lacks_line_end ? "This heredoc never ends: the line of its marker, the last one, has no line end."
                         : "This heredoc never ends: no line holds only its marker."});
    is_end_reported_ = true;
}

// A directive, including its body. None: the text continues after it.
Parser::PartsEnd Parser::directive(TokenKind closer, NodeKind around, TemplateState& state,
                                   std::uint32_t& height) {
    const std::uint32_t control = pos_;
    NewlineMode mode(*this, false);
    advance();
    const std::string_view keyword = is_at(TokenKind::Ident) ? token_text(pos_) : std::string_view();
    if (keyword == "else" || keyword == "endif" || keyword == "endfor") {
        advance();
        directive_end(keyword);
        mode.leave(TokenKind::TemplateSeqEnd);
        if (failed_) return PartsEnd::Closer;
        state.marker = control;
        if (around != NodeKind::Template)
            return keyword == "else"    ? PartsEnd::Else
                   : keyword == "endif" ? PartsEnd::EndIf
                                        : PartsEnd::EndFor;
        report_unbalanced(state, DiagCode::UnexpectedDirective,
                          {tokens_.start(control), token_span(prev_).end},
                          {keyword, "No directive that it could belong to is open here."});
        const std::uint32_t node = open(NodeKind::BogusExpr, control, kBroken);
        close(node, prev_ + 1);
        return PartsEnd::None;
    }
    const bool is_if = keyword == "if";
    if (!is_if && keyword != "for") {
        // A word at the end of the line is one that is being typed: that the directive is not closed says it.
        const std::uint32_t word = pos_;
        if (!keyword.empty()) advance();
        if (!keyword.empty() && !is_at(TokenKind::QuotedNewline)) {
            prev_ = word - 1;
            pos_ = word;
            cur_ = TokenKind::Ident;
        }
        if (keyword.empty())
            fail_unless_lexical(DiagCode::InvalidDirective);
        else
            fail_unless_lexical(DiagCode::InvalidDirectiveKeyword, {keyword});
        if (failed_) return PartsEnd::Closer;
        const std::uint32_t node = open(NodeKind::BogusExpr, control, kBroken);
        skip_to(bit(TokenKind::TemplateSeqEnd));
        mode.leave(TokenKind::TemplateSeqEnd);
        close(node, prev_ + 1);
        return PartsEnd::None;
    }
    DepthScope depth(depth_);
    const std::uint32_t node = open(is_if ? NodeKind::IfDirective : NodeKind::ForDirective, control);
    if (too_deep()) {
        if (failed_) return PartsEnd::Closer;
        nodes_[node].kind = NodeKind::BogusExpr;
        mode.restore();
        skip_nesting_from(control);
        close(node, prev_ + 1);
        return PartsEnd::None;
    }
    advance();
    std::uint32_t inner = is_if ? expression() : for_directive_header(node);
    if (failed_) return PartsEnd::Closer;
    directive_end(keyword);
    mode.leave(TokenKind::TemplateSeqEnd);
    if (is_if)
        if_directive_bodies(node, closer, state, inner);
    else
        for_directive_body(node, closer, state, inner);
    if (failed_) return PartsEnd::Closer;
    close(node, prev_ + 1);
    height = std::max(height, inner + 2);
    return PartsEnd::None;
}

// Moves to the "}" of a directive, if there is one.
void Parser::directive_end(std::string_view keyword) {
    if (is_at(TokenKind::TemplateSeqEnd)) return;
    fail_unless_lexical(DiagCode::TrailingMarker, {keyword, describe()});
    if (failed_) return;
    skip_to(bit(TokenKind::TemplateSeqEnd));
}

Parser::PartsEnd Parser::directive_body(NodeKind around, TokenKind closer, TemplateState& state,
                                        std::uint32_t& height) {
    const std::uint32_t body = open(NodeKind::TemplateBody, prev_ + 1);
    const PartsEnd end = template_parts(closer, around, state, height);
    if (!failed_) close(body, end == PartsEnd::Closer ? prev_ + 1 : state.marker);
    return end;
}

void Parser::if_directive_bodies(std::uint32_t node, TokenKind closer, TemplateState& state,
                                 std::uint32_t& height) {
    PartsEnd end = directive_body(NodeKind::IfDirective, closer, state, height);
    if (!failed_ && end == PartsEnd::Else) {
        nodes_[node].flags |= kHasElse;
        end = directive_body(NodeKind::IfDirective, closer, state, height);
    }
    if (failed_) return;
    const Span marker{tokens_.start(state.marker), token_span(prev_).end};
    if (end == PartsEnd::Else)
        report_unbalanced(state, DiagCode::UnexpectedDirective, marker,
                          {"else", "This if directive has its else already."});
    if (end == PartsEnd::EndFor)
        report_unbalanced(state, DiagCode::UnexpectedDirective, marker,
                          {"endfor", "The directive that is open here is an if, which ends with endif."});
    if (end != PartsEnd::EndIf) nodes_[node].flags |= kBroken;
}

// The variables and the collection; returns the height of its tree.
std::uint32_t Parser::for_directive_header(std::uint32_t node) {
    std::string_view problem;
    if (!is_at(TokenKind::Ident)) {
        problem = "\"for\" is followed by the name of a variable.";
    } else {
        leaf(NodeKind::Name, pos_);
        advance();
        if (is_at(TokenKind::Comma)) {
            advance();
            if (is_at(TokenKind::Ident)) {
                nodes_[node].flags |= kHasKeyName;
                leaf(NodeKind::Name, pos_);
                advance();
            } else {
                problem = "The comma is followed by the name of a second variable.";
            }
        }
        if (problem.empty() && !at_keyword("in"))
            problem = "The variables are followed by \"in\" and the collection.";
    }
    if (problem.empty()) {
        advance();
        return expression();
    }
    fail_unless_lexical(DiagCode::InvalidForDirective, {problem});
    if (failed_) return 1;
    nodes_[node].kind = NodeKind::BogusExpr;
    nodes_[node].flags |= kBroken;
    return 1;
}

void Parser::for_directive_body(std::uint32_t node, TokenKind closer, TemplateState& state,
                                std::uint32_t& height) {
    const PartsEnd end = directive_body(NodeKind::ForDirective, closer, state, height);
    if (failed_) return;
    const Span marker{tokens_.start(state.marker), token_span(prev_).end};
    if (end == PartsEnd::Else)
        report_unbalanced(state, DiagCode::UnexpectedDirective, marker,
                          {"else", "A for directive has no else."});
    if (end == PartsEnd::EndIf)
        report_unbalanced(state, DiagCode::UnexpectedDirective, marker,
                          {"endif", "The directive that is open here is a for, which ends with endfor."});
    if (end != PartsEnd::EndFor) nodes_[node].flags |= kBroken;
}

// Whether an expansion of shells stands behind "${": a name, and an operator that no expression has there.
static bool is_shell_expansion(std::string_view text) {
    auto is_part = [](char c) { return is_ascii_ident_part(c) && c != '-'; };
    if (text.starts_with('#')) {
        text.remove_prefix(1);
        const auto end = static_cast<std::size_t>(std::ranges::find_if_not(text, is_part) - text.begin());
        return end > 0 && text.substr(end).starts_with('}');
    }
    if (text.empty() || !is_ascii_ident_start(text[0])) return false;
    text = text.substr(static_cast<std::size_t>(std::ranges::find_if_not(text, is_part) - text.begin()));
    constexpr std::array<std::string_view, 8> kShellOperators = {":-", ":=", ":?", ":+",
                                                                 "//", "%%", "^^", "#"};
    return std::ranges::any_of(kShellOperators, [&](std::string_view one) { return text.starts_with(one); });
}

// Whether a "}" follows on the line, before a quote.
static bool closes_on_line(std::string_view text) {
    const std::size_t found = text.find_first_of("}\"\n");
    return found != std::string_view::npos && text[found] == '}';
}

void Parser::interpolation(TokenKind closer, TemplateState& state, std::uint32_t& height) {
    DepthScope depth(depth_);
    std::uint32_t node = open(NodeKind::Interpolation, pos_);
    if (too_deep()) {
        if (failed_) return;
        nodes_[node].kind = NodeKind::BogusExpr;
        skip_nesting();
        close(node, prev_ + 1);
        return;
    }
    const std::string_view inside = text_.substr(token_span(pos_).end);
    if (lenient_ && is_shell_expansion(inside)) {
        // Its names are not those of the language.
        nodes_[node].kind = NodeKind::BogusExpr;
        skip_nesting();
        close(node, prev_ + 1);
        return;
    }
    NewlineMode mode(*this, false);
    advance();
    height = std::max(height, expression() + 1);
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
        if (!closes_on_line(text_.substr(token_span(prev_).end)))
            add_fix(d, "Insert \"}\"", {token_span(prev_).end, token_span(prev_).end}, "}");
        add_fix(d, "Escape \"${\" as text", start, "$", is_shell_expansion(inside));
        if (failed_) return;
        nodes_[node].flags |= kBroken;
        skip_to(bit(TokenKind::TemplateSeqEnd));
    }
    mode.leave(TokenKind::TemplateSeqEnd);
    close(node, prev_ + 1);
}

// Skips a directive from some position after its "%{".
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
