// The data of a File.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "engine/syntax/file/file.h"
#include "engine/syntax/tree/chunk_tree.h"

namespace hcl::syntax {

// More findings than this help nobody, and bound what garbage costs after every keystroke.
inline constexpr std::size_t kMostDiagnostics = 200;

// The tree of a JSON file in one piece, made when somebody asks for it.
struct JoinedJson {
    std::mutex mutex;
    ChunkPtr chunk;
};

struct File::Data {
    ParseOptions options;
    ChunkTreePtr chunks;
    NameTablePtr names;                  // of the arguments at top level; only native syntax has one
    std::shared_ptr<JoinedJson> joined;  // only JSON has one
    bool is_expression = false;
};

void append_text(const ChunkTree& tree, Span span, std::string& out);

}  // namespace hcl::syntax
