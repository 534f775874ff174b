// Invariants of every parsed text, shared by unit tests and fuzzers.
#pragma once

#include <string>
#include <string_view>

#include "engine/syntax/file/file.h"

namespace hcl::test {

// Tree, tokens and diagnostics of a file as text: equal for equal files, however they were produced.
std::string flattened(const syntax::File& file);

// The first violated invariant of the file as a parse of `text`, or "": tokens cover the text, nodes nest,
// heights are bounded.
std::string broken_invariant(const syntax::File& file, std::string_view text);

// "" when `file`, an edited version of `before`, equals a fresh parse of `text` and its invariants hold; else
// a description with the edit and the text before.
std::string edit_fault(const syntax::File& edited, std::string_view text, std::string_view before,
                       const Edit& edit);

}  // namespace hcl::test
