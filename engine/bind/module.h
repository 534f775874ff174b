// The files of one module (a file or a folder, depending on the language) bound
// together: symbols, references, values.
//
// A module is immutable. The next one is built from the previous one: files, units and tables are
// persistent trees that share all unchanged parts, so the cost depends on the changes and their
// dependents, not on the size of the module. The result never depends on the previous module;
// `counters` report how much was recomputed.
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
#include "engine/bind/inputs.h"
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

// The requirements of a symbol on modules that set it.
struct SymbolFacts {
    Type type;
    std::shared_ptr<const eval::Defaults> defaults{};
    bool is_required = false;
    bool may_be_indexed = true;  // an index may follow the address
    std::string unusable{};      // why references to it are invalid; empty: they are valid
};

// Symbols of a declaration's kind that exist without being written in the files.
struct MoreNames {
    bool are_there = false;
    std::string prefix;  // common to all of them
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

struct FileInput {
    FileId id;
    std::string path;
    syntax::FilePtr tree;
};

struct ModuleFile {
    FileInput input;
    bool is_override = false;
    UnitTreePtr units;

    // The unit at the offset; none in an empty file or one that has only comments.
    std::optional<UnitSlot> unit_at(std::uint32_t offset) const;
    // Calls visit(const UnitSlot&) for all units in order.
    template <typename Visit>
    void each_unit(const Visit& visit) const {
        units->each(0, units->count(), 0, [&](const UnitCell& cell, std::uint32_t base) {
            if (cell.unit) visit(UnitSlot{cell.unit.get(), cell.state.get(), base, cell.label, input.id});
        });
    }
};

// Evaluation reached a limit: the unit and the attribute with the largest
// cost. kNone: an expression of the pack.
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

class Module;
// The module in a folder as a file of `from` writes it; null when the workspace has none.
using CalledModule =
    std::function<std::shared_ptr<const Module>(const Module& from, std::string_view folder)>;
// Sees a module whose units are bound, before anything is evaluated: they have no state yet, and no names are
// known.
using OnBound = std::function<void(const Module&)>;

// The inputs of a build that are not files of the module.
struct Surroundings {
    ForeignModules foreign{};
    CalledModule called{};  // only asked for folders of which `foreign` knows the interface
    DiskPtr disk{};
    OnBound on_bound{};
};

// Symbols that depend on each other.
struct Cycles {
    std::set<Symbol> members;  // they have no value
    // Cycles that only arguments of calls close. These calls have the outputs for unknown arguments.
    std::set<Symbol> through_calls;
};

class Module {
  public:
    // Files in order of precedence: overriding files come last.
    static std::shared_ptr<const Module> build(language::LanguagePtr language, std::vector<FileInput> files,
                                               const Module* previous, const Cancel& cancel,
                                               const Surroundings& around = {}, const Limits& limits = {});

    // The same module with the values that a call gives to its inputs: only units that depend on these are
    // evaluated again. Some instances are kept with the module, those with identical inputs once. Calls in it
    // pass their values on, `depth` levels deep.
    struct Instance {
        std::shared_ptr<const Module> module;  // null where a limit is reached
        std::uint64_t steps = 0;               // what it takes to make it
    };
    static constexpr std::size_t kCallDepth = 2;
    Instance instance(InputsPtr inputs, const CalledModule& called, const Cancel& cancel,
                      std::size_t depth = kCallDepth) const;
    // Null unless it is an instance.
    const InputsPtr& inputs() const { return inputs_; }
    // The units of an instance that were evaluated again, sorted.
    const std::vector<UnitPlace>& own_units() const { return own_units_; }

    const language::Language& language() const { return *language_; }
    const language::LanguagePtr& shared_language() const { return language_; }
    const std::vector<ModuleFile>& files() const { return files_; }
    const ModuleFile* file(FileId id) const;
    // The file's index in files(); kNone when it is not part of the module.
    std::uint32_t rank_of(FileId file) const;
    const Counters& counters() const { return counters_; }
    // The places where evaluation reached a limit; empty when everything was evaluated.
    const std::vector<Excess>& excess() const;
    // The limits that it was built with.
    const Limits& limits() const { return limits_; }

    // Name lookup.
    const SymbolIndex& symbols() const { return symbols_; }
    bool is_in_cycle(Symbol symbol) const { return cycles_->members.contains(symbol); }
    const std::set<Symbol>& cycle_members() const { return cycles_->members; }
    // Some file overrides declarations of other files.
    bool has_overrides() const { return has_overrides_; }
    UnitSlot slot_of(Symbol symbol) const;
    const BoundUnit& unit_of(Symbol symbol) const { return *cell_of(symbol).unit; }
    const Declaration& declaration(Symbol symbol) const;
    Location name_place(Symbol symbol) const;
    const Value& value_of(Symbol symbol) const;

    // The module of another folder (as written) or language; null when unknown.
    InterfacePtr foreign(std::string_view folder, std::string_view language) const;
    using Foreign = std::map<std::pair<std::string, std::string>, InterfacePtr>;
    const Foreign& all_foreign() const { return foreign_; }

    // The files that functions read; null when the host provides none.
    const ModuleFiles* disk_files() const { return disk_files_.get(); }

    // Caches derived data; lives as long as the module.
    const Memo& memo() const { return memo_; }

    // The scope of expressions in a body, including the names of the module. Valid while the module lives.
    std::shared_ptr<const eval::Scope> scope_of(const UnitSlot& slot, std::uint32_t body) const;
    // The scope of pack expressions about a block: self, label, set.
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

    // Some calls were not evaluated with their arguments, because a limit was reached.
    bool has_cut_calls() const;
    const UnitCell& cell_of(Symbol symbol) const;
    const UnitState* state_of(const UnitCell& cell, Symbol symbol) const;
    language::LanguagePtr language_;
    std::vector<ModuleFile> files_;
    bool has_overrides_ = false;
    Limits limits_;
    std::vector<std::pair<FileId, std::uint32_t>> ranks_;  // by id
    PackagesPtr packages_;
    SymbolIndex symbols_{*this};
    std::shared_ptr<const Cycles> cycles_;
    // Only while the module is built: states that are not in the trees yet.
    const std::unordered_map<UnitPlace, std::shared_ptr<UnitState>, UnitPlaceHash>* pending_ = nullptr;
    Foreign foreign_;
    ModuleFilesPtr disk_files_;
    InputsPtr inputs_;
    std::vector<UnitPlace> own_units_;
    Counters counters_;
    Memo memo_;
};
using ModulePtr = std::shared_ptr<const Module>;

}  // namespace hcl::bind
