// Recognises HCL files and their syntax by name. Their language is decided by packs.
#pragma once

#include <string_view>

#include "engine/language/language.h"
#include "engine/syntax/file/file.h"

namespace hcl::world {

// Whether workspace indexing includes files with this name.
bool is_hcl_path(std::string_view path);

// The text is of another language, which has a file name in common with one of this build.
bool is_foreign_text(std::string_view path, std::string_view text);

// Whether HCL 1 reads the text as JSON: it begins with an object. Templates of other programs do not count.
bool is_json_of_hcl1(std::string_view text);

// The syntax of a file of the language that is named like native HCL. A file that no language is known for
// can be JSON of HCL 1, too: in the native syntax nothing begins with a brace.
syntax::ParseOptions native_options(const language::Language* language, std::string_view text);

// The syntax for a name, the language id from the editor ("" when unknown) and the text, by the built-in
// languages. The World knows those of a workspace.
syntax::ParseOptions parse_options(std::string_view path, std::string_view language,
                                   std::string_view text = {});

}  // namespace hcl::world
