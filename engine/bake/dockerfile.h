// Reads of a Dockerfile what a build can name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hcl::bake {

struct Stages {
    std::vector<std::string> names{};  // as written, of those that have one
    std::size_t count = 0;
    bool are_known = true;  // another frontend may read the file, or a name is computed
};
Stages stages_of(std::string_view dockerfile);

}  // namespace hcl::bake
