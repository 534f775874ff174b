#include "engine/bind/inputs.h"

#include <algorithm>

namespace hcl::bind {

const Value* Inputs::find(std::string_view name) const {
    auto it = std::ranges::lower_bound(given, name, {}, &Given::name);
    return it != given.end() && it->name == name ? &it->value : nullptr;
}

bool Inputs::identical(const Inputs& other) const {
    return kind == other.kind && std::ranges::equal(given, other.given, [](const Given& a, const Given& b) {
               return a.name == b.name && a.value.identical(b.value);
           });
}

}  // namespace hcl::bind
