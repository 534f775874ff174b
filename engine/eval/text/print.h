// Values in HCL syntax, on several lines when one would be too long. Values that have no notation are shown
// in parentheses: (unknown number), (sensitive string).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/value/value.h"

namespace hcl::eval {

struct PrintOptions {
    std::size_t width = 100;           // a container that fits is printed on one line
    bool show_sensitive = false;       // otherwise sensitive values show only their type
    std::size_t most_bytes = 1 << 20;  // truncated beyond, with "..."
};
std::string print_value(const Value& value, const PrintOptions& options = {});

// A value as JSON. Numbers keep all their digits. Unknown and sensitive values are null; their paths list
// them.
struct JsonValue {
    std::string type;  // "string", ["list","string"], ["object",{...}]
    std::string value;
    std::vector<std::string> unknown;
    std::vector<std::string> sensitive;
};
JsonValue value_to_json(const Value& value, const PrintOptions& options = {});

}  // namespace hcl::eval
