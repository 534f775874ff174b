// What can be typed next, by the language of the file: names, values, references, functions, members, keys,
// paths. Ranked; right behind anything that is half typed.
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
    Value,     // one of those that an attribute takes
    Keyword,   // true, null, string, ...
    Symbol,    // what files declare
    Variable,  // bound by a for, or by a block for its body
    Member,    // of an object
    Function,
    File,
    Folder,
};

struct CompletionItem {
    std::string label;
    std::string inserted;
    Span removed;             // what goes away besides: the dot before a name that must stand in brackets
    bool is_snippet = false;  // `inserted` has places to fill in, in LSP's notation
    CompletionKind kind = CompletionKind::Value;
    std::string parameters;     // of a function, "(a, b...)"; right behind the label
    std::string detail;         // a type, or what kind of thing it is
    std::string documentation;  // Markdown
    std::string commit;         // characters that take the item and are typed as well
    int rank = 5;               // best first
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
    std::size_t most = 200;  // more than these are cut, the best kept
    std::string only;        // not empty: the item of this label alone
    // What lies in a folder, for languages that take paths; may be empty. Called on this thread.
    std::function<std::vector<FolderItem>(const std::string& path)> list_folder;
};

struct Completions {
    Span replaced;  // the word around the cursor, or an empty span there
    std::uint32_t cursor = 0;
    bool is_cut = false;                // there is more: ask again when more was typed
    std::vector<CompletionItem> items;  // best first
};

// Empty where no language knows the file.
Completions complete(const world::Snapshot& snapshot, FileId file, std::uint32_t offset,
                     const CompletionOptions& options, const Cancel& cancel);

}  // namespace hcl::ide
