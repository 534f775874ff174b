// Equality at every depth, and the operations on collections and structures.
#include <algorithm>
#include <string>

#include "engine/value/capsule.h"
#include "engine/value/ops.h"
#include "engine/value/ops_results.h"
#include "engine/value/text.h"

namespace hcl::ops {

namespace {

using Kind = ValueError::Kind;

enum class Truth : std::uint8_t { False, True, Open };

// True if the type of some nested part is unknown.
bool has_open_type(const Value& value) {
    const Value& v = value.unmarked();
    if (v.is_null()) return false;
    if (v.is_unknown()) return v.kind() == TypeKind::Dynamic || v.type().has_dynamic();
    if (v.is_wholly_known()) return false;
    for (std::size_t i = 0; i < v.size(); ++i)
        if (has_open_type(v.value_at(i))) return true;
    return false;
}

// The possible sizes of a known collection: unknown elements of a set may turn out equal to others.
std::pair<std::uint64_t, std::uint64_t> length_bounds(const Value& collection) {
    std::uint64_t n = collection.size();
    if (is_open_set(collection)) return {1, n};
    return {n, n};
}

Truth equal(const Value& a, const Value& b, const Rules& rules);

Truth equal_sets(const Value& a, const Value& b) {
    if (!a.is_wholly_known() || !b.is_wholly_known()) {
        // If an element itself is unknown, so is the result; an element with unknown
        // parts is in no other set.
        auto unknown = [](const Value& v) { return v.is_unknown(); };
        if (std::ranges::any_of(a.elements(), unknown) || std::ranges::any_of(b.elements(), unknown))
            return Truth::Open;
        return Truth::False;
    }
    bool same = std::ranges::equal(a.elements(), b.elements(),
                                   [](const Value& x, const Value& y) { return Value::compare(x, y) == 0; });
    return same ? Truth::True : Truth::False;
}

Truth equal_sequences(const Value& a, const Value& b, const Rules& rules) {
    auto x = a.elements();
    auto y = b.elements();
    if (x.size() != y.size()) return Truth::False;
    bool ordered = a.kind() != TypeKind::Object;
    Truth all = Truth::True;
    for (std::size_t i = 0; i < x.size(); ++i) {
        Truth one = equal(x[i], y[i], rules);
        if (one == Truth::False) return Truth::False;
        if (one == Truth::Open) {
            // In sequences the first answer other than "equal" decides, as in the
            // reference; attributes have no order.
            if (ordered && !rules.unknown_equality_is_unknown) return Truth::Open;
            all = Truth::Open;
        }
    }
    return all;
}

Truth equal_maps(const Value& a, const Value& b, const Rules& rules) {
    auto x = a.entries();
    auto y = b.entries();
    if (x.size() != y.size()) return Truth::False;
    Truth all = Truth::True;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (x[i].key.as_string() != y[i].key.as_string()) return Truth::False;
        Truth one = equal(x[i].value, y[i].value, rules);
        if (one == Truth::False) return Truth::False;
        if (one == Truth::Open) all = Truth::Open;
    }
    return all;
}

Truth equal_known(const Value& a, const Value& b, const Rules& rules) {
    if (has_open_type(a) || has_open_type(b)) {
        Type x = a.type();
        Type y = b.type();
        return x.matches(y) || y.matches(x) ? Truth::Open : Truth::False;
    }
    if (a.kind() != b.kind()) return Truth::False;
    auto truth = [](bool same) { return same ? Truth::True : Truth::False; };
    switch (a.kind()) {
        case TypeKind::Bool:
            return truth(a.as_bool() == b.as_bool());
        case TypeKind::Number:
            return truth(a.as_number() == b.as_number());
        case TypeKind::String:
            return truth(a.as_string() == b.as_string());
        default:
            break;
    }
    if (a.type() != b.type()) return Truth::False;
    switch (a.kind()) {
        case TypeKind::Set:
            return equal_sets(a, b);
        case TypeKind::Map:
            return equal_maps(a, b, rules);
        case TypeKind::Capsule: {
            const void* x = a.capsule_payload();
            const void* y = b.capsule_payload();
            auto operation = a.type().capsule_type().operations().equals;
            return truth(x == y || (operation && operation(x, y)));
        }
        default:
            return equal_sequences(a, b, rules);
    }
}

// The values are unmarked, at any depth.
Truth equal(const Value& a, const Value& b, const Rules& rules) {
    bool known_a = a.is_known();
    bool known_b = b.is_known();
    if (rules.unknown_equality_is_unknown) {
        if (!known_a || !known_b) return Truth::Open;
    } else {
        if (a.is_null() && definitely_not_null(b)) return Truth::False;
        if (b.is_null() && definitely_not_null(a)) return Truth::False;
        if (!known_a && !known_b) return Truth::Open;
        if (!known_a || !known_b) {
            const Value& known = known_a ? a : b;
            const Value& unknown = known_a ? b : a;
            // An unknown value may turn out to be null, and nulls of all types are equal.
            if (known.is_null()) return Truth::Open;
            if (!could_become(unknown, known)) return Truth::False;
            if (unknown.type().has_dynamic() || known.type() == unknown.type()) return Truth::Open;
            return Truth::False;
        }
    }
    if (a.is_null() && b.is_null())
        return !rules.null_equality_needs_type || a.type() == b.type() ? Truth::True : Truth::False;
    if (a.is_null() || b.is_null()) return Truth::False;
    return equal_known(a, b, rules);
}

std::string quoted(std::string_view text) {
    return "\"" + std::string(text) + "\"";
}

// The index of a sequence that a number stands for.
std::optional<std::size_t> position(const Number& number) {
    auto index = number.to_uint64();
    return index;
}

std::unexpected<ValueError> no_position(const Number& number, std::size_t size) {
    std::string what = number.to_display();
    if (!number.is_integer())
        return value_error(Kind::NoSuchElement, "index " + what + " is not a whole number");
    if (number.sign() < 0) return value_error(Kind::NoSuchElement, "index " + what + " is negative");
    return value_error(Kind::NoSuchElement,
                       "there is no element " + what + ": the length is " + std::to_string(size));
}

ValueResult index_plain(const Value& collection, const Value& key) {
    if (collection.is_null()) return value_error(Kind::NullValue, "a null value has no elements");
    if (key.is_null()) return value_error(Kind::NullValue, "the key must not be null");
    TypeKind of = collection.kind();
    bool open_key = key.is_unknown() || key.kind() == TypeKind::Dynamic;
    auto needs = [&](TypeKind wanted, const char* name) -> std::optional<ValueError> {
        if (key.kind() == wanted || key.kind() == TypeKind::Dynamic) return std::nullopt;
        return ValueError(Kind::WrongType,
                          std::string("the key must be a ") + name + ", not " + key.type().friendly_name());
    };
    switch (of) {
        case TypeKind::Dynamic:
            return Value();
        case TypeKind::List: {
            if (auto error = needs(TypeKind::Number, "number")) return std::unexpected(*error);
            if (open_key || collection.is_unknown()) return Value::unknown(collection.type().element());
            auto at = position(key.as_number());
            if (!at || *at >= collection.size()) return no_position(key.as_number(), collection.size());
            return collection.value_at(*at);
        }
        case TypeKind::Tuple: {
            if (auto error = needs(TypeKind::Number, "number")) return std::unexpected(*error);
            if (open_key) return Value();
            Type type = collection.type();
            auto at = position(key.as_number());
            if (!at || *at >= type.elements().size())
                return no_position(key.as_number(), type.elements().size());
            return collection.is_unknown() ? Value::unknown(type.elements()[*at]) : collection.value_at(*at);
        }
        case TypeKind::Map: {
            if (auto error = needs(TypeKind::String, "string")) return std::unexpected(*error);
            if (open_key || collection.is_unknown()) return Value::unknown(collection.type().element());
            if (const Value* found = collection.find(key.as_string())) return *found;
            return value_error(Kind::NoSuchElement,
                               "there is no element with the key " + quoted(key.as_string()));
        }
        case TypeKind::Object:
            if (auto error = needs(TypeKind::String, "string")) return std::unexpected(*error);
            if (open_key) return Value();
            return get_attribute(collection, key.as_string());
        default:
            return value_error(Kind::WrongType,
                               "a " + collection.type().friendly_name() + " has no elements to index");
    }
}

ValueResult has_index_plain(const Value& collection, const Value& key) {
    if (collection.is_null()) return value_error(Kind::NullValue, "a null value has no elements");
    TypeKind of = collection.kind();
    if (of == TypeKind::Dynamic) return unknown_bool();
    if (of != TypeKind::List && of != TypeKind::Tuple && of != TypeKind::Map)
        return value_error(Kind::WrongType,
                           "a " + collection.type().friendly_name() + " has no elements to index");
    if (key.kind() == TypeKind::Dynamic) return unknown_bool();
    TypeKind wanted = of == TypeKind::Map ? TypeKind::String : TypeKind::Number;
    if (key.kind() != wanted || key.is_null()) return Value::boolean(false);
    if (key.is_unknown()) return unknown_bool();
    if (of == TypeKind::Tuple) {
        auto at = position(key.as_number());
        return Value::boolean(at && *at < collection.type().elements().size());
    }
    if (collection.is_unknown()) return unknown_bool();
    if (of == TypeKind::Map) return Value::boolean(collection.find(key.as_string()) != nullptr);
    auto at = position(key.as_number());
    return Value::boolean(at && *at < collection.size());
}

Value bounded_length(std::uint64_t least, std::uint64_t most) {
    Refinements r = Refinements::present();
    r.min = NumberBound{Number::unsigned_integer(least), true};
    r.max = NumberBound{Number::unsigned_integer(most), true};
    return Value::unknown(Type::number()).refined(r);
}

}  // namespace

