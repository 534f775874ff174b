// The elements of repeated blocks in modules with the values of a call: their arguments, conditions, and what
// calls in them pass. Private to terraform/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/bind/inputs.h"
#include "engine/bind/module.h"
#include "engine/check/instance_elements.h"

namespace hcl::terraform {

struct InstanceKey;

inline constexpr std::size_t kMostCallKeys = 16;  // of one call

const check::InstanceElements& instance_elements();

// Arguments that fail for single elements. Kept with the values of the unit.
check::ElementFindings failing_arguments(const bind::Module& module, const bind::UnitSlot& slot,
                                         const Cancel& cancel);
// The same for conditions, of elements and of the objects that blocks make.
check::ElementFindings failing_conditions(const bind::Module& module, const bind::UnitSlot& slot,
                                          const Cancel& cancel);

// The arguments of a call that differ from element to element.
std::vector<std::uint32_t> differing_arguments(const bind::UnitSlot& slot, const bind::BoundBlock& call);
// What a call passes for one of its elements; `common`: for all of them.
bind::InputsPtr inputs_of_key(const bind::Module& from, const bind::UnitSlot& slot,
                              const bind::BoundBlock& call, const InstanceKey& key,
                              const bind::Inputs& common, const Cancel& cancel);

}  // namespace hcl::terraform
