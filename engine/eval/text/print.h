// Values as people write them: HCL source, on several lines where one would be too long. What source has no
// notation for stands in parentheses: (unknown number), (sensitive string).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/value/value.h"

namespace hcl::eval {

struct PrintOptions {
    std::size_t width = 100;           // a container that fits stays on one line
    bool show_sensitive = false;       // else only the type of what is marked so
    std::size_t most_bytes = 1 << 20;  // cut beyond, with "..."
};
std::string print_value(const Value& value, const PrintOptions& options = {});

// JSON for machines: {"type": ..., "value": ..., "unknown": [paths], "sensitive": [paths]}. The type is in
// the notation of JSON type encodings ("string", ["list","string"], ["object",{...}]); numbers keep all their
// digits; null stands for what is unknown or sensitive, too, and the paths tell which.
std::string value_to_json(const Value& value, const PrintOptions& options = {});

}  // namespace hcl::eval
