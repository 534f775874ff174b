// JSON files, printed so that people can read them.
#pragma once

#include <vector>

#include "engine/source/edit.h"
#include "engine/syntax/file/file.h"

namespace hcl::format {

// Empty when the file has errors: a tree that was guessed is no ground to move text on.
std::vector<Edit> print_json(const syntax::File& file);

}  // namespace hcl::format
