// Replays random edits of a workspace: after each, all answers must equal those of a fresh start.
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

enum class ReplayCompares : std::uint8_t {
    Findings,    // and the values of declarations
    AllAnswers,  // also what editors ask about each file, and about places in it
};

// `pick(n)` returns a number below n. Edits, removes, adds and forgets files for the given number of rounds.
// Returns a description of the first difference, or nothing.
std::string replay(std::vector<ReplayFile> files, std::size_t rounds,
                   const std::function<std::uint32_t(std::uint32_t)>& pick,
                   ReplayCompares compares = ReplayCompares::Findings);

}  // namespace hcl::test
