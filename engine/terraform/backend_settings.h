// Files with settings of a backend (`*.tfbackend`): those of the backend that the module beside configures.
// Private to terraform/.
#pragma once

#include <optional>

#include "engine/check/language_extension.h"
#include "engine/terraform/completion_site.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

void check_backend_settings(const RuleInput& input);
void complete_backend_setting(CompletionSite& site);
std::optional<check::ExtensionHover> backend_setting_hover(const check::ExtensionContext& context, FileId id,
                                                           std::uint32_t offset);

}  // namespace hcl::terraform
