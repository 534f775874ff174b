// Lexical findings: characters and operators that the language does not have.
#include <optional>

#include "engine/syntax/parse/parser_internal.h"

namespace hcl::syntax {

namespace {

// Limits repeated findings of one kind within a chunk.
class LexicalFindings {
  public:
    LexicalFindings(std::string_view text, const TokenBuffer& tokens, std::uint32_t begin, std::uint32_t end,
                    Diagnostics& out)
        : text_(text), tokens_(tokens), begin_(begin), end_(end), out_(out) {}

    void look_at(std::uint32_t token) {
        switch (tokens_.kind(token)) {
            case TokenKind::BitwiseAnd:
                return bitwise(token, "&&");
            case TokenKind::BitwiseOr:
                return bitwise(token, "||");
            case TokenKind::BitwiseNot:
                return bitwise(token, "!");
            case TokenKind::BitwiseXor:
                return bitwise(token, {});
            case TokenKind::Backtick:
                if (is_new_pair(backticks_))
                    add(token, DiagCode::InvalidCharacter,
                        "Backticks mean nothing here. Strings are quoted with \"; a heredoc (<<EOT) holds "
                        "several lines.");
                return;
            case TokenKind::Apostrophe:
                if (is_new_pair(apostrophes_)) apostrophe(token);
                return;
            case TokenKind::Semicolon:
                if (semicolons_++ == 0)
                    add(token, DiagCode::InvalidCharacter,
                        "\";\" means nothing here: arguments end with their line, items of a list with a "
                        "comma.");
                return;
            case TokenKind::BadUtf8:
                if (bytes_++ == 0) add_plain(token, DiagCode::InvalidEncoding);
                return;
            case TokenKind::QuotedNewline:
                return open_string(token);
            default:
                return character(token);
        }
    }

  private:
    // These come in pairs: reports the first of each, for two pairs.
    static bool is_new_pair(std::uint32_t& count) {
        if (count >= 4) return false;
        ++count;
        return count % 2 == 1;
    }

    Span span(std::uint32_t token) const { return {tokens_.start(token), tokens_.start(token + 1)}; }

    void add(std::uint32_t token, DiagCode code, std::string_view message) {
        out_.push_back(make_diagnostic(code, span(token), {message}));
    }
    // A finding whose texts follow from the code: see with_texts().
    void add_plain(std::uint32_t token, DiagCode code) {
        Diagnostic& finding = out_.emplace_back();
        finding.code = code;
        finding.span = span(token);
    }
    void fix(std::string title, std::vector<Edit> edits) {
        Fix fix{std::move(title), {}, true};
        for (Edit& edit : edits) fix.edits.push_back({FileId{}, std::move(edit)});
        out_.back().fixes.push_back(std::move(fix));
    }

    void bitwise(std::uint32_t token, std::string_view logical) {
        if (bitwise_++ >= 4) return;
        if (logical.empty())
            return add(token, DiagCode::UnsupportedOperator, "There are no bitwise operators.");
        const std::string quoted = '"' + std::string(logical) + '"';
        add(token, DiagCode::UnsupportedOperator,
            "There are no bitwise operators; " + quoted + " is the logical one.");
        fix("Replace by " + quoted, {{span(token), std::string(logical)}});
    }

    void apostrophe(std::uint32_t token) {
        add(token, DiagCode::InvalidCharacter,
            "Strings are quoted with double quotes (\"), not with single ones.");
        for (std::uint32_t i = token + 1; i < end_ && !is_in(tokens_.kind(i), kLineEnds); ++i) {
            if (tokens_.kind(i) != TokenKind::Apostrophe) continue;
            return fix("Use double quotes", {{span(token), "\""}, {span(i), "\""}});
        }
    }

    void open_string(std::uint32_t token) {
        // The backslash before it is reported already.
        if (token > begin_ && tokens_.kind(token - 1) == TokenKind::Invalid) return;
        if (const auto sequence = opener_before(token);
            sequence && is_in(tokens_.kind(*sequence), kSequences))
            return open_sequence(token, *sequence);
        add_plain(token, DiagCode::MultiLineString);
        fix("Close the string", {{{span(token).start, span(token).start}, "\""}});
    }

    static constexpr std::uint64_t kSequences = bits(TokenKind::TemplateInterp, TokenKind::TemplateControl);

    // The string, heredoc or sequence that is open before a token.
    std::optional<std::uint32_t> opener_before(std::uint32_t token) const {
        constexpr std::uint64_t kEnds =
            bits(TokenKind::CQuote, TokenKind::CHeredoc, TokenKind::TemplateSeqEnd);
        std::uint32_t closed = 0;
        while (token-- > begin_) {
            const TokenKind kind = tokens_.kind(token);
            if (is_in(kind, kEnds)) ++closed;
            if (!is_in(kind, kSequences | bits(TokenKind::OQuote, TokenKind::OHeredoc))) continue;
            if (closed == 0) return token;
            --closed;
        }
        return std::nullopt;
    }

    // `sequence`: its opener.
    void open_sequence(std::uint32_t line_end, std::uint32_t sequence) {
        std::uint32_t last = line_end;
        while (last > sequence && tokens_.kind(last - 1) == TokenKind::Whitespace) --last;
        const std::uint32_t end = tokens_.start(last);
        add_plain(sequence, DiagCode::UnclosedInterpolation);
        out_.back().span.end = end;
        if (last == sequence + 1) return;
        const auto around = opener_before(sequence);
        const bool is_quoted = around && tokens_.kind(*around) == TokenKind::OQuote;
        fix(is_quoted ? "Close the interpolation and the string" : "Insert \"}\"",
            {{{end, end}, is_quoted ? "}\"" : "}"}});
    }

    void character(std::uint32_t token) {
        std::string_view character = text_.substr(span(token).start, span(token).length());
        if (character == "\xE2\x80\x9C" || character == "\xE2\x80\x9D") {
            add(token, DiagCode::InvalidCharacter,
                "Typographic quotes do not delimit strings; write \" instead.");
            fix("Replace by a straight quote", {{span(token), "\""}});
        } else if (character == "/*") {  // HCL 1
            add(token, DiagCode::InvalidCharacter, "This comment is never closed: its \"*/\" is missing.");
        } else {
            add(token, DiagCode::InvalidCharacter, "This character has no meaning here.");
        }
    }

    std::string_view text_;
    const TokenBuffer& tokens_;
    std::uint32_t begin_;
    std::uint32_t end_;
    Diagnostics& out_;
    std::uint32_t bitwise_ = 0;
    std::uint32_t backticks_ = 0;
    std::uint32_t apostrophes_ = 0;
    std::uint32_t semicolons_ = 0;
    std::uint32_t bytes_ = 0;
};

}  // namespace

void lexical_diagnostics(std::string_view text, const TokenBuffer& tokens, std::uint32_t begin,
                         std::uint32_t end, Diagnostics& out) {
    constexpr std::size_t kMost = 100;
    LexicalFindings findings(text, tokens, begin, end, out);
    for (std::uint32_t i = begin; i < end && out.size() < kMost; ++i)
        if (is_in(tokens.kind(i), kLexicalErrors)) [[unlikely]]
            findings.look_at(i);
}

Diagnostic with_texts(Diagnostic finding) {
    if (!finding.title.empty()) return finding;
    Diagnostic texts = make_diagnostic(finding.code, finding.span);
    finding.severity = texts.severity;
    finding.title = std::move(texts.title);
    finding.message = std::move(texts.message);
    return finding;
}

}  // namespace hcl::syntax