bool is_open_set(const Value& value) {
    return value.kind() == TypeKind::Set && value.has_content() && value.size() > 1 &&
           !value.is_wholly_known();
}

bool definitely_not_null(const Value& value) {
    return value.is_known() ? !value.is_null() : value.refinements().not_null;
}

bool could_become(const Value& marked_unknown, const Value& marked_known) {
    const Value& unknown = marked_unknown.unmarked();
    const Value& known = marked_known.unmarked();
    if (!known.type().matches(unknown.type())) return false;
    const Refinements& r = unknown.refinements();
    switch (unknown.kind()) {
        case TypeKind::String:
            return known.as_string().starts_with(r.prefix);
        case TypeKind::Number: {
            Number n = known.as_number();
            if (r.min && (r.min->inclusive ? n < r.min->number : n <= r.min->number)) return false;
            if (r.max && (r.max->inclusive ? n > r.max->number : n >= r.max->number)) return false;
            // The reference assumes that a refined number is finite on the side without a bound.
            return r.empty() || !n.is_infinite() || (n.is_negative() ? r.min : r.max).has_value();
        }
        case TypeKind::List:
        case TypeKind::Set:
        case TypeKind::Map: {
            auto [least, most] = length_bounds(known);
            return most >= r.min_length && least <= r.max_length;
        }
        default:
            return true;
    }
}

