// Finds the symbols of a module by address, kind and name, and the references to
// them. Lists are in order of precedence.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/bind/symbol.h"

namespace hcl::bind {

class Module;
struct UnitSlot;

// The tables behind the lookups; persistent, so copies share what does not change.
struct NameTables {
    std::shared_ptr<const Names> names = std::make_shared<const Names>();
    NameTable readers;  // keys that units read; a symbol stands for its unit
    NameTable unused;   // by file
    NameTable open;     // declarations that may have more names than are written, by kind
};

class SymbolIndex {
  public:
    explicit SymbolIndex(const Module& module);
    ~SymbolIndex();
    SymbolIndex(const SymbolIndex&) = delete;
    SymbolIndex& operator=(const SymbolIndex&) = delete;

    const Names& names() const { return *tables_.names; }

    SymbolList by_address(const std::vector<std::string>& steps) const;
    // Symbols whose addresses are longer and begin with these steps.
    SymbolList by_prefix(const std::vector<std::string>& steps) const;
    // Whether an address begins with that word, of a symbol that satisfies `holds` (if given).
    bool has_prefix(std::string_view root, const std::function<bool(Symbol)>& holds = {}) const;
    std::vector<Symbol> by_kind(std::string_view kind) const;
    // The symbols visible to modules that call this one.
    std::vector<Symbol> exported() const;
    SymbolList by_kind_and_name(std::string_view kind, std::string_view name) const;
    std::vector<std::string> root_names() const;  // first steps of addresses, without duplicates
    std::vector<std::string> function_names() const;
    std::optional<Symbol> function(std::string_view name) const;
    // Top-level blocks (attributes) whose count the language restricts.
    SymbolList top_level(std::string_view name) const;
    // Top-level blocks with these labels, which must be unique.
    SymbolList top_level_with_labels(const BoundBlock& block) const;
    // The declaration that a symbol of an overriding file overrides: the previous one with its address.
    std::optional<Symbol> overridden_by(Symbol symbol) const;
    // Symbols of the file that no reference uses, if the pack wants them reported.
    std::vector<Symbol> unused(FileId file) const;

    // Whether a reference reads what calls of the module in that folder give.
    bool reads_calls_of(std::string_view folder) const;

    // Calls visit(slot, reference) for candidate references to the symbol; resolve() decides.
    void each_possible_use(Symbol symbol,
                           const std::function<void(const UnitSlot&, const Reference&)>& visit) const;
    // Whether a symbol of these kinds may have this name although no file contains it.
    bool may_be_name(const std::vector<std::string>& kinds, std::string_view name) const;
    // The symbols of which each makes one of this name, which no file contains.
    std::vector<Symbol> makers_of(const std::vector<std::string>& kinds, std::string_view name) const;

    // The symbols at the key (see keys.h) for which `holds` is true. Long lists are cached by key and `name`.
    SymbolList at_key(std::uint64_t key, const std::function<std::string()>& name,
                      const std::function<bool(const BoundUnit& unit, Symbol)>& holds) const;

  private:
    friend struct Builder;

    std::vector<Symbol> all_at(std::uint64_t key) const;
    void sort_by_rank(std::vector<Symbol>& symbols) const;
    bool is_before(const Symbol& a, const Symbol& b) const;

    const Module& module_;
    NameTables tables_;
    struct LongLists;
    mutable std::shared_ptr<LongLists> long_lists_;
};

}  // namespace hcl::bind
