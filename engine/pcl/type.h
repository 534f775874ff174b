// The types of PCL: hash-consed, immutable, thread-safe 8-byte handles.
//
// The lattice is wider than that of engine/value: unions, enums, constants, eventual types (promise, output),
// and `none`, the type of null. Constructors normalise: unions are flat, sorted and without duplicates; a
// promise holds no promise, an output no promise and no output. Types that packages define can be recursive;
// they are *references*: a source and a token, resolved on demand. All functions that inspect a type accept
// references; `resolved()` gives the type behind one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/base/suggest.h"
#include "engine/value/counted.h"
#include "engine/value/value.h"

namespace hcl::pcl {

enum class Kind : std::uint8_t {
    // Types without parts.
    Dynamic,
    None,
    Bool,
    Int,
    Number,
    String,
    Id,
    // Types with parts.
    Opaque,
    List,
    Set,
    Map,
    Tuple,
    Object,
    Union,
    Enum,
    Const,
    Promise,
    Output,
    Reference,
};

// Deeper types, and types with a larger weight (the number of parts, where a shared part counts each time it
// is reached), become `dynamic`, so that every walk terminates.
inline constexpr unsigned kMaxTypeDepth = 128;
inline constexpr std::uint32_t kMaxTypeWeight = 1u << 20;
// So do unions with more members: each step of a program can add one to those of the step before.
inline constexpr std::size_t kMaxUnionMembers = 1000;

// The whole numbers that are an `int`: all, as the specification says, or 32-bit ones only, as in the
// reference implementation.
enum class Integers : std::uint8_t { All, Bits32 };

class Type;
struct Property;
struct PropertyNames;

// Resolves references, for example to the types of a package. Types do not keep their source alive: a
// reference whose source is gone is `dynamic`.
class TypeSource {
  public:
    TypeSource();
    virtual ~TypeSource();
    TypeSource(const TypeSource&) = delete;
    TypeSource& operator=(const TypeSource&) = delete;
    // The object type called `token`; `dynamic` when there is none. Called often and from any thread: the
    // source keeps what it made.
    virtual Type resolve(std::string_view token) const = 0;

  private:
    friend class Type;
    // The type of a reference's step into that type. Cached, because it walks over the whole type.
    Type derived(std::string_view token, char step) const;
    struct Derived;
    std::unique_ptr<Derived> derived_;
};

namespace internal {
struct TypeNode : hcl::internal::Counted {
    enum Flag : std::uint8_t {
        Immortal = 1,
        HasPromise = 2,
        HasOutput = 4,
        // Equality differs from identity: a reference, an annotation, an enum or an unknown type is inside.
        IsLoose = 8,
        HasReference = 16,
        HasUnknown = 32,
    };
    constexpr TypeNode(Kind k, std::uint8_t f, std::uint16_t d, std::uint32_t w, std::uint64_t h)
        : kind(k), flags(f), depth(d), weight(w), hash(h) {}
    TypeNode(const TypeNode& head) : TypeNode(head.kind, head.flags, head.depth, head.weight, head.hash) {}
    Kind kind;
    std::uint8_t flags;
    std::uint16_t depth;
    std::uint32_t weight;
    std::uint64_t hash;
};
extern const TypeNode kSimpleTypes[7];
extern const TypeNode kUnknownType;
void destroy(const TypeNode* node);
inline void retain(const TypeNode* node) {
    if (!(node->flags & TypeNode::Immortal)) node->retain();
}
inline void release(const TypeNode* node) {
    if (!(node->flags & TypeNode::Immortal) && node->release()) destroy(node);
}
}  // namespace internal

class Type {
  public:
    Type() noexcept : node_(&internal::kSimpleTypes[0]) {}  // dynamic
    Type(const Type& other) noexcept : node_(other.node_) { internal::retain(node_); }
    Type(Type&& other) noexcept : node_(std::exchange(other.node_, &internal::kSimpleTypes[0])) {}
    Type& operator=(Type other) noexcept {
        std::swap(node_, other.node_);
        return *this;
    }
    ~Type() { internal::release(node_); }

    static Type dynamic() { return Type(); }
    // The type of a value that no schema describes. It is dynamic, and equal to `dynamic`, but what is made
    // of it is unknown too: nothing about it is an error.
    static Type unknown() { return Type(&internal::kUnknownType); }
    static Type none() { return simple(Kind::None); }
    static Type boolean() { return simple(Kind::Bool); }
    static Type integer() { return simple(Kind::Int); }
    static Type number() { return simple(Kind::Number); }
    static Type string() { return simple(Kind::String); }
    static Type id() { return simple(Kind::Id); }
    // A type of which only the name is known: "Asset", "Archive", or a token of a package.
    static Type opaque(std::string_view name);
    static Type asset() { return opaque("Asset"); }
    static Type archive() { return opaque("Archive"); }

    static Type list(const Type& element) { return wrap(Kind::List, element); }
    static Type set(const Type& element) { return wrap(Kind::Set, element); }
    static Type map(const Type& element) { return wrap(Kind::Map, element); }
    static Type tuple(std::span<const Type> elements);
    static Type tuple(const std::vector<Type>& elements) { return tuple(std::span<const Type>(elements)); }
    static Type tuple(std::initializer_list<Type> elements) {
        return tuple(std::span<const Type>(elements.begin(), elements.size()));
    }
    // In any order; the last property with a given name wins. The annotation is the token of the resource or
    // schema type that the object represents; comparisons ignore it.
    static Type object(std::vector<Property> properties, std::string_view annotation = {});
    // Flattens, sorts by rendering and removes duplicates. A single member is returned as it
    // is; no members make an empty union.
    static Type union_of(std::vector<Type> members, std::string_view annotation = {});
    static Type union_of(std::initializer_list<Type> members) { return union_of(std::vector<Type>(members)); }
    // union(type, none)
    static Type optional(const Type& type) { return union_of({type, none()}); }
    // Enums are compared by token. `underlying` is bool, int, number or string.
    static Type enumeration(std::string_view token, const Type& underlying, std::vector<Value> members);
    // `value` is a known bool, number or string, or null. Without a type, it is the value's own.
    static Type constant(const Type& underlying, const Value& value);
    static Type constant(const Value& value, Integers integers = Integers::All);
    // Removes promises from `element`; `output` also removes outputs.
    static Type promise(const Type& element);
    static Type output(const Type& element);
    // The type that `source` calls `token`. It must contain no promises;
    // `has_outputs` tells whether it contains outputs.
    static Type reference(const std::weak_ptr<const TypeSource>& source, std::string_view token,
                          bool has_outputs = false);

