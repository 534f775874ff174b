// Packs of a workspace as languages.
#pragma once

#include <vector>

#include "engine/language/language.h"
#include "engine/world/snapshot.h"

namespace hcl::world {

// The file as a pack, with those that it extends; never null.
language::LanguagePtr pack_in(const Snapshot& snapshot, const FileState& state);
// The packs of the workspace that a pack extends, directly or not.
std::vector<const FileState*> packs_extended_by(const Snapshot& snapshot, const FileState& state);

}  // namespace hcl::world
