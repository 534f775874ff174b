// Recognises HCL files and their syntax by name. Their language is decided by packs.
#pragma once

#include <string_view>

#include "engine/syntax/file/file.h"

namespace hcl::world {

// Whether workspace indexing includes files with this name.
bool is_hcl_path(std::string_view path);

// The syntax for a name, the language id from the editor ("" when unknown) and the text, according to the
// built-in languages. Languages of a workspace are handled by the World.
syntax::ParseOptions parse_options(std::string_view path, std::string_view language,
                                   std::string_view text = {});

}  // namespace hcl::world
