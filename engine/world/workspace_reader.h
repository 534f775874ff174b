// Reads the configurations of a workspace and the packs that they name. Private to world/; the answers are in
// language_lookup.h.
#pragma once

#include <memory>
#include <string_view>

#include "engine/world/language_lookup.h"

namespace hcl::world {

inline constexpr std::string_view kPackEnding = ".hcldec";

std::shared_ptr<const WorkspaceLanguages> read_workspace_languages(const Snapshot& snapshot);

}  // namespace hcl::world