Value equals(const Value& a, const Value& b, const Rules& rules) {
    if (a.is_known_string() && b.is_known_string()) return Value::boolean(a.as_string() == b.as_string());
    if (a.is_known_number() && b.is_known_number()) return Value::boolean(a.as_number() == b.as_number());
    Marks marks;
    if (a.contains_marks() || b.contains_marks()) [[unlikely]] {
        // In a comparison with null, the content does not matter, and neither do the marks inside.
        if (a.is_null() != b.is_null())
            marks = a.marks() | b.marks();
        else
            marks = a.marks_deep() | b.marks_deep();
        return equals(a.unmarked_deep(), b.unmarked_deep(), rules).with_marks(marks);
    }
    Truth truth = equal(a, b, rules);
    return truth == Truth::Open ? unknown_bool() : Value::boolean(truth == Truth::True);
}

ValueResult index(const Value& collection, const Value& key) {
    ValueResult result = index_plain(collection.unmarked(), key.unmarked());
    if (result) return marked_like(std::move(*result), collection, key);
    return result;
}

ValueResult has_index(const Value& collection, const Value& key) {
    ValueResult result = has_index_plain(collection.unmarked(), key.unmarked());
    if (result) return marked_like(std::move(*result), collection, key);
    return result;
}

ValueResult get_attribute(const Value& marked_object, std::string_view name) {
    const Value& object = marked_object.unmarked();
    if (object.is_null()) return value_error(Kind::NullValue, "a null value has no attributes");
    if (object.kind() == TypeKind::Dynamic) return Value().with_same_marks(marked_object);
    if (object.kind() != TypeKind::Object)
        return value_error(Kind::WrongType, "a " + object.type().friendly_name() + " has no attributes");
    if (!is_ascii(name) && !is_nfc(name)) return get_attribute(marked_object, to_nfc(name));
    if (object.is_unknown()) {
        Type type = object.type();
        if (const ObjectAttribute* attribute = type.find_attribute(name))
            return Value::unknown(attribute->type).with_same_marks(marked_object);
    } else if (const Value* found = object.find(name)) {
        return found->with_same_marks(marked_object);
    }
    return value_error(Kind::NoSuchElement, "there is no attribute named " + quoted(name));
}

