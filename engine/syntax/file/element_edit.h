// Edits within long lists and objects (thousands of lines): parses only the affected elements again and
// splices them into a new chunk. The remaining cost is copying.
#pragma once

#include <cstdint>

#include "engine/source/edit.h"
#include "engine/syntax/file/file.h"
#include "engine/syntax/tree/chunk.h"

namespace hcl::syntax {

struct ElementEdit {
    const Edit& edit;
    std::uint32_t offset;  // of the chunk in the file; `edit` is relative to the file
    bool is_in_block;      // an item of a long block that is split into several chunks
    bool starts_line;      // only white space precedes the chunk on its line
};

// Null when the chunk is short, or when the edit affects more than these elements.
std::shared_ptr<StoredChunk> edit_elements(const StoredChunk& chunk, const ElementEdit& edit,
                                           const ParseOptions& options, std::uint64_t& work);

}  // namespace hcl::syntax
