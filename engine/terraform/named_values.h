// The values of names by their addresses, as a scope needs them. Private to terraform/.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/value/value.h"

namespace hcl::terraform {

struct NamedValues {
    std::map<std::string, NamedValues, std::less<>> inner{};
    Value value = Value::dynamic();  // when nothing is in it

    Value made() const {
        if (inner.empty()) return value;
        std::vector<std::pair<std::string, Value>> attributes;
        attributes.reserve(inner.size());
        for (const auto& [name, part] : inner) attributes.emplace_back(name, part.made());
        return Value::object(std::move(attributes));
    }
};

}  // namespace hcl::terraform
