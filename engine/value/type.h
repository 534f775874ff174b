// The types of HCL values: hash-consed handles, so that equality is a pointer comparison.
//
// A Type is 8 bytes, cheap to copy and thread-safe. The four primitive types are immortal; every other type
// is counted and leaves the process-wide table with its last handle, so that a long-running server does not
// accumulate old object types. That table is invisible state, like the allocator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/value/counted.h"

namespace hcl {

class CapsuleType;
struct ObjectAttribute;

enum class TypeKind : std::uint8_t { Dynamic, Bool, Number, String, List, Set, Map, Tuple, Object, Capsule };

// The limit of nesting, which bounds every recursion over types and values. Beyond it, Type::list and similar
// return Dynamic, and values of such types become the dynamic value. Code that nests values (constructors,
// decoders) should report when an element's type().depth() has reached kMaxTypeDepth.
inline constexpr unsigned kMaxTypeDepth = 512;

// The limit of weight: the cost of a walk over all parts of a type or value, where a shared part counts each
// time it is reached (40 levels that each contain the previous one twice take little memory and weigh 2^40).
// Heavier types and values become dynamic, so that every walk terminates soon.
inline constexpr std::uint32_t kMaxWeight = 1u << 24;

namespace internal {
struct TypeNode : Counted {
    enum Flag : std::uint8_t { HasDynamic = 1, HasOptional = 2, HasCapsule = 4, Immortal = 8 };
    constexpr TypeNode(TypeKind k, std::uint8_t f, std::uint16_t d, std::uint32_t w, std::uint64_t h)
        : kind(k), flags(f), depth(d), weight(w), hash(h) {}
    // Copies `head` with a new reference count.
    TypeNode(const TypeNode& head) : TypeNode(head.kind, head.flags, head.depth, head.weight, head.hash) {}
    TypeKind kind;
    std::uint8_t flags;
    std::uint16_t depth;   // primitives: 0
    std::uint32_t weight;  // primitives: 1
    std::uint64_t hash;
};
extern const TypeNode kPrimitiveTypes[4];
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
    Type() noexcept : node_(&internal::kPrimitiveTypes[0]) {}  // Dynamic
    Type(const Type& other) noexcept : node_(other.node_) { internal::retain(node_); }
    Type(Type&& other) noexcept : node_(std::exchange(other.node_, &internal::kPrimitiveTypes[0])) {}
    Type& operator=(Type other) noexcept {
        std::swap(node_, other.node_);
        return *this;
    }
    ~Type() { internal::release(node_); }

    static Type dynamic() { return Type(); }
    static Type boolean() { return primitive(TypeKind::Bool); }
    static Type number() { return primitive(TypeKind::Number); }
    static Type string() { return primitive(TypeKind::String); }
    // `kind` is Dynamic, Bool, Number or String.
    static Type primitive(TypeKind kind) { return Type(&internal::kPrimitiveTypes[static_cast<int>(kind)]); }
    static Type list(const Type& element) { return collection(TypeKind::List, element); }
    static Type set(const Type& element) { return collection(TypeKind::Set, element); }
    static Type map(const Type& element) { return collection(TypeKind::Map, element); }
    // `kind` is List, Set or Map.
    static Type collection(TypeKind kind, const Type& element);
    static Type tuple(std::span<const Type> elements);
    static Type tuple(const std::vector<Type>& elements) { return tuple(std::span<const Type>(elements)); }
    static Type tuple(std::initializer_list<Type> elements) {
        return tuple(std::span<const Type>(elements.begin(), elements.size()));
    }
    // In any order; names are converted to NFC; the last attribute with a given name wins.
    static Type object(std::vector<ObjectAttribute> attributes);
    // For attributes sorted by name, without duplicates, in NFC.
    static Type object_sorted(std::vector<ObjectAttribute> attributes);
    // `capsule` must outlive every type and value made with it (descriptors are usually static).
    static Type capsule(const CapsuleType& capsule);

    TypeKind kind() const { return node_->kind; }
    bool is_dynamic() const { return kind() == TypeKind::Dynamic; }
    bool is_bool() const { return kind() == TypeKind::Bool; }
    bool is_number() const { return kind() == TypeKind::Number; }
    bool is_string() const { return kind() == TypeKind::String; }
    bool is_list() const { return kind() == TypeKind::List; }
    bool is_set() const { return kind() == TypeKind::Set; }
    bool is_map() const { return kind() == TypeKind::Map; }
    bool is_tuple() const { return kind() == TypeKind::Tuple; }
    bool is_object() const { return kind() == TypeKind::Object; }
    bool is_capsule() const { return kind() == TypeKind::Capsule; }
    // Bool, number or string.
    bool is_primitive() const { return kind() >= TypeKind::Bool && kind() <= TypeKind::String; }
    // List, set or map.
    bool is_collection() const { return kind() >= TypeKind::List && kind() <= TypeKind::Map; }
    // Tuple or object.
    bool is_structural() const { return kind() == TypeKind::Tuple || kind() == TypeKind::Object; }

    // Lists, sets and maps. The references below live as long as any handle of this type.
    const Type& element() const;
    // Tuples.
    std::span<const Type> elements() const;
    // Objects: sorted by name (bytes).
    std::span<const ObjectAttribute> attributes() const;
    // Objects: null when absent. The difference to attributes().data() is the index.
    const ObjectAttribute* find_attribute(std::string_view name) const;
    // Capsules.
    const CapsuleType& capsule_type() const;

    bool has_dynamic() const { return node_->flags & internal::TypeNode::HasDynamic; }
    // Some nested object type has optional attributes: a constraint, never the type of a value.
    bool has_optional() const { return node_->flags & internal::TypeNode::HasOptional; }
    bool has_capsule() const { return node_->flags & internal::TypeNode::HasCapsule; }
    unsigned depth() const { return node_->depth; }
    std::uint32_t weight() const { return node_->weight; }
    std::size_t hash() const { return node_->hash; }
    // The same type with every attribute required: the type of values converted to this constraint.
    Type without_optional() const;

    // The *matches* relation of this type with the type specification `spec`: identical types match, and the
    // dynamic pseudo-type in `spec` matches any type.
    bool matches(const Type& spec) const;

    // For messages: "list of string", "object", "dynamic".
    std::string friendly_name() const;
    // The same for constraints: "any type", "list of any single type".
    std::string friendly_constraint_name() const;
    // As a type expression: `list(string)`, `object({a=string})`, `any`. Does not show which attributes are
    // optional.
    std::string to_source() const;
    // The same with `optional(...)` around the types of optional attributes.
    std::string to_constraint_source() const;

    friend bool operator==(const Type& a, const Type& b) { return a.node_ == b.node_; }

    // For Value and the type table only.
    const internal::TypeNode* node() const { return node_; }
    static Type adopt(const internal::TypeNode* node) { return Type(node); }  // takes over one reference
    static Type share(const internal::TypeNode* node) {
        internal::retain(node);
        return Type(node);
    }

  private:
    explicit Type(const internal::TypeNode* node) : node_(node) {}
    const internal::TypeNode* node_;
};

struct ObjectAttribute {
    std::string name;
    Type type;
    bool optional = false;  // type constraints only
};

// The number of live heap-allocated types, for leak tests.
std::size_t live_type_count();

}  // namespace hcl

template <>
struct std::hash<hcl::Type> {
    std::size_t operator()(const hcl::Type& type) const noexcept { return type.hash(); }
};
