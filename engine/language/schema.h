// The compiled schema of a pack, optimised for lookups: the attributes and blocks of each body, their
// constraints, the symbols they define, and the names visible in them.
//
// Everything is immutable. A body is compiled on first use (LazyBody), so that a pack
// of thousands of bodies costs only what is used. Nodes refer to expressions in the
// pack's own file, which the Language owns.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/base/once.h"
#include "engine/eval/analysis/type_expr.h"
#include "engine/language/body_source.h"
#include "engine/source/diagnostic.h"
#include "engine/syntax/file/file.h"
#include "engine/value/value.h"

namespace hcl::eval {
class FunctionTable;
class Prepared;
}  // namespace hcl::eval

namespace hcl::language {

class LazyBody;
using LazyBodyPtr = std::shared_ptr<const LazyBody>;

// Documentation and availability of a declared item.
struct Notes {
    std::string doc;  // Markdown
    std::string link;
    std::string since;        // the first version with it
    std::string until;        // the last version with it
    std::string deprecated;   // the replacement, for users; set: deprecated
    std::string replaced_by;  // the name to use instead
    bool is_deprecated = false;
    bool is_available = true;  // in the version that the workspace selects; always true without a selection
};

// One of the allowed values of an attribute.
struct Choice : Notes {
    Value value;
};

enum class Format : std::uint8_t {
    None,
    Base64,
    Cidr,
    Color,
    Duration,
    File,
    FileUrl,
    Folder,
    Glob,
    GoTemplate,
    Identifier,
    Ip,
    Json,
    Path,
    Regex,
    Semver,
    Url,
    VersionConstraint
};
std::optional<Format> format_by_name(std::string_view name);
std::string_view format_name(Format format);

// How an attribute's expression is read instead of being evaluated.
enum class Decoder : std::uint8_t {
    None,
    Address,    // a path of names, never evaluated: `a.b[each.key]`
    Addresses,  // a list of addresses, or an object whose values are addresses
    Call,
    Closure,
    Expression,
    Identifiers,
    Keyword,
    Traversal,
    Traversals,
    Type
};

inline bool reads_addresses(Decoder decoder) {
    return decoder == Decoder::Address || decoder == Decoder::Addresses;
}

// The reference that an expression must contain: any, or one to the enclosing declaration.
enum class MustRefer : std::uint8_t { Nothing, Any, Own };

// How the program iterates over a value: in order, or by key.
enum class Iterates : std::uint8_t { Nothing, Any, Keyed };

// Whether an identifier or an address may be quoted.
enum class Quotes : std::uint8_t { Error, Deprecated, Allowed };

class Pattern;

// Constraints on a value beyond its type. In a list, set, tuple or map they apply to each element; lengths
// apply to the whole.
struct ValueRules {
    std::vector<Choice> values;
    // Where each text and each number stands in `values`; null: the list is short.
    std::shared_ptr<const std::unordered_map<std::string, std::uint32_t>> places;
    bool is_open = false;  // other values are allowed, too
    // Other values and undeclared names are warnings, since the program ignores them. Such references do not
    // count as uses of the symbol. Together with is_open: of the other values only those that are nearly
    // listed.
    bool is_doubtful = false;
    std::vector<Value> reserved;  // disallowed values
    bool is_unique = false;       // elements must differ
    Format format = Format::None;
    Format path = Format::None;  // File, FileUrl, Folder or Path: what the text leads to
    std::string
        path_folder;  // the attribute with the folder in which the path starts; empty: that of the file
    std::string pattern_text;
    std::string pattern_meaning;  // what matches, for messages: "a duration such as 1h"; may be empty
    std::shared_ptr<const Pattern> pattern;  // null: none
    std::optional<Value> min;
    std::optional<Value> max;
    std::optional<std::uint64_t> min_length;
    std::optional<std::uint64_t> max_length;
    bool is_whole = false;               // numbers must be integers
    bool takes_null_parts = true;        // elements of a list or map can be null
    std::vector<std::string> refers_to;  // kinds of symbols that the string can name
    bool refers_by_address = false;      // by their full address: "source.disk.one"
    std::string refers_under;            // the first word, which such an address may omit
    bool omits_root = false;             // ... and always does
    std::string oldest;               // for version constraints: they must admit this version or a newer one
    bool is_for_known_kinds = false;  // nothing is known where the module declares no symbol of these kinds
    std::string refers_after;  // only strings with this prefix name a symbol, by the rest of the string

