// Builds instances. Private to bind/.
#pragma once

#include <cstddef>
#include <memory>

#include "engine/bind/instance.h"
#include "engine/bind/module.h"
#include "engine/bind/spending.h"

namespace hcl::bind {

struct BuiltInstance {
    std::shared_ptr<const Module> module;
    Spending spending;  // beyond the limits, the module is incomplete
};
BuiltInstance build_instance(const Module& base, const InputsPtr& inputs, const Limits& limits,
                             const CalledModule& called, std::size_t depth, PathBase paths,
                             const Cancel& cancel);

}  // namespace hcl::bind
