// Paths that begin with a name of the file: a local value, or the folder of a file that it includes
// (kNamed in language/call_folder.h).
#pragma once

#include <string>
#include <string_view>

#include "engine/language/language.h"
#include "engine/syntax/file/file.h"

namespace hcl::world {

// The path with what the file declares instead of the name; empty when that is not known.
std::string without_name(const syntax::File& file, const language::Language& language, std::string_view path);

}  // namespace hcl::world
