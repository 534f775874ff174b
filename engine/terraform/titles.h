// Titles of findings as users of Terraform know them: those that `terraform validate` prints. Private to
// terraform/.
#pragma once

#include <string>

#include "engine/source/diagnostic.h"
#include "engine/terraform/place.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

// Empty: the title of the finding is the one that Terraform has.
std::string title_of(const bind::Module& module, const bind::ModuleFile& file, const Place& place,
                     const Diagnostic& found);
// The same for a finding with its place in the file, or the title that it has.
std::string shown_title(const bind::Module& module, const Diagnostic& found);

}  // namespace hcl::terraform
