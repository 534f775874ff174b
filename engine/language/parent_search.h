// Calls of a file that the program looks for in the folders above: `path =
// find_in_parent_folders("root.hcl")`.
#pragma once

#include <string_view>

#include "engine/language/schema.h"

namespace hcl::language {

// In CallDef::folder, the function that looks for the file follows the attribute after this character.
inline constexpr char kParentSearch = '^';
// Starts the called folder that such a function gives; the name that it was given follows.
inline constexpr std::string_view kInParents = "^/";

struct FolderOfCall {
    std::string_view attribute;  // or "label." and the name of a label
    std::string_view function;   // empty: none
};

inline FolderOfCall folder_of_call(const CallDef& call) {
    const std::string_view folder = call.folder;
    const std::size_t at = folder.find(kParentSearch);
    if (at == std::string_view::npos) return {folder, {}};
    return {folder.substr(0, at), folder.substr(at + 1)};
}

}  // namespace hcl::language