    Kind kind() const { return node_->kind; }
    bool is(Kind k) const { return kind() == k; }
    bool is_dynamic() const { return is(Kind::Dynamic); }
    bool is_unknown() const { return node_ == &internal::kUnknownType; }
    bool is_none() const { return is(Kind::None); }
    bool is_eventual() const { return is(Kind::Promise) || is(Kind::Output); }
    bool is_collection() const { return is(Kind::List) || is(Kind::Set) || is(Kind::Map); }

    // The type behind a reference; any other type itself.
    Type resolved() const;

    // Not for references. The results live as long as any handle of this type.
    const Type& element() const;                                 // list, set, map, promise, output
    std::span<const Type> elements() const;                      // tuple
    std::span<const Type> members() const;                       // union
    std::span<const Property> properties() const;                // object: sorted by name (bytes)
    const Property* find_property(std::string_view name) const;  // object: null when there is none
    const PropertyNames& property_names() const;                 // object
    std::string_view name() const;          // opaque: its name; enum and reference: the token
    std::string_view annotation() const;    // object, union: empty when there is none; others: empty
    const Type& underlying() const;         // const, enum
    const Value& value() const;             // const
    std::span<const Value> values() const;  // enum

    bool contains_promises() const { return node_->flags & internal::TypeNode::HasPromise; }
    bool contains_outputs() const { return node_->flags & internal::TypeNode::HasOutput; }
    bool contains_eventuals() const { return contains_promises() || contains_outputs(); }
    bool contains_unknown() const { return node_->flags & internal::TypeNode::HasUnknown; }
    // An unknown value may be an output.
    bool may_be_eventual() const { return contains_eventuals() || contains_unknown(); }
    unsigned depth() const { return node_->depth; }
    std::uint32_t weight() const { return node_->weight; }

    // Structural equality: references are resolved, annotations are ignored.
    bool equals(const Type& other) const {
        if (node_ == other.node_) return true;
        return ((node_->flags | other.node_->flags) & internal::TypeNode::IsLoose) && equals_loosely(other);
    }
    // Identity, for keys of tables. Implies equals().
    friend bool operator==(const Type& a, const Type& b) { return a.node_ == b.node_; }
    std::size_t hash() const { return node_->hash; }

    // `union(none, string)`, `object({a = int})`, `tuple(int, "hot")`. At most about `kMaxRendering` bytes:
    // "..." replaces the rest, and a type nested inside itself.
    std::string to_string() const;
    // For messages: `string?`, `{ a: int }`, `(int, "hot")`; over 100 columns it has several lines.
    std::string to_pretty() const;

    // Private to this room.
    const internal::TypeNode* node() const { return node_; }
    static Type adopt(const internal::TypeNode* node) { return Type(node); }  // takes over one reference

  private:
    explicit Type(const internal::TypeNode* node) : node_(node) {}
    static Type simple(Kind kind) { return Type(&internal::kSimpleTypes[static_cast<int>(kind)]); }
    static Type wrap(Kind kind, const Type& element);
    bool equals_loosely(const Type& other) const;
    friend Type derived_reference(const Type& type, char step);

    const internal::TypeNode* node_;
};

struct Property {
    std::string name;
    Type type;
};

// The names of an object's properties, for messages about others.
struct PropertyNames {
    SimilarNames similar;
    std::unordered_map<std::string, std::string> by_lower;  // the first of those that differ only in case
    std::string listed;                                     // the first of many
};

// The types of an object's properties, sorted by property name.
std::vector<Type> property_types(const Type& object);

inline constexpr std::size_t kMaxRendering = 1 << 16;

// Removes promises and outputs at any depth.
Type resolve_outputs(const Type& type);
// Removes promises at any depth.
Type resolve_promises(const Type& type);
// The types of constants in place of the constants, at any depth.
Type widened(const Type& type);
// The type that inputs of type `type` accept: at every level the type itself or an output of it.
Type input_type(const Type& type);
// `type` as an output when any of `parts` holds an output or an unknown value, else as a promise when any
// holds a promise.
Type lifted(const Type& type, std::span<const Type> parts);
inline Type lifted(const Type& type, std::initializer_list<Type> parts) {
    return lifted(type, std::span<const Type>(parts.begin(), parts.size()));
}
// Whether null is assignable to it.
bool is_optional(const Type& type);
// A constant, or a union of only constants.
bool is_constant(const Type& type);
// Whether no schema describes the value, or one of the values that a union allows: every use of it may be
// right.
bool may_be_anything(const Type& type);
// The T of union(T, none); any other type unchanged.
Type without_none(const Type& type);

// The number of live heap-allocated types, for leak tests.
std::size_t live_type_count();

}  // namespace hcl::pcl

template <>
struct std::hash<hcl::pcl::Type> {
    std::size_t operator()(const hcl::pcl::Type& type) const noexcept { return type.hash(); }
};
