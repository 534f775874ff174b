// An edit of a file's sequence of chunks: reads again what it may have changed, and shares the rest.
#pragma once

#include "engine/source/edit.h"
#include "engine/syntax/file/file.h"
#include "engine/syntax/tree/chunk_tree.h"

namespace hcl::syntax {

// The edit lies within the text. Both are replaced. What reading again took is added to `work`; see Parser.
void apply_edit(const ParseOptions& options, const Edit& edit, ChunkTreePtr& chunks, NameTablePtr& names,
                std::uint64_t& work);

}  // namespace hcl::syntax
