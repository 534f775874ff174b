// What can be typed next, by the language of the file: names, values, references and functions.
#pragma once

#include <string>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

enum class CompletionKind : std::uint8_t { Attribute, Block, Value, Symbol, Function };

struct CompletionItem {
    std::string label;
    std::string inserted;
    CompletionKind kind = CompletionKind::Value;
    std::string detail;         // a type or signature, or nothing
    std::string documentation;  // Markdown
    bool is_required = false;   // first among its kind
    bool is_deprecated = false;
};

struct Completions {
    Span replaced;  // the word at the cursor, or an empty span there
    std::vector<CompletionItem> items;
};

// Empty where no language knows the file.
Completions complete(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                     const Cancel& cancel);

}  // namespace hcl::ide
