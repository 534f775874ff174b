// Identifiers of a module's symbols, and lists of them.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "engine/base/id.h"
#include "engine/base/sorted_tree.h"
#include "engine/bind/unit.h"

namespace hcl::bind {

// A declaration, a block that defines a function, or a top-level item, identified by file and unit. Stable
// while other units change.
struct Symbol {
    enum class Kind : std::uint8_t { Declaration, Callable, Block, Attribute };
    std::uint64_t label = 0;  // of the unit
    FileId file;
    std::uint32_t place = 0;  // index in the unit, and the kind

    static Symbol of(FileId file, std::uint64_t label, Kind kind, std::uint32_t index) {
        return {label, file, index << 2 | static_cast<std::uint32_t>(kind)};
    }
    Kind kind() const { return static_cast<Kind>(place & 3); }
    std::uint32_t index() const { return place >> 2; }
    bool is_declaration() const { return kind() == Kind::Declaration; }
    auto operator<=>(const Symbol&) const = default;
};

// Identifies a unit: its file and label.
struct UnitPlace {
    FileId file;
    std::uint64_t label = 0;
    auto operator<=>(const UnitPlace&) const = default;
};
struct UnitPlaceHash {
    std::size_t operator()(const UnitPlace& place) const {
        return (place.label ^ (std::uint64_t{place.file.value} << 40)) * 0x9E37'79B9'7F4A'7C15ull >> 7;
    }
};

// An entry of a table of names, sorted by key.
struct NameRow {
    std::uint64_t key = 0;
    Symbol symbol;
    auto operator<=>(const NameRow&) const = default;
};
using NameTable = SortedTree<NameRow>;

// All names of a module. The same object until a name is added, removed or moved to another unit.
struct Names {
    NameTable rows;
    Memo memo;  // caches data derived from the names alone
};

// Symbols in order of precedence. Long lists that are requested often are shared.
class SymbolList {
  public:
    // InUnit: some only in their own units; those that are seen further are in `beyond_units`.
    enum class Seen : std::uint8_t { Mixed, Everywhere, InFile, Nearest, InUnit };
    SymbolList() = default;
    SymbolList(Symbol one, Seen seen) : one_(one), count_(1), seen_(seen) {}
    explicit SymbolList(std::vector<Symbol> list, Seen seen = Seen::Mixed)
        : many_(std::make_shared<const std::vector<Symbol>>(std::move(list))), seen_(seen) {}
    static SymbolList in_units(std::vector<Symbol> list, std::vector<Symbol> beyond_units) {
        SymbolList out(std::move(list), Seen::InUnit);
        if (!beyond_units.empty())
            out.beyond_units_ = std::make_shared<const std::vector<Symbol>>(std::move(beyond_units));
        return out;
    }

    // Valid as long as this list.
    std::span<const Symbol> list() const {
        return many_ ? std::span<const Symbol>(*many_) : std::span(&one_, count_);
    }
    auto begin() const { return list().begin(); }
    auto end() const { return list().end(); }
    std::size_t size() const { return list().size(); }
    bool empty() const { return list().empty(); }
    const Symbol& front() const { return list().front(); }
    const Symbol& back() const { return list().back(); }
    const Symbol& operator[](std::size_t i) const { return list()[i]; }
    Seen seen() const { return seen_; }  // where all of them are visible
    std::span<const Symbol> beyond_units() const {
        return beyond_units_ ? std::span<const Symbol>(*beyond_units_) : std::span<const Symbol>();
    }

  private:
    std::shared_ptr<const std::vector<Symbol>> many_;  // null: at most one symbol
    std::shared_ptr<const std::vector<Symbol>> beyond_units_;
    Symbol one_;
    std::uint32_t count_ = 0;
    Seen seen_ = Seen::Mixed;
};

}  // namespace hcl::bind
