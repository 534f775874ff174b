// Name resolution with a language: the meaning of a word, and all words with the same meaning.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/ide/place/bound_place.h"

namespace hcl::ide {

struct BoundName {
    enum class Kind : std::uint8_t {
        Symbol,    // declared by a block or attribute
        Function,  // defined by a block
        Local,     // visible in one body: a parameter, or a name of a scope
    } kind = Kind::Symbol;
    bind::ModulePtr module{};              // the module that declares it, not always that of the position
    std::vector<bind::Symbol> ids{};       // Symbol, Function: entries of the module's table
    std::optional<bind::UnitSlot> slot{};  // Local: the unit
    FileId file{};
    std::uint32_t body = bind::kNone;
    std::string name{};        // the word itself
    Span origin{};             // bytes of the file: all words that name it here
    Span word{};               // the word of `origin` that is the symbol's own name; empty when there is none
    bool is_computed = false;  // the symbol makes the one that is named here, from its values
};

// Empty when no name touches the position. Resolves across modules: arguments that set symbols of a called
// module, and members of a call's result.
std::optional<BoundName> name_at(const world::Snapshot& snapshot, const BoundPlace& place,
                                 const Cancel& cancel);
// The same within the position's own module.
std::optional<BoundName> own_name_at(const BoundPlace& place);

struct SymbolUse {
    Location where;  // the word including its quotes or brackets
    bool is_definition = false;
    Span whole;  // of a definition: the whole construct
};
// Every occurrence of the name, sorted by file and position: in its module, and in other modules that set or
// read it. With `only`, other modules except that one are skipped.
std::vector<SymbolUse> uses_of(const world::Snapshot& snapshot, const BoundName& name, const Cancel& cancel,
                               const bind::Module* only = nullptr);
// One of the symbols for each address and form of declaration: what is asked about these has the same answer
// for all of them.
std::vector<bind::Symbol> different_ones(const bind::Module& module, const std::vector<bind::Symbol>& ids);
// The definitions only.
std::vector<SymbolUse> definitions_of(const BoundName& name);

// The index of the symbol's own name in its address; earlier steps are words of the language.
std::size_t name_step(const bind::Declaration& d);
// The pack's definition of that step.
const language::AddressStep& name_step_def(const bind::Declaration& d);
// The name of a declaration: in its header, or the attribute that sets it. Relative to the unit.
Span declared_word(const bind::BoundUnit& unit, const bind::Declaration& d);
// The label that names the element in blocks that the block of the body generates; null when it has none.
const bind::BoundLabel* element_label(const bind::BoundUnit& unit, std::uint32_t body);
// Where a local name of the body is written: a parameter, a key of the scope's object, or that label.
std::vector<Span> local_definitions(const bind::BoundUnit& unit, std::uint32_t body, std::string_view name);

}  // namespace hcl::ide
