// References between modules: attributes that set symbols of another folder or language, members of a call's
// result, and the reverse: all uses of a symbol in other modules.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/bind/module.h"
#include "engine/check/check.h"
#include "engine/world/snapshot.h"

namespace hcl::world {

// Symbols of another module with the same kind and name, in order of precedence.
struct ForeignSymbols {
    bind::ModulePtr module;
    std::string kind;
    std::string name;
    std::vector<bind::Symbol> symbols;  // never empty
};

// The module in a folder as a file of `from` writes it ("": the same folder), in a language ("": the same).
// Null when the workspace has none.
bind::ModulePtr foreign_module(const Snapshot& snapshot, const bind::Module& from, std::string_view folder,
                               std::string_view language, const Cancel& cancel);

// The symbol of another module that an attribute sets.
std::optional<ForeignSymbols> set_by(const Snapshot& snapshot, const bind::Module& module,
                                     const bind::UnitSlot& slot, std::uint32_t attribute,
                                     const Cancel& cancel);

// The members of a called module that a reference names, with the spans of their names: `b` in `module.a.b`,
// `module.a[0].b`, `module.a[*].b` and `[for v in module.a : v.b]`.
struct ForeignMember {
    ForeignSymbols found;
    Span span;                // in the unit
    bool is_in_loop = false;  // behind the name of an element, not behind the reference itself
};
std::vector<ForeignMember> members_named(const Snapshot& snapshot, const bind::Module& module,
                                         const bind::UnitSlot& slot, const bind::Reference& reference,
                                         const Cancel& cancel);

// The places in other modules that set a symbol of this module, or read it through a call. Searches every
// module of the workspace that may contain one, or `only` one.
std::vector<Location> uses_elsewhere(const Snapshot& snapshot, const bind::Module& module,
                                     bind::Symbol symbol, const Cancel& cancel,
                                     const bind::Module* only = nullptr);

// The declarations in other modules that findings relate to.
check::ForeignPlaces foreign_places(const Snapshot& snapshot, const bind::Module& module,
                                    const Cancel& cancel);

}  // namespace hcl::world
