// Resolves references to symbols, from the body that contains them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/bind/module.h"
#include "engine/eval/analysis/guards.h"

namespace hcl::bind {

struct Resolution {
    enum class Kind : std::uint8_t {
        Symbol,      // `symbols` are its declarations
        Group,       // a proper prefix of addresses; of none, if it is one of the language
        Local,       // a name of an enclosing scope
        Predefined,  // a name of the language
        Unknowable,  // any name may be visible there
        Missing,
    } kind = Kind::Missing;
    SymbolList symbols;
    std::size_t steps = 0;  // number of the reference's steps that the symbol's address consumes
};

// The references of an attribute, in the order of the text.
inline std::span<const Reference> references_of(const BoundUnit& unit, std::uint32_t attribute) {
    const auto found = std::ranges::equal_range(unit.references, attribute, {}, &Reference::attribute);
    return {found.begin(), found.end()};
}

// Positions of the references in the values of a declaration, in order. Cached with the unit: one may have
// thousands of declarations.
std::span<const std::uint32_t> references_of_declaration(const BoundUnit& unit, std::uint32_t declaration);

// The symbols of one unit in a list in order of files; without any, an empty range at their place.
std::span<const Symbol> symbols_of_unit(const Module& module, std::span<const Symbol> list, FileId file,
                                        std::uint64_t label);

Resolution resolve(const Module& module, const UnitSlot& slot, const Reference& reference);
// An example of the whole name that such a reference begins with, as `var` alone does; empty for others.
std::string whole_name(const Module& module, const UnitSlot& slot, const Reference& reference,
                       const Resolution& found);
// The body that a symbol with `visible = parent` belongs to: that of the nearest block with labels around its
// block, or the one that contains the block of its attribute.
std::uint32_t enclosing_body(const BoundUnit& unit, const Declaration& d);
// The nearest body around that is of a block with labels; without one, the body itself.
std::uint32_t labelled_body(const BoundUnit& unit, std::uint32_t body);
// The block at the top level around a block; kNone for kNone.
std::uint32_t outermost_block(const BoundUnit& unit, std::uint32_t block);
// The file, unit and body in which alone a symbol is seen; zeros: seen further. Equal for two symbols whose
// equal names are one name.
struct SymbolHome {
    std::uint64_t file = 0;
    std::uint64_t unit = 0;
    std::uint32_t body = 0;
    bool operator==(const SymbolHome&) const = default;
};
SymbolHome home_of(const Module& module, Symbol symbol);
// Whether there is a place from which both symbols are seen.
bool meet_in_a_body(const Module& module, Symbol a, Symbol b);
// Whether expressions of that body can refer to the symbol.
bool is_visible(const Module& module, Symbol symbol, const UnitSlot& slot, std::uint32_t body);

// Whether the names that the block of a body adds to its scope are computed from this attribute, which cannot
// refer to them.
bool makes_names(const BoundUnit& unit, std::uint32_t body, std::string_view attribute);

// Finds references of a unit that do no harm if their name is missing; see eval::Guards.
class Guards {
  public:
    // Both must outlive the object.
    Guards(const BoundUnit& unit, std::span<const std::string> functions)
        : unit_(unit), functions_(functions) {}
    bool cover(const Reference& reference);

  private:
    const BoundUnit& unit_;
    std::span<const std::string> functions_;
    std::uint32_t attribute_ = kNone;  // of the last reference: they come by attribute
    std::optional<eval::Guards> guards_;
};

}  // namespace hcl::bind
