// The snapshot format: tokens and trees as deterministic text, one item
// per line, for debugging and fixtures.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/syntax/file/file.h"

namespace hcl::syntax {

// The flags of a node as words: its operator, "flush", "broken", ...
std::vector<std::string_view> flag_words(Node node);

// `Kind [start..end) text`, with line ends and similar characters escaped.
std::string dump_tokens(const File& file);

// `Kind [start..end) text-or-flags`, indented by depth; leaves show their text. Blocks that
// span chunks are shown as a whole.
std::string dump_tree(const File& file);

}  // namespace hcl::syntax
