// Checks of Terraform and OpenTofu modules: the extension that the pack "terraform" names.
#pragma once

#include <memory>

#include "engine/check/language_extension.h"

namespace hcl::terraform {

std::shared_ptr<const check::LanguageExtension> make_extension();

}  // namespace hcl::terraform
