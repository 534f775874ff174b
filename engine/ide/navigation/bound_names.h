// Names as a language knows them: what a word of a bound file means, and all words that mean the same.
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
        Local,     // brought in by a block for its own body: a parameter, a name of a scope
    } kind = Kind::Symbol;
    bind::ModulePtr module{};              // that it belongs to: not always that of the place
    std::vector<bind::Symbol> ids{};       // Symbol, Function: entries of the module's table
    std::optional<bind::UnitSlot> slot{};  // Local: where
    FileId file{};
    std::uint32_t body = bind::kNone;
    std::string name{};  // the word itself
    Span origin{};       // bytes of the file: all words that name it here
    Span word{};         // of these the one that is its name; empty when that one is elsewhere
};

// Nothing when no word with a meaning touches the place. Words may lead into other modules: arguments that
// set symbols there, members of what a call gives.
std::optional<BoundName> name_at(const world::Snapshot& snapshot, const BoundPlace& place,
                                 const Cancel& cancel);
// Of the place's own module alone.
std::optional<BoundName> own_name_at(const BoundPlace& place);

struct SymbolUse {
    Location where;  // the word, with the quotes or brackets that belong to it
    bool is_definition = false;
    Span whole;  // of a definition: the construct
};
// Every place that means the name, by file and place: those of its module, and of other modules that set or
// read it. With `only`, other modules but that one are not looked at.
std::vector<SymbolUse> uses_of(const world::Snapshot& snapshot, const BoundName& name, const Cancel& cancel,
                               const bind::Module* only = nullptr);
// The definitions alone.
std::vector<SymbolUse> definitions_of(const BoundName& name);

// The step of an address that is the symbol's own name; the ones before are words of the language.
std::size_t name_step(const bind::SymbolDef& def);
// Where the declaration has its name: in its header, or in the attribute that says it. Bytes of the unit.
Span declared_word(const bind::BoundUnit& unit, const bind::Declaration& d);
// Where a name of the body (a parameter, a key of what a scope is made of) is written down.
std::vector<Span> local_definitions(const bind::BoundUnit& unit, std::uint32_t body, std::string_view name);

}  // namespace hcl::ide
