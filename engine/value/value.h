// Values: immutable, 16 bytes, shared between threads without locks.
//
// A container that nests too deep or weighs too much (kMaxTypeDepth, kMaxWeight) is built as the dynamic
// value.
//
// Booleans, 64-bit integers and strings up to 14 bytes live inside; everything else is a counted heap cell. A
// value is known, null or unknown; it may be marked; it always has a type. Accessors that read content
// (as_string, elements, ...) want a known, non-null, unmarked value and check so: look first, or use
// engine/value/ops.h, which takes any value. Predicates (is_null, is_known, type) look through marks.
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
    // No heap at all. UnknownPrimitive of Dynamic is all zero: the default value.
    UnknownPrimitive,
    NullPrimitive,
    Bool,
    Int,
    ShortString,
    // The word is the address of something counted.
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

    // ---- Making values

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
    // A whole number as functions make them (64 bits of precision).
    static Value integer(std::int64_t n) { return number(Number::integer(n)); }
    // Brings the text to NFC; malformed bytes become U+FFFD.
    static Value string(std::string_view utf8);
    // For text known to be NFC, such as parts of other values: skips the check.
    static Value string_nfc(std::string_view nfc);
    // Elements are of the element type, or dynamic (unknown or null of a type not known yet).
    static Value list(const Type& element, std::vector<Value> elements);
    // Keeps one of each group of equal elements and sorts: strings by bytes, numbers ascending, false before
    // true, others by their order texts. Unknown elements are never equal to anything. Marks move to the
    // set itself.
    static Value set(const Type& element, std::vector<Value> elements);
    static Value tuple(std::vector<Value> elements) { return tuple_of(elements); }
    // Takes the elements.
    static Value tuple_of(std::span<Value> elements);
    // Keys in any order, brought to NFC; of two entries with one key the last wins.
    static Value map(const Type& element, std::vector<std::pair<std::string, Value>> entries);
    static Value object(std::vector<std::pair<std::string, Value>> attributes);
    // `values` in the order of type.attributes(). Optional attributes become required ones in the value's
    // type.
    static Value object(const Type& type, std::vector<Value> values);
    static Value capsule(const CapsuleType& type, std::shared_ptr<const void> payload);

    // ---- What it is

    Type type() const {
        return kind() <= TypeKind::String ? Type::primitive(kind()) : Type::share(type_node());
    }
    // The kind of the type, without touching its reference count.
    TypeKind kind() const {
        return tag() == internal::Tag::ShortString ? TypeKind::String : static_cast<TypeKind>(bytes_[14]);
    }
    // Likewise.
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
    // Known, and so is every part.
    bool is_wholly_known() const;
    // The cost of walking all parts (see kMaxWeight): 1 for a scalar, plus 1 for every 64 bytes of a string.
    // Code that walks a value for an expression spends this first. At most kMaxWeight, except for strings.
    std::size_t weight() const { return tag() < internal::kFirstCounted ? 1 : weight_of_cell(); }
    // Known and not null: content can be read once marks are off.
    bool has_content() const { return is_known() && !is_null(); }
    // A number that can be read: no marks, no null, known.
    bool is_known_number() const { return tag() == internal::Tag::Int || tag() == internal::Tag::BigNumber; }
    bool is_known_string() const {
        return tag() == internal::Tag::ShortString || tag() == internal::Tag::LongString;
    }
    bool is_known_bool() const { return tag() == internal::Tag::Bool; }
    bool is_dynamic_unknown() const {
        const Value& v = unmarked();
        return v.tag() == internal::Tag::UnknownPrimitive && v.bytes_[14] == 0;
    }
    // Unknown: its refinements. Known: not_null, and nothing else.
    const Refinements& refinements() const;
    // An unknown value with these known besides what was known before; marks stay. A known value comes back
    // as it is. Bounds that leave one single value give that value known (0 <= n <= 0 is 0, a list of no
    // elements is empty, a list of exactly n is n unknown elements).
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
    std::string_view as_string() const;  // as long as this value lives and does not move
    const void* capsule_payload() const;
    template <typename T>
    const T& capsule_as() const {
        return *static_cast<const T*>(capsule_payload());
    }

    // How many elements, entries or attributes.
    std::size_t size() const;
    // List, set, tuple: the elements in order. Object: the attributes' values in the order of
    // type().attributes().
    std::span<const Value> elements() const;
    // Map: sorted by key (bytes).
    std::span<const MapEntry> entries() const;
    // Any container: the i-th key (a number for list and tuple, the element itself for a set) and value.
    Value key_at(std::size_t i) const;
    const Value& value_at(std::size_t i) const;
    // Map and object: null when absent.
    const Value* find(std::string_view key) const;

    // ---- Marks

    bool is_marked() const { return tag() == internal::Tag::Marked; }
    // Itself or some part at any depth.
    bool contains_marks() const;
    const Marks& marks() const;
    // All marks at any depth.
    Marks marks_deep() const;
    Value with_marks(const Marks& more) const;
    Value with_same_marks(const Value& other) const {
        return other.is_marked() ? with_marks(other.marks()) : *this;
    }
    // This value without its own marks; parts keep theirs.
    const Value& unmarked() const { return tag() == internal::Tag::Marked ? marked_inner() : *this; }
    // Without any marks at any depth.
    Value unmarked_deep() const;

    // ---- Comparison for tests, tables and sets; for the language's equality see ops::equals

    // Same type, same content, same refinements, same marks at every depth.
    bool identical(const Value& other) const;
    // A total order over values of one type that sets iterate in; marks do not count. Unknown sorts after all
    // that is known and null after that. Zero for unknown against unknown, too.
    static int compare(const Value& a, const Value& b);

    // One line for people and tests: source syntax, with `(unknown number)` and `(sensitive)` for what has
    // none. Cut with "..." where it grows beyond `limit` bytes.
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
    // Takes over one count.
    static Value of_cell(const internal::Cell* cell, internal::Tag tag, TypeKind kind);
    // List, set, tuple or object; the dynamic value when it would weigh too much.
    static Value of_elements(Type type, std::span<Value> elements, internal::Tag tag);
    const internal::Counted* counted() const {
        return reinterpret_cast<const internal::Counted*>(static_cast<std::uintptr_t>(word()));
    }
    void retain() const { counted()->retain(); }
    // Gives one count back; a call, since values go in hundreds of places.
    void release() noexcept;
    void destroy();

    // Bytes 0-7: a word (bool, integer or address). Int and BigNumber: 8-9 the precision. ShortString: 0-13
    // the text, 14 its length. All others: 14 the type's kind. Byte 15: the tag.
    alignas(8) unsigned char bytes_[16];
};

static_assert(sizeof(Value) == 16);

struct MapEntry {
    Value key;  // a string
    Value value;
};

}  // namespace hcl
