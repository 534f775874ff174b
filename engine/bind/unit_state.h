// The result of evaluating a unit: values, errors, and facts for other modules.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/once.h"
#include "engine/bind/unit.h"
#include "engine/eval/scope.h"
#include "engine/source/diagnostic.h"
#include "engine/value/error.h"

namespace hcl::bind {

struct Mismatch {
    std::uint32_t attribute;
    ValueError error;
};

// The requirements of a symbol on modules that set it.
struct SymbolFacts {
    Type type;
    std::shared_ptr<const eval::Defaults> defaults{};
    bool is_type_wrong = false;  // it is written with a mistake: which values there are is not known
    bool is_required = false;
    bool refuses_null = false;
    bool may_be_indexed = true;  // an index may follow the address
    std::string unusable{};      // why references to it are invalid; empty: they are valid
};

// Symbols of a declaration's kind that exist without being written in the files.
struct MoreNames {
    bool are_there = false;
    std::string prefix;                                                 // common to all of them
    std::shared_ptr<const std::set<std::string, std::less<>>> known{};  // all of them; null: not known

    bool may_be(std::string_view name) const {
        return known ? known->contains(name) : name.starts_with(prefix);
    }
};

// The result of evaluating a unit.
struct UnitState {
    std::vector<Value> values;  // by attribute, converted to its type; dynamic where that failed
    std::vector<Mismatch> mismatches;
    std::vector<Value> symbols;     // by declaration: use symbol_value()
    bool are_symbols_late = false;  // computed on demand; `symbols` is empty
    Diagnostics findings;           // of evaluation; positions in the unit
    Memo memo;                      // caches data of rules

    // Usually empty: a list is omitted when it would hold only defaults.
    std::vector<MoreNames> more_names;  // by declaration
    std::vector<SymbolFacts> facts;     // by declaration
    std::vector<std::shared_ptr<const eval::MapScope>>
        scopes;                     // by body: the names that packs add; may be null
    std::vector<bool> open_scopes;  // by body: any name may be visible

    bool may_have_more_names(std::uint32_t declaration) const {
        return !more_names.empty() && more_names[declaration].are_there;
    }
    SymbolFacts facts_of(std::uint32_t declaration) const {
        return facts.empty() ? SymbolFacts() : facts[declaration];
    }
    const eval::MapScope* scope_of(std::uint32_t body) const {
        return scopes.empty() ? nullptr : scopes[body].get();
    }
    bool is_open(std::uint32_t body) const { return !open_scopes.empty() && open_scopes[body]; }
};
using UnitStatePtr = std::shared_ptr<const UnitState>;

// The value of a declaration; unknown while it is being evaluated.
const Value& symbol_value(const BoundUnit& unit, const UnitState& state, std::uint32_t declaration);

}  // namespace hcl::bind
