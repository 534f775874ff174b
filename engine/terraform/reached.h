// The declaration that a reference leads to. Private to terraform/.
#pragma once

#include <cstddef>
#include <string_view>

#include "engine/bind/module.h"
#include "engine/bind/resolution.h"

namespace hcl::terraform {

struct Reached {
    const bind::Declaration* declaration = nullptr;
    bind::UnitSlot home;
    std::size_t steps = 0;  // of the reference, for the address

    bool sets(std::string_view argument) const;
};

Reached reached_by(const bind::Module& module, const bind::UnitSlot& slot, const bind::Reference& reference);
// Whether `validate` takes its value for unknown: calls, and resources with instances.
bool hides_value(const Reached& reached);

}  // namespace hcl::terraform
