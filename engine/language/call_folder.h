// How calls name a module: the parts of CallDef::folder, and of the folders that bind::called_folder() gives.
#pragma once

#include <string_view>

#include "engine/language/schema.h"

namespace hcl::language {

// In CallDef::folder, the attribute may be followed by one of these and a word: the function that looks for a
// file in the folders above, `path = find_in_parent_folders("root.hcl")`; or the language of the module.
inline constexpr char kParentSearch = '^';
inline constexpr char kOtherLanguage = ':';

// Starts the called folder that such a function gives; the name that it was given follows.
inline constexpr std::string_view kInParents = "^/";
// `:LANGUAGE:` starts the called folder of another language.

struct FolderOfCall {
    std::string_view attribute;  // or "label." and the name of a label
    std::string_view function{};
    std::string_view language{};
};

inline FolderOfCall folder_of_call(const CallDef& call) {
    const std::string_view folder = call.folder;
    if (const std::size_t at = folder.find(kParentSearch); at != std::string_view::npos)
        return {.attribute = folder.substr(0, at), .function = folder.substr(at + 1)};
    if (const std::size_t at = folder.find(kOtherLanguage); at != std::string_view::npos)
        return {.attribute = folder.substr(0, at), .language = folder.substr(at + 1)};
    return {folder};
}

}  // namespace hcl::language
