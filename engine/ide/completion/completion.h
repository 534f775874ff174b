// Completion: names, values, references, functions, members, object keys, labels and paths, ranked by the
// file's language. Works in half-typed code.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

enum class CompletionKind : std::uint8_t {
    Attribute,
    Block,
    Value,     // an enumerated value
    Keyword,   // true, null, string, ...
    Symbol,    // declared by a file
    Variable,  // bound by a for expression, or by a block for its body
    Member,    // of an object
    Function,
    File,
    Folder,
};

struct CompletionItem {
    std::string label;
    std::string inserted;
    Span removed;             // extra text to remove: the dot before a name that is inserted in brackets
    bool is_snippet = false;  // `inserted` has placeholders in LSP's notation
    CompletionKind kind = CompletionKind::Value;
    std::string parameters;     // of a function: "(a, b...)", shown after the label
    std::string detail;         // a type, or the kind of symbol
    std::string documentation;  // Markdown
    std::string commit;         // characters that accept the item and are then typed
    int rank = 5;               // lowest first
    bool is_preselected = false;
    bool is_deprecated = false;
};

struct FolderItem {
    std::string name;
    bool is_folder = false;
};

struct CompletionOptions {
    bool snippets = false;
    bool documentation = true;
    std::size_t most = 200;  // maximum number of items; the best are kept
    std::string only;        // not empty: only the item with this label
    // Lists a folder for path completion; may be empty. Called on this thread.
    std::function<std::vector<FolderItem>(const std::string& path)> list_folder;
};

struct Completions {
    Span replaced;  // the word around the cursor, or an empty span
    std::uint32_t cursor = 0;
    bool is_cut = false;                // incomplete: the client must ask again as the user types
    std::vector<CompletionItem> items;  // best first
};

// Empty when no language applies to the file.
Completions complete(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                     const CompletionOptions& options, const Cancel& cancel);

}  // namespace hcl::ide
