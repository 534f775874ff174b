// Checks of Terraform and OpenTofu modules: the extension that the pack "terraform" names.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engine/check/language_extension.h"

namespace hcl::terraform {

std::shared_ptr<const check::LanguageExtension> make_extension();
// That of the pack "tflint".
std::shared_ptr<const check::LanguageExtension> make_tflint_extension();

// The documentation of a convention, as Markdown; empty when none has that name.
std::string explain_rule(std::string_view name);
// The names of all conventions.
std::vector<std::string_view> convention_names();

}  // namespace hcl::terraform
