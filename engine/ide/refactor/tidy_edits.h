// Keeps formatted code formatted when it is edited. Private to refactor/.
#pragma once

#include <vector>

#include "engine/source/edit.h"
#include "engine/syntax/file/file.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

// The edits, with those of white space that the formatter then needs in the lines around them, up to empty
// ones; without them where these are not as the formatter writes them. The result is sorted; edits that
// overlap are returned as they are.
std::vector<Edit> tidy_edits(const syntax::File& tree, std::vector<Edit> edits);

// The same for edits of several files.
std::vector<FileEdit> tidy_edits(const world::Snapshot& snapshot, std::vector<FileEdit> edits);

}  // namespace hcl::ide
