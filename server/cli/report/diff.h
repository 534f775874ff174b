// Edits as a unified diff.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/source/edit.h"

namespace hcl::server {

// `edits` are sorted and disjoint, relative to `text`. Empty when there are none.
std::string unified_diff(std::string_view path, std::string_view text, std::span<const Edit> edits,
                         bool color);

}  // namespace hcl::server
