// Random edits of a workspace, after each of which everything that is found must be what a fresh start finds.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace hcl::test {

struct ReplayFile {
    std::string path;
    std::string text;
};

// `pick(n)` chooses a number below n. Edits, removes, adds and forgets for so many rounds. Gives a
// description of the first difference, or nothing.
std::string replay(std::vector<ReplayFile> files, std::size_t rounds,
                   const std::function<std::uint32_t(std::uint32_t)>& pick);

}  // namespace hcl::test
