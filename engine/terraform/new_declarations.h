// Variables and outputs that are added to a module. Private to terraform/.
#pragma once

#include <optional>
#include <string>

#include "engine/check/language_extension.h"
#include "engine/terraform/place.h"

namespace hcl::terraform {

// A fix for an input or an output that a called module does not have: its declaration there. Downloaded
// modules are not changed.
void offer_declaration(const check::ExtensionContext& context, const Place& place, Diagnostic& found);

// The type of a variable that takes values of this type, as the formatter writes it. Keys that are no names
// cannot be written in types of objects.
std::string variable_type(const Type& type);

// The same for a value of a variable that the module does not have, which is for `module` and of that type.
void offer_variable(const bind::Module& module, const std::string& name, const Type& type, Diagnostic& found);

// The constant that is selected, or at the place, as the default of a new variable.
std::optional<check::ExtensionRefactoring> extraction_to_variable(const check::ExtensionContext& context,
                                                                  FileId file, Span selection);

}  // namespace hcl::terraform
