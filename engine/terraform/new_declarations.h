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

// The constant that is selected, or at the place, as the default of a new variable.
std::optional<check::ExtensionRefactoring> extraction_to_variable(const check::ExtensionContext& context,
                                                                  FileId file, Span selection);

}  // namespace hcl::terraform
