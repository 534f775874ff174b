// Recognises HCL files and their syntax by name. Their language is decided by packs.
#pragma once

#include <string_view>

#include "engine/syntax/file/file.h"

namespace hcl::world {

// Whether workspace indexing includes files with this name.
bool is_hcl_path(std::string_view path);

// The text is of another language, which has a file name in common with one of this build.
bool is_foreign_text(std::string_view path, std::string_view text);

// The syntax for a name, the language id from the editor ("" when unknown) and the text, by the built-in
// languages. The World knows those of a workspace.
syntax::ParseOptions parse_options(std::string_view path, std::string_view language,
                                   std::string_view text = {});

}  // namespace hcl::world
