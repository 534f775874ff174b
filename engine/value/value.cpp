// Cells and constructors. The layout on the heap is defined only here.
#include "engine/value/value.h"

#include <algorithm>
#include <new>

#include "engine/base/check.h"
#include "engine/base/small_vector.h"
#include "engine/value/capsule.h"
#include "engine/value/cells.h"
#include "engine/value/order_text.h"
#include "engine/value/stable_order.h"
#include "engine/value/text.h"

namespace hcl {

using internal::CapsuleCell;
using internal::Cell;
using internal::Counted;
using internal::MapCell;
using internal::MarkedCell;
using internal::RefinedCell;
using internal::SequenceCell;
using internal::StringCell;
using internal::Tag;
using internal::TypeNode;

namespace {

std::uint8_t flags_of(const Value& value) {
    std::uint8_t flags = 0;
    if (!value.is_wholly_known()) flags |= Cell::HasUnknown;
    if (value.contains_marks()) flags |= Cell::HasMarks;
    return flags;
}

// An element of unknown type takes the element type of its container.
void settle_type(Value& element, const Type& type) {
    if (type.is_dynamic() || element.kind() != TypeKind::Dynamic) {
        HCL_DCHECK(type.is_dynamic() || element.type() == type);
        return;
    }
    Value settled = element.is_null() ? Value::null(type) : Value::unknown(type);
    element = settled.with_same_marks(element);
}

// The element type of the elements if the given one is dynamic.
Type element_type(const Type& given, std::span<const Value> elements) {
    if (!given.is_dynamic()) return given.without_optional();
    for (const Value& element : elements)
        if (element.kind() != TypeKind::Dynamic) return element.type();
    return given;
}

void normalize_key(std::string& key) {
    if (!is_ascii(key)) key = to_nfc(key);
}

// Sorts by key; the last of several equal keys wins.
void sort_entries(std::vector<std::pair<std::string, Value>>& entries) {
    for (auto& [key, value] : entries) normalize_key(key);
    auto by_key = [](const auto& a, const auto& b) { return a.first < b.first; };
    internal::stable_sort(entries, by_key);
    auto out = entries.begin();
    for (auto it = entries.begin(); it != entries.end(); ++it) {
        if (std::next(it) != entries.end() && std::next(it)->first == it->first) continue;
        if (out != it) *out = std::move(*it);
        ++out;
    }
    entries.erase(out, entries.end());
}

}  // namespace

SequenceCell* SequenceCell::make(Type type, std::span<Value> elements) {
    std::size_t weight = 1;
    for (const Value& element : elements) weight += element.weight();
    weight = std::max<std::size_t>(weight, type.weight());
    if (weight > kMaxWeight) return nullptr;
    void* memory = ::operator new(sizeof(SequenceCell) + elements.size() * sizeof(Value));
    auto* cell = new (memory) SequenceCell(std::move(type), elements.size());
    cell->weight = static_cast<std::uint32_t>(weight);
    for (std::size_t i = 0; i < elements.size(); ++i) {
        cell->flags |= flags_of(elements[i]);
        new (cell->elements() + i) Value(std::move(elements[i]));
    }
    return cell;
}

void internal::StringCell::destroy(const StringCell* cell) {
    ::operator delete(const_cast<StringCell*>(cell));
}

void Value::release() noexcept {
    const Counted* object = counted();
    // If the count is one, no other thread can reach the cell; types, however, are found through the table.
    const bool is_last = tag() > Tag::UnknownOf && object->refs.load(std::memory_order_acquire) == 1;
    if (is_last || object->release()) destroy();
}

void Value::destroy() {
    const Counted* object = counted();
    switch (tag()) {
        case Tag::NullOf:
        case Tag::UnknownOf:
            internal::destroy(static_cast<const TypeNode*>(object));
            return;
        case Tag::BigNumber:
            internal::destroy_big_number(object);
            return;
        case Tag::LongString:
            StringCell::destroy(static_cast<const StringCell*>(object));
            return;
        case Tag::Sequence:
        case Tag::Object: {
            auto* cell = const_cast<SequenceCell*>(static_cast<const SequenceCell*>(object));
            for (std::size_t i = 0; i < cell->count; ++i) cell->elements()[i].~Value();
            cell->~SequenceCell();
            ::operator delete(cell);
            return;
        }
        case Tag::Map: {
            auto* cell = const_cast<MapCell*>(static_cast<const MapCell*>(object));
            for (std::size_t i = 0; i < cell->count; ++i) cell->entries()[i].~MapEntry();
            cell->~MapCell();
            ::operator delete(cell);
            return;
        }
        case Tag::Capsule:
            delete static_cast<const CapsuleCell*>(object);
            return;
        case Tag::Refined:
            delete static_cast<const RefinedCell*>(object);
            return;
        case Tag::Marked:
            delete static_cast<const MarkedCell*>(object);
            return;
        default:
            HCL_CHECK(false);
    }
}

Value Value::null(const Type& type) {
    Value v;
    if (type.kind() <= TypeKind::String) {
        v.set_tag(Tag::NullPrimitive, type.kind());
        return v;
    }
    Type plain = type.without_optional();
    internal::retain(plain.node());
    v.set_word(plain.node());
    v.set_tag(Tag::NullOf, type.kind());
    return v;
}

Value Value::unknown(const Type& type) {
    Value v;
    if (type.kind() <= TypeKind::String) {
        v.set_tag(Tag::UnknownPrimitive, type.kind());
        return v;
    }
    Type plain = type.without_optional();
    internal::retain(plain.node());
    v.set_word(plain.node());
    v.set_tag(Tag::UnknownOf, type.kind());
    return v;
}

Value Value::string(std::string_view utf8) {
    if (is_ascii(utf8)) return string_nfc(utf8);
    return is_nfc(utf8) ? string_nfc(utf8) : string_nfc(to_nfc(utf8));
}

Value Value::string_nfc(std::string_view nfc) {
    Value v;
    if (nfc.size() <= internal::kShortString) {
        // The data of an empty view may be null.
        if (!nfc.empty()) std::memcpy(v.bytes_, nfc.data(), nfc.size());
        v.bytes_[14] = static_cast<unsigned char>(nfc.size());
        v.bytes_[15] = static_cast<unsigned char>(Tag::ShortString);
        return v;
    }
    void* memory = ::operator new(sizeof(StringCell) + nfc.size());
    auto* cell = new (memory) StringCell(nfc.size());
    std::memcpy(cell->data(), nfc.data(), nfc.size());
    v.set_word(cell);
    v.set_tag(Tag::LongString, TypeKind::String);
    return v;
}

Value Value::of_cell(const Cell* cell, Tag tag, TypeKind kind) {
    Value v;
    v.set_word(cell);
    v.set_tag(tag, kind);
    return v;
}

Value Value::of_elements(Type type, std::span<Value> elements, Tag tag) {
    const TypeKind kind = type.kind();
    const SequenceCell* cell = SequenceCell::make(std::move(type), elements);
    return cell ? of_cell(cell, tag, kind) : Value();
}

std::size_t Value::weight_of_cell() const {
    switch (tag()) {
        case Tag::LongString:
            return 1 + static_cast<const StringCell*>(counted())->length / 64;
        case Tag::NullOf:
        case Tag::UnknownOf:
            return static_cast<const TypeNode*>(counted())->weight;
        case Tag::Sequence:
        case Tag::Object:
            return static_cast<const SequenceCell*>(counted())->weight;
        case Tag::Map:
            return static_cast<const MapCell*>(counted())->weight;
        case Tag::Refined:
            return static_cast<const RefinedCell*>(counted())->type.weight();
        case Tag::Marked:
            return marked_inner().weight();
        default:
            return 1;
    }
}

Value Value::list(const Type& element, std::vector<Value> elements) {
    Type inner = element_type(element, elements);
    Type type = Type::list(inner);
    if (type.is_dynamic()) return Value();
    if (!inner.is_dynamic())
        for (Value& e : elements) settle_type(e, inner);
    return of_elements(std::move(type), elements, Tag::Sequence);
}

// The order of Value::compare; the text of every element is written only once.
static void sort_structured(std::vector<Value>& elements) {
    struct Keyed {
        std::string text;
        Value value;
    };
    std::vector<Keyed> keyed;
    keyed.reserve(elements.size());
    for (Value& e : elements) {
        std::string text;
        if (e.has_content()) internal::append_order_text(text, e);
        keyed.push_back({std::move(text), std::move(e)});
    }
    internal::stable_sort(keyed, [](const Keyed& a, const Keyed& b) {
        if (!a.text.empty() && !b.text.empty() && a.text != b.text) return a.text < b.text;
        return Value::compare(a.value, b.value) < 0;
    });
    for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = std::move(keyed[i].value);
}

Value Value::set(const Type& element, std::vector<Value> elements) {
    Marks marks;
    Type inner = element_type(element, elements);
    Type type = Type::set(inner);
    for (Value& e : elements)
        if (e.contains_marks()) {
            marks |= e.marks_deep();
            e = e.unmarked_deep();
        }
    if (type.is_dynamic()) return Value().with_marks(marks);
    if (!inner.is_dynamic())
        for (Value& e : elements) settle_type(e, inner);
    auto before = [](const Value& a, const Value& b) { return compare(a, b) < 0; };
    if (inner.is_primitive() || elements.size() < 3) {
        internal::stable_sort(elements, before);
    } else {
        sort_structured(elements);
    }
    auto same = [](const Value& a, const Value& b) {
        return compare(a, b) == 0 && a.is_wholly_known() && b.is_wholly_known();
    };
    elements.erase(std::unique(elements.begin(), elements.end(), same), elements.end());
    return of_elements(std::move(type), elements, Tag::Sequence).with_marks(marks);
}

Value Value::tuple_of(std::span<Value> elements) {
    SmallVector<Type, 16> types;
    types.reserve(elements.size());
    for (const Value& e : elements) types.push_back(e.type());
    Type type = Type::tuple(std::span<const Type>(types.data(), types.size()));
    if (type.is_dynamic()) return Value();
    return of_elements(std::move(type), elements, Tag::Sequence);
}

Value Value::map(const Type& element, std::vector<std::pair<std::string, Value>> entries) {
    sort_entries(entries);
    Type inner = element;
    for (std::size_t i = 0; inner.is_dynamic() && i < entries.size(); ++i) inner = entries[i].second.type();
    inner = inner.without_optional();
    Type type = Type::map(inner);
    if (type.is_dynamic()) return Value();
    std::size_t weight = 1;
    for (auto& [key, value] : entries) {
        if (!inner.is_dynamic()) settle_type(value, inner);
        weight += value.weight();
    }
    weight = std::max<std::size_t>(weight, type.weight());
    if (weight > kMaxWeight) return Value();
    void* memory = ::operator new(sizeof(MapCell) + entries.size() * sizeof(MapEntry));
    auto* cell = new (memory) MapCell(std::move(type), entries.size());
    cell->weight = static_cast<std::uint32_t>(weight);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        cell->flags |= flags_of(entries[i].second);
        new (cell->entries() + i) MapEntry{string_nfc(entries[i].first), std::move(entries[i].second)};
    }
    return of_cell(cell, Tag::Map, TypeKind::Map);
}

