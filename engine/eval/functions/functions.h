// The standard functions of the expression language. How to add one: README.md beside this file.
//
// The tables are made once, on first use, and immutable: copy one to add to it.
#pragma once

#include "engine/eval/function.h"

namespace hcl::eval {

// The library: every function once, under its plain name ("absolute", "to_string", "reverselist" and so on).
// Lazily evaluated functions (try, can, convert) are not among them.
const FunctionTable& library_functions();

// The table that languages start from: the library under the names that people write, the operators as
// functions, and the aliases with namespaces ("text::upper", "text::case::lower", "math::max").
const FunctionTable& standard_functions();
// The same table as scopes want it.
std::shared_ptr<const FunctionTable> shared_standard_functions();

// Functions that only some languages have, in libraries that packs name: `encoding`, `network`, `extended`,
// `search`, `digests`, `yaml`, `marks`, `files`, `templates`, `definitions`. Null for other names.
const FunctionTable* native_library(std::string_view name);
// One of them by its own name.
FunctionPtr native_function(std::string_view name);

namespace functions {

// A function that converts its argument to `wanted`, for tables that offer more conversions.
Function conversion_function(const Type& wanted);

// The type of raw bytes and a value of it.
const CapsuleType& bytes_type();
Value bytes_value(std::string bytes);

}  // namespace functions
}  // namespace hcl::eval