ValueResult length(const Value& marked) {
    const Value& v = marked.unmarked();
    if (v.is_null()) return value_error(Kind::NullValue, "a null value has no length");
    auto done = [&](const Value& result) { return result.with_same_marks(marked); };
    switch (v.kind()) {
        case TypeKind::Tuple:
            return done(Value::integer(static_cast<std::int64_t>(v.type().elements().size())));
        case TypeKind::Dynamic:
            return done(bounded_length(0, Refinements::kNoMaxLength));
        case TypeKind::List:
        case TypeKind::Set:
        case TypeKind::Map:
            break;
        default:
            return value_error(Kind::WrongType, "a " + v.type().friendly_name() + " has no length");
    }
    if (v.is_unknown()) {
        const Refinements& r = v.refinements();
        return done(bounded_length(r.min_length, r.max_length));
    }
    auto [least, most] = length_bounds(v);
    if (least == most) return done(Value::integer(static_cast<std::int64_t>(most)));
    return done(bounded_length(least, most));
}

ValueResult has_element(const Value& marked_set, const Value& marked_element, const Rules& rules) {
    const Value& set = marked_set.unmarked();
    Value element = marked_element.unmarked_deep();
    Marks marks = marked_set.marks() | marked_element.marks_deep();
    auto done = [&](const Value& v) { return v.with_marks(marks); };
    if (set.is_null()) return value_error(Kind::NullValue, "a null set has no elements");
    if (set.kind() == TypeKind::Dynamic || (set.kind() == TypeKind::Set && set.is_unknown()))
        return done(unknown_bool());
    if (set.kind() != TypeKind::Set) return value_error(Kind::WrongType, "a set is required");
    Type wanted = set.type().element();
    if (element.kind() != TypeKind::Dynamic && !wanted.is_dynamic() && element.type() != wanted)
        return done(Value::boolean(false));
    if (element.is_unknown()) return done(unknown_bool());
    if (element.type() != wanted) return done(Value::boolean(false));
    for (const Value& e : set.elements())
        if (equal(e, element, rules) == Truth::True) return done(Value::boolean(true));
    return done(set.is_wholly_known() ? Value::boolean(false) : unknown_bool());
}

Refinements range_of(const Value& marked) {
    const Value& v = marked.unmarked();
    Refinements r = v.refinements();
    if (!v.has_content()) return r;
    switch (v.kind()) {
        case TypeKind::String:
            r.prefix = v.as_string();
            break;
        case TypeKind::Number:
            r.min = r.max = NumberBound{v.as_number(), true};
            break;
        case TypeKind::List:
        case TypeKind::Set:
        case TypeKind::Map:
            // If the length of a set is unknown, no bounds are set.
            if (auto [least, most] = length_bounds(v); least == most) r.min_length = r.max_length = most;
            break;
        default:
            break;
    }
    return r;
}

}  // namespace hcl::ops
