// Checks of the single elements of repeated blocks, by an extension. Evaluation has one value for all of
// them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/bind/module.h"
#include "engine/source/diagnostic.h"

namespace hcl::check {

struct ElementFindings {
    Diagnostics list{};       // errors, with their places in the file
    std::uint64_t steps = 0;  // of evaluation, also where the result was kept
};

// The arguments that a repeated call passes for one of its elements.
struct InputsOfElement {
    std::string shown;  // "\"a\"" or "0"
    bind::InputsPtr inputs;
};

class InstanceElements {
  public:
    virtual ~InstanceElements() = default;
    // Errors in elements of the blocks of a unit that evaluation does not find.
    virtual ElementFindings findings(const bind::Module& module, const bind::UnitSlot& slot,
                                     const Cancel& cancel) const = 0;
    // The inputs for each element of a repeated call. Empty where the elements are unknown, or have equal
    // inputs.
    virtual std::vector<InputsOfElement> inputs(const bind::Module& from, const bind::UnitSlot& slot,
                                                const bind::BoundBlock& call, const Cancel& cancel) const = 0;
};

}  // namespace hcl::check
