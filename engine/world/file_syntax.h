// Recognises HCL files and their syntax by name. Packs decide their meaning.
#pragma once

#include <string_view>

#include "engine/syntax/file/file.h"

namespace hcl::world {

// True for names that a workspace is indexed for.
bool is_hcl_path(std::string_view path);

// The text is of another language, which has a file name in common with one of this build.
bool is_foreign_text(std::string_view path, std::string_view text);

// The syntax for a name, the language id that an editor gave ("" when unknown) and the text, as far as the
// languages of this build tell. Those of a workspace are known to the World.
syntax::ParseOptions parse_options(std::string_view path, std::string_view language,
                                   std::string_view text = {});

}  // namespace hcl::world