Value Value::object(std::vector<std::pair<std::string, Value>> attributes) {
    sort_entries(attributes);
    std::vector<ObjectAttribute> types;
    std::vector<Value> values;
    types.reserve(attributes.size());
    values.reserve(attributes.size());
    for (auto& [name, value] : attributes) {
        types.push_back({std::move(name), value.type(), false});
        values.push_back(std::move(value));
    }
    Type type = Type::object_sorted(std::move(types));
    if (type.is_dynamic()) return Value();
    return of_elements(std::move(type), values, Tag::Object);
}

Value Value::object(const Type& type, std::vector<Value> values) {
    HCL_CHECK(type.is_object() && type.attributes().size() == values.size());
    Type plain = type.without_optional();
    // For dynamic attributes, the type of the object is built from the types of the values.
    bool exact = true;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Type& wanted = plain.attributes()[i].type;
        if (values[i].kind() == TypeKind::Dynamic && !wanted.is_dynamic()) settle_type(values[i], wanted);
        if (plain.has_dynamic() && values[i].type() != wanted) exact = false;
        HCL_DCHECK(!exact || values[i].type() == wanted);
    }
    if (!exact) {
        std::vector<ObjectAttribute> types;
        types.reserve(values.size());
        for (std::size_t i = 0; i < values.size(); ++i)
            types.push_back({plain.attributes()[i].name, values[i].type(), false});
        plain = Type::object(std::move(types));
        if (plain.is_dynamic()) return Value();
    }
    return of_elements(std::move(plain), values, Tag::Object);
}

