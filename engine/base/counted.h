// "1 label", "2 labels".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hcl {

inline std::string counted(std::size_t count, std::string_view noun) {
    return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

}  // namespace hcl
