// The names that Terragrunt adds to the files in the folder of a unit: it writes files there, and copies all
// of them to the module that the unit runs.
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "engine/check/language_extension.h"

namespace hcl::terragrunt {

struct GeneratedNames {
    std::set<std::string> read;       // "var.name", "local.tags": what the generated files may read
    std::set<std::string> addresses;  // "var.region", "output.id", "local.tags", "data.aws_ami.linux"
    bool has_unknown = false;         // there are others, which only a run of Terragrunt knows
    bool runs_other_module = false;   // the unit names the module; its names are not among these
    std::set<std::string> removable;  // "alpha.tf": files that the unit may remove in place of writing them
    bool removes_any = false;         // there are others, which only a run of Terragrunt knows

    // Whether a generated file may declare the address, or one that begins with it.
    bool may_declare(std::string_view address) const;
    bool may_remove(const std::string& file) const { return removes_any || removable.contains(file); }
};

// The names that the `generate` blocks of a unit and of its includes declare.
GeneratedNames generated_names(const check::ExtensionContext& context, const bind::ModulePtr& unit);

// The units that are looked at for one module, and for each file that they include.
inline constexpr std::size_t kMostUnits = 32;
// Visits the units elsewhere that run the module, and those that include a file which names the module, until
// `visit` returns true. Whether it did.
bool any_unit_running(const check::ExtensionContext& context,
                      const std::function<bool(const bind::ModulePtr& unit)>& visit);

// Whether a unit beside the module, or one elsewhere that runs it, may remove this file of the folder before
// the module runs.
bool may_remove_file(const check::ExtensionContext& context, const std::string& file);

// Whether the folder of the module has a unit that runs another module, which gets the files of the folder.
bool is_added_to_other_module(const check::ExtensionContext& context);

}  // namespace hcl::terragrunt
