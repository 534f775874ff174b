// Dependencies of a module's names, from its own files only: on its variables and on the calls of other
// modules. Private to terraform/.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "engine/check/language_extension.h"
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

// The arguments of a call by name, including those that affect the whole call
// ("count", "for_each", "depends_on").
using ReachByName = std::map<std::string, Reach, std::less<>>;

struct ModuleReach {
    std::map<std::string, ReachByName, std::less<>> calls;    // of modules in folders
    std::map<std::string, std::string, std::less<>> folders;  // by name of the call
    std::set<std::string> variables;
};

// Both are cached with the module. Outputs are needed only for modules that are called.
const ModuleReach& reach_of(const bind::Module& module);
const ReachByName& reach_of_outputs(const bind::Module& module);

// The dependencies of one attribute.
Reach reach_of_attribute(const bind::Module& module, const bind::UnitSlot& slot, std::uint32_t attribute);

// The union over all references in the block, except for those that name the variable `own` themselves.
Reach reach_of_block(const bind::Module& module, const bind::UnitSlot& slot, std::uint32_t block,
                     const std::string& own);

// Replaces the variables of each value by those that it depends on also through the modules that are called.
void add_variables_through_calls(const check::ExtensionContext& context, const bind::Module& module,
                                 std::span<Reach* const> values);

// Whether it is not an input of the called module, but affects the whole call.
bool is_of_whole_call(std::string_view argument);

}  // namespace hcl::terraform