Value Value::capsule(const CapsuleType& type, std::shared_ptr<const void> payload) {
    return of_cell(new CapsuleCell(Type::capsule(type), std::move(payload)), Tag::Capsule, TypeKind::Capsule);
}

const TypeNode* Value::type_node() const {
    const Value& v = unmarked();
    switch (v.tag()) {
        case Tag::NullOf:
        case Tag::UnknownOf:
            return static_cast<const TypeNode*>(v.counted());
        case Tag::Sequence:
        case Tag::Object:
            return static_cast<const SequenceCell*>(v.counted())->type.node();
        case Tag::Map:
            return static_cast<const MapCell*>(v.counted())->type.node();
        case Tag::Capsule:
            return static_cast<const CapsuleCell*>(v.counted())->type.node();
        case Tag::Refined:
            return static_cast<const RefinedCell*>(v.counted())->type.node();
        default:
            return Type::primitive(v.kind()).node();
    }
}

bool Value::is_wholly_known() const {
    const Value& v = unmarked();
    switch (v.tag()) {
        case Tag::UnknownPrimitive:
        case Tag::UnknownOf:
        case Tag::Refined:
            return false;
        case Tag::Sequence:
        case Tag::Object:
        case Tag::Map:
            return !(static_cast<const Cell*>(v.counted())->flags & Cell::HasUnknown);
        default:
            return true;
    }
}

