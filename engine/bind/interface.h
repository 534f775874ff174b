// The interface of a module to its callers and to files of another language that set its symbols. It has no
// positions, so it stays equal when text moves.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/once.h"
#include "engine/base/suggest.h"
#include "engine/eval/analysis/type_expr.h"
#include "engine/value/type.h"
#include "engine/value/value.h"

namespace hcl::bind {

class Module;
struct UnitSlot;

// A validation of an input as source text: a condition that refers to the symbol, and the expression of its
// message.
struct InterfaceCondition {
    std::string condition;
    std::string message;
    bool operator==(const InterfaceCondition&) const = default;
};

struct InterfaceItem {
    std::string kind;
    std::string name;                                // the last step of its address
    Type type;                                       // the type that callers must provide
    std::shared_ptr<const eval::Defaults> defaults;  // defaults of that type; null: none
    bool is_required = false;
    Value value;
    std::vector<std::string> address;
    std::vector<InterfaceCondition> conditions;
    bool refuses_null = false;

    bool operator==(const InterfaceItem& other) const;
};

struct Interface {
    std::vector<InterfaceItem> items;  // by kind, name and address, each once
    bool is_absent = false;            // the folder is known to contain no such module
    // Unique for each module whose outputs depend on its inputs, otherwise null: calls of two modules with
    // equal interfaces can have different outputs.
    std::shared_ptr<const void> identity{};

    const InterfaceItem* find(std::string_view kind, std::string_view name) const;
    // The values of all items of a kind, by their names. Those who read it share the object.
    Value values_of(std::string_view kind) const;
    // The names of all items of a kind, to find what is similar to a misspelt one.
    const SimilarNames& names_of(std::string_view kind) const;
    // Ignores the identity.
    bool operator==(const Interface& other) const {
        return is_absent == other.is_absent && items == other.items;
    }

  private:
    Memo memo_;
};
using InterfacePtr = std::shared_ptr<const Interface>;

// The modules that a module asked for.
struct ForeignTable {
    // By folder (as written) and language; null where there is no such module.
    std::map<std::pair<std::string, std::string>, InterfacePtr> by_name;

    InterfacePtr find(std::string_view folder, std::string_view language) const;
};

InterfacePtr interface_of(const Module& module);
// Whether `module`, which got `before` for the folder, gets the same from `now`.
bool is_same_for(const Module& module, std::string_view folder, const InterfacePtr& before,
                 const InterfacePtr& now);
// A declaration as callers see it.
InterfaceItem interface_item(const Module& module, const UnitSlot& slot, std::uint32_t declaration);

// Finds other modules by a path from the folder of this module ("" for that folder itself) and a language (""
// for the same). Null when there is no such module.
using ForeignModules = std::function<InterfacePtr(std::string_view folder, std::string_view language)>;

}  // namespace hcl::bind
