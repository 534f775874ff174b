// Conditions of a JSON Schema as expressions of packs. Private to the import.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/json/document.h"

namespace hcl::server {

// The properties that conditions can read: those that hold one string, number or bool.
using IsReadable = std::function<bool(std::string_view property)>;

// A schema after "if", as an expression over `self`; empty when packs cannot express it.
std::optional<std::string> condition_of(lsp::JsonView test, const IsReadable& is_readable);

// The only property that the schema compares, and its values, if it compares exactly one with strings.
struct ComparedProperty {
    std::string name;
    std::vector<std::string> values;
};
std::optional<ComparedProperty> compared_property(lsp::JsonView test, const IsReadable& is_readable);

}  // namespace hcl::server
