// Objects of the built-in resource, whose arguments have their configured values in every plan. Those of
// other providers may have others. Private to terraform/.
#pragma once

#include <functional>
#include <string_view>

#include "engine/bind/module.h"

namespace hcl::terraform {

// Whether an argument of the resource says what its attribute is, and which plans can say so: not those of
// which the resource ignores changes.
bool has_configured_values(const bind::BoundUnit& unit, const bind::BoundBlock& resource);
// An object of the resource with the values of its arguments. `value_of` gives that of an argument; what the
// provider computes is unknown, or what `computed` gives by the name of the attribute.
Value configured_object(const bind::BoundUnit& unit, const bind::BoundBlock& resource, const Value& object,
                        const std::function<Value(const bind::BoundAttribute&)>& value_of,
                        const std::function<Value(std::string_view)>& computed = {});

}  // namespace hcl::terraform
