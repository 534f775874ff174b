// One top-level item of a file, bound to its schema: the tables that every feature reads. A JSON file is one
// unit, or, when it is long, many (see unit_json.h). A long block whose items do not depend on each other is
// a unit for its header, one for each of its items, and one for its end.
//
// A unit depends only on its text, the language and the packages that it names, and its positions are
// relative to its start, so it is reused as long as its chunk lives, wherever that moves. Its nodes belong to
// a tree that the owner of the unit keeps alive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
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
    Span span;  // including quotes
    // It is a key of a JSON object that is not in this unit; the span is empty, where the block starts.
    bool is_elsewhere = false;
};

struct BoundAttribute {
    std::string name;
    Span name_span;
    Span span;
    syntax::Node expr;                  // null or Missing when there is none
    const AttributeDef* def = nullptr;  // null: unknown attribute
    std::uint32_t body = 0;
    std::uint32_t declaration = kNone;  // the innermost enclosing declaration
    bool is_broken = false;             // its text has a syntax error: nothing follows from it
};

struct BoundBlock {
    std::string type;
    Span type_span;
    Span header_span;
    Span span;
    std::vector<BoundLabel> labels;
    const BlockDef* def = nullptr;
    std::uint32_t parent = 0;  // the body that contains the block
    std::uint32_t body = 0;    // the body of the block
    std::uint32_t declaration = kNone;
    // Its type is a key that is not in this unit, as those labels are that are elsewhere.
    bool is_key_elsewhere = false;
    // The block is long and each of its items is another unit (see is_bound_in_parts()). In the unit of its
    // header it has all of its places and no items.
    bool has_parts = false;
    // A copy of that block in the units of its items and its end: it has no places, and its parent does not
    // list it.
    bool is_elsewhere = false;
};

// Known blocks that expressions cannot refer to, so equality is not defined by a symbol.
inline bool has_no_address(const BoundBlock& block) {
    return !block.def->symbol || block.def->symbol->is_name_only;
}

struct BoundBody {
    std::vector<const BodyDef*> defs;  // the first is the block's own, the others are added by its cases
    std::uint32_t block = kNone;       // kNone: the body of the file
    std::vector<std::uint32_t> attributes;
    std::vector<std::uint32_t> blocks;
    Span inside;              // between the braces
    Span missing_place;       // position for findings about missing items
    bool is_lenient = false;  // unknown items are allowed
    bool is_unknown = false;  // of an unknown block: its content is not checked
    bool is_broken = false;   // some of its text is neither an argument nor a block

    const AttributeDef* attribute(std::string_view name) const;  // without free names
    const BlockDef* block_def(std::string_view type) const;
    bool may_be_made() const;  // dynamic blocks may generate some of its blocks
};

// A symbol that the unit defines.
struct Declaration {
    std::vector<std::string> address;
    const SymbolDef* def = nullptr;
    std::uint32_t attribute = kNone;  // exactly one of the two is set
    std::uint32_t block = kNone;
    Span name_span;
    Span span;
};

struct ReferenceStep {
    std::string name;
    Span span;  // of the name only
};

// A reference to a name: a path in an expression, or a string that the schema declares to be a name.
struct Reference {
    std::vector<ReferenceStep> steps;  // the literal steps, from the root
    Span span;
    std::uint32_t attribute = 0;
    // The kinds of symbols that a string or an address can name; null for other references.
    const language::ValueRules* rules = nullptr;
    bool is_text = false;            // the only step is a string with refers_to, or a part of a longer word
    bool is_part_of_word = false;    // of a word that the program may know without a declaration
    bool is_address = false;         // names a symbol that the attribute refers to; never evaluated
    bool has_optional_root = false;  // the language's optional root precedes the steps
    bool is_unfinished = false;      // half-typed: it ends with a dot
};

// A comment that suppresses findings.
struct IgnoreComment {
    enum class Reach : std::uint8_t { Line, NextLine, Item, File } reach;
    Span span;
    std::vector<std::string> codes;  // empty: all
    Span lines;                      // the lines that it covers, in the unit; empty for File
};

// A JSON value whose type does not fit its position.
struct WrongShape {
    DiagCode code;
    Span span;
    std::string type;   // block type
    std::string label;  // name of the label that the keys stand for
};

// A block that defines a function.
struct Callable {
    std::string name;
    std::uint32_t block = 0;
};

