// Text generators shared by tests.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hcl::test {

// Repeats the piece until the text has at least that many bytes.
inline std::string repeated(std::string_view piece, std::size_t bytes) {
    std::string text;
    text.reserve(bytes + piece.size());
    while (text.size() < bytes) text += piece;
    return text;
}

}  // namespace hcl::test
