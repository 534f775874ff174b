// The expressions that named values of a module have, such as its locals.
#pragma once

#include <optional>

#include "engine/bind/module.h"
#include "engine/eval/analysis/static_elements.h"

namespace hcl::bind {

// For paths that are whole addresses of arguments, anywhere in the module. The module must outlive it.
eval::StaticElements::Follow named_expressions(const Module& module);

// The type of a named value that is unknown, where that of its elements is known.
std::optional<Type> collection_type(const Module& module, Symbol symbol);

}  // namespace hcl::bind
