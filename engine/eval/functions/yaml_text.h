// YAML documents to values and back. libyaml is included by yaml_reader.cpp and yaml_writer.cpp alone.
#pragma once

#include <string>
#include <string_view>

#include "engine/eval/function.h"

namespace hcl::eval::functions {

// The one document of a text as objects, tuples and primitives: words, numbers, times and merge keys as the
// reference reads them. Nesting is bounded, and every part that an alias stands for is paid for.
FunctionResult<Value> parse_yaml(std::string_view text, CallContext& call);

// A value, which must be wholly known and unmarked, as a document in block style: strings in quotes, those of
// several lines as literal blocks.
FunctionResult<std::string> write_yaml(const Value& value, CallContext& call);

}  // namespace hcl::eval::functions
