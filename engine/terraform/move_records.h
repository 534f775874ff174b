// `moved` blocks that record renames.
#pragma once

#include <string>
#include <vector>

#include "engine/check/language_extension.h"

namespace hcl::terraform {

std::string moved_text(const std::string& from, const std::string& to);

// A `moved` block, so that objects in the state keep their places; empty for what has none there. It takes
// the place of one that moves away from the new address: what is there again has not moved. Others that lead
// to the new address lead to the old one then, because only one may lead to each.
check::ExtensionRecord moved_block(const bind::Module& module, bind::Symbol symbol,
                                   const std::vector<std::string>& from, const std::vector<std::string>& to);

}  // namespace hcl::terraform
