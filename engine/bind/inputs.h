// The values that one call of a module gives to its inputs.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/value/value.h"

namespace hcl::bind {

struct Inputs {
    struct Given {
        std::string name;
        Value value;  // as written, not converted to the type of the input
    };
    std::string kind;          // of the symbols that a call sets
    std::vector<Given> given;  // by name; inputs that are missing have their fallback

    const Value* find(std::string_view name) const;
    bool identical(const Inputs& other) const;
};
using InputsPtr = std::shared_ptr<const Inputs>;

}  // namespace hcl::bind
