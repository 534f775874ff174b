// Pretty-prints JSON files.
#pragma once

#include <vector>

#include "engine/source/edit.h"
#include "engine/syntax/file/file.h"

namespace hcl::format {

// No edits if the file has syntax errors: the recovered tree is not reliable enough.
std::vector<Edit> print_json(const syntax::File& file);

}  // namespace hcl::format
