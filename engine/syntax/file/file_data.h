// The data of a File.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "engine/syntax/file/file.h"
#include "engine/syntax/tree/chunk_tree.h"

namespace hcl::syntax {

// The tree of a JSON file as a single chunk, built on demand.
struct JoinedJson {
    std::mutex mutex;
    ChunkPtr chunk;
};

// Whether a file is held as plain text because its tree would take too much memory; see held_text.h.
struct TreeBound {
    bool is_bounded = false;
    bool is_held = false;      // as plain text
    std::uint64_t weight = 0;  // see tree_weight; 0 for a text that always fits
};

struct File::Data {
    ParseOptions options;
    TreeBound bound;
    ChunkTreePtr chunks;
    NameTablePtr names;                  // of the top-level arguments; only for native syntax
    std::shared_ptr<JoinedJson> joined;  // only for JSON
    bool is_expression = false;
};

void append_text(const ChunkTree& tree, Span span, std::string& out);

}  // namespace hcl::syntax
