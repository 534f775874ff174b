// What must hold of every parsed text, shared by unit tests and fuzzers.
#pragma once

#include <string>
#include <string_view>

#include "engine/syntax/file/file.h"

namespace hcl::test {

// The tree, tokens and diagnostics of a file as text: equal for equal files however they came to be.
std::string flattened(const syntax::File& file);

// What is wrong with the file as a parse of `text`; "" when nothing is: tokens tile it, nodes nest, heights
// are bounded.
std::string broken_invariant(const syntax::File& file, std::string_view text);

// What an edit of `before` made wrong: the file is not as a fresh parse of `text`, or breaks an invariant. ""
// when it did not; otherwise it tells the edit and the text before, too.
std::string edit_fault(const syntax::File& edited, std::string_view text, std::string_view before,
                       const Edit& edit);

}  // namespace hcl::test
