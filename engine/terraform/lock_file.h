// The lock file beside a module, `.terraform.lock.hcl`. Private to terraform/.
#pragma once

#include <map>
#include <string>

#include "engine/check/language_extension.h"

namespace hcl::terraform {

// The selected versions of providers, by their addresses: "registry.terraform.io/hashicorp/aws".
using LockedVersions = std::map<std::string, std::string, std::less<>>;

// `lock` may be null.
LockedVersions locked_versions(const bind::Module* lock);
LockedVersions locked_versions(const check::ExtensionContext& context);

}  // namespace hcl::terraform
