// The value of an expression in `terraform validate`: variables are unknown values of their types, resources
// are unknown values of any type, and called modules are objects with unknown outputs. Private to terraform/.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/check/language_extension.h"
#include "engine/eval/evaluate.h"

namespace hcl::terraform {

// `part`: of the attribute's expression; null: all of it. The latest results are cached with the context: one
// expression can have many findings.
std::shared_ptr<const eval::EvalResult> validated_value(const check::ExtensionContext& context,
                                                        const bind::UnitSlot& slot, std::uint32_t attribute,
                                                        syntax::Node part = {});

// The names that a body sees. Those of the module are made once for a unit, of which a long one has many
// bodies and expressions: the latest are cached with the context.
std::shared_ptr<const eval::Scope> scope_of_body(const check::ExtensionContext& context,
                                                 const bind::Module& module, const bind::UnitSlot& slot,
                                                 std::uint32_t body);

}  // namespace hcl::terraform
