// The files of one module (a file, or a folder, as the language says) bound together: symbols, references,
// values.
//
// A module is immutable. The next one is built from the one before: files, units and tables are persistent
// trees that share whatever an edit did not change, so a module costs what changed and what depends on it,
// never its size. What a module says never depends on what it was built from; `counters` tell how much was
// done.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/base/id.h"
#include "engine/base/limits.h"
#include "engine/base/sorted_tree.h"
#include "engine/bind/interface.h"
#include "engine/bind/module_files.h"
#include "engine/bind/packages.h"
#include "engine/bind/symbol.h"
#include "engine/bind/symbol_index.h"
#include "engine/bind/unit.h"
#include "engine/bind/unit_tree.h"
#include "engine/eval/scope.h"
#include "engine/value/error.h"

namespace hcl::bind {

struct Mismatch {
    std::uint32_t attribute;
    ValueError error;
};

// Requirements on modules that set the symbol.
struct SymbolFacts {
    Type type;
    std::shared_ptr<const eval::Defaults> defaults{};
    bool is_required = false;
    bool may_be_indexed = true;  // an index may follow the address
    std::string unusable{};      // why references are wrong; empty: they are not
};

// Symbols of a declaration's kind that the files do not write out.
struct MoreNames {
    bool are_there = false;
    std::string prefix;  // that all of them have
};

// The result of evaluating a unit.
struct UnitState {
    std::vector<Value> values;  // of attributes, converted to their types; dynamic where that failed
    std::vector<Mismatch> mismatches;
    std::vector<Value> symbols;     // of declarations: ask symbol_value()
    bool are_symbols_late = false;  // made when somebody asks; `symbols` is empty
    Diagnostics findings;           // of evaluation, places as in the unit
    Memo memo;                      // what rules derive

    // Rarely used: each list is empty when it would hold nothing but defaults.
    std::vector<MoreNames> more_names;  // of declarations
    std::vector<SymbolFacts> facts;     // of declarations
    std::vector<std::shared_ptr<const eval::MapScope>>
        scopes;                     // of bodies: the names that packs bring in; may be null
    std::vector<bool> open_scopes;  // of bodies: any name may be visible

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

struct FileInput {
    FileId id;
    std::string path;
    syntax::FilePtr tree;
};

struct ModuleFile {
    FileInput input;
    bool is_override = false;
    UnitTreePtr units;

    // The unit that holds the byte; none in an empty file, and where there is nothing but comments.
    std::optional<UnitSlot> unit_at(std::uint32_t offset) const;
    // Calls visit(const UnitSlot&) for all units in order.
    template <typename Visit>
    void each_unit(const Visit& visit) const {
        units->each(0, units->count(), 0, [&](const UnitCell& cell, std::uint32_t base) {
            if (cell.unit) visit(UnitSlot{cell.unit.get(), cell.state.get(), base, cell.label, input.id});
        });
    }
};

// Evaluation came to a limit: the unit and the attribute that took most. kNone: an expression of the pack
// did.
struct Excess {
    enum class Kind : std::uint8_t { FileSteps, ModuleSteps, ModuleBytes } kind;
    UnitPlace place;
    std::uint32_t attribute = kNone;
};

struct Counters {
    std::size_t bound = 0;
    std::size_t evaluated = 0;
    bool names_changed = false;
};

// Sees a module whose units are bound, before anything is evaluated: they have no state yet, and no names are
// known.
class Module;
using OnBound = std::function<void(const Module&)>;

class Module {
  public:
    // Files in the order in which they count: those that override others last.
    static std::shared_ptr<const Module> build(language::LanguagePtr language, std::vector<FileInput> files,
                                               const Module* previous, const Cancel& cancel,
                                               const ForeignModules& foreign = {}, const DiskPtr& disk = {},
                                               const Limits& limits = {}, const OnBound& on_bound = {});

    const language::Language& language() const { return *language_; }
    const language::LanguagePtr& shared_language() const { return language_; }
    const std::vector<ModuleFile>& files() const { return files_; }
    const ModuleFile* file(FileId id) const;
    // The file's place in files(); kNone when it is none of them.
    std::uint32_t rank_of(FileId file) const;
    const Counters& counters() const { return counters_; }
    // Where evaluation came to its limits; empty when everything was evaluated.
    const std::vector<Excess>& excess() const;
    // The limits that it was built with.
    const Limits& limits() const { return limits_; }

    // Where names are looked up.
    const SymbolIndex& symbols() const { return symbols_; }
    bool is_in_cycle(Symbol symbol) const { return cycles_->contains(symbol); }
    const std::set<Symbol>& cycle_members() const { return *cycles_; }
    // Some file overrides what others declare.
    bool has_overrides() const { return has_overrides_; }
    UnitSlot slot_of(Symbol symbol) const;
    const BoundUnit& unit_of(Symbol symbol) const { return *cell_of(symbol).unit; }
    const Declaration& declaration(Symbol symbol) const;
    Location name_place(Symbol symbol) const;
    const Value& value_of(Symbol symbol) const;

    // The module of another folder (as it is written) or language; null when that is not known.
    InterfacePtr foreign(std::string_view folder, std::string_view language) const;
    using Foreign = std::map<std::pair<std::string, std::string>, InterfacePtr>;
    const Foreign& all_foreign() const { return foreign_; }

    // The files that its functions read; null when the host offers none.
    const ModuleFiles* disk_files() const { return disk_files_.get(); }

    // Derived data; it lives as long as the module.
    const Memo& memo() const { return memo_; }

    // The scope that expressions of a body see, names of the module included. Valid while the module lives.
    std::shared_ptr<const eval::Scope> scope_of(const UnitSlot& slot, std::uint32_t body) const;
    // The scope of pack expressions of a block: self, label, set.
    std::shared_ptr<const eval::Scope> pack_scope_of_block(const UnitSlot& slot, std::uint32_t block) const;

    Module() = default;
    ~Module() = default;
    Module(const Module&) = delete;
    Module& operator=(const Module&) = delete;

  private:
    friend struct Builder;
    friend class ModuleScope;
    friend class Evaluation;
    friend class SymbolIndex;

    const UnitCell& cell_of(Symbol symbol) const;
    const UnitState* state_of(const UnitCell& cell, Symbol symbol) const;
    language::LanguagePtr language_;
    std::vector<ModuleFile> files_;
    bool has_overrides_ = false;
    Limits limits_;
    std::vector<std::pair<FileId, std::uint32_t>> ranks_;  // by id
    PackagesPtr packages_;
    SymbolIndex symbols_{*this};
    std::shared_ptr<const std::set<Symbol>> cycles_;
    // While the module is built: the states that are not yet in the trees.
    const std::unordered_map<UnitPlace, std::shared_ptr<UnitState>, UnitPlaceHash>* pending_ = nullptr;
    Foreign foreign_;
    ModuleFilesPtr disk_files_;
    Counters counters_;
    Memo memo_;
};
using ModulePtr = std::shared_ptr<const Module>;

}  // namespace hcl::bind
