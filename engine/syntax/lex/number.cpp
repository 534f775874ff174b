#include "engine/syntax/lex/number.h"

#include <charconv>
#include <cstdint>

#include "engine/syntax/lex/chars.h"

namespace hcl::syntax {

bool is_number_literal(std::string_view text) {
    std::size_t p = 0;
    auto digits = [&] {
        std::size_t start = p;
        while (p < text.size() && is_digit(text[p])) ++p;
        return p - start;
    };
    if (digits() == 0) return false;
    if (p == text.size()) return true;
    if (text[p] == '.') {
        ++p;
        if (digits() == 0) return false;
    }
    if (p == text.size()) return true;
    if (text[p] != 'e' && text[p] != 'E') return false;
    ++p;
    // Underflow gives zero or an error, depending on rules that are not known here.
    const bool is_zero = text.substr(0, p - 1).find_first_not_of("0.") == std::string_view::npos;
    const bool is_small = is_zero || (p < text.size() && text[p] == '-');
    if (p < text.size() && (text[p] == '+' || text[p] == '-')) ++p;
    std::size_t start = p;
    if (digits() == 0 || p != text.size()) return false;
    if (is_small) return true;
    std::int64_t exponent = 0;
    auto [end, error] = std::from_chars(text.data() + start, text.data() + p, exponent);
    return error == std::errc() && exponent <= 0x7FFF'FFFF;
}

}  // namespace hcl::syntax
