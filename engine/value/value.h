// Values: immutable, 16 bytes, shared between threads without locks.
//
// A container that exceeds the limits of nesting or weight (kMaxTypeDepth, kMaxWeight) becomes the dynamic
// value.
//
// Booleans, 64-bit integers and strings up to 14 bytes are stored inline; everything else is a counted heap
// cell. A value is known, null or unknown; it may be marked; it always has a type. Accessors that read
// content (as_string, elements, ...) require a known, non-null, unmarked value and check it: test first, or
// use engine/value/ops.h, which accepts any value. Predicates (is_null, is_known, type) ignore marks.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/check.h"
#include "engine/value/counted.h"
#include "engine/value/marks.h"
#include "engine/value/number.h"
#include "engine/value/refinement.h"
#include "engine/value/type.h"

namespace hcl {

class Value;
struct MapEntry;

namespace internal {

struct Cell : Counted {
    enum Flag : std::uint8_t {
        HasUnknown = 1,
        HasMarks = 2
    };  // itself or, in containers, some part at any depth
    std::uint8_t flags = 0;
};

enum class Tag : std::uint8_t {
    // Without heap memory. UnknownPrimitive of Dynamic is all zero: the default value.
    UnknownPrimitive,
    NullPrimitive,
    Bool,
    Int,
    ShortString,
    // The word is the address of a counted object.
    NullOf,     // TypeNode
    UnknownOf,  // TypeNode
    BigNumber,  // internal::BigNumber
    LongString,
    Sequence,  // list, set, tuple
    Object,
    Map,
    Capsule,
    Refined,  // an unknown with refinements
    Marked,
};
inline constexpr Tag kFirstCounted = Tag::NullOf;

}  // namespace internal

class Value {
  public:
    // The dynamic value: the unknown value of the dynamic pseudo-type.
    Value() noexcept { std::memset(bytes_, 0, sizeof bytes_); }
    Value(const Value& other) noexcept {
        std::memcpy(bytes_, other.bytes_, sizeof bytes_);
        if (tag() >= internal::kFirstCounted) retain();
    }
    Value(Value&& other) noexcept {
        std::memcpy(bytes_, other.bytes_, sizeof bytes_);
        std::memset(other.bytes_, 0, sizeof bytes_);
    }
    Value& operator=(const Value& other) noexcept {
        Value copy(other);
        swap(copy);
        return *this;
    }
    Value& operator=(Value&& other) noexcept {
        swap(other);
        return *this;
    }
    ~Value() {
        if (tag() >= internal::kFirstCounted) release();
    }
    void swap(Value& other) noexcept {
        unsigned char t[sizeof bytes_];
        std::memcpy(t, bytes_, sizeof t);
        std::memcpy(bytes_, other.bytes_, sizeof t);
        std::memcpy(other.bytes_, t, sizeof t);
    }

    // ---- Construction

