#include "engine/syntax/parse/line_layout.h"

#include <algorithm>

#include "engine/syntax/lex/chars.h"

namespace hcl::syntax {

namespace {

bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

// Whether a name and the quoted text at `quote` are more likely the broken start of an element or property
// than a block header: they are followed by something that a block header does not have.
bool goes_on_as_element(std::string_view text, std::size_t quote) {
    std::size_t end = quote + 1;
    while (end < text.size() && text[end] != '"' && text[end] != '\n') end += text[end] == '\\' ? 2 : 1;
    if (end >= text.size() || text[end] == '\n') return false;
    do ++end;
    while (end < text.size() && is_blank(text[end]));
    return end < text.size() && (text[end] == ',' || text[end] == '=' || text[end] == ':');
}

}  // namespace

std::uint32_t line_indent(std::string_view text, std::uint32_t offset) {
    std::uint32_t line = offset;
    while (line > 0 && text[line - 1] != '\n') --line;
    if (line == 0 && text.starts_with("\xEF\xBB\xBF")) line = 3;
    std::uint32_t end = line;
    while (end < text.size() && is_blank(text[end])) ++end;
    return end - line;
}

bool starts_item(std::string_view text, std::uint32_t line_start, std::uint32_t indent) {
    std::size_t p = line_start;
    auto at = [&](std::size_t i) { return i < text.size() ? text[i] : '\0'; };
    auto skip_blanks = [&] {
        while (is_blank(at(p))) ++p;
    };
    skip_blanks();
    if (p - line_start > indent) return false;
    std::size_t length = ident_length(text, p);
    if (length == 0) return false;
    p += length;
    skip_blanks();
    if (at(p) == '=') return at(p + 1) != '=' && at(p + 1) != '>';
    if (at(p) == '"') return is_blank(at(p - 1)) && !goes_on_as_element(text, p);
    if (at(p) == '{') return true;
    // Unquoted labels up to a brace or a quoted label.
    while ((length = ident_length(text, p)) != 0) {
        p += length;
        skip_blanks();
        if (at(p) == '"' || at(p) == '{') return true;
    }
    return false;
}

bool surely_starts_item(std::string_view text, std::uint32_t line_start, std::uint32_t indent) {
    if (!starts_item(text, line_start, indent)) return false;
    std::string_view line = text.substr(line_start, text.find('\n', line_start) - line_start);
    std::size_t end = line.find_last_not_of(" \t\r");
    std::size_t equals = line.find('=');
    std::size_t quote = line.find_first_of("\"{");
    if (equals < quote) return is_blank(line[equals - 1]) && (equals == end || is_blank(line[equals + 1]));
    return line[end] == '{';
}

bool ends_expression(std::string_view text, std::uint32_t line_start) {
    if (!starts_item(text, line_start, 0xFFFF'FFFF)) return false;
    // `for k, v in {`, on any lines; `if "a" == v`
    std::size_t p = text.find_first_not_of(" \t", line_start);
    while (const std::size_t length = ident_length(text, p)) {
        const std::string_view word = text.substr(p, length);
        if (word == "for" || word == "in" || word == "if") return false;
        p = std::min(text.find_first_not_of(" \t", p + length), text.size());
    }
    return true;
}

}  // namespace hcl::syntax
