// Files whose tree would take too much memory are held as plain text: they have positions and edits, but no
// items and no findings.
//
// Whether a text is held depends only on the text: on its weight, an estimate of the memory of its tree. The
// weight is a sum over adjacent bytes, so an edit changes it by its own part, and an edited file is held
// exactly when a parse of the new text would hold it.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/syntax/file/file.h"

namespace hcl::syntax {

// Texts of up to this size always have a tree.
inline constexpr std::uint32_t kAlwaysParsed = 1 << 20;

// Like File::parse, but a text that weighs more than limits::tree_bytes is held as plain text. So are the
// files that edits make of the result.
FilePtr parse_bounded(std::string_view text, ParseOptions options = {});

bool is_held_as_text(const File& file);

// An estimate, usually too high, of the bytes that the tree of a text takes; `before` is the byte in front of
// it. The weight of a text is the sum of the weights of its parts.
std::uint64_t tree_weight(std::string_view text, const ParseOptions& options, char before = '\n');

}  // namespace hcl::syntax
