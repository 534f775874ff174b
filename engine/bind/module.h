// The files of one module (a file or a folder, depending on the language) bound
// together: symbols, references, values.
//
// A module is immutable. The next one is built from the previous one: files, units and tables are
// persistent trees that share all unchanged parts, so the cost depends on the changes and their
// dependents, not on the size of the module. The result never depends on the previous module;
// `counters` report how much was recomputed.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/base/id.h"
#include "engine/base/limits.h"
#include "engine/bind/file_table.h"
#include "engine/bind/inputs.h"
#include "engine/bind/interface.h"
#include "engine/bind/module_files.h"
#include "engine/bind/packages.h"
#include "engine/bind/symbol.h"
#include "engine/bind/symbol_index.h"
#include "engine/bind/unit.h"
#include "engine/bind/unit_state.h"
#include "engine/bind/unit_tree.h"

namespace hcl::bind {

struct Counters {
    std::size_t bound = 0;
    std::size_t evaluated = 0;
    bool names_changed = false;
};

class Module;
// The module in a folder as a file of `from` writes it; null when the workspace has none.
using CalledModule =
    std::function<std::shared_ptr<const Module>(const Module& from, std::string_view folder)>;
// Sees a module whose units are bound and whose names are known, before anything is evaluated: the units have
// no state yet.
using OnBound = std::function<void(const Module&)>;

// The inputs of a build that are not files of the module.
struct Surroundings {
    ForeignModules foreign{};
    CalledModule called{};  // only asked for folders of which `foreign` knows the interface
    DiskPtr disk{};
    OnBound on_bound{};
    LockedPackagesPtr locked{};  // may be null
    // Only asked where functions read files. Null: nothing calls the module.
    std::function<WorkingFolders()> working{};
    // Whether paths in the file start in its own folder, whoever reads it. Null: they do not.
    std::function<bool()> starts_paths{};
};

// Symbols that depend on each other.
struct Cycles {
    std::set<Symbol> members;  // they have no value
    // Cycles that only arguments of calls close. These calls have the outputs for unknown arguments.
    std::set<Symbol> through_calls;
};

// The parts that instances share with their module. A new field belongs here unless instances differ in it.
struct ModuleParts {
    language::LanguagePtr language;
    Limits limits;
    FileTable files;
    PackagesPtr packages;
    std::shared_ptr<const Cycles> cycles;
    ForeignTable foreign;
};

// How an instance came about (see instance.h).
struct Instantiation {
    InputsPtr inputs;
    std::vector<UnitPlace> own_units;  // evaluated again, in the order of the files
};

class Module {
  public:
    // Files in order of precedence: overriding files come last.
    static std::shared_ptr<const Module> build(language::LanguagePtr language, std::vector<FileInput> files,
                                               const Module* previous, const Cancel& cancel,
                                               const Surroundings& around = {}, const Limits& limits = {});

    // Binds one file and evaluates nothing: units have no state, and no names are known.
    static std::shared_ptr<const Module> bind_file(language::LanguagePtr language, FileInput file,
                                                   const Cancel& cancel, const Limits& limits);

    const language::Language& language() const { return *parts_.language; }
    const Limits& limits() const { return parts_.limits; }
    const FileTable& files() const { return parts_.files; }
    const ModuleFile* file(FileId id) const { return parts_.files.find(id); }
    const Cycles& cycles() const { return *parts_.cycles; }
    const Packages& packages() const { return *parts_.packages; }
    const ForeignTable& foreign() const { return parts_.foreign; }
    // The files that functions read; null when the host provides none.
    const ModuleFiles* disk_files() const { return disk_files_.get(); }
    // Null unless it is an instance.
    const Instantiation* instantiation() const { return instantiation_ ? &*instantiation_ : nullptr; }
    const Counters& counters() const { return counters_; }

    const SymbolIndex& symbols() const { return symbols_; }
    UnitSlot slot_of(Symbol symbol) const;
    const BoundUnit& unit_of(Symbol symbol) const { return *cell_of(symbol).unit; }
    const Declaration& declaration(Symbol symbol) const {
        return unit_of(symbol).declarations[symbol.index()];
    }
    // Unknown for members of cycles.
    const Value& value_of(Symbol symbol) const;

    // Whether a limit leaves a part of a file unbound, which can declare and use any names.
    bool is_partly_bound() const;

    // Caches derived data; lives as long as the module.
    const Memo& memo() const { return memo_; }

    Module() = default;
    ~Module() = default;
    Module(const Module&) = delete;
    Module& operator=(const Module&) = delete;

  private:
    friend struct Builder;

    static std::shared_ptr<Module> start(language::LanguagePtr language, std::vector<FileInput> files,
                                         const Limits& limits);
    const UnitCell& cell_of(Symbol symbol) const;
    const UnitState* state_of(const UnitCell& cell, Symbol symbol) const;

    ModuleParts parts_;
    SymbolIndex symbols_{*this};
    ModuleFilesPtr disk_files_;
    std::optional<Instantiation> instantiation_;
    Counters counters_;
    // Only while the module is built: states that are not in the trees yet.
    const std::unordered_map<UnitPlace, std::shared_ptr<UnitState>, UnitPlaceHash>* pending_ = nullptr;
    Memo memo_;
};
using ModulePtr = std::shared_ptr<const Module>;

// The place to show for a symbol: its name.
Location name_place(const Module& module, Symbol symbol);

// Whether a limit leaves a part of the file unbound.
bool has_unbound_part(const syntax::File& tree, const Limits& limits);

}  // namespace hcl::bind
