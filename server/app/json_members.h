// Short ways to read the members of JSON that schemas are made from.
#pragma once

#include <string_view>

#include "protocol/json/document.h"

namespace hcl::server {

// Calls visit(name, value) for the members; nothing when it is no object.
template <typename Visit>
void each_member(lsp::JsonView object, const Visit& visit) {
    if (!object.is_object()) return;
    const lsp::JsonIterator end = object.end();
    for (lsp::JsonIterator it = object.begin(); it != end; ++it) visit(it.key(), *it);
}

// False when there is no such member.
inline bool flag(lsp::JsonView object, std::string_view name) {
    return object[name].as_bool().value_or(false);
}

}  // namespace hcl::server