bool Value::contains_marks() const {
    switch (tag()) {
        case Tag::Marked:
            return true;
        case Tag::Sequence:
        case Tag::Object:
        case Tag::Map:
            return static_cast<const Cell*>(counted())->flags & Cell::HasMarks;
        default:
            return false;
    }
}

std::string_view Value::as_string() const {
    if (tag() == Tag::ShortString) return {reinterpret_cast<const char*>(bytes_), bytes_[14]};
    HCL_CHECK(tag() == Tag::LongString);
    auto* cell = static_cast<const StringCell*>(counted());
    return {cell->data(), cell->length};
}

const void* Value::capsule_payload() const {
    HCL_CHECK(tag() == Tag::Capsule);
    return static_cast<const CapsuleCell*>(counted())->payload.get();
}

std::size_t Value::size() const {
    if (tag() == Tag::Map) return static_cast<const MapCell*>(counted())->count;
    HCL_CHECK(tag() == Tag::Sequence || tag() == Tag::Object);
    return static_cast<const SequenceCell*>(counted())->count;
}

std::span<const Value> Value::elements() const {
    HCL_CHECK(tag() == Tag::Sequence || tag() == Tag::Object);
    auto* cell = static_cast<const SequenceCell*>(counted());
    return {cell->elements(), cell->count};
}

std::span<const MapEntry> Value::entries() const {
    HCL_CHECK(tag() == Tag::Map);
    auto* cell = static_cast<const MapCell*>(counted());
    return {cell->entries(), cell->count};
}

Value Value::key_at(std::size_t i) const {
    if (tag() == Tag::Map) return entries()[i].key;
    HCL_CHECK(i < size());
    const Type& type = static_cast<const SequenceCell*>(counted())->type;
    if (type.is_object()) return string_nfc(type.attributes()[i].name);
    if (type.is_set()) return elements()[i];
    return integer(static_cast<std::int64_t>(i));
}

const Value& Value::value_at(std::size_t i) const {
    HCL_CHECK(i < size());
    return tag() == Tag::Map ? entries()[i].value : elements()[i];
}

const Value* Value::find(std::string_view key) const {
    if (tag() == Tag::Object) {
        auto* cell = static_cast<const SequenceCell*>(counted());
        const ObjectAttribute* attribute = cell->type.find_attribute(key);
        return attribute ? cell->elements() + (attribute - cell->type.attributes().data()) : nullptr;
    }
    auto all = entries();
    constexpr std::size_t kFew = 8;
    if (all.size() <= kFew) {
        for (const MapEntry& entry : all)
            if (entry.key.as_string() == key) return &entry.value;
        return nullptr;
    }
    auto it = std::lower_bound(all.begin(), all.end(), key,
                               [](const MapEntry& e, std::string_view k) { return e.key.as_string() < k; });
    return it != all.end() && it->key.as_string() == key ? &it->value : nullptr;
}

const Value& Value::marked_inner() const {
    return static_cast<const MarkedCell*>(counted())->inner;
}

const Marks& Value::marks() const {
    static const Marks kNone;
    return is_marked() ? static_cast<const MarkedCell*>(counted())->marks : kNone;
}

Value Value::with_marks(const Marks& more) const {
    if (more.empty()) return *this;
    Marks all = marks() | more;
    if (is_marked() && all == marks()) return *this;
    return of_cell(new MarkedCell(unmarked(), std::move(all)), Tag::Marked, kind());
}

Marks Value::marks_deep() const {
    if (!contains_marks()) return {};
    Marks all = marks();
    const Value& inner = unmarked();
    if (inner.contains_marks())
        for (std::size_t i = 0; i < inner.size(); ++i) all |= inner.value_at(i).marks_deep();
    return all;
}

Value Value::unmarked_deep() const {
    if (!contains_marks()) return *this;
    const Value& inner = unmarked();
    if (!inner.contains_marks()) return inner;
    if (inner.tag() == Tag::Map) {
        auto all = inner.entries();
        void* memory = ::operator new(sizeof(MapCell) + all.size() * sizeof(MapEntry));
        auto* cell = new (memory) MapCell(inner.type(), all.size());
        cell->flags = static_cast<const Cell*>(inner.counted())->flags & Cell::HasUnknown;
        cell->weight = static_cast<const MapCell*>(inner.counted())->weight;
        for (std::size_t i = 0; i < all.size(); ++i)
            new (cell->entries() + i) MapEntry{all[i].key, all[i].value.unmarked_deep()};
        return of_cell(cell, Tag::Map, TypeKind::Map);
    }
    std::vector<Value> plain;
    plain.reserve(inner.size());
    for (const Value& e : inner.elements()) plain.push_back(e.unmarked_deep());
    return of_elements(inner.type(), plain, inner.tag());
}

}  // namespace hcl