    // The listed value that is the given one; null: none is.
    const Choice* choice_of(const Value& value) const;
    const Choice* choice_of(std::string_view text) const;
};

// One step of a symbol's address.
struct AddressStep {
    enum class Kind : std::uint8_t { Literal, Label, Name, Value } kind = Kind::Literal;
    std::string text;          // Literal; Value: the attribute whose string is the step
    std::uint32_t label = 0;   // Label
    bool is_optional = false;  // omitted when the block has no such label or attribute
};

// The parts of `self` that expressions read.
struct Needs {
    bool all = false;
    bool set = false;  // also the set of present attributes, `set.name`: those of `set_names` or all
    bool all_of_set = false;
    std::vector<std::string> set_names;
    bool outcome = false;  // also the computed result of the body: `outcome`
    std::vector<std::string> names;
    bool contains(std::string_view name) const;
    void add(syntax::Node expression);  // a null node adds nothing
};

// A string that a pack computes for a block: an expression over `self` and `label`. See bind/pack_text.h.
struct TextDef {
    syntax::Node expr;  // null: none
    Needs needs;
    explicit operator bool() const { return static_cast<bool>(expr); }
};

// An expression of a pack that is evaluated for many blocks: prepared when it is first evaluated.
class RepeatedExpression {
  public:
    RepeatedExpression() = default;
    explicit RepeatedExpression(syntax::Node expr);

    explicit operator bool() const { return static_cast<bool>(expr_); }
    syntax::Node node() const { return expr_; }
    const eval::Prepared& prepared() const;

