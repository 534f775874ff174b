#include "engine/syntax/lex/lexer.h"

#include <algorithm>
#include <array>

#include "engine/syntax/hcl1/scan.h"
#include "engine/syntax/lex/chars.h"
#include "engine/syntax/parse/line_layout.h"

namespace hcl::syntax {

namespace {

// The kind of token that a byte starts outside of strings.
enum class Start : std::uint8_t {
    Other,  // invalid, or non-ASCII
    Space,
    Ident,
    Digit,
    Newline,
    Return,
    Quote,
    Hash,
    Slash,
    OBrace,
    CBrace,
    Tilde,
    Single,    // a token on its own, whatever follows
    Operator,  // following characters may belong to it
    Less,      // an operator, or the start of a heredoc
};

struct Tables {
    std::array<Start, 256> start{};
    std::array<TokenKind, 256> single{};
    // Bytes that end a run of ordinary text in quotes, or on a line of a heredoc.
    std::array<bool, 256> quote_stop{};
    std::array<bool, 256> line_stop{};
};

consteval Tables make_tables() {
    Tables t;
    auto index = [](char c) { return static_cast<std::size_t>(static_cast<unsigned char>(c)); };
    for (std::size_t c = 0; c < 256; ++c)
        if (detail::kAsciiIdentStart[c]) t.start[c] = Start::Ident;
    for (char c = '0'; c <= '9'; ++c) t.start[index(c)] = Start::Digit;
    t.start[index(' ')] = t.start[index('\t')] = Start::Space;
    t.start[index('\n')] = Start::Newline;
    t.start[index('\r')] = Start::Return;
    t.start[index('"')] = Start::Quote;
    t.start[index('#')] = Start::Hash;
    t.start[index('/')] = Start::Slash;
    t.start[index('{')] = Start::OBrace;
    t.start[index('}')] = Start::CBrace;
    t.start[index('~')] = Start::Tilde;
    for (char c : {'=', '!', '>', '&', '|', ':', '.'}) t.start[index(c)] = Start::Operator;
    t.start[index('<')] = Start::Less;
    auto single = [&](char c, TokenKind kind) {
        t.start[index(c)] = Start::Single;
        t.single[index(c)] = kind;
    };
    single('[', TokenKind::OBrack);
    single(']', TokenKind::CBrack);
    single('(', TokenKind::OParen);
    single(')', TokenKind::CParen);
    single(',', TokenKind::Comma);
    single('*', TokenKind::Star);
    single('%', TokenKind::Percent);
    single('+', TokenKind::Plus);
    single('-', TokenKind::Minus);
    single('?', TokenKind::Question);
    single('^', TokenKind::BitwiseXor);
    single(';', TokenKind::Semicolon);
    single('`', TokenKind::Backtick);
    single('\'', TokenKind::Apostrophe);
    for (char c : {'"', '\\', '$', '%', '\n', '\r'}) t.quote_stop[index(c)] = true;
    for (char c : {'$', '%', '\n', '\r'}) t.line_stop[index(c)] = true;
    for (std::size_t c = 0x80; c < 256; ++c) t.quote_stop[c] = t.line_stop[c] = true;
    return t;
}

constexpr Tables kTables = make_tables();

bool is_line_break(char c) {
    return c == '\n' || c == '\r';
}

struct Operator {
    TokenKind kind;
    std::uint32_t length;
};

// The longest operator at the position; its first byte is one.
Operator operator_at(std::string_view text, std::uint32_t p) {
    const char next = p + 1 < text.size() ? text[p + 1] : '\0';
    auto one_or_two = [&](TokenKind one, char second, TokenKind two) {
        return next == second ? Operator{two, 2} : Operator{one, 1};
    };
    switch (text[p]) {
        case '=':
            if (next == '>') return {TokenKind::FatArrow, 2};
            return one_or_two(TokenKind::Equal, '=', TokenKind::EqualOp);
        case '!':
            return one_or_two(TokenKind::Bang, '=', TokenKind::NotEqual);
        case '<':
            return one_or_two(TokenKind::LessThan, '=', TokenKind::LessThanEq);
        case '>':
            return one_or_two(TokenKind::GreaterThan, '=', TokenKind::GreaterThanEq);
        case '&':
            return one_or_two(TokenKind::BitwiseAnd, '&', TokenKind::And);
        case '|':
            return one_or_two(TokenKind::BitwiseOr, '|', TokenKind::Or);
        case ':':
            return one_or_two(TokenKind::Colon, ':', TokenKind::DoubleColon);
        default:
            return text.substr(p, 3) == "..." ? Operator{TokenKind::Ellipsis, 3}
                                              : Operator{TokenKind::Dot, 1};
    }
}

// The end of the name that starts at `start` with an ASCII letter or underscore.
std::uint32_t ident_end(std::string_view text, std::uint32_t start) {
    std::uint32_t p = start + 1;
    while (p < text.size() && is_ascii_ident_part(text[p])) ++p;
    if (p < text.size() && static_cast<std::uint8_t>(text[p]) >= 0x80) [[unlikely]]
        return start + static_cast<std::uint32_t>(ident_length(text, start));
    return p;
}

// Behind the end of the line.
std::uint32_t line_end(std::string_view text, std::uint32_t p) {
    const std::size_t end = text.find('\n', p);
    return static_cast<std::uint32_t>(end == std::string_view::npos ? text.size() : end + 1);
}

}  // namespace

Lexer::Lexer(std::string_view text, LexMode mode, LexRecovery recovery) : text_(text), recovery_(recovery) {
    ends_heredocs_ = recovery == LexRecovery::Layout;
    if (mode == LexMode::Template) frames_.push_back({FrameKind::Bare, true, 0, 0, 0});
}

void Lexer::restart(std::uint32_t position) {
    pos_ = position;
    while (!searches_.empty() && searches_.back().from >= position) searches_.pop_back();
    braces_ = 0;
    frames_.clear();
}

void Lexer::lex(TokenBuffer& out, std::uint32_t soft_limit) {
    const std::uint32_t from = pos_;
    run(out, soft_limit);
    work_ += pos_ > from ? pos_ - from : 0;
}

void Lexer::run(TokenBuffer& out, std::uint32_t soft_limit) {
    if (hcl1_) {
        lex_hcl1(out, soft_limit);
        return;
    }
    if (pos_ == 0 && starts_file_ && text_.starts_with("\xEF\xBB\xBF")) {
        out.push(TokenKind::Bom, 0);
        pos_ = 3;
    }
    bool is_new = true;
    while (pos_ < text_.size()) {
        // Each of these returns when the state changes, or after a line end beyond the limit.
        if (!is_new && pos_ >= soft_limit && text_[pos_ - 1] == '\n') return;
        is_new = false;
        if (frames_.empty() || frames_.back().kind == FrameKind::Sequence)
            lex_plain(out, soft_limit);
        else if (frames_.back().kind == FrameKind::Quote)
            lex_quote(out);
        else
            lex_lines(out, soft_limit);
    }
}

void Lexer::open_sequence(TokenBuffer& out, TokenKind kind) {
    out.push(kind, pos_);
    pos_ += at(pos_ + 2) == '~' ? 3 : 2;
    ++braces_;
    if (!frames_.empty() && frames_.back().kind == FrameKind::Heredoc) frames_.back().at_line_start = false;
    frames_.push_back({FrameKind::Sequence, false, 0, 0, braces_});
}

// One loop with the position in a local: most characters of a file pass through it, and calls would cost a
// lot of time.
void Lexer::lex_plain(TokenBuffer& out, std::uint32_t soft_limit) {
    const char* text = text_.data();
    const auto size = static_cast<std::uint32_t>(text_.size());
    std::uint32_t p = pos_;
    while (p < size) {
        char c = text[p];
        switch (kTables.start[static_cast<std::uint8_t>(c)]) {
            case Start::Space:
                out.push(TokenKind::Whitespace, p);
                do ++p;
                while (p < size && (text[p] == ' ' || text[p] == '\t'));
                break;
            case Start::Ident:
                out.push(TokenKind::Ident, p);
                p = ident_end(text_, p);
                break;
            case Start::Single:
                out.push(kTables.single[static_cast<std::uint8_t>(c)], p++);
                break;
            case Start::Return:
                if (p + 1 >= size || text[p + 1] != '\n') {
                    out.push(TokenKind::Invalid, p++);
                    break;
                }
                [[fallthrough]];
            case Start::Newline:
                if (!frames_.empty() && cuts_sequence(out, p)) return;
                out.push(TokenKind::Newline, p);
                p += c == '\n' ? 1 : 2;
                if (p < soft_limit) break;
                pos_ = p;
                return;
            case Start::OBrace:
                out.push(TokenKind::OBrace, p++);
                ++braces_;
                break;
            case Start::Quote:
                out.push(TokenKind::OQuote, p++);
                frames_.push_back({FrameKind::Quote, false, 0, 0, 0});
                pos_ = p;
                return;
            case Start::Slash:
                if (p + 1 >= size || text[p + 1] != '/') {
                    pos_ = p;
                    slash(out);
                    p = pos_;
                    break;
                }
                [[fallthrough]];
            case Start::Hash:
                out.push(TokenKind::Comment, p);
                p = line_end(text_, p);
                if (p < soft_limit) break;
                pos_ = p;
                return;
            case Start::Tilde:
            case Start::CBrace:
                pos_ = p;
                if (closing_brace(out)) return;
                p = pos_;
                break;
            case Start::Less:
                pos_ = p;
                if (p + 1 < size && text[p + 1] == '<' && try_heredoc(out)) return;
                [[fallthrough]];
            case Start::Operator: {
                Operator op = operator_at(text_, p);
                out.push(op.kind, p);
                p += op.length;
                break;
            }
            case Start::Digit:
            case Start::Other:
                pos_ = p;
                is_digit(c) ? number(out) : slow_character(out);
                p = pos_;
                break;
        }
    }
    pos_ = p;
}

// A slash that does not start a line comment.
void Lexer::slash(TokenBuffer& out) {
    std::uint32_t end = 0;
    if (at(pos_ + 1) == '*' && find_comment_end(pos_ + 2, end)) {
        out.push(TokenKind::Comment, pos_);
        pos_ = end;
        return;
    }
    out.push(TokenKind::Slash, pos_++);
}

// `}` and `~}`, and a single tilde. True when a sequence ends there.
bool Lexer::closing_brace(TokenBuffer& out) {
    const bool strips = text_[pos_] == '~';
    if (strips && at(pos_ + 1) != '}') {
        out.push(TokenKind::BitwiseNot, pos_++);
        return false;
    }
    const bool ends_sequence = !frames_.empty() && frames_.back().brace_depth == braces_;
    out.push(strips || ends_sequence ? TokenKind::TemplateSeqEnd : TokenKind::CBrace, pos_);
    pos_ += strips ? 2 : 1;
    --braces_;
    if (ends_sequence) frames_.pop_back();
    return ends_sequence;
}

// Whether the sequence around a line end surely lacks its "}", because no expression goes on like the next
// line: with an item, or with the end marker of the heredoc.
bool Lexer::breaks_sequence(std::uint32_t line_end) const {
    if (recovery_ == LexRecovery::None || frames_.size() < 2 || frames_.back().brace_depth != braces_)
        return false;
    const std::uint32_t next = line_end + (text_[line_end] == '\n' ? 1 : 2);
    const std::string_view line =
        trim_space(text_.substr(next, std::min(text_.find('\n', next), text_.size()) - next));
    const Frame& around = frames_[frames_.size() - 2];
    if (around.kind == FrameKind::Heredoc) {
        // Behind an operator, the word could be an operand.
        const char before = trim_space(text_.substr(around.marker, line_end - around.marker)).back();
        return line == text_.substr(around.marker, around.length) &&
               (is_ascii_ident_part(before) || before == '"' || before == ']' || before == ')');
    }
    return around.kind == FrameKind::Quote && ends_expression(text_, next);
}

bool Lexer::cuts_sequence(TokenBuffer& out, std::uint32_t line_end) {
    if (!breaks_sequence(line_end)) return false;
    out.push(TokenKind::QuotedNewline, line_end);
    pos_ = line_end + (text_[line_end] == '\n' ? 1 : 2);
    pop_to_lines();
    return true;
}

// A digit, then digits, dots and exponents; a dot is included only if one of the others follows.
void Lexer::number(TokenBuffer& out) {
    out.push(TokenKind::Number, pos_);
    const auto size = static_cast<std::uint32_t>(text_.size());
    std::uint32_t p = pos_ + 1;
    std::uint32_t end = p;
    while (p < size) {
        char c = text_[p];
        if (is_digit(c)) {
            end = ++p;
        } else if (c == '.') {
            ++p;
        } else if (c == 'e' || c == 'E') {
            std::uint32_t digit = p + 1;
            if (at(digit) == '+' || at(digit) == '-') ++digit;
            if (!is_digit(at(digit))) break;
            end = p = digit + 1;
        } else {
            break;
        }
    }
    pos_ = end;
}

void Lexer::slow_character(TokenBuffer& out) {
    if (std::size_t length = ident_length(text_, pos_)) {
        out.push(TokenKind::Ident, pos_);
        pos_ += static_cast<std::uint32_t>(length);
        return;
    }
    Utf8Char character = decode_utf8(text_, pos_);
    out.push(character.length == 0 ? TokenKind::BadUtf8 : TokenKind::Invalid, pos_);
    pos_ += character.length == 0 ? 1 : character.length;
}

bool Lexer::find_comment_end(std::uint32_t from, std::uint32_t& end) {
    std::size_t found = from >= no_comment_end_from_ ? std::string_view::npos : text_.find(kCommentEnd, from);
    if (found == std::string_view::npos) {
        if (from < no_comment_end_from_) work_ += text_.size() - from;
        no_comment_end_from_ = std::min(from, no_comment_end_from_);
        searches_.push_back({from - 2, RestSearch::kNowhere, kCommentEnd});
        return false;
    }
    end = static_cast<std::uint32_t>(found) + 2;
    return true;
}

bool Lexer::try_heredoc(TokenBuffer& out) {
    const std::uint32_t start = pos_;
    std::uint32_t marker = start + 2;
    if (at(marker) == '-') ++marker;
    auto length = static_cast<std::uint32_t>(ident_length(text_, marker));
    if (length == 0) return false;
    std::uint32_t end = marker + length;
    if (at(end) == '\r') ++end;
    if (end >= text_.size() || text_[end] != '\n') return false;
    out.push(TokenKind::OHeredoc, pos_);
    frames_.push_back({FrameKind::Heredoc, true, marker, length, 0});
    pos_ = end + 1;
    if (ends_heredocs_) {
        std::string_view tag = text_.substr(marker, length);
        std::uint32_t found = find_line(tag, pos_);
        searches_.push_back({start, found, tag});
        // An unterminated one ends where the next item of the file seems to start.
        if (found == RestSearch::kNowhere)
            frames_.back().brace_depth = static_cast<std::int32_t>(line_indent(text_, marker)) + 1;
    }
    return true;
}

// Whether the line, without its line end, ends the heredoc.
bool Lexer::ends_heredoc(std::string_view line, std::string_view marker, bool is_flush) const {
    return hcl1_ ? hcl1::is_heredoc_end(line, marker, is_flush) : trim_space(line) == marker;
}

// The start of the first line at or after `from` that ends a heredoc.
std::uint32_t Lexer::find_line(std::string_view marker, std::uint32_t from, bool is_flush) {
    constexpr std::uint32_t kSearches = 8;
    if (failed_searches_ < kSearches) {
        for (std::size_t at = text_.find(marker, from); at != std::string_view::npos;
             at = text_.find(marker, at + 1)) {
            std::size_t line =
                text_.rfind('\n', at) + 1;  // always exists: the line end of the heredoc's start
            std::size_t end = text_.find('\n', at);
            if (end == std::string_view::npos) break;
            if (ends_heredoc(text_.substr(line, end - line), marker, is_flush))
                return static_cast<std::uint32_t>(line);
            at = end;
        }
        work_ += text_.size() - from;
        ++failed_searches_;
        return RestSearch::kNowhere;
    }
    // Many unterminated heredocs: uses a table of the lines that can end one.
    if (last_lines_.empty()) index_lines();
    const auto& lines = is_flush && hcl1_ ? last_indented_lines_ : last_lines_;
    auto found = lines.find(marker);
    return found != lines.end() && found->second >= from ? found->second : RestSearch::kNowhere;
}

void Lexer::index_lines() {
    work_ += text_.size();
    last_lines_.emplace(std::string_view(), 0);
    for (std::size_t line = 0; line < text_.size();) {
        std::size_t end = text_.find('\n', line);
        if (end == std::string_view::npos) break;
        std::string_view word = trim_space(text_.substr(line, end - line));
        const std::size_t length = hcl1_ ? hcl1::heredoc_marker_end(word, 0) : ident_length(word, 0);
        if (!word.empty() && length == word.size() &&
            ends_heredoc(text_.substr(line, end - line), word, false)) {
            last_lines_[word] = static_cast<std::uint32_t>(line);
            if (word.data() != text_.data() + line)
                last_indented_lines_[word] = static_cast<std::uint32_t>(line);
        }
        line = end + 1;
    }
}

bool holds_end(std::string_view text, std::string_view marker) {
    if (marker == kCommentEnd) return text.find(marker) != std::string_view::npos;
    for (std::size_t at = text.find(marker); at != std::string_view::npos; at = text.find(marker, at + 1)) {
        std::size_t line = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;  // 0 when there is none
        std::size_t end = text.find('\n', at);
        if (end == std::string_view::npos) return false;
        if (trim_space(text.substr(line, end - line)) == marker) return true;
        at = end;
    }
    return false;
}

// Leaves the current string and all enclosing sequences and strings, up to a heredoc or template.
void Lexer::pop_to_lines() {
    while (!frames_.empty() && frames_.back().kind != FrameKind::Heredoc &&
           frames_.back().kind != FrameKind::Bare) {
        if (frames_.back().kind == FrameKind::Sequence) braces_ = frames_.back().brace_depth - 1;
        frames_.pop_back();
    }
    if (!frames_.empty()) frames_.back().at_line_start = true;
}

// The end of a run of characters and escapes.
std::uint32_t Lexer::quoted_run_end(std::uint32_t p) const {
    const auto size = static_cast<std::uint32_t>(text_.size());
    while (p < size) {
        if (!kTables.quote_stop[static_cast<std::uint8_t>(text_[p])]) {
            ++p;
            continue;
        }
        std::uint32_t next = p;
        if (text_[p] == '\\') {
            next = p + 1;
            if (next >= size || is_line_break(text_[next])) break;
        }
        if (static_cast<std::uint8_t>(text_[next]) >= 0x80) {
            Utf8Char character = decode_utf8(text_, next);
            if (character.length == 0) break;
            p = next + character.length;
        } else if (next != p) {
            p = next + 1;
        } else {
            break;
        }
    }
    return p;
}

void Lexer::lex_quote(TokenBuffer& out) {
    const char* text = text_.data();
    const auto size = static_cast<std::uint32_t>(text_.size());
    std::uint32_t p = pos_;
    while (p < size) {
        char c = text[p];
        if (c == '"') {
            out.push(TokenKind::CQuote, p);
            frames_.pop_back();
            pos_ = p + 1;
            return;
        }
        if (is_line_break(c)) {
            // A quoted string ends with its line: the following text is far more likely the next
            // item than the rest of the string.
            if (c == '\n' || at(p + 1) == '\n') {
                out.push(TokenKind::QuotedNewline, p);
                p += c == '\n' ? 1 : 2;
                if (recovery_ == LexRecovery::None) {
                    // Empty lines are part of it.
                    while (at(p) == '\n' || (at(p) == '\r' && at(p + 1) == '\n')) p += at(p) == '\n' ? 1 : 2;
                    continue;
                }
                pop_to_lines();
                pos_ = p;
                return;
            }
            out.push(TokenKind::QuotedNewline, p++);
            continue;
        }
        if (c == '$' || c == '%') {
            char next = at(p + 1);
            if (next == '{') {
                pos_ = p;
                open_sequence(out, c == '$' ? TokenKind::TemplateInterp : TokenKind::TemplateControl);
                return;
            }
            if (p + 1 >= size) {
                out.push(TokenKind::Invalid, p++);
                continue;
            }
            out.push(TokenKind::QuotedLit, p);
            p += next == c && at(p + 2) == '{' ? (at(p + 3) == '~' ? 4 : 3) : 1;
            continue;
        }
        const std::uint32_t start = p;
        p = quoted_run_end(p);
        if (p > start) {
            out.push(TokenKind::QuotedLit, start);
        } else {
            // Invalid UTF-8, or a backslash with nothing to escape.
            out.push(c == '\\' ? TokenKind::Invalid : TokenKind::BadUtf8, p++);
        }
    }
    pos_ = p;
}

// The end of a run of text in a heredoc or template: a line end, an introducer, or invalid text.
std::uint32_t Lexer::line_run_end(std::uint32_t start, bool is_heredoc) const {
    const auto size = static_cast<std::uint32_t>(text_.size());
    std::uint32_t p = start;
    while (p < size) {
        if (!kTables.line_stop[static_cast<std::uint8_t>(text_[p])]) {
            ++p;
            continue;
        }
        if (static_cast<std::uint8_t>(text_[p]) < 0x80) {
            // In a stand-alone template, a lone return between lines is text.
            if (is_heredoc || text_[p] != '\r' || at(p + 1) == '\n' || p > start) break;
            ++p;
            continue;
        }
        Utf8Char character = decode_utf8(text_, p);
        if (character.length == 0) break;
        p += character.length;
    }
    return p;
}

// Heredocs and stand-alone templates: text line by line.
void Lexer::lex_lines(TokenBuffer& out, std::uint32_t soft_limit) {
    const char* text = text_.data();
    const auto size = static_cast<std::uint32_t>(text_.size());
    const bool is_heredoc = frames_.back().kind == FrameKind::Heredoc;
    std::uint32_t p = pos_;
    while (p < size) {
        char c = text[p];
        std::uint32_t start = p;
        if (c == '$' || c == '%') {
            if (at(p + 1) == '{') {
                pos_ = p;
                open_sequence(out, c == '$' ? TokenKind::TemplateInterp : TokenKind::TemplateControl);
                return;
            }
            if (p + 1 >= size) {
                out.push(is_heredoc ? TokenKind::Invalid : TokenKind::StringLit, p++);
                break;
            }
            if (text[p + 1] == c && at(p + 2) == '{') {
                // An escaped introducer includes its line end, like a run of text.
                p += at(p + 3) == '~' ? 4 : 3;
            } else {
                // A single sign; with one more byte if that is the last of its line.
                p += p + 2 < size && is_line_break(text[p + 2]) ? 2 : 1;
                out.push(TokenKind::StringLit, start);
                frames_.back().at_line_start = false;
                continue;
            }
        } else {
            p = line_run_end(p, is_heredoc);
        }
        std::uint32_t line_end = p;
        if (at(p) == '\n' && p < size)
            line_end = p + 1;
        else if (at(p) == '\r' && at(p + 1) == '\n')
            line_end = p + 2;
        if (line_end == p) {
            if (p > start) {
                out.push(TokenKind::StringLit, start);
            } else {
                // Invalid text: an invalid byte, or a lone return in a heredoc.
                out.push(static_cast<std::uint8_t>(text[p]) >= 0x80 ? TokenKind::BadUtf8 : TokenKind::Invalid,
                         p);
                ++p;
            }
            frames_.back().at_line_start = false;
            continue;
        }
        if (is_heredoc) {
            Frame& frame = frames_.back();
            if (frame.at_line_start && frame.brace_depth != 0 &&
                surely_starts_item(text_, start, static_cast<std::uint32_t>(frame.brace_depth) - 1)) {
                restart(start);
                return;
            }
            if (frame.at_line_start) {
                std::string_view marker = text_.substr(frame.marker, frame.length);
                if (trim_space(text_.substr(start, line_end - start)) == marker) {
                    out.push(TokenKind::CHeredoc, start);
                    out.push(TokenKind::Newline, p);
                    frames_.pop_back();
                    pos_ = line_end;
                    return;
                }
            }
            frame.at_line_start = true;
        }
        out.push(TokenKind::StringLit, start);
        p = line_end;
        if (p >= soft_limit) break;
    }
    pos_ = p;
}

}  // namespace hcl::syntax