    static Value dynamic() { return Value(); }
    static Value null(const Type& type);
    static Value null() { return null(Type::dynamic()); }  // of no particular type yet
    static Value unknown(const Type& type);
    static Value boolean(bool b) {
        Value v;
        v.bytes_[0] = b;
        v.set_tag(internal::Tag::Bool, TypeKind::Bool);
        return v;
    }
    static Value number(Number n) {
        Value v;
        auto precision = static_cast<std::uint16_t>(n.precision());
        std::memcpy(v.bytes_ + 8, &precision, sizeof precision);
        v.set_tag(n.is_big() ? internal::Tag::BigNumber : internal::Tag::Int, TypeKind::Number);
        std::int64_t w = n.release_word();
        std::memcpy(v.bytes_, &w, sizeof w);
        return v;
    }
    // A whole number with the precision of function results (64 bits).
    static Value integer(std::int64_t n) { return number(Number::integer(n)); }
    // Converts the text to NFC; malformed bytes become U+FFFD.
    static Value string(std::string_view utf8);
    // For text known to be NFC, such as parts of other values: skips the check.
    static Value string_nfc(std::string_view nfc);
    // Elements have the element type, or are dynamic (unknown, or null of a type not known yet).
    static Value list(const Type& element, std::vector<Value> elements);
    // Removes duplicates and sorts: strings by bytes, numbers ascending, false before
    // true, others by their order texts. Unknown elements are never equal to another.
    // Marks of elements move to the set itself.
    static Value set(const Type& element, std::vector<Value> elements);
    static Value tuple(std::vector<Value> elements) { return tuple_of(elements); }
    // Moves from the elements.
    static Value tuple_of(std::span<Value> elements);
    // Keys in any order, converted to NFC; the last entry with a given key wins.
    static Value map(const Type& element, std::vector<std::pair<std::string, Value>> entries);
    static Value object(std::vector<std::pair<std::string, Value>> attributes);
    // `values` in the order of type.attributes(). Optional attributes become required in the value's
    // type.
    static Value object(const Type& type, std::vector<Value> values);
    static Value capsule(const CapsuleType& type, std::shared_ptr<const void> payload);

    // ---- Predicates

    Type type() const {
        return kind() <= TypeKind::String ? Type::primitive(kind()) : Type::share(type_node());
    }
    // The kind of the type, without touching its reference count.
    TypeKind kind() const {
        return tag() == internal::Tag::ShortString ? TypeKind::String : static_cast<TypeKind>(bytes_[14]);
    }
    // Whether it has this type, without touching reference counts.
    bool has_type(const Type& type) const {
        return kind() <= TypeKind::String ? kind() == type.kind() : type_node() == type.node();
    }
    bool is_null() const { return unmarked_tag_is(internal::Tag::NullPrimitive, internal::Tag::NullOf); }
    bool is_known() const {
        const Value& v = unmarked();
        return v.tag() != internal::Tag::UnknownPrimitive && v.tag() != internal::Tag::UnknownOf &&
               v.tag() != internal::Tag::Refined;
    }
    bool is_unknown() const { return !is_known(); }
    // Known, including all parts.
    bool is_wholly_known() const;
    // The cost of walking all parts (see kMaxWeight): 1 for a scalar, plus 1 for every 64 bytes of a string.
    // Evaluation charges it before walking a value. At most kMaxWeight, except for strings.
    std::size_t weight() const { return tag() < internal::kFirstCounted ? 1 : weight_of_cell(); }
    // Known and not null: content can be read from the unmarked value.
    bool has_content() const { return is_known() && !is_null(); }
    // A number whose content can be read: known, not null, unmarked.
    bool is_known_number() const { return tag() == internal::Tag::Int || tag() == internal::Tag::BigNumber; }
    bool is_known_string() const {
        return tag() == internal::Tag::ShortString || tag() == internal::Tag::LongString;
    }
    bool is_known_bool() const { return tag() == internal::Tag::Bool; }
    bool is_dynamic_unknown() const {
        const Value& v = unmarked();
        return v.tag() == internal::Tag::UnknownPrimitive && v.bytes_[14] == 0;
    }
    // For an unknown value its refinements; for a known one only not_null.
    const Refinements& refinements() const;
    // Adds refinements to an unknown value; marks are kept. A known value is returned unchanged. Refinements
    // that leave a single value give that value (0 <= n <= 0 is 0, a list of no elements is empty, a list of
    // exactly n is n unknown elements).
    Value refined(const Refinements& more) const;
    Value refined_not_null() const;

    // ---- Content (known, not null, unmarked)

    bool as_bool() const {
        HCL_CHECK(tag() == internal::Tag::Bool);
        return bytes_[0] != 0;
    }
    Number as_number() const {
        HCL_CHECK(is_known_number());
        std::uint16_t precision;
        std::memcpy(&precision, bytes_ + 8, sizeof precision);
        return Number::from_word(static_cast<std::int64_t>(word()), precision,
                                 tag() == internal::Tag::BigNumber);
    }
    std::string_view as_string() const;  // valid until this value is changed or destroyed
    const void* capsule_payload() const;
    template <typename T>
    const T& capsule_as() const {
        return *static_cast<const T*>(capsule_payload());
    }

