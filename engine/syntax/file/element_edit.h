// Edits within a list or object of thousands of lines: only the elements around are read again, and the chunk
// is put together from its old parts and the new one. What that costs beyond reading is copying.
#pragma once

#include <cstdint>

#include "engine/source/edit.h"
#include "engine/syntax/file/file.h"
#include "engine/syntax/tree/chunk.h"

namespace hcl::syntax {

struct ElementEdit {
    const Edit& edit;
    std::uint32_t offset;  // of the chunk in the file, which `edit` is about
    bool is_in_block;      // an item of a long block, whose chunk it is not
    bool starts_line;      // nothing stands on the line before the chunk
};

// Null when the chunk is short, or when more than these elements depends on the edit.
std::shared_ptr<StoredChunk> edit_elements(const StoredChunk& chunk, const ElementEdit& edit,
                                           const ParseOptions& options, std::uint64_t& work);

}  // namespace hcl::syntax
