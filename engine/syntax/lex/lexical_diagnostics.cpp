// Lexical findings: characters and operators that the language does not have.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/base/ascii.h"
#include "engine/syntax/lex/chars.h"
#include "engine/syntax/parse/parser_internal.h"

namespace hcl::syntax {

namespace {

// Characters that nobody sees, or that look like others.
struct KnownCharacter {
    std::string_view bytes;
    std::string_view name;
    std::string_view replacement;
};

const KnownCharacter* known_character(std::string_view bytes) {
    static constexpr std::array<KnownCharacter, 15> kKnown = {{
        {"\xC2\xA0", "a no-break space (U+00A0)", " "},
        {"\xC2\xAD", "an invisible soft hyphen (U+00AD)", ""},
        {"\xE2\x80\x82", "an en space (U+2002)", " "},
        {"\xE2\x80\x83", "an em space (U+2003)", " "},
        {"\xE2\x80\x89", "a thin space (U+2009)", " "},
        {"\xE2\x80\x8B", "an invisible zero-width space (U+200B)", ""},
        {"\xE2\x80\x8C", "an invisible zero-width non-joiner (U+200C)", ""},
        {"\xE2\x80\x8D", "an invisible zero-width joiner (U+200D)", ""},
        {"\xE2\x80\x93", "an en dash (U+2013)", "-"},
        {"\xE2\x80\x94", "an em dash (U+2014)", "-"},
        {"\xE2\x80\xA8", "an invisible line separator (U+2028)", " "},
        {"\xE2\x80\xAF", "a narrow no-break space (U+202F)", " "},
        {"\xE2\x81\xA0", "an invisible word joiner (U+2060)", ""},
        {"\xE2\x88\x92", "a minus sign (U+2212)", "-"},
        {"\xEF\xBB\xBF", "an invisible byte order mark (U+FEFF)", ""},
    }};
    const auto found =
        std::ranges::find_if(kKnown, [&](const KnownCharacter& one) { return one.bytes == bytes; });
    return found == kKnown.end() ? nullptr : &*found;
}

// Limits repeated findings of one kind within a chunk.
class LexicalFindings {
  public:
    LexicalFindings(std::string_view text, const TokenBuffer& tokens, std::uint32_t begin, std::uint32_t end,
                    Diagnostics& out)
        : text_(text), tokens_(tokens), begin_(begin), end_(end), out_(out) {}

