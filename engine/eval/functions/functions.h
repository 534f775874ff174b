// The standard functions of the expression language. See README.md in this folder for how to add one.
//
// The tables are created on first use and immutable: copy one to add to it.
#pragma once

#include "engine/eval/function.h"

namespace hcl::eval {

// The library: every function once, under its canonical name ("absolute", "to_string", "reverselist" and so
// on), without the lazily evaluated functions (try, can, convert).
const FunctionTable& library_functions();

// The default table of languages: the library under its public names, the operators as functions, and the
// namespaced aliases ("text::upper", "text::case::lower", "math::max").
const FunctionTable& standard_functions();
// The same table as a shared pointer, for scopes.
std::shared_ptr<const FunctionTable> shared_standard_functions();

// Functions that only some languages have, in libraries that packs name: `encoding`, `network`, `extended`,
// `search`, `digests`, `yaml`, `marks`, `files`, `templates`, `definitions`. Null for other names.
const FunctionTable* native_library(std::string_view name);
// One of these functions by its own name.
FunctionPtr native_function(std::string_view name);

namespace functions {

// A function that converts its argument to `wanted`, for tables with additional conversions.
// `accepted`: arguments that it handles itself, besides nulls (engine/eval/functions/support.h).
Function conversion_function(const Type& wanted, unsigned accepted = 0);

// The capsule type of raw bytes, and a value of it.
const CapsuleType& bytes_type();
Value bytes_value(std::string bytes);

// Why a call of `templatefile` or `templatestring` in a template fails.
inline constexpr std::string_view kNestedTemplate = "a template cannot render another one";

}  // namespace functions
}  // namespace hcl::eval
