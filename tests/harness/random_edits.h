// Random edits of a text, the same for the same seed: what tests of incremental parsing type.
#pragma once

#include <random>
#include <string_view>

#include "engine/source/edit.h"

namespace hcl::test {

// Takes up to a line away, or puts something awkward in, or some other part of the text.
Edit random_edit(std::minstd_rand& random, std::string_view text);

}  // namespace hcl::test