    void look_at(std::uint32_t token) {
        // The finding about single quotes is the only one up to the closing quote.
        if (token < quoted_end_ && tokens_.kind(token) != TokenKind::BadUtf8) return;
        switch (tokens_.kind(token)) {
            case TokenKind::BitwiseAnd:
                return bitwise(token, "&&");
            case TokenKind::BitwiseOr:
                return is_in_conflict_marker(token) ? void() : bitwise(token, "||");
            case TokenKind::BitwiseNot:
                return is_open_trim(token) ? open_trim(token) : bitwise(token, "!");
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

    // The parser reports the line.
    bool is_in_conflict_marker(std::uint32_t token) const {
        const std::uint32_t at = tokens_.start(token);
        const std::size_t line = text_.rfind('\n', at) + 1;
        return is_conflict_marker(text_, static_cast<std::uint32_t>(line)) && text_[line] == '|';
    }

    // "%{ for a in b ~", whose "}" is missing.
    bool is_open_trim(std::uint32_t token) const {
        const std::size_t behind = text_.find_first_not_of(" \t\r", span(token).end);
        if (behind != std::string_view::npos && text_[behind] != '\n') return false;
        const auto around = opener_before(token);
        return around && is_in(tokens_.kind(*around), kSequences);
    }
    void open_trim(std::uint32_t token) {
        add_plain(token, DiagCode::UnclosedInterpolation);
        fix("Insert \"}\"", {{{span(token).end, span(token).end}, "}"}});
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
            quoted_end_ = i;
            return requote(token, i);
        }
    }

    // The same text in double quotes.
    void requote(std::uint32_t opener, std::uint32_t closer) {
        // A string that goes on behind it has an apostrophe in its text.
        constexpr std::uint64_t kBehind =
            kLineEnds | kClosers |
            bits(TokenKind::Whitespace, TokenKind::Comment, TokenKind::Comma, TokenKind::Colon,
                 TokenKind::Equal, TokenKind::EndOfFile, TokenKind::Dot);
        if (closer + 1 < end_ && !is_in(tokens_.kind(closer + 1), kBehind)) return;
        if (opener > begin_ && tokens_.kind(opener - 1) == TokenKind::Apostrophe) return;
        const std::uint32_t start = span(opener).end;
        const std::string_view text = text_.substr(start, span(closer).start - start);
        if (text.find('\'') != std::string_view::npos) return;
        std::string quoted = "\"";
        for (const char c : text) {
            if (c == '\\' || c == '"') quoted += '\\';
            quoted += c;
        }
        fix("Use double quotes", {{{span(opener).start, span(closer).end}, quoted + '"'}});
        // Whether a template or its text is meant is not known.
        if (text.find("${") != std::string_view::npos || text.find("%{") != std::string_view::npos)
            out_.back().fixes.back().preferred = false;
    }

    void open_string(std::uint32_t token) {
        // The backslash before it is reported already.
        if (token > begin_ && tokens_.kind(token - 1) == TokenKind::Invalid) return;
        const auto opener = opener_before(token);
        if (opener && is_in(tokens_.kind(*opener), kSequences)) return open_sequence(token, *opener);
        add_plain(token, DiagCode::MultiLineString);
        if (!opener) return;
        const std::string_view text =
            text_.substr(span(*opener).start, span(token).start - span(*opener).start);
        if (text.find('\n') != std::string_view::npos) return escape_comment(*opener, token);
        if (text.find("\u201D") != std::string_view::npos) return typographic_end(*opener, text);
        if (is_text_of_several_lines(text_.substr(span(token).start))) return;
        if (const auto place = place_of_quote(*opener, token))
            fix("Close the string", {{{*place, *place}, "\""}});
    }

    // A string that ends with a typographic quote.
    void typographic_end(std::uint32_t opener, std::string_view text) {
        constexpr std::string_view kQuote = "\u201D";
        const std::size_t at = text.find(kQuote);
        const std::string_view behind = text.substr(at + kQuote.size());
        if (behind.find_first_not_of(" \t,)]}") != std::string_view::npos) return;
        const auto start = static_cast<std::uint32_t>(span(opener).start + at);
        fix("Write a plain quote", {{{start, start + static_cast<std::uint32_t>(kQuote.size())}, "\""}});
    }

    // Whether the lines behind an open string rather belong to it: `behind` begins at its line end.
    static bool is_text_of_several_lines(std::string_view behind) {
        behind.remove_prefix(std::min(behind.find_first_not_of(" \t\r\n"), behind.size()));
        const std::string_view line = behind.substr(0, behind.find('\n'));
        const auto name_end = std::ranges::find_if_not(line, ascii::is_name_part);
        if (name_end == line.begin()) return false;
        std::string_view rest = line.substr(static_cast<std::size_t>(name_end - line.begin()));
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r"), rest.size()));
        constexpr std::string_view kFollow = "={\"(.[,?:";
        return rest.empty() || kFollow.find(rest.front()) == std::string_view::npos;
    }

    // "${#name}" and "${name//a/b}" of shells: for the language, a comment that takes the rest of the line.
    void escape_comment(std::uint32_t from, std::uint32_t to) {
        for (std::uint32_t i = from; i < to; ++i) {
            if (tokens_.kind(i) != TokenKind::TemplateInterp) continue;
            const bool has_name = tokens_.kind(i + 1) == TokenKind::Ident;
            if (tokens_.kind(i + (has_name ? 2 : 1)) != TokenKind::Comment) continue;
            return fix("Escape \"${\" as text", {{{span(i).start, span(i).start}, "$"}});
        }
    }

    // Where the closing quote of a string is missing: before the brackets around it that close on its line.
    // Nothing where that is not clear.
    std::optional<std::uint32_t> place_of_quote(std::uint32_t opener, std::uint32_t line_end) const {
        std::uint32_t line = opener;
        while (line > begin_ && text_[span(line - 1).end - 1] != '\n') --line;
        std::uint32_t before = opener;
        while (before > line && (before == opener || tokens_.kind(before) == TokenKind::Whitespace)) --before;
        const bool is_first = before == opener || tokens_.kind(before) == TokenKind::Whitespace;
        const TokenKind last = is_first ? TokenKind::Newline : tokens_.kind(before);
        const std::uint32_t start = span(opener).end;
        const std::string_view text = text_.substr(start, span(line_end).start - start);
        // A label, before the brace of its block.
        const std::size_t written = text.find_last_not_of(" \t");
        if (is_in(last, bits(TokenKind::Ident, TokenKind::CQuote)) && before + 1 != opener &&
            written != std::string_view::npos && text[written] == '{')
            return start + static_cast<std::uint32_t>(text.find_last_not_of(" \t{") + 1);
        // Behind a value this quote is a closing one, and an earlier one is missing.
        constexpr std::uint64_t kValues = bits(TokenKind::CQuote, TokenKind::Number, TokenKind::CBrack,
                                               TokenKind::CParen, TokenKind::Apostrophe);
        if (is_in(last, kValues) || (last == TokenKind::Ident && before + 1 == opener)) return std::nullopt;
        std::string around;  // what closes the brackets that are open on the line
        for (std::uint32_t i = line; i < opener; ++i) {
            const TokenKind kind = tokens_.kind(i);
            if (kind == TokenKind::OBrack) around += ']';
            if (kind == TokenKind::OParen) around += ')';
            if (kind == TokenKind::OBrace) around += '}';
            if (is_in(kind, bits(TokenKind::CBrack, TokenKind::CParen, TokenKind::CBrace)) && !around.empty())
                around.pop_back();
        }
        const bool is_element =
            is_first || is_in(last, bits(TokenKind::OBrack, TokenKind::OParen, TokenKind::Comma));
        const auto length = length_without_closers(text, std::move(around), is_element);
        return length ? std::optional(start + static_cast<std::uint32_t>(*length)) : std::nullopt;
    }

    // The length of a string's text without the closers and commas behind it. Nothing when they do not match.
    static std::optional<std::size_t> length_without_closers(std::string_view text, std::string around,
                                                             bool is_element) {
        auto trimmed = [](std::string_view part) { return part.substr(0, part.find_last_not_of(" \t") + 1); };
        std::size_t open = 0;
        std::size_t end = 0;
        for (; end < text.size(); ++end) {
            constexpr std::string_view kOpen = "([{";
            constexpr std::string_view kClose = ")]}";
            if (kOpen.find(text[end]) != std::string_view::npos) ++open;
            if (kClose.find(text[end]) == std::string_view::npos) continue;
            if (open == 0) break;
            --open;
        }
        if (end == text.size()) {
            const std::string_view whole = trimmed(text);
            if (!whole.ends_with(',')) return text.size();
            return is_element ? std::optional(trimmed(whole.substr(0, whole.size() - 1)).size())
                              : std::nullopt;
        }
        for (const char c : text.substr(end)) {
            if (c == ' ' || c == '\t' || c == ',') continue;
            if (around.empty() || around.back() != c) return std::nullopt;
            around.pop_back();
        }
        return trimmed(text.substr(0, end)).size();
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
        } else if (const KnownCharacter* known = known_character(character)) {
            add(token, DiagCode::InvalidCharacter,
                "This is " + std::string(known->name) + ", which has no meaning here.");
            const std::string replacement(known->replacement);
            fix(replacement.empty()  ? "Remove it"
                : replacement == " " ? "Replace by a space"
                                     : "Replace by \"" + replacement + '"',
                {{span(token), replacement}});
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
    std::uint32_t quoted_end_ = 0;  // the end of the last string in single quotes
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
