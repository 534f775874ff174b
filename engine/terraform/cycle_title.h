// The title of a cycle: all of its members, as a graph of Terraform names them. Private to terraform/.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/bind/module.h"

namespace hcl::terraform {

// The members of the cycle through `start`, from there against the direction of `next`, which gives what a
// symbol waits for. Empty when there are too many.
std::vector<bind::Symbol> cycle_through(bind::Symbol start,
                                        const std::function<std::vector<bind::Symbol>(bind::Symbol)>& next);

std::string title_of_nodes(const std::vector<std::string>& nodes);

// Empty when calls are among the members: their nodes are those of other modules.
std::string title_of_members(const bind::Module& module, const std::vector<bind::Symbol>& members);

}  // namespace hcl::terraform
