// Reproducible random edits for tests of incremental parsing.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>

#include "engine/source/edit.h"

namespace hcl::test {

// Deletes up to a line, or inserts an awkward fragment or another part of the text.
Edit random_edit(std::minstd_rand& random, std::string_view text);
// The same for a text of that size, preferring the given fragments.
Edit random_edit(std::mt19937& random, std::uint32_t size, std::span<const std::string> pieces);

}  // namespace hcl::test
