#include "engine/syntax/parse/traversal.h"

#include "engine/syntax/lex/lexer.h"
#include "engine/syntax/lex/literal.h"
#include "engine/syntax/lex/number.h"
#include "engine/syntax/parse/parser_internal.h"

namespace hcl::syntax {

namespace {

class PathParser {
  public:
    PathParser(std::string_view text, PathSplats splats) : text_(text), splats_(splats) {
        Lexer lexer(text, LexMode::Config);
        lexer.lex(tokens_, 0xFFFF'FFFF);
        tokens_.push(TokenKind::EndOfFile, static_cast<std::uint32_t>(text.size()));
        lexical_diagnostics(text, tokens_, 0, tokens_.size() - 1, result_.diagnostics);
        for (Diagnostic& finding : result_.diagnostics) finding = with_texts(std::move(finding));
        lexical_ = result_.diagnostics.size();
        skip();
    }

    PathParse run() {
        if (kind() != TokenKind::Ident) {
            report(DiagCode::VariableNameRequired, span());
            return std::move(result_);
        }
        add(PathStep::Kind::Root, span(), std::string(token_text()));
        next();
        while (result_.diagnostics.size() == lexical_ && kind() != TokenKind::EndOfFile) {
            if (kind() == TokenKind::Dot)
                attribute();
            else if (kind() == TokenKind::OBrack)
                index();
            else
                report(DiagCode::InvalidTraversalCharacter, span(),
                       {kind() == TokenKind::OQuote ? "a string" : "\"" + std::string(token_text()) + "\""});
        }
        return std::move(result_);
    }

  private:
    TokenKind kind() const { return tokens_.kind(pos_); }
    Span span() const {
        if (pos_ + 1 >= tokens_.size()) return {tokens_.start(pos_), tokens_.start(pos_)};
        return {tokens_.start(pos_), tokens_.start(pos_ + 1)};
    }
    std::string_view token_text() const { return text_.substr(span().start, span().length()); }
    void skip() {
        while (is_in(kind(),
                     bits(TokenKind::Whitespace, TokenKind::Newline, TokenKind::Comment, TokenKind::Bom)))
            ++pos_;
    }
    void next() {
        if (kind() == TokenKind::EndOfFile) return;
        ++pos_;
        skip();
    }
    void add(PathStep::Kind step, Span where, std::string text) {
        result_.steps.push_back({step, where, std::move(text)});
    }
    void report(DiagCode code, Span where, std::initializer_list<std::string_view> args = {}) {
        result_.diagnostics.push_back(make_diagnostic(code, where, args));
    }

    void attribute() {
        std::uint32_t start = span().start;
        next();
        if (kind() == TokenKind::Ident) {
            add(PathStep::Kind::Attr, {start, span().end}, std::string(token_text()));
            next();
            return;
        }
        report(DiagCode::AttributeNameRequired, span(),
               {kind() == TokenKind::Star ? "A splat (.*) cannot be part of this reference."
                                          : "A dot is followed by the name of an attribute."});
    }

    // After the key.
    void close_index(PathStep::Kind step, std::uint32_t start, std::string text) {
        if (kind() != TokenKind::CBrack) report(DiagCode::UnclosedIndex, span());
        add(step, {start, span().end}, std::move(text));
        next();
    }

    void index() {
        std::uint32_t start = span().start;
        next();
        switch (kind()) {
            case TokenKind::Number: {
                std::string text(token_text());
                if (!is_number_literal(text)) report(DiagCode::InvalidNumber, span(), {text});
                next();
                close_index(PathStep::Kind::Number, start, std::move(text));
                return;
            }
            case TokenKind::OQuote: {
                std::string text = quoted();
                close_index(PathStep::Kind::String, start, std::move(text));
                return;
            }
            case TokenKind::Star:
                if (splats_ == PathSplats::Accept) {
                    next();
                    close_index(PathStep::Kind::Splat, start, {});
                    return;
                }
                report(DiagCode::AttributeNameRequired, span(),
                       {"A splat ([*]) cannot be part of this reference."});
                return;
            default:
                report(DiagCode::IndexValueRequired, span());
                return;
        }
    }

    std::string quoted() {
        std::string out;
        ++pos_;
        for (;; ++pos_) {
            switch (kind()) {
                case TokenKind::CQuote:
                    next();
                    return out;
                case TokenKind::QuotedLit: {
                    std::uint32_t base = span().start;
                    out += decode_quoted(token_text(),
                                         [&](std::uint32_t from, std::uint32_t to, std::string_view why) {
                                             report(DiagCode::InvalidEscape, {base + from, base + to}, {why});
                                         });
                    break;
                }
                case TokenKind::TemplateInterp:
                case TokenKind::TemplateControl:
                    report(DiagCode::InvalidStringLiteral, span(),
                           {"The key of a reference is fixed: it cannot hold a template."});
                    skip_sequence();
                    break;
                case TokenKind::EndOfFile:
                    report(DiagCode::UnterminatedStringLiteral, span());
                    return out;
                default:
                    report(DiagCode::InvalidStringLiteral, span(), {"This cannot stand in a quoted key."});
                    next();
                    return out;
            }
        }
    }

    void skip_sequence() {
        std::uint32_t depth = 0;
        for (; kind() != TokenKind::EndOfFile; ++pos_) {
            if (is_in(kind(), bits(TokenKind::TemplateInterp, TokenKind::TemplateControl))) ++depth;
            if (kind() == TokenKind::TemplateSeqEnd && --depth == 0) return;
        }
        --pos_;
    }

    std::string_view text_;
    PathSplats splats_;
    TokenBuffer tokens_;
    std::uint32_t pos_ = 0;
    PathParse result_;
    std::size_t lexical_ = 0;  // number of lexical findings, which come first
};

}  // namespace

PathParse parse_path(std::string_view text, PathSplats splats) {
    return PathParser(text, splats).run();
}

}  // namespace hcl::syntax
