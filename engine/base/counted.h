// "1 label", "2 labels".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hcl {

inline std::string counted(std::size_t count, std::string_view noun) {
    return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

// For a message whose number turns out to be 1: "with 1 labels" becomes "with 1 label".
inline void use_singular(std::string& message, std::string_view plural, std::string_view singular) {
    if (const std::size_t at = message.find(plural); at != std::string::npos)
        message.replace(at, plural.size(), singular);
}

}  // namespace hcl
