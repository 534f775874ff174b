// Texts that several tests make.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hcl::test {

// The piece, again and again, until it holds so many bytes at least.
inline std::string repeated(std::string_view piece, std::size_t bytes) {
    std::string text;
    text.reserve(bytes + piece.size());
    while (text.size() < bytes) text += piece;
    return text;
}

}  // namespace hcl::test
