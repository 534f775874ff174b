// The values that variables of a root module have in a plan without options: those in files that every plan
// reads, and defaults. Private to terraform/.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/check/language_extension.h"

namespace hcl::terraform {

struct UsualValues {
    struct Given {
        Value value;
        Location place;
        std::string file;  // its name
    };
    std::map<std::string, Given> given{};  // by the files, by variable
    // The module with them, and with the defaults too, where a variable without either has any value. Null:
    // not a root, or it takes too many steps; the first one also where no file gives a value.
    bind::ModulePtr with_files{};
    bind::ModulePtr with_all{};
    std::vector<bind::ModulePtr> with_single_files{};  // those that give values
    bool are_complete = false;                         // each variable has a value
    bool may_differ = false;  // other files of values are in the folder: plans may be given them
};
// Cached with the context.
const UsualValues& usual_values(const check::ExtensionContext& context);

// The same for checks after each edit; null where that takes too long.
const UsualValues* checked_values(const check::ExtensionContext& context);

// Sources of calls that are expressions, with the values that they usually have.
std::vector<check::ExtensionPath> computed_sources(const check::ExtensionContext& context, FileId id);
// The module that such a call around the offset calls; null when there is none, or it is not known.
bind::ModulePtr module_of_computed_call(const check::ExtensionContext& context, const bind::ModuleFile& file,
                                        std::uint32_t offset);
// The same for the call of a name.
bind::ModulePtr module_of_computed_call(const check::ExtensionContext& context, std::string_view name);
// Arguments and outputs of such calls, as names of the modules there.
std::vector<check::ExtensionName> names_in_computed_calls(const check::ExtensionContext& context,
                                                          const bind::ModuleFile& file);

// The name of a file of values that every plan reads, as a key in the order of Terraform: later ones count.
// Empty for others.
std::string order_of_values(std::string_view name);
// The variables that a file of values sets.
const std::set<std::string>& variables_in(const bind::Module& values);

// Variables to which a file of values gives values that never count: it is read with all plans, and so is a
// later one that sets them, too. Cached with the context.
const std::set<std::string>& replaced_values(const check::ExtensionContext& context);

}  // namespace hcl::terraform
