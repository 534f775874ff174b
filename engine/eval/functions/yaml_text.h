// YAML documents to values and back. Only yaml_reader.cpp and yaml_writer.cpp include libyaml.
#pragma once

#include <string>
#include <string_view>

#include "engine/eval/function.h"

namespace hcl::eval::functions {

// The single document of a text as objects, tuples and primitives: scalars and merge keys are resolved as in
// the reference. Nesting is bounded, and every expansion of an alias is charged.
FunctionResult<Value> parse_yaml(std::string_view text, CallContext& call);

// Writes a value, which must be wholly known and unmarked, as a block-style document: strings are quoted,
// multi-line strings are literal blocks.
FunctionResult<std::string> write_yaml(const Value& value, CallContext& call);

}  // namespace hcl::eval::functions