    // The number of elements, entries or attributes.
    std::size_t size() const;
    // List, set, tuple: the elements in order. Object: the values in the order of type().attributes(). The
    // span is valid while the value lives.
    std::span<const Value> elements() const;
    // Map: sorted by key (bytes).
    std::span<const MapEntry> entries() const;
    // Any container: key (the index for list and tuple, the element itself for a set) and value at i.
    Value key_at(std::size_t i) const;
    const Value& value_at(std::size_t i) const;
    // Map and object: null when absent.
    const Value* find(std::string_view key) const;

    // ---- Marks

    bool is_marked() const { return tag() == internal::Tag::Marked; }
    // On the value itself or a part at any depth.
    bool contains_marks() const;
    const Marks& marks() const;
    // All marks of the value and its parts.
    Marks marks_deep() const;
    Value with_marks(const Marks& more) const;
    Value with_same_marks(const Value& other) const {
        return other.is_marked() ? with_marks(other.marks()) : *this;
    }
    // This value without its own marks; parts keep theirs.
    const Value& unmarked() const { return tag() == internal::Tag::Marked ? marked_inner() : *this; }
    // Without marks at any depth.
    Value unmarked_deep() const;

    // ---- Comparison for tests, tables and sets; ops::equals implements the language's equality

    // Same type, content, refinements and marks at every depth.
    bool identical(const Value& other) const;
    // A total order of values of one type, which is the iteration order of sets; ignores marks. Unknown
    // values come after known ones, and null comes last. Two unknown values compare equal.
    static int compare(const Value& a, const Value& b);

    // One line for messages and tests: source syntax, with `(unknown number)` and `(sensitive)` for values
    // without one. Truncated with "..." beyond `limit` bytes.
    std::string to_display(std::size_t limit = 4096) const;

  private:
    internal::Tag tag() const { return static_cast<internal::Tag>(bytes_[15]); }
    void set_tag(internal::Tag t, TypeKind kind) {
        bytes_[14] = static_cast<unsigned char>(kind);
        bytes_[15] = static_cast<unsigned char>(t);
    }
    std::uint64_t word() const {
        std::uint64_t w;
        std::memcpy(&w, bytes_, sizeof w);
        return w;
    }
    bool unmarked_tag_is(internal::Tag a, internal::Tag b) const {
        internal::Tag t = unmarked().tag();
        return t == a || t == b;
    }
    const Value& marked_inner() const;
    // For non-primitive types.
    const internal::TypeNode* type_node() const;
    std::size_t weight_of_cell() const;
    void set_word(const internal::Counted* object) {
        auto w = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(object));
        std::memcpy(bytes_, &w, sizeof w);
    }
    // Takes over one reference.
    static Value of_cell(const internal::Cell* cell, internal::Tag tag, TypeKind kind);
    // List, set, tuple or object; the dynamic value when the weight exceeds the limit.
    static Value of_elements(Type type, std::span<Value> elements, internal::Tag tag);
    const internal::Counted* counted() const {
        return reinterpret_cast<const internal::Counted*>(static_cast<std::uintptr_t>(word()));
    }
    void retain() const { counted()->retain(); }
    // Drops one reference. Not inlined, because values are destroyed in hundreds of places.
    void release() noexcept;
    void destroy();

    // Bytes 0-7: a word (bool, integer or address). Int and BigNumber: 8-9 the precision. ShortString: 0-13
    // the text, 14 its length. All others: 14 the kind of the type. Byte 15: the tag.
    alignas(8) unsigned char bytes_[16];
};

static_assert(sizeof(Value) == 16);

struct MapEntry {
    Value key;  // a string
    Value value;
};

}  // namespace hcl
