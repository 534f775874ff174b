// What a File holds.
#pragma once

#include <string>

#include "engine/syntax/chunk_tree.h"
#include "engine/syntax/file.h"

namespace hcl::syntax {

struct File::Data {
    ParseOptions options;
    ChunkTreePtr chunks;
    NameTablePtr names;  // of the arguments at top level; only native syntax has one
    bool is_expression = false;
};

void append_text(const ChunkTree& tree, Span span, std::string& out);

}  // namespace hcl::syntax
