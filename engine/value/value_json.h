// Values and types as JSON text, in the mapping of decoders and `jsonencode`.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "engine/value/error.h"
#include "engine/value/value.h"

namespace hcl {

struct JsonOptions {
    bool keep_null_properties = true;  // false: objects and maps omit null entries
};

// One line. Fails on unknown, infinite and marked parts and on capsules without a plain value, with
// the path to the part. Escapes `<`, `>`, `&` and the two Unicode line separators, so that the text
// is safe inside HTML and JavaScript.
std::expected<std::string, ValueError> value_to_json(const Value& value, const JsonOptions& options = {});

// "string", ["list","string"], ["object",{"a":"bool"}], "dynamic" ...
std::string type_to_json(const Type& type);

}  // namespace hcl