  private:
    syntax::Node expr_;  // null: none
    std::shared_ptr<const Once<eval::Prepared>> prepared_;
};

// Numbered like the symbol kinds of the language server protocol.
enum class Icon : std::uint8_t {
    None,
#define HCL_ICON(name, word) name,
#include "engine/language/icons.def"
#undef HCL_ICON
};

// Where a symbol is visible. Nearest: in the module, but symbols of the same file take
// precedence over those of other files.
enum class Visibility : std::uint8_t { Module, Parent, File, Callers, Nearest };

// A line above a block with information about it.
struct LensDef {
    enum class Kind : std::uint8_t { References, Text } kind = Kind::References;
    TextDef text;            // Text
    TextDef when;            // condition; none: always shown
    bool needs_any = false;  // References: not shown without one in the module
};

// The symbol that a block or attribute defines. The expressions see `self`, `label` and `name`.
struct SymbolDef {
    std::vector<AddressStep> address;
    std::string kind;
    Icon icon = Icon::None;
    Visibility visibility = Visibility::Module;
    syntax::Node value;          // null: self
    syntax::Node sensitive;      // null: no
    syntax::Node ephemeral;      // null: no
    syntax::Node type;           // the type required from callers (see CallDef); null: any
    syntax::Node required;       // whether callers must set it; null: no
    syntax::Node nullable;       // whether callers may set it to null; null: yes
    syntax::Node is_open_ended;  // true when more symbols of this kind may exist than are written
    syntax::Node indexed;        // whether an index may follow the address; null: yes
    // Types of blocks inside of it, then an attribute: unless that is true, the block makes nothing. Empty:
    // none.
    std::vector<std::string> enabled_by;
    syntax::Node unusable;  // a string: why references are invalid; a null value or node: they are valid
    std::string fallback;   // the attribute with the default value; empty: none
    // For an attribute: this member of its objects contains the addresses. For a block: the attribute with
    // the name of what it makes.
    std::string each;
    syntax::Node turns;  // of a block: a list of objects, values of names that it sees; it makes one for each
    bool is_checked_when_used = false;  // the program does not look at the block while nothing refers to it
    bool is_name_only = false;          // only attributes with refers_to can refer to it, expressions cannot
    bool warns_unused = false;
    bool has_hint = true;  // editors show its value behind references
    // The symbol depends on everything its block refers to, except itself, not only on its value's inputs.
    bool depends_on_all = false;
    // Arguments of its block are evaluated separately: one can refer to another.
    bool depends_by_member = false;
    Needs needs;  // of all expressions above
    Span place;
};

// The kind of keys in a map.
enum class Keys : std::uint8_t {
    Any,
    Findings,  // codes and names of findings
};

struct AttributeDef {
    std::string name;
    Notes notes;
    Type type;
    std::shared_ptr<const eval::Defaults> defaults;
    Decoder decoder = Decoder::None;
    Quotes quotes = Quotes::Error;  // of decoders for identifiers and addresses
    bool is_required = false;
    bool is_sensitive = false;
    bool is_read_only = false;
    bool is_write_only = false;  // accepted but never returned: references see null
    bool is_constant = false;    // no references, no functions
    bool allows_null = true;
    MustRefer must_refer = MustRefer::Nothing;
    bool never_refers_to_own = false;  // to the enclosing declaration
    bool is_acyclic = false;           // references in it must not lead back to the enclosing declaration
    bool names_argument =
        false;  // addresses start with an argument that a case adds to the enclosing declaration
    bool takes_free_words = false;    // an address of one word needs no declaration
    bool refers_to_declared = false;  // its names are declared, also where functions forgive others
    std::string
        validates;  // checks values of the enclosing declaration; names the attribute with the message
    Iterates iterates = Iterates::Nothing;
    bool takes_bare_collections = false;  // for Decoder::Type: `list` means list(any)
    bool takes_int = false;               // for Decoder::Type: `int` means number, and nothing is optional
    std::vector<Type> types;  // alternatives: the first that a value converts to; `type` is any then
    ValueRules rules;
    Keys keys = Keys::Any;                  // of a map
    TextDef required_if;                    // true: it must be set
    std::vector<std::string> needs_others;  // attributes that must be set when this one is
    std::optional<Value> default_value;     // used by the program when it is not set
    std::string package_source;   // its name is a package's, this member of its value the package address
    std::string package_version;  // this member of its value, or a string as its value, is a constraint
    LazyBodyPtr fields;           // of an object, or of each element that is one; may be null
    bool has_described_elements = false;  // `fields` apply to the object's values
    Icon icon = Icon::None;
    bool has_hint = true;  // editors show the type of its value
    std::shared_ptr<const SymbolDef> symbol;
    std::string snippet;
    Span place;  // of its name in the pack
};

struct LabelDef {
    std::string name;
    std::string doc;
    bool is_optional = false;
    bool is_variadic = false;  // the last one: any number of labels, or none
    ValueRules rules;
    std::shared_ptr<const AttributeDef> naming;  // of a label that names a symbol; null: it names none
    bool extends = false;   // the block extends the one that declares the symbol: arguments must not repeat
    bool is_given = false;  // it names something that other files or a program declare
};

// A rule defined in a pack. Its expressions have the same scope as those of a symbol.
struct CheckDef {
    // The modules that it applies to: those without callers (Root), or those with callers (Called).
    enum class Only : std::uint8_t { All, Root, Called };
    std::string id;
    RepeatedExpression condition;
    RepeatedExpression message;
    RepeatedExpression type;  // instead of both: the type that the value of `at` must convert to
    // A list of objects: values of names that the block sees. The expressions see the values that `at` has
    // with each of them, as `values`.
    RepeatedExpression turns;
    std::string at;    // an attribute; empty: the block's header
    std::string each;  // an attribute: the expressions see each of its elements as `each`; empty: none
    Only only = Only::All;
    Severity severity = Severity::Error;
    // The expressions see each attribute of the block as `each`, and its name as `name`.
    bool is_of_each_attribute = false;
};

// Names and functions that are visible in a body in addition to those of the module.
struct ScopeDef {
    syntax::Node when;   // null: always
    syntax::Node names;  // an object with the names as attributes; null: none
    Needs needs;
    std::shared_ptr<const eval::FunctionTable> functions;  // null: none
    bool is_fixed = false;                                 // the names are the same for all blocks
    std::shared_ptr<const Memo> memo = std::make_shared<const Memo>();  // data derived only from the scope
};

// Restricts the names that a block, or parts of it, may use.
struct RestrictionDef {
    syntax::Node when;    // null: always
    syntax::Node reason;  // a clause: "a destroyed resource has only itself"
    Needs needs;
    std::vector<std::vector<std::string>> names;        // allowed prefixes of references
    std::vector<std::string> blocks;                    // only in nested blocks of these types
    std::vector<std::string> attributes;                // only in attributes of these names
    bool allows_own = false;                            // the enclosing declaration is allowed, too
    bool refuses_names = false;                         // `names` are those that are not allowed
    std::optional<std::vector<std::string>> functions;  // empty: every function
};

// A block that defines a function: the attributes with its parameters and its result.
struct CallableDef {
    std::string parameters;
    std::string variadic;
    std::string result;
};

// Functions that stand for the beginning of a path; empty: none.
struct PathFunctions {
    std::string above;  // finds a file in the folders above
    std::string here;   // the folder of the file
    std::string root;   // the folder of the repository
    // Functions that stand for the folder of a file, with the type of the block that names the file.
    std::vector<std::pair<std::string, std::string>> of_blocks;
    bool names_block(std::string_view type) const {
        return std::ranges::find(of_blocks, type, &std::pair<std::string, std::string>::second) !=
               of_blocks.end();
    }
    bool operator==(const PathFunctions&) const = default;
};

// A block that calls the module of another folder: attributes that the schema does not name set symbols
// there, and the value of the block comes from symbols there.
struct CallDef {
    std::string folder;    // the attribute with the folder, or "label." and the name of a label
    std::string language;  // of the module; empty: that of the caller
    PathFunctions paths;   // in the attribute
    std::string passes;    // the attribute whose keys are symbols there that it passes; empty: none
    std::string passed;    // the kind of these symbols
    std::string inputs;    // the kind of the symbols that the call sets
    std::string outputs;   // the kind of the symbols that `called` contains
};

// The definition of unknown attributes in a body that accepts any.
const AttributeDef& free_attribute();

class LazyBody {
  public:
    LazyBody(const Language& language, syntax::BodyView source, Span place)
        : language_(language), source_(source), place_(place) {}
    explicit LazyBody(const Language& language, BodyDef ready);
    LazyBody(const Language& language, StoredBodyPtr stored)
        : language_(language), place_{}, stored_(std::move(stored)) {}
    ~LazyBody();

