// The text entered at a prompt.
#pragma once

#include <string_view>

namespace hcl::server {

// The text without surrounding whitespace.
inline std::string_view trimmed_input(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\n");
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\n") + 1 - first);
}

}  // namespace hcl::server
