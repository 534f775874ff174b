// Findings that `terraform validate` does not give although every plan fails: it takes variables, outputs of
// called modules and instances of repeated blocks for unknown. Private to terraform/.
#pragma once

#include "engine/check/language_extension.h"
#include "engine/terraform/place.h"

namespace hcl::terraform {

bool is_left_to_plans(const check::ExtensionContext& context, const Place& place, const Diagnostic& found);
// Whether a plan evaluates the arguments at a place: it does so for each instance of the block around them.
enum class Planned : std::uint8_t { Always, WithInstances, Never };
Planned planned_at(const Place& place);
// Whether the place follows the address of a resource, or the key of one of its instances.
bool is_of_resource(const bind::Module& module, const Place& place);

}  // namespace hcl::terraform
