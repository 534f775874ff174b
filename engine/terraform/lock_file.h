// Lock files of providers, `.terraform.lock.hcl`.
#pragma once

#include "engine/bind/packages.h"
#include "engine/syntax/file/file.h"

namespace hcl::terraform {

// The selected versions of providers, by their addresses: "registry.terraform.io/hashicorp/aws".
bind::PackageVersions locked_versions(const syntax::File& lock);

}  // namespace hcl::terraform
