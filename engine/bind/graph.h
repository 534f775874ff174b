// The dependency graph of a module's symbols: evaluation order and cycles. Private to bind/.
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
    // From a call to what its arguments read: the call does without where this would close a cycle.
    bool is_argument = false;
};

// Calls visit(UnitPlace) for the units that read the key. `readers` is the table of the module.
template <typename Visit>
void each_reader(const NameTable& readers, std::uint64_t key, const Visit& visit) {
    readers.each_from({key, {}}, [&](const NameRow& row) {
        if (row.key == key) visit(UnitPlace{row.symbol.file, row.symbol.label});
        return row.key == key;
    });
}
bool is_read(const NameTable& readers, std::uint64_t key);
// Whether something reads the value of the declaration.
bool is_value_read(const Module& module, const NameTable& readers, const Declaration& declaration);

class Graph {
  public:
    Graph(const Module& module, const NameTable& readers, const Cancel& cancel)
        : module_(module), readers_(readers), cancel_(cancel) {}

    // Sorted by `from`, without duplicates. Depends on the unit's text and the existing names, not on values.
    const std::vector<Edge>& edges_of(UnitPlace unit);
    // The symbols of a unit that are read. All others are in no cycle and nothing depends on them.
    std::vector<Symbol> nodes_of(UnitPlace unit) const;

    // All symbols of these units, dependencies first and unread symbols last. Their cycles are added to
    // `cycles`. Only edges between these units are followed, and those of functions that they call.
    struct Order {
        std::vector<Symbol> list;
        std::size_t read = 0;  // the number of symbols that are read, at the front of the list
    };
    Order order(std::span<const UnitPlace> units, Cycles& cycles);
    // All cycles through one of the suspects. Searches their dependencies and their dependents alternately,
    // and stops when one of the searches is complete.
    Cycles cycles_through(std::span<const Symbol> suspects);

  private:
    bool is_used(const BoundUnit& unit, Symbol symbol) const;
    void each_symbol(UnitPlace unit, const std::function<void(Symbol, bool is_used)>& visit) const;
    std::vector<Symbol> sorted(const std::vector<Symbol>& nodes, Cycles& cycles);
    void each_next(Symbol from, const std::function<void(const Edge&)>& visit);
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
