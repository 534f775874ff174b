// What `terraform validate` makes of an expression. It knows the types of variables and no values of them,
// nothing of resources but what their schemas say about names behind them, and of called modules the names
// of their outputs. Private to terraform/.
#pragma once

#include <cstdint>

#include "engine/check/language_extension.h"
#include "engine/eval/evaluate.h"

namespace hcl::terraform {

eval::EvalResult validated_value(const check::ExtensionContext& context, const bind::UnitSlot& slot,
                                 std::uint32_t attribute);

}  // namespace hcl::terraform
