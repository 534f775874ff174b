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
#include "engine/base/sorted_tree.h"
#include "engine/bind/interface.h"
#include "engine/bind/module_files.h"
#include "engine/bind/packages.h"
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

// A declaration, a block that defines a function, or an item at top level, by the file and unit it is in.
// Stays the same while other units change.
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

// A table of names is sorted by what is asked for.
struct NameRow {
    std::uint64_t key = 0;
    Symbol symbol;
    auto operator<=>(const NameRow&) const = default;
};
using NameTable = SortedTree<NameRow>;

// All names of a module. The same object until a name is added, removed or moved to another unit.
struct Names {
    NameTable rows;
    Memo memo;  // what depends on the names alone
};

// Symbols in the order in which they count; a long list that many ask for is the same object for all of them.
class SymbolList {
  public:
    enum class Seen : std::uint8_t { Mixed, Everywhere, InFile, Nearest };
    SymbolList() = default;
    SymbolList(Symbol one, Seen seen) : one_(one), count_(1), seen_(seen) {}
    explicit SymbolList(std::vector<Symbol> list, Seen seen = Seen::Mixed)
        : many_(std::make_shared<const std::vector<Symbol>>(std::move(list))), seen_(seen) {}

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
    Seen seen() const { return seen_; }  // from where all of them can be referred to

  private:
    std::shared_ptr<const std::vector<Symbol>> many_;  // null: there is at most one
    Symbol one_;
    std::uint32_t count_ = 0;
    Seen seen_ = Seen::Mixed;
};

struct Resolution {
    enum class Kind : std::uint8_t {
        Symbol,      // `symbols` are its declarations
        Group,       // several symbols share the beginning
        Local,       // a name of a scope around it
        Predefined,  // of the language
        Unknowable,  // anything may be visible there
        Missing,
    } kind = Kind::Missing;
    SymbolList symbols;
    std::size_t steps = 0;  // of the reference that the symbol's address takes
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

class Module {
  public:
    // Files in the order in which they count: those that override others last.
    static std::shared_ptr<const Module> build(language::LanguagePtr language, std::vector<FileInput> files,
                                               const Module* previous, const Cancel& cancel,
                                               const ForeignModules& foreign = {}, const DiskPtr& disk = {});

    const language::Language& language() const { return *language_; }
    const language::LanguagePtr& shared_language() const { return language_; }
    const std::vector<ModuleFile>& files() const { return files_; }
    const ModuleFile* file(FileId id) const;
    const Counters& counters() const { return counters_; }
    const Names& names() const { return *names_; }
    // Where evaluation came to its limits; empty when everything was evaluated.
    const std::vector<Excess>& excess() const;

    // ---- Symbols, in the order in which they count

    SymbolList by_address(const std::vector<std::string>& steps) const;
    // Symbols whose addresses begin with these steps and continue.
    SymbolList by_prefix(const std::vector<std::string>& steps) const;
    // Whether some address begins with that word, of a symbol for which `holds` (if there is one).
    bool has_prefix(std::string_view root, const std::function<bool(Symbol)>& holds = {}) const;
    std::vector<Symbol> by_kind(std::string_view kind) const;
    // The symbols visible to modules that call this one.
    std::vector<Symbol> exported() const;
    SymbolList by_kind_and_name(std::string_view kind, std::string_view name) const;
    std::vector<std::string> root_names() const;  // first steps of addresses, each once
    std::vector<std::string> function_names() const;
    std::optional<Symbol> function(std::string_view name) const;
    // Blocks (attributes) of the top level whose number the language restricts.
    SymbolList top_level(std::string_view name) const;
    // Blocks of the top level that must differ in their labels, with these labels.
    SymbolList top_level_with_labels(const BoundBlock& block) const;
    bool is_in_cycle(Symbol symbol) const { return cycles_->contains(symbol); }
    const std::set<Symbol>& cycle_members() const { return *cycles_; }
    // Some file overrides what others declare.
    bool has_overrides() const { return has_overrides_; }
    // The declaration that this one of an overriding file adds to: the one before it of the same address.
    std::optional<Symbol> overridden_by(Symbol symbol) const;
    // Symbols of the file of which the pack says that they should be used, and that nothing refers to.
    std::vector<Symbol> unused(FileId file) const;

    UnitSlot slot_of(Symbol symbol) const;
    const BoundUnit& unit_of(Symbol symbol) const { return *cell_of(symbol).unit; }
    const Declaration& declaration(Symbol symbol) const;
    Location name_place(Symbol symbol) const;
    const Value& value_of(Symbol symbol) const;

    Resolution resolve(const UnitSlot& slot, const Reference& reference) const;
    // Whether expressions of that body may name the symbol.
    bool is_visible(Symbol symbol, const UnitSlot& slot, std::uint32_t body) const;
    // Calls visit(slot, reference) for the references that may name the symbol: ask resolve().
    void each_possible_use(Symbol symbol,
                           const std::function<void(const UnitSlot&, const Reference&)>& visit) const;
    // Whether a symbol of these kinds may have this name although no file writes it out.
    bool may_be_name(const std::vector<std::string>& kinds, std::string_view name) const;

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

    Module();
    ~Module();
    Module(const Module&) = delete;
    Module& operator=(const Module&) = delete;

  private:
    friend struct Builder;
    friend class ModuleScope;
    friend class Evaluation;

    const UnitCell& cell_of(Symbol symbol) const;
    const UnitState* state_of(const UnitCell& cell, Symbol symbol) const;
    std::uint32_t rank_of(FileId file) const;
    void sort_by_rank(std::vector<Symbol>& symbols) const;
    std::vector<Symbol> at_key(std::uint64_t key) const;
    // The symbols at the key for which `holds` is true, sorted. Long lists are cached by key and `name`.
    SymbolList sorted_at(std::uint64_t key, const std::function<std::string()>& name,
                         const std::function<bool(const BoundUnit& unit, Symbol)>& holds) const;
    // The symbols of a kind whose address is exactly these steps.
    SymbolList named_at(std::string_view kind, std::span<const ReferenceStep> steps) const;
    Resolution resolve_string(const UnitSlot& slot, const Reference& reference) const;
    std::optional<Resolution> resolve_address(const UnitSlot& slot, const Reference& reference) const;
    Resolution resolve_path(const UnitSlot& slot, const Reference& reference) const;
    SymbolList visible_from(SymbolList all, const UnitSlot& slot, std::uint32_t body) const;

    language::LanguagePtr language_;
    std::vector<ModuleFile> files_;
    bool has_overrides_ = false;
    std::vector<std::pair<FileId, std::uint32_t>> ranks_;  // by id
    PackagesPtr packages_;
    std::shared_ptr<const Names> names_;
    NameTable readers_;  // what units read; symbols stand for units
    NameTable unused_;   // by file
    NameTable open_;     // declarations that may have more names than are written, by kind
    std::shared_ptr<const std::set<Symbol>> cycles_;
    // While the module is built: the states that are not yet in the trees.
    const std::unordered_map<UnitPlace, std::shared_ptr<UnitState>, UnitPlaceHash>* pending_ = nullptr;
    Foreign foreign_;
    ModuleFilesPtr disk_files_;
    Counters counters_;
    Memo memo_;
    struct LongLists;
    mutable std::shared_ptr<LongLists> long_lists_;
};
using ModulePtr = std::shared_ptr<const Module>;

}  // namespace hcl::bind
