// The interface of a module to its callers and to files of another language that set its symbols. It holds no
// positions, so it stays equal while text moves.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/value/type.h"
#include "engine/value/value.h"

namespace hcl::bind {

class Module;

struct InterfaceItem {
    std::string kind;
    std::string name;
    Type type;  // what whoever sets the symbol must give
    bool is_required = false;
    Value value;

    bool operator==(const InterfaceItem& other) const;
};

struct Interface {
    std::vector<InterfaceItem> items;  // by kind and name, each once

    const InterfaceItem* find(std::string_view kind, std::string_view name) const;
    bool operator==(const Interface&) const = default;
};
using InterfacePtr = std::shared_ptr<const Interface>;

InterfacePtr interface_of(const Module& module);

// Where other modules come from: a path from the folder of this one's files ("" for that folder itself), and
// a language ("" for the same). Null when there is no such module.
using ForeignModules = std::function<InterfacePtr(std::string_view folder, std::string_view language)>;

}  // namespace hcl::bind
