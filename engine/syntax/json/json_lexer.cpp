#include "engine/syntax/json/json_lexer.h"

#include <array>

namespace hcl::syntax {

namespace {

enum class Class : std::uint8_t {
    Other,
    Space,
    Quote,
    Apostrophe,
    Number,
    Letter,
    Slash,
    Hash,
    Equals,
    Punct
};

constexpr std::array<Class, 256> classes() {
    std::array<Class, 256> table{};
    for (char c : {' ', '\t', '\n', '\r'}) table[static_cast<unsigned char>(c)] = Class::Space;
    for (char c = '0'; c <= '9'; ++c) table[static_cast<unsigned char>(c)] = Class::Number;
    for (char c : {'-', '+', '.'}) table[static_cast<unsigned char>(c)] = Class::Number;
    for (char c = 'a'; c <= 'z'; ++c) table[static_cast<unsigned char>(c)] = Class::Letter;
    for (char c = 'A'; c <= 'Z'; ++c) table[static_cast<unsigned char>(c)] = Class::Letter;
    for (char c : {'{', '}', '[', ']', ',', ':'}) table[static_cast<unsigned char>(c)] = Class::Punct;
    table['"'] = Class::Quote;
    table['\''] = Class::Apostrophe;
    table['/'] = Class::Slash;
    table['#'] = Class::Hash;
    table['='] = Class::Equals;
    return table;
}

constexpr auto kClasses = classes();

Class class_of(char c) {
    return kClasses[static_cast<unsigned char>(c)];
}

// Bytes that interrupt the scan of a string: quote, backslash, control characters.
constexpr std::array<bool, 256> string_stops() {
    std::array<bool, 256> table{};
    for (int c = 0; c < 0x20; ++c) table[static_cast<std::size_t>(c)] = true;
    table['"'] = true;
    table['\\'] = true;
    return table;
}

constexpr auto kStringStops = string_stops();

TokenKind punctuation(char c) {
    switch (c) {
        case '{':
            return TokenKind::OBrace;
        case '}':
            return TokenKind::CBrace;
        case '[':
            return TokenKind::OBrack;
        case ']':
            return TokenKind::CBrack;
        case ',':
            return TokenKind::Comma;
        default:
            return TokenKind::Colon;
    }
}

class JsonLexer {
  public:
    JsonLexer(std::string_view text, bool starts_file)
        : text_(text), end_(text.size()), starts_file_(starts_file) {}

    JsonTokens run() {
        out_.kinds.reserve(end_ / 5 + 8);
        out_.starts.reserve(end_ / 5 + 9);
        if (starts_file_ && text_.starts_with("\xEF\xBB\xBF")) {
            add(TokenKind::Bom, 0);
            at_ = 3;
        }
        while (at_ < end_) next();
        out_.starts.push_back(static_cast<std::uint32_t>(end_));
        return std::move(out_);
    }

  private:
    void add(TokenKind kind, std::size_t start) {
        out_.kinds.push_back(kind);
        out_.starts.push_back(static_cast<std::uint32_t>(start));
    }

    void next() {
        std::size_t start = at_;
        char c = text_[at_];
        switch (class_of(c)) {
            case Class::Space:
                while (at_ < end_ && class_of(text_[at_]) == Class::Space) ++at_;
                return add(TokenKind::Whitespace, start);
            case Class::Punct:
                ++at_;
                return add(punctuation(c), start);
            case Class::Quote:
                return string();
            case Class::Number:
                ++at_;
                while (at_ < end_ &&
                       (class_of(text_[at_]) == Class::Number || text_[at_] == 'e' || text_[at_] == 'E'))
                    ++at_;
                return add(TokenKind::JsonNumber, start);
            case Class::Letter:
                while (at_ < end_ && (class_of(text_[at_]) == Class::Letter || text_[at_] == '_')) ++at_;
                return add(TokenKind::JsonKeyword, start);
            case Class::Equals:
                at_ += text_.substr(at_, 2) == "=>" ? 2 : 1;
                return add(at_ - start == 2 ? TokenKind::FatArrow : TokenKind::Equal, start);
            case Class::Apostrophe:
                return single_quotes();
            case Class::Hash:
                return line_comment();
            case Class::Slash:
                return slash();
            case Class::Other:
                return other();
        }
    }

    void string() {
        std::size_t start = at_++;
        bool odd = false;
        for (;;) {
            while (at_ < end_ && !kStringStops[static_cast<unsigned char>(text_[at_])]) ++at_;
            if (at_ >= end_) {
                odd = true;
                break;
            }
            char c = text_[at_];
            if (c == '"') {
                ++at_;
                break;
            }
            odd = true;
            if (c == '\n' || c == '\r') break;
            ++at_;
            if (c == '\\' && at_ < end_ && text_[at_] != '\n' && text_[at_] != '\r') ++at_;
        }
        if (odd) out_.odd_strings.push_back(static_cast<std::uint32_t>(out_.kinds.size()));
        add(TokenKind::JsonString, start);
    }

    void single_quotes() {
        std::size_t start = at_++;
        std::size_t stop = at_;
        // Each line is scanned only once, regardless of its number of quotes.
        if (start >= no_quote_before_) {
            while (stop < end_ && text_[stop] != '\'' && text_[stop] != '\n') ++stop;
            if (stop < end_ && text_[stop] == '\'')
                at_ = stop + 1;
            else
                no_quote_before_ = stop;
            out_.is_open |= stop == end_;
        }
        add(TokenKind::Apostrophe, start);
    }

    void line_comment() {
        std::size_t start = at_;
        while (at_ < end_ && text_[at_] != '\n') ++at_;
        if (text_[at_ - 1] == '\r' && at_ - 1 > start) --at_;
        add(TokenKind::Comment, start);
    }

    void slash() {
        std::size_t start = at_;
        char second = at_ + 1 < end_ ? text_[at_ + 1] : '\0';
        if (second == '/') return line_comment();
        if (second == '*' && !no_comment_end_) {
            std::size_t stop = text_.find("*/", at_ + 2);
            if (stop != std::string_view::npos) {
                at_ = stop + 2;
                return add(TokenKind::Comment, start);
            }
            no_comment_end_ = true;
            out_.is_open = true;
        }
        ++at_;
        add(TokenKind::Invalid, start);
    }

    // A run of bytes that start no token.
    void other() {
        std::size_t start = at_;
        if (static_cast<unsigned char>(text_[at_]) < 0x80) {
            ++at_;
        } else {
            while (at_ < end_ && static_cast<unsigned char>(text_[at_]) >= 0x80) ++at_;
        }
        add(TokenKind::Invalid, start);
    }

    std::string_view text_;
    std::size_t end_;
    bool starts_file_;
    std::size_t at_ = 0;
    std::size_t no_quote_before_ = 0;
    bool no_comment_end_ = false;
    JsonTokens out_;
};

}  // namespace

JsonTokens lex_json(std::string_view text, bool starts_file) {
    return JsonLexer(text, starts_file).run();
}

}  // namespace hcl::syntax
