// The files of one module (a file, or a folder, as the language says) bound together: symbols, references,
// values.
//
// A module is immutable. The next one is built from the one before: units whose chunk is the same object are
// kept as they are, and of those only the ones that read a name whose meaning changed are evaluated again.
// What a module says never depends on what it was built from; `counters` tell how much was done.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/base/id.h"
#include "engine/bind/unit.h"
#include "engine/eval/scope.h"
#include "engine/value/error.h"

namespace hcl::bind {

struct Mismatch {
    std::uint32_t attribute;
    ValueError error;
};

// What evaluation made of a unit.
struct UnitState {
    std::vector<Value> values;  // of attributes, converted to their types; dynamic where that failed
    std::vector<Mismatch> mismatches;
    std::vector<Value> symbols;    // of declarations
    std::vector<bool> names_more;  // of declarations
    std::vector<std::shared_ptr<const eval::MapScope>>
        scopes;                          // of bodies: the names that packs bring in; may be null
    std::vector<bool> open_scopes;       // of bodies: any name may be visible
    Diagnostics findings;                // of evaluation, places as in the unit
    std::vector<std::uint64_t> imports;  // keys of all names whose meaning matters, sorted
    Memo memo;                           // what rules derive
};
using UnitStatePtr = std::shared_ptr<const UnitState>;

struct UnitSlot {
    BoundUnitPtr unit;
    UnitStatePtr state;
    const void* identity = nullptr;  // the chunk or split block
    std::uint32_t base = 0;          // where the unit starts in the file
};

struct FileInput {
    FileId id;
    std::string path;
    syntax::FilePtr tree;
};

struct ModuleFile {
    FileInput input;
    std::vector<UnitSlot> units;
    // The unit that holds the byte; null in an empty file.
    const UnitSlot* unit_at(std::uint32_t offset) const;
};

struct SymbolEntry {
    std::uint32_t file = 0;  // index into files
    std::uint32_t unit = 0;
    std::uint32_t declaration = kNone;  // either of the two
    std::uint32_t callable = kNone;
};

struct SymbolTable {
    std::vector<SymbolEntry> entries;
    std::unordered_map<std::string, std::vector<std::uint32_t>> by_address;  // steps joined by \x1f
    std::unordered_map<std::string, std::vector<std::uint32_t>> by_prefix;   // proper prefixes likewise
    std::unordered_map<std::string, std::vector<std::uint32_t>> by_kind_and_name;
    std::unordered_map<std::string, std::vector<std::uint32_t>> by_kind;
    std::unordered_map<std::string, std::uint32_t> functions;
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
    std::vector<std::uint32_t> symbols;
    std::size_t steps = 0;  // of the reference that the symbol's address takes
};

struct Counters {
    std::size_t units = 0;
    std::size_t bound = 0;
    std::size_t evaluated = 0;
    bool table_rebuilt = false;
};

class Module {
  public:
    // Files in the order in which they count: those that override others last.
    static std::shared_ptr<const Module> build(language::LanguagePtr language, std::vector<FileInput> files,
                                               const Module* previous, const Cancel& cancel);

    const language::Language& language() const { return *language_; }
    const language::LanguagePtr& shared_language() const { return language_; }
    const std::vector<ModuleFile>& files() const { return files_; }
    const ModuleFile* file(FileId id) const;
    const SymbolTable& symbols() const { return *symbols_; }
    const Counters& counters() const { return counters_; }

    const UnitSlot& slot_of(const SymbolEntry& entry) const { return files_[entry.file].units[entry.unit]; }
    const Declaration& declaration(const SymbolEntry& entry) const {
        return slot_of(entry).unit->declarations[entry.declaration];
    }
    Location name_place(const SymbolEntry& entry) const;
    const Value& value_of(std::uint32_t symbol) const;
    bool is_in_cycle(std::uint32_t symbol) const { return cycles_->contains(symbol); }
    const std::unordered_set<std::uint32_t>& cycle_members() const { return *cycles_; }

    Resolution resolve(const UnitSlot& slot, const Reference& reference) const;
    // Whether expressions of that body may name the symbol.
    bool is_visible(const SymbolEntry& entry, const UnitSlot& slot, std::uint32_t body) const;
    // Some symbol of these kinds may have a name that the files do not write out.
    bool has_more_names(const std::vector<std::string>& kinds) const;

    // The scope that expressions of a body see, names of the module included. Valid while module and slot
    // live.
    std::shared_ptr<const eval::Scope> scope_of(const UnitSlot& slot, std::uint32_t body) const;
    // What pack expressions of a block see: self, label.
    std::shared_ptr<const eval::Scope> pack_scope_of_block(const UnitSlot& slot, std::uint32_t block) const;

    Module() = default;
    Module(const Module&) = delete;
    Module& operator=(const Module&) = delete;

  private:
    friend struct Builder;
    friend class ModuleScope;
    language::LanguagePtr language_;
    std::vector<ModuleFile> files_;
    std::shared_ptr<const SymbolTable> symbols_;
    std::shared_ptr<const std::unordered_set<std::uint32_t>> cycles_;
    std::map<std::string, eval::FunctionPtr, std::less<>> functions_;
    Counters counters_;
};
using ModulePtr = std::shared_ptr<const Module>;

std::string join_address(const std::vector<std::string>& steps, std::size_t count);

}  // namespace hcl::bind