    const BodyDef& get() const;
    // The type of the object that the body describes. For a stored body it needs no decoding.
    Type type() const;
    bool is_compiled() const { return compiled_.peek() != nullptr; }
    const syntax::BodyView& source() const { return source_; }
    Span place() const { return place_; }

  private:
    const Language& language_;
    syntax::BodyView source_;
    Span place_;
    StoredBodyPtr stored_;  // null: `source_` is used
    Once<BodyDef> compiled_;
};

// A label or an attribute by name.
struct KeyDef {
    bool is_label = true;
    std::string name;
};

// A body that depends on the literal values (or defaults) of labels or attributes.
struct CaseDef {
    using Key = KeyDef;
    struct Choice {
        std::vector<std::string> patterns;  // one per key; "*" matches any text
        std::size_t fixed = 0;              // characters other than "*"; the match with the most wins
        LazyBodyPtr body;
    };
    std::vector<Key> keys;
    std::unordered_map<std::string, std::uint32_t> exact;  // keys joined by a zero byte
    std::vector<Choice> choices;
    std::string from;             // a family of stored bodies, tried after the exact choices; empty: none
    std::vector<KeyDef> package;  // where the package is named: the first of these that is set
    // Between the name of the package and the rest of a label. Empty: the first word is the name.
    std::string separator;
    bool is_of_reference = false;  // the label that names the package is the address of a symbol
    bool is_lenient = true;        // whether an unknown key allows any content, or none
    // Whether some key allows content that none of the choices describes.
    bool takes_any() const;
    // Whether this label alone selects one of the stored bodies.
    bool selects_stored(std::string_view label) const {
        return !from.empty() && !is_of_reference && keys.size() == 1 && keys[0].is_label &&
               keys[0].name == label;
    }
};

struct BlockDef {
    enum class Repeats : std::uint8_t { Single, List, Set, Map, Attributes };
    std::string type;
    Notes notes;
    Repeats repeats = Repeats::List;
    std::vector<LabelDef> labels;
    std::vector<std::string> generated_labels;  // of `content`: the labels of the blocks that are generated
    std::uint64_t min_items = 0;
    std::uint64_t max_items = 0;    // 0: any number
    bool is_unique = false;         // no two blocks with the same labels
    std::vector<KeyDef> unique_by;  // no two blocks of one parent may be equal in all of these
    bool merges = false;            // blocks with the same labels are merged
    bool makes_blocks = false;      // generates others (Language::dynamic_blocks)
    bool hides_type = false;        // any_block: the user chooses the type
    LazyBodyPtr body;               // never null
    std::vector<CaseDef> cases;
    std::shared_ptr<const SymbolDef> symbol;
    std::shared_ptr<const CallableDef> callable;
    std::shared_ptr<const CallDef> call;
    std::vector<ScopeDef> scopes;
    std::vector<RestrictionDef> restrictions;
    std::optional<bool> takes_ephemeral;  // whether values inside may be ephemeral; empty: inherited
    TextDef required_if;
    std::vector<std::string> needs_others;
    // For editors
    TextDef outline;  // its name in outlines; none: type and labels
    Icon icon = Icon::None;
    TextDef link;  // link target of type and labels; a constant link is in `notes` instead
    std::vector<LensDef> lenses;
    enum class Fold : std::uint8_t { Block, None, Region, Imports } fold = Fold::Block;
    TextDef fold_text;  // shown instead when folded
    std::string snippet;
    Span place;
};

struct Slot {
    std::int32_t attribute = -1;
    std::int32_t block = -1;
};

// Attributes that cannot be combined freely, or must have an order.
struct Relation {
    enum class Kind : std::uint8_t { Conflicts, ExactlyOne, AtLeastOne, Order } kind;
    std::vector<std::string> names;  // of attributes and blocks
};

struct NameHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const { return std::hash<std::string_view>()(name); }
};

