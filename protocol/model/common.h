// Building blocks of the generated types.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace hcl::lsp {

// Ids, progress tokens, diagnostic codes.
using IntOrString = std::variant<std::int64_t, std::string>;

// The index of a word in a list whose first entry means "none of these".
template <std::size_t N>
constexpr std::size_t index_of_word(const std::array<std::string_view, N>& words, std::string_view word) {
    for (std::size_t i = 1; i < N; ++i) {
        if (words[i] == word) return i;
    }
    return 0;
}

}  // namespace hcl::lsp