// A package that an attribute declares: its local name and its address.
struct PackageDeclaration {
    std::string name;
    std::string address;     // empty: the default address for the name
    std::string constraint;  // on its version
};

// A block whose body comes from a package that could not be found.
struct LostBody {
    std::uint32_t block = 0;
    std::uint32_t label = kNone;  // the label that names the body; kNone: an attribute does
    language::BodySource::Found found{};
    std::string package;
    std::string family;
    std::string name;
    std::string version;  // of the package; empty: the newest one
};

struct BoundUnit {
    std::vector<BoundBody> bodies;  // the first is the body of the file, with the items of this unit
    std::vector<BoundBlock> blocks;
    std::vector<BoundAttribute> attributes;
    std::vector<Declaration> declarations;
    std::vector<Reference> references;  // by attribute
    std::vector<Callable> callables;
    std::vector<WrongShape> wrong_shapes;
    std::vector<std::string> calls;    // called functions, sorted, without duplicates
    std::vector<std::uint64_t> reads;  // keys of all names that affect the unit, sorted (see keys.h)
    std::vector<std::string> folders;  // of the modules that blocks call, as written
    std::vector<IgnoreComment> ignores;
    std::vector<PackageDeclaration> packages;  // declared packages
    std::vector<std::string>
        package_names;  // packages searched for bodies of its blocks, sorted, without duplicates
    std::vector<LostBody> lost;
    std::uint32_t size = 0;
    Memo memo;                                // caches data that rules derive from the unit alone
    std::vector<std::string> computed_kinds;  // kinds of symbols that computed strings may name

    // The body of the items that the unit was made from.
    std::uint32_t own_body() const { return !blocks.empty() && blocks[0].is_elsewhere ? blocks[0].body : 0; }
};

// The place of an attribute in `attributes`.
inline std::uint32_t index_of(const BoundUnit& unit, const BoundAttribute& attribute) {
    return static_cast<std::uint32_t>(&attribute - unit.attributes.data());
}
// The place of the attribute of a body; kNone when it has none of that name.
std::uint32_t attribute_in(const BoundUnit& unit, std::uint32_t body, std::string_view name);
// The one that a path of block types leads to; kNone when nothing sets it.
std::uint32_t attribute_inside(const BoundUnit& unit, std::uint32_t body, std::span<const std::string> path);
using BoundUnitPtr = std::shared_ptr<const BoundUnit>;

// The item with places that count from its chunk's start.
syntax::BodyItem shifted_to_start(const syntax::BodyItem& item);

class Packages;
// Null for an invalid item without suppression comments. `item` is shifted to the unit's start (see Module).
BoundUnitPtr bind_item(const syntax::BodyItem& item, const language::Language& language,
                       const Packages& packages);
// Binds a chunk that has only comments; null when none of them suppresses findings.
BoundUnitPtr bind_trivia(const syntax::Chunk& chunk, const language::Language& language);

// Whether the items of a split block are units of their own: nothing depends on the block as a whole.
bool is_bound_in_parts(const syntax::BodyItem& block, const language::Language& language);
// Whether the items of such a block, if it is long, could be.
bool is_list_of_names(const BlockDef& block);
// The block without its items. `block` is shifted to the start.
BoundUnitPtr bind_header(const syntax::BodyItem& block, const language::Language& language,
                         const Packages& packages);
// An entry of `block`: an item, or only trivia. `item` is shifted to the start of the entry.
BoundUnitPtr bind_inside(const syntax::BodyItem& block, const std::optional<syntax::BodyItem>& item,
                         const syntax::Chunk& chunk, const language::Language& language,
                         const Packages& packages);
// The end of `block`, from behind its last entry.
BoundUnitPtr bind_end(const syntax::BodyItem& block, const syntax::Chunk& chunk,
                      const language::Language& language, const Packages& packages);

// The folder that a block calls, as written; empty when it calls none or the folder is not a literal.
std::string called_folder(const BoundUnit& unit, const BoundBlock& block);
// The label or argument that names the folder of a call; the block's header when neither does.
Span place_of_called_folder(const BoundUnit& unit, const BoundBlock& block);
// The string of a literal without interpolations, or a bare identifier.
std::string literal_text(syntax::Node expr);

// A body and its enclosing bodies, innermost first. The unit must outlive it.
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
