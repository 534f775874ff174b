// The manifest of downloaded modules that `terraform init` writes, `.terraform/modules/modules.json`.
#pragma once

#include <string_view>
#include <vector>

#include "engine/check/language_extension.h"

namespace hcl::terraform {

inline constexpr std::string_view kModuleManifest = ".terraform/modules/modules.json";

std::vector<check::InstalledModule> modules_of_manifest(std::string_view text);
// Whether both are addresses of one module: as a call writes it, and as the manifest has it.
bool is_same_source(std::string_view written, std::string_view listed);

}  // namespace hcl::terraform
