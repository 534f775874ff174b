#include "engine/base/base64.h"

#include <cstdint>

namespace hcl {

namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string to_base64(std::string_view bytes) {
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0);
        for (std::size_t k = 0; k < 4; ++k)
            out += i + k <= bytes.size() ? kAlphabet[group >> (18 - 6 * k) & 63] : '=';
    }
    return out;
}

std::optional<std::string> from_base64(std::string_view text) {
    std::string digits;
    for (char c : text)
        if (c != '\r' && c != '\n') digits += c;
    if (digits.size() % 4 != 0) return std::nullopt;
    const std::size_t padding = digits.ends_with("==") ? 2 : digits.ends_with('=') ? 1 : 0;
    std::string out;
    for (std::size_t i = 0; i < digits.size(); i += 4) {
        const std::size_t used = i + 4 == digits.size() ? 4 - padding : 4;
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            const std::size_t digit = k < used ? kAlphabet.find(digits[i + k]) : 0;
            if (digit == std::string_view::npos) return std::nullopt;
            group = group << 6 | static_cast<std::uint32_t>(digit);
        }
        for (std::size_t k = 0; k + 1 < used; ++k) out += static_cast<char>(group >> (16 - 8 * k) & 255);
    }
    return out;
}

}  // namespace hcl