// The name in lower case and without underscores: equal for all spellings that a body takes as the same.
inline std::string spelling_key(std::string_view name) {
    std::string key;
    for (const char c : name)
        if (c != '_') key += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return key;
}

// Items that can be used only while a condition over the body's attributes holds.
struct AllowedDef {
    TextDef condition;
    std::vector<std::string> names;
};

struct BodyDef {
    std::vector<AttributeDef> attributes;
    std::vector<BlockDef> blocks;
    // Set when there are blocks that generate those of this body (see Language::dynamic_blocks).
    const Language* generated_by = nullptr;
    std::unordered_map<std::string, Slot, NameHash, std::equal_to<>> slots;
    // The names by their spelling_key(); null: names are matched exactly.
    std::shared_ptr<std::unordered_map<std::string, std::string>> spellings;
    std::shared_ptr<const AttributeDef> any_attribute;  // null: only those above
    std::shared_ptr<const BlockDef> any_block;
    std::shared_ptr<const BlockDef> any_generator;  // generates blocks of `any_block`; may be null
    std::vector<Relation> relations;
    std::vector<AllowedDef> allowed;        // only of the top level
    std::vector<CheckDef> checks;           // of the blocks that have the body
    std::vector<CaseDef> cases;             // conditional bodies that extend it
    bool is_lenient = false;                // all other content is accepted
    bool is_typed = false;                  // of objects with a type, which reports missing members
    std::optional<Severity> unknown_names;  // severity of unknown names
    std::shared_ptr<const Notes> notes;     // of the body itself; null: none
    Diagnostics findings;                   // errors of the pack in this body
    std::shared_ptr<const Memo> memo = std::make_shared<const Memo>();  // data derived only from the body

    // Null when there is none; free names are answered by any_attribute and any_block.
    const AttributeDef* attribute(std::string_view name) const {
        const Slot* slot = slot_of(name);
        return slot && slot->attribute >= 0 ? &attributes[static_cast<std::size_t>(slot->attribute)]
                                            : nullptr;
    }
    // The attributes and blocks that a body may be wrong to lack, as indices.
    struct Demands {
        struct Items {
            std::vector<std::uint32_t> attributes;
            std::vector<std::uint32_t> blocks;
        };
        Items always;
        Items under_a_condition;
        Items with_others;  // that need others
    };
    const Demands& demands() const;
    // The block that generates blocks of the type; made when it is first asked for. Null when there is none.
    const BlockDef* generator(std::string_view type) const;
    const BlockDef* block(std::string_view type) const {
        const Slot* slot = slot_of(type);
        return slot && slot->block >= 0 ? &blocks[static_cast<std::size_t>(slot->block)] : nullptr;
    }

    // The name of the body that is meant; what is written if there is none.
    std::string name_for(std::string written) const {
        if (spellings && !slots.contains(written))
            if (auto known = spellings->find(spelling_key(written)); known != spellings->end())
                return known->second;
        return written;
    }

  private:
    const Slot* slot_of(std::string_view name) const {
        auto it = slots.find(name);
        if (it == slots.end() && spellings)
            if (auto known = spellings->find(spelling_key(name)); known != spellings->end())
                it = slots.find(known->second);
        return it == slots.end() ? nullptr : &it->second;
    }
};

// The type of the object that a body describes; dynamic if the body is unrestricted.
Type object_type(const BodyDef& body);
// The object as the program returns it: unknown values, except that write-only attributes are null.
Value outcome_of(const BodyDef& body);

}  // namespace hcl::language
