// Values and types as JSON text, in the mapping that decoders and `jsonencode` share.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "engine/value/error.h"
#include "engine/value/value.h"

namespace hcl {

struct JsonOptions {
    bool keep_null_properties = true;  // else objects and maps leave out entries that are null
};

// One line. Fails on unknown, infinite and marked parts and on capsules that have no plain value, with the
// path to them. `<`, `>`, `&` and the two Unicode line separators are escaped, so that the text is safe
// inside HTML and JavaScript.
std::expected<std::string, ValueError> value_to_json(const Value& value, const JsonOptions& options = {});

// "string", ["list","string"], ["object",{"a":"bool"}], "dynamic" ...
std::string type_to_json(const Type& type);

}  // namespace hcl
