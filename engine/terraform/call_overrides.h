// Calls whose source or arguments an override file replaces. Private to terraform/.
#pragma once

#include "engine/terraform/place.h"

namespace hcl::terraform {

// Whether the finding is about arguments of a call as its own block has them, and an override file makes that
// another call.
bool is_about_overridden_call(const bind::Module& module, const Place& place, const Diagnostic& found);

}  // namespace hcl::terraform
