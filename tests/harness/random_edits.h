// Random edits of a text, the same for the same seed: what tests of incremental parsing type.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>

#include "engine/source/edit.h"

namespace hcl::test {

// Takes up to a line away, or puts something awkward in, or some other part of the text.
Edit random_edit(std::minstd_rand& random, std::string_view text);
// The same of a text of that size, with one of these pieces more often than not.
Edit random_edit(std::mt19937& random, std::uint32_t size, std::span<const std::string> pieces);

}  // namespace hcl::test
