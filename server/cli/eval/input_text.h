// The text that somebody entered at a prompt.
#pragma once

#include <string_view>

namespace hcl::server {

// Without the whitespace around it.
inline std::string_view trimmed_input(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\n");
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\n") + 1 - first);
}

}  // namespace hcl::server
