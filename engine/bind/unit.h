// One top-level item of a file against its schema: the rows that every feature reads. A JSON file is one
// unit.
//
// A unit depends on its text, the language and the packages that it names alone, and its places count from
// its own start, so it is kept for as long as its chunk lives, wherever that moves. Nodes in it belong to a
// tree that whoever holds the unit keeps alive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/once.h"
#include "engine/language/language.h"
#include "engine/syntax/file/file.h"

namespace hcl::bind {

using language::AttributeDef;
using language::BlockDef;
using language::BodyDef;
using language::SymbolDef;

inline constexpr std::uint32_t kNone = 0xFFFF'FFFF;

struct BoundLabel {
    std::string value;
    Span span;  // with its quotes
};

struct BoundAttribute {
    std::string name;
    Span name_span;
    Span span;
    syntax::Node expr;                  // null or Missing when there is none
    const AttributeDef* def = nullptr;  // null: no such attribute is known
    std::uint32_t body = 0;
    std::uint32_t declaration = kNone;  // the innermost that it belongs to
};

struct BoundBlock {
    std::string type;
    Span type_span;
    Span header_span;
    Span span;
    std::vector<BoundLabel> labels;
    const BlockDef* def = nullptr;
    std::uint32_t parent = 0;  // body that it stands in
    std::uint32_t body = 0;    // body that it has
    std::uint32_t declaration = kNone;
};

// Known blocks that expressions cannot refer to: no symbol says when two of them are the same.
inline bool has_no_address(const BoundBlock& block) {
    return !block.def->symbol || block.def->symbol->is_name_only;
}

struct BoundBody {
    std::vector<const BodyDef*> defs;  // the first is the block's own, the others come by its cases
    std::uint32_t block = kNone;       // none: the file's
    std::vector<std::uint32_t> attributes;
    std::vector<std::uint32_t> blocks;
    Span inside;              // between the braces
    Span missing_place;       // where something missing is reported
    bool is_lenient = false;  // anything else may stand here
    bool is_unknown = false;  // of a block that nothing describes: what it holds is not looked at

    const AttributeDef* attribute(std::string_view name) const;  // free names not included
    const BlockDef* block_def(std::string_view type) const;
    bool may_be_made() const;  // dynamic blocks may make some of its blocks
};

// A symbol that the unit defines.
struct Declaration {
    std::vector<std::string> address;
    const SymbolDef* def = nullptr;
    std::uint32_t attribute = kNone;  // either of the two
    std::uint32_t block = kNone;
    Span name_span;
    Span span;
};

struct ReferenceStep {
    std::string name;
    Span span;  // of the name alone
};

// A place that names something: a path in an expression, or a text that the schema says is a name.
struct Reference {
    std::vector<ReferenceStep> steps;  // those that are written out, from the root
    Span span;
    std::uint32_t attribute = 0;
    bool is_text = false;            // its only step is the string, of the attribute's refers_to
    bool is_address = false;         // names a symbol of the attribute's refers_to, and is never evaluated
    bool has_optional_root = false;  // the language's optional root stands before the steps
};

// A comment that silences findings.
struct IgnoreComment {
    enum class Reach : std::uint8_t { Line, NextLine, Item, File } reach;
    Span span;
    std::vector<std::string> codes;  // empty: all
    Span lines;                      // what it covers, in the unit; for File empty
};

// A JSON value that cannot be what its place asks for.
struct WrongShape {
    DiagCode code;
    Span span;
    std::string type;   // of the block
    std::string label;  // what the keys are
};

// A block that defines a function.
struct Callable {
    std::string name;
    std::uint32_t block = 0;
};

// A package that an attribute declares: the name that it has in the module, and where it comes from.
struct PackageDeclaration {
    std::string name;
    std::string address;  // empty: where packages of that name are by default
};

// A block whose body was looked for in a package, and cannot be had.
struct LostBody {
    std::uint32_t block = 0;
    std::uint32_t label = kNone;  // that names the body; none: an attribute does
    language::BodySource::Found found{};
    std::string package;
    std::string family;
    std::string name;
};

struct BoundUnit {
    std::vector<BoundBody> bodies;  // the first is the file's, with what of it this unit holds
    std::vector<BoundBlock> blocks;
    std::vector<BoundAttribute> attributes;
    std::vector<Declaration> declarations;
    std::vector<Reference> references;  // by attribute
    std::vector<Callable> callables;
    std::vector<WrongShape> wrong_shapes;
    std::vector<std::string> calls;    // functions that expressions call, sorted, each once
    std::vector<std::uint64_t> reads;  // keys of all names whose meaning matters, sorted (see keys.h)
    std::vector<std::string> folders;  // of the modules that blocks call, as they are written
    std::vector<IgnoreComment> ignores;
    std::vector<PackageDeclaration> packages;  // that it declares
    std::vector<std::string>
        package_names;  // that bodies of its blocks were looked for in, sorted, each once
    std::vector<LostBody> lost;
    std::uint32_t size = 0;
    Memo memo;  // what rules derive from the unit alone
};
using BoundUnitPtr = std::shared_ptr<const BoundUnit>;

class Packages;
// Null for a broken item without comments for us. `item` has been shifted to the unit's start (see Module).
BoundUnitPtr bind_item(const syntax::BodyItem& item, const language::Language& language,
                       const Packages& packages);
// Binds a chunk that holds only comments; null when none of them is for us.
BoundUnitPtr bind_trivia(const syntax::Chunk& chunk, const language::Language& language);
BoundUnitPtr bind_json(const syntax::File& file, const language::Language& language,
                       const Packages& packages);

// The folder that a block calls, as it is written; empty when it calls none, or not by a text alone.
std::string called_folder(const BoundUnit& unit, const BoundBlock& block);
// The text of an expression that is written out: a string without interpolations, or a bare word.
std::string literal_text(syntax::Node expr);

// A body and those around it, innermost first. The unit must outlive it.
class BodiesAround {
  public:
    struct Iterator {
        using difference_type = std::ptrdiff_t;
        using value_type = std::uint32_t;
        const BoundUnit* unit = nullptr;
        std::uint32_t body = kNone;

        std::uint32_t operator*() const { return body; }
        Iterator& operator++() {
            std::uint32_t block = unit->bodies[body].block;
            body = block == kNone ? kNone : unit->blocks[block].parent;
            return *this;
        }
        Iterator operator++(int) {
            Iterator before = *this;
            ++*this;
            return before;
        }
        bool operator==(const Iterator& other) const { return body == other.body; }
    };

    BodiesAround(const BoundUnit& unit, std::uint32_t body) : begin_{&unit, body} {}
    Iterator begin() const { return begin_; }
    Iterator end() const { return {begin_.unit, kNone}; }

  private:
    Iterator begin_;
};

inline BodiesAround bodies_around(const BoundUnit& unit, std::uint32_t body) {
    return {unit, body};
}

}  // namespace hcl::bind
