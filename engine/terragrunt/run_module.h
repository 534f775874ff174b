// The module that a unit runs, and the values that the unit passes to it.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "engine/check/language_extension.h"

namespace hcl::terragrunt {

struct RunModule {
    bind::ModulePtr module;  // null: the unit names none, or none of the workspace
    std::string path;        // as people read it
};
// The module of `terraform.source`: that of the unit, or else of a file that it includes.
RunModule module_run_by(const check::ExtensionContext& context, const bind::Module& unit);
// Whether the unit or a file that it includes names a module, also one that is not in the workspace.
bool may_run_module(const check::ExtensionContext& context, const bind::Module& unit);
// The modules that the units run which include a file, each once.
std::vector<bind::ModulePtr> modules_run_with(const check::ExtensionContext& context,
                                              const bind::Module& part);
// Those of them that declare the variable.
std::vector<bind::ModulePtr> modules_with_input(const check::ExtensionContext& context,
                                                const bind::Module& part, std::string_view name);
// The symbols of a kind and name in a module that others see; empty when there are none.
std::vector<bind::Symbol> symbols_called(const bind::Module& module, std::string_view kind,
                                         std::string_view name);

// The files that a unit includes. `all_known`: none leads out of the workspace.
struct Included {
    const bind::BoundBlock* block;
    bind::UnitSlot slot;
    bind::ModulePtr module;  // null when it is not known
};
std::vector<Included> includes_of(const check::ExtensionContext& context, const bind::Module& unit);
// Whether the content of the included file becomes a part of the unit.
bool is_merged(const Included& include);

// An entry of `inputs` with a name that is not computed: in the object, or in one that merge() receives.
struct InputEntry {
    std::string name;
    syntax::Node key;
    syntax::Node value;
};
// The entries in the attribute `inputs` of a unit, in source order.
std::vector<InputEntry> input_entries(const bind::BoundAttribute& inputs);
// Visits the attribute `inputs` of the file.
void each_inputs(const bind::ModuleFile& file,
                 const std::function<void(const bind::UnitSlot&, std::uint32_t attribute)>& visit);
// Whether the cursor is at a key of an object that is the value of the attribute, or is passed to a function
// there.
bool is_at_key_of(const check::ExtensionCursor& cursor, std::string_view attribute);

}  // namespace hcl::terragrunt
