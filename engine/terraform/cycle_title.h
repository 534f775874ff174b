// The title of a cycle: all of its members, as a graph of Terraform names them. Private to terraform/.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/bind/module.h"

namespace hcl::terraform {

// A title of more would not be read.
inline constexpr std::size_t kMostNodesOfTitle = 30;

std::string title_of_nodes(const std::vector<std::string>& nodes);

// Empty when calls are among the members: their nodes are those of other modules.
std::string title_of_members(const bind::Module& module, const std::vector<bind::Symbol>& members);

}  // namespace hcl::terraform
