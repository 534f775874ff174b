// The notation of the folders that bind::called_folder() gives for modules that are not simply in a folder.
#pragma once

#include <string_view>

namespace hcl::language {

// Before the name of a file that is looked for in the folders above.
inline constexpr std::string_view kInParents = "^/";
// Behind that name, before a path that starts at the file: `^/root.hcl//../common`.
inline constexpr std::string_view kFromThere = "//";
// Before a path that starts at the file that includes this one, if there is one.
inline constexpr char kFromUser = '@';
// `:LANGUAGE:` comes before the folder of a module of another language.
inline constexpr char kOtherLanguage = ':';

}  // namespace hcl::language
