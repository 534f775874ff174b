// Keys in the place of an attribute or output: `x[0]["id"]`. Private to terraform/.
#pragma once

#include "engine/check/language_extension.h"
#include "engine/terraform/place.h"

namespace hcl::terraform {

// Whether a reference has a key where one may follow an instance: behind another key, or `self`. By its text
// alone.
bool has_key_behind_instance(const bind::BoundUnit& unit, const bind::Reference& reference);
// Whether the place is such a key of an instance.
bool is_key_behind_instance(const check::ExtensionContext& context, const Place& place);

}  // namespace hcl::terraform
