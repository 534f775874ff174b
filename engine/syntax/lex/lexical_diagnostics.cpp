// Findings about single tokens: characters and operators that the language does not have.
#include "engine/syntax/parse/parser_internal.h"

namespace hcl::syntax {

// Findings of one kind are not repeated within a chunk beyond what helps.
void lexical_diagnostics(std::string_view text, const TokenBuffer& tokens, std::uint32_t begin,
                         std::uint32_t end, Diagnostics& out) {
    auto token_span = [&](std::uint32_t token) { return Span{tokens.start(token), tokens.start(token + 1)}; };
    auto token_text = [&](std::uint32_t token) {
        return text.substr(tokens.start(token), token_span(token).length());
    };
    constexpr std::size_t kMost = 100;
    std::uint32_t bitwise = 0, backticks = 0, apostrophes = 0, semicolons = 0, bytes = 0;
    for (std::uint32_t i = begin; i < end; ++i) {
        TokenKind kind = tokens.kind(i);
        if (!is_in(kind, kLexicalErrors)) [[likely]]
            continue;
        if (out.size() >= kMost) break;
        Span span = token_span(i);
        auto add = [&](DiagCode code, std::string_view message) {
            out.push_back(make_diagnostic(code, span, {message}));
        };
        // One whose texts follow from the code: see with_texts().
        auto add_plain = [&](DiagCode code) {
            Diagnostic& finding = out.emplace_back();
            finding.code = code;
            finding.span = span;
        };
        auto fix = [&](std::string title, std::string replacement) {
            out.back().fixes.push_back(
                {std::move(title), {{FileId{}, Edit{span, std::move(replacement)}}}, true});
        };
        switch (kind) {
            case TokenKind::BitwiseAnd:
                if (bitwise++ < 4) {
                    add(DiagCode::UnsupportedOperator,
                        "There are no bitwise operators; \"&&\" is the logical one.");
                    fix("Replace by \"&&\"", "&&");
                }
                break;
            case TokenKind::BitwiseOr:
                if (bitwise++ < 4) {
                    add(DiagCode::UnsupportedOperator,
                        "There are no bitwise operators; \"||\" is the logical one.");
                    fix("Replace by \"||\"", "||");
                }
                break;
            case TokenKind::BitwiseNot:
                if (bitwise++ < 4) {
                    add(DiagCode::UnsupportedOperator,
                        "There are no bitwise operators; \"!\" is the logical one.");
                    fix("Replace by \"!\"", "!");
                }
                break;
            case TokenKind::BitwiseXor:
                if (bitwise++ < 4) add(DiagCode::UnsupportedOperator, "There are no bitwise operators.");
                break;
            case TokenKind::Backtick:
                if (backticks < 4 && backticks++ % 2 == 0)
                    add(DiagCode::InvalidCharacter,
                        "Backticks mean nothing here. Strings are quoted with \"; a heredoc (<<EOT) holds "
                        "several lines.");
                break;
            case TokenKind::Apostrophe:
                if (apostrophes < 4 && apostrophes++ % 2 == 0) {
                    add(DiagCode::InvalidCharacter,
                        "Strings are quoted with double quotes (\"), not with single ones.");
                    for (std::uint32_t j = i + 1; j < end; ++j) {
                        if (is_in(tokens.kind(j), kLineEnds)) break;
                        if (tokens.kind(j) != TokenKind::Apostrophe) continue;
                        out.back().fixes.push_back(
                            {"Use double quotes",
                             {{FileId{}, Edit{span, "\""}}, {FileId{}, Edit{token_span(j), "\""}}},
                             true});
                        break;
                    }
                }
                break;
            case TokenKind::Semicolon:
                if (semicolons++ == 0)
                    add(DiagCode::InvalidCharacter,
                        "\";\" means nothing here: arguments end with their line, items of a list with a "
                        "comma.");
                break;
            case TokenKind::BadUtf8:
                if (bytes++ == 0) add_plain(DiagCode::InvalidEncoding);
                break;
            case TokenKind::QuotedNewline: {
                // The backslash before it is reported already.
                if (i > begin && tokens.kind(i - 1) == TokenKind::Invalid) break;
                add_plain(DiagCode::MultiLineString);
                out.back().fixes.push_back(
                    {"Close the string", {{FileId{}, Edit{{span.start, span.start}, "\""}}}, true});
                break;
            }
            default: {
                std::string_view character = token_text(i);
                if (character == "\xE2\x80\x9C" || character == "\xE2\x80\x9D") {
                    add(DiagCode::InvalidCharacter,
                        "Typographic quotes do not delimit strings; write \" instead.");
                    fix("Replace by a straight quote", "\"");
                } else if (character == "/*") {  // HCL 1
                    add(DiagCode::InvalidCharacter, "This comment is never closed: its \"*/\" is missing.");
                } else {
                    add(DiagCode::InvalidCharacter, "This character has no meaning here.");
                }
                break;
            }
        }
    }
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
