// What names of a module depend on, as far as its own files tell: its variables, and the calls of other
// modules. Private to terraform/.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include "engine/terraform/shape.h"

namespace hcl::terraform {

// An output of a call; an empty name stands for the whole call.
struct CallOutput {
    std::string call;
    std::string output;
    auto operator<=>(const CallOutput&) const = default;
};

struct Reach {
    std::set<std::string> variables;
    std::set<CallOutput> outputs;
    bool is_empty() const { return variables.empty() && outputs.empty(); }
};

// The arguments of a call by name. What decides over the whole call ("count", "for_each", "depends_on") is
// among them.
using ReachByName = std::map<std::string, Reach, std::less<>>;

struct ModuleReach {
    std::map<std::string, ReachByName, std::less<>> calls;    // those of modules in folders
    std::map<std::string, std::string, std::less<>> folders;  // of these calls
    std::set<std::string> variables;
};

// Both are kept with the module. Only of modules that are called the outputs matter.
const ModuleReach& reach_of(const bind::Module& module);
const ReachByName& reach_of_outputs(const bind::Module& module);

// What stands in a block leads to.
Reach reach_of_block(const bind::Module& module, const bind::UnitSlot& slot, std::uint32_t block);

// Whether it is no input of the called module, but decides over the whole call.
bool is_of_whole_call(std::string_view argument);

}  // namespace hcl::terraform
