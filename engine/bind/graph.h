// The dependency graph of a module's symbols: their evaluation order, and the cycles. Private to bind/.
#pragma once

#include <set>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/bind/module.h"

namespace hcl::bind {

struct Edge {
    Symbol from;
    Symbol to;
};

// Calls visit(UnitPlace) for the units that read the key. `readers` are the module's.
template <typename Visit>
void each_reader(const NameTable& readers, std::uint64_t key, const Visit& visit) {
    readers.each_from({key, {}}, [&](const NameRow& row) {
        if (row.key == key) visit(UnitPlace{row.symbol.file, row.symbol.label});
        return row.key == key;
    });
}
bool is_read(const NameTable& readers, std::uint64_t key);

class Graph {
  public:
    Graph(const Module& module, const NameTable& readers, const Cancel& cancel)
        : module_(module), readers_(readers), cancel_(cancel) {}

    // Sorted by `from`, each once. Of the unit's text and of which names there are; values do not matter.
    const std::vector<Edge>& edges_of(UnitPlace unit);
    // The symbols of a unit that anybody reads: the others are in no cycle, and nothing waits for them.
    std::vector<Symbol> nodes_of(UnitPlace unit) const;

    // All symbols of these units, what they depend on first and what nobody reads last; those that are in
    // cycles are added to `cycles`. Only what leads from one of the units to another counts.
    struct Order {
        std::vector<Symbol> list;
        std::size_t read = 0;  // how many of them anybody reads
    };
    Order order(std::span<const UnitPlace> units, std::set<Symbol>& cycles);
    // The members of all cycles that lead through one of these. Looks as far as the nearer end of what
    // depends on them and of what they depend on.
    std::set<Symbol> cycles_through(std::span<const Symbol> suspects);

  private:
    bool is_used(const BoundUnit& unit, Symbol symbol) const;
    void each_symbol(UnitPlace unit, const std::function<void(Symbol, bool is_used)>& visit) const;
    std::vector<Symbol> sorted(const std::vector<Symbol>& nodes, std::set<Symbol>& cycles);
    void each_next(Symbol from, const std::function<void(Symbol)>& visit);
    void each_before(Symbol to, const std::function<void(Symbol)>& visit);

    const Module& module_;
    const NameTable& readers_;
    const Cancel& cancel_;
    std::unordered_map<UnitPlace, std::vector<Edge>, UnitPlaceHash> edges_;
};

struct SymbolHash {
    std::size_t operator()(const Symbol& s) const {
        return (UnitPlaceHash{}({s.file, s.label}) ^ s.place) * 0x9E37'79B9'7F4A'7C15ull >> 5;
    }
};

}  // namespace hcl::bind
