// Helpers to read members of JSON objects, for the schema readers.
#pragma once

#include <string_view>

#include "protocol/json/document.h"

namespace hcl::server {

// Calls visit(name, value) for each member; does nothing for other types.
template <typename Visit>
void each_member(lsp::JsonView object, const Visit& visit) {
    if (!object.is_object()) return;
    const lsp::JsonIterator end = object.end();
    for (lsp::JsonIterator it = object.begin(); it != end; ++it) visit(it.key(), *it);
}

// False when the member is missing.
inline bool flag(lsp::JsonView object, std::string_view name) {
    return object[name].as_bool().value_or(false);
}

}  // namespace hcl::server
