#include "engine/syntax/json/json_messages.h"

#include <algorithm>
#include <array>

#include "engine/base/json_string.h"
#include "engine/base/suggest.h"
#include "engine/syntax/json/json_literals.h"

namespace hcl::syntax::json {

namespace {

constexpr std::size_t kLongestQuote = 40;

std::string hex_byte(char c) {
    static constexpr char kHex[] = "0123456789ABCDEF";
    return {kHex[(static_cast<unsigned char>(c) >> 4) & 15], kHex[static_cast<unsigned char>(c) & 15]};
}

// The probably intended number: without the plus sign, with the missing digit.
std::string mended_number(std::string_view text) {
    std::string mended(text);
    if (mended.starts_with('+')) mended.erase(0, 1);
    std::size_t sign = mended.starts_with('-') ? 1 : 0;
    while (mended.size() > sign + 1 && mended[sign] == '0' && mended[sign + 1] >= '0' &&
           mended[sign + 1] <= '9')
        mended.erase(sign, 1);
    if (mended.size() > sign && mended[sign] == '.') mended.insert(sign, "0");
    if (mended.ends_with('.')) mended.pop_back();
    return check_json_number(mended).empty() ? mended : std::string();
}

}  // namespace

std::string quote(std::string_view text) {
    if (text.size() <= kLongestQuote) return std::string(text);
    std::size_t end = kLongestQuote;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    return std::string(text.substr(0, end)) + "...";
}

std::string describe(TokenKind kind, std::string_view text) {
    switch (kind) {
        case TokenKind::EndOfFile:
            return "the end of the file";
        case TokenKind::Comment:
            return "a comment, which JSON does not have";
        case TokenKind::Apostrophe:
            return "a single quote, where JSON has double quotes";
        case TokenKind::Bom:
            return "a byte order mark";
        case TokenKind::JsonString:
            return "the string " + quote(text);
        case TokenKind::JsonNumber:
            return "the number " + quote(text);
        case TokenKind::JsonKeyword:
            return "the word " + quote(text);
        default:
            return '"' + quote(text) + '"';
    }
}

void add_fix(Diagnostic& diagnostic, std::string title, Span range, std::string replacement, bool preferred) {
    diagnostic.fixes.push_back(
        Fix{std::move(title), {FileEdit{diagnostic.file, Edit{range, std::move(replacement)}}}, preferred});
}

void add_token_fix(Diagnostic& diagnostic, TokenKind kind, Span span, std::string_view text) {
    if (kind == TokenKind::Comment) add_fix(diagnostic, "Remove the comment", span, "", false);
    if (kind == TokenKind::Apostrophe && text.size() > 1)
        add_fix(diagnostic, "Use double quotes", span, json_string(text.substr(1, text.size() - 2)));
}

Diagnostic bad_keyword(Span span, std::string_view word, bool as_name) {
    std::string shown = quote(word);
    if (as_name) {
        Diagnostic diagnostic =
            make_diagnostic(DiagCode::JsonInvalidKeyword, span,
                            {"The name of a property stands in double quotes: \"" + shown + "\"."});
        add_fix(diagnostic, "Put the name in quotes", span, json_string(word));
        return diagnostic;
    }
    std::string meant;
    if (word == "undefined" || word == "None" || word == "nil" || word == "NULL") {
        meant = "null";
    } else if (word != "NaN" && word != "Infinity") {
        static constexpr std::array<std::string_view, 3> kWords = {"true", "false", "null"};
        meant = suggest(word, kWords);
    }
    std::string message;
    if (word == "NaN" || word == "Infinity")
        message = "JSON has no number " + shown + ".";
    else if (!meant.empty())
        message = shown + " is not a keyword of JSON" + did_you_mean_clause(meant);
    else
        message = shown +
                  " is not a keyword of JSON: these are true, false and null. Strings are in double quotes.";
    Diagnostic diagnostic = make_diagnostic(DiagCode::JsonInvalidKeyword, span, {message});
    if (!meant.empty()) add_fix(diagnostic, "Change to " + meant, span, meant);
    add_fix(diagnostic, "Make it a string", span, json_string(word), meant.empty());
    return diagnostic;
}

Diagnostic bad_string(Span span, std::string_view literal) {
    using Kind = JsonStringProblem::Kind;
    JsonStringProblem problem = check_json_string(literal);
    std::string_view wrong = literal.substr(problem.offset, problem.length);
    Span place{span.start + problem.offset, span.start + problem.offset + problem.length};
    std::string message;
    switch (problem.kind) {
        case Kind::Unterminated:
            message =
                "This string has no closing quote on its line. A line end inside a string is written \\n.";
            break;
        case Kind::Control:
            message = "The control character with the hexadecimal code " + hex_byte(wrong[0]) +
                      " may not stand in a string as it is; it is written as an escape.";
            break;
        case Kind::Escape:
            message = quote(wrong) +
                      R"( is not an escape: JSON knows \" \\ \/ \b \f \n \r \t and \u with four digits.)";
            break;
        case Kind::UnicodeEscape:
            message = "\\u is followed by exactly four hexadecimal digits.";
            break;
        case Kind::None:
            break;
    }
    Diagnostic diagnostic = make_diagnostic(DiagCode::JsonInvalidString, place, {message});
    if (problem.kind == Kind::Unterminated) {
        // A comma or bracket at the end of the line is probably not part of the text.
        std::size_t end = literal.find_last_not_of(",]} \t") + 1;
        auto at = span.start + static_cast<std::uint32_t>(std::max<std::size_t>(end, 1));
        add_fix(diagnostic, "Close the string", {at, at}, "\"");
    } else {
        diagnostic.context = span;
    }
    if (problem.kind == Kind::Escape)
        add_fix(diagnostic, "Escape the backslash", {place.start, place.start}, "\\");
    if (problem.kind == Kind::Control) {
        std::string escape = json_string(wrong);
        add_fix(diagnostic, "Write it as an escape", place, escape.substr(1, escape.size() - 2));
    }
    return diagnostic;
}

Diagnostic bad_number(Span span, std::string_view text, std::string_view reason) {
    Diagnostic diagnostic = make_diagnostic(DiagCode::JsonInvalidNumber, span, {quote(text), reason});
    if (std::string mended = mended_number(text); !mended.empty() && mended != text)
        add_fix(diagnostic, "Change to " + mended, span, mended);
    return diagnostic;
}

}  // namespace hcl::syntax::json
