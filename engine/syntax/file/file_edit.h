// Applies an edit to a file's sequence of chunks: parses the affected ones again, and shares the rest.
#pragma once

#include "engine/source/edit.h"
#include "engine/syntax/file/file.h"
#include "engine/syntax/tree/chunk_tree.h"

namespace hcl::syntax {

// The edit must be within the text. Updates `chunks` and `names`; adds the cost to `work` (see Parser).
void apply_edit(const ParseOptions& options, const Edit& edit, ChunkTreePtr& chunks, NameTablePtr& names,
                std::uint64_t& work);

}  // namespace hcl::syntax
