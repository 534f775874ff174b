// What must hold of every parsed text, shared by unit tests and fuzzers.
#pragma once

#include <string>
#include <string_view>

#include "engine/syntax/file.h"

namespace hcl::test {

// The tree, tokens and diagnostics of a file as text: equal for equal files however they came to be.
std::string flattened(const syntax::File& file);

// What is wrong with the file as a parse of `text`; "" when nothing is: tokens tile it, nodes nest, heights
// are bounded.
std::string broken_invariant(const syntax::File& file, std::string_view text);

}  // namespace hcl::test
