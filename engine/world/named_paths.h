// Paths that begin with a name of the file: a local value, one of a file that it includes, or its folder
// (kNamed in language/call_folder.h).
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "engine/language/language.h"
#include "engine/syntax/file/file.h"

namespace hcl::world {

// The file at a path that begins with no name, as it is written in the file; null when it is not known.
using FileAt = std::function<syntax::FilePtr(const std::string& path)>;

struct NamedTarget {
    std::string path{};      // empty when it is not known
    bool is_certain = true;  // false: it counts from the file, which others may include
};
// The path with what the file, or one that it includes, declares instead of the name.
NamedTarget without_name(const syntax::File& file, const language::Language& language, std::string_view path,
                         const FileAt& file_at);

}  // namespace hcl::world
