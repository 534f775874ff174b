// Conversion of types (does one exist?) and of values (the result).
#include "engine/value/convert.h"

#include <algorithm>
#include <string>

#include "engine/base/check.h"
#include "engine/value/capsule.h"
#include "engine/value/mismatch.h"
#include "engine/value/text.h"
#include "engine/value/unify.h"

namespace hcl {

namespace {

using Kind = ValueError::Kind;

Conversion weaker(Conversion a, Conversion b) {
    return std::min(a, b);
}

bool is_sequence(const Type& type) {
    return type.is_list() || type.is_set();
}

std::vector<Type> attribute_types(const Type& object) {
    std::vector<Type> out;
    out.reserve(object.attributes().size());
    for (const ObjectAttribute& a : object.attributes()) out.push_back(a.type);
    return out;
}

class TypeConverter {
  public:
    TypeConverter(const Rules& rules, Safety safety) : rules_(rules), safety_(safety) {}

    // The best conversion that the requested safety permits; None if there is none.
    Conversion between(const Type& from, const Type& to) const {
        if (from == to) return Conversion::Identity;
        Conversion found = find(from, to);
        return safety_ == Safety::Safe && found == Conversion::Unsafe ? Conversion::None : found;
    }

  private:
    Conversion find(const Type& from, const Type& to) const {
        if (to.is_dynamic()) return Conversion::Safe;
        if (from.is_dynamic()) return rules_.dynamic_converts_safely ? Conversion::Safe : Conversion::Unsafe;
        if (from.is_primitive() && to.is_primitive()) {
            if (to.is_string()) return Conversion::Safe;
            return from.is_string() ? Conversion::Unsafe : Conversion::None;
        }
        switch (to.kind()) {
            case TypeKind::Object:
                if (from.is_object()) return object_to_object(from, to);
                if (from.is_map()) return map_to_object(from, to);
                break;
            case TypeKind::Tuple:
                if (from.is_tuple()) return tuple_to_tuple(from, to);
                if (is_sequence(from) && rules_.sequence_to_tuple)
                    return weaker(
                        all(to.elements(), [&](const Type& t) { return between(from.element(), t); }),
                        Conversion::Unsafe);
                break;
            case TypeKind::List:
                if (is_sequence(from)) return element(from, to);
                if (from.is_tuple()) return parts_to_collection(from.elements(), to.element(), true);
                break;
            case TypeKind::Set:
                // The order of a list is lost, and so are duplicates.
                if (is_sequence(from))
                    return weaker(element(from, to), from.is_list() ? Conversion::Unsafe : Conversion::Safe);
                if (from.is_tuple())
                    return weaker(parts_to_collection(from.elements(), to.element(), true),
                                  rules_.tuple_to_set_unsafe ? Conversion::Unsafe : Conversion::Safe);
                break;
            case TypeKind::Map:
                if (from.is_map()) return element(from, to);
                if (from.is_object()) return parts_to_collection(attribute_types(from), to.element(), false);
                break;
            default:
                break;
        }
        return capsules(from, to);
    }

    // The weakest result of `f`; an empty range is safe.
    template <typename Range, typename F>
    static Conversion all(const Range& range, const F& f) {
        Conversion out = Conversion::Safe;
        for (const auto& item : range) {
            out = weaker(out, f(item));
            if (out == Conversion::None) break;
        }
        return out;
    }

    Conversion element(const Type& from, const Type& to) const {
        return weaker(between(from.element(), to.element()), Conversion::Safe);
    }

    // False when too many attributes were compared: a short type expression can have many, and be compared
    // with each of many others. Then the value decides.
    bool looks_at(const Type& to) const {
        const std::size_t count = to.attributes().size();
        left_ -= std::min(left_, count);
        return left_ > 0;
    }

    Conversion object_to_object(const Type& from, const Type& to) const {
        if (!looks_at(to)) return Conversion::Unsafe;
        Conversion out = Conversion::Safe;
        std::size_t taken = 0;
        for (const ObjectAttribute& wanted : to.attributes()) {
            if (const ObjectAttribute* given = from.find_attribute(wanted.name)) {
                ++taken;
                out = weaker(out, between(given->type, wanted.type));
            } else if (!wanted.optional && !rules_.object_fills_missing) {
                return Conversion::None;
            }
            if (out == Conversion::None) return out;
        }
        // The reference permits dropped attributes; the documents count them as lost information.
        if (rules_.object_fills_missing && taken < from.attributes().size())
            out = weaker(out, Conversion::Unsafe);
        return out;
    }

    Conversion map_to_object(const Type& from, const Type& to) const {
        if (!looks_at(to)) return Conversion::Unsafe;
        Conversion out = all(to.attributes(), [&](const ObjectAttribute& wanted) {
            Conversion one = between(from.element(), wanted.type);
            // The map may lack an optional attribute that it could not convert.
            if (one == Conversion::None && wanted.optional && safety_ == Safety::Unsafe)
                one = Conversion::Unsafe;
            return one;
        });
        return weaker(out, Conversion::Unsafe);
    }

    Conversion tuple_to_tuple(const Type& from, const Type& to) const {
        auto given = from.elements();
        auto wanted = to.elements();
        if (given.size() != wanted.size()) return Conversion::None;
        Conversion out = Conversion::Safe;
        for (std::size_t i = 0; i < given.size() && out != Conversion::None; ++i)
            out = weaker(out, between(given[i], wanted[i]));
        return out;
    }

    // Tuple or object to list, set or map: every part converts to the element type or, if that
    // is dynamic, to a common type.
    Conversion parts_to_collection(std::span<const Type> parts, Type to, bool sequence) const {
        if (parts.empty()) return Conversion::Safe;
        if (to.is_dynamic()) {
            auto common = common_element(parts, sequence);
            if (!common) return Conversion::None;
            to = *common;
        }
        return all(parts, [&](const Type& part) { return between(part, to); });
    }

  public:
    // The element type when a tuple or object converts to a collection of "any single type".
    std::optional<Type> common_element(std::span<const Type> parts, bool sequence) const {
        std::optional<Unified> unified = unify(parts, safety_, rules_);
        if (!unified) return std::nullopt;
        // Still dynamic: correct only if the types of all parts are unknown.
        if (sequence && unified->type.is_dynamic() && !rules_.to_dynamic_is_noop &&
            !std::ranges::all_of(parts, [](const Type& t) { return t.is_dynamic(); }))
            return std::nullopt;
        return unified->type;
    }

  private:
    static Conversion capsules(const Type& from, const Type& to) {
        if (to.is_capsule()) {
            auto can = to.capsule_type().operations().can_convert_from;
            if (can && can(from)) return Conversion::Unsafe;
        }
        if (from.is_capsule()) {
            auto can = from.capsule_type().operations().can_convert_to;
            if (can && can(to)) return Conversion::Unsafe;
        }
        return Conversion::None;
    }

    static constexpr std::size_t kMostAttributes = 4'000'000;

    const Rules& rules_;
    Safety safety_;
    mutable std::size_t left_ = kMostAttributes;
};

// True for two different primitive types one of which is string.
bool convert_as_scalar(TypeKind from, TypeKind to) {
    auto is_primitive = [](TypeKind kind) { return kind >= TypeKind::Bool && kind <= TypeKind::String; };
    return from != to && is_primitive(from) && is_primitive(to) &&
           (from == TypeKind::String || to == TypeKind::String);
}

ValueResult text_to_bool(std::string_view text, const Rules& rules) {
    if (auto b = bool_from_text(text)) return Value::boolean(*b);
    static const ValueError kNoBool(Kind::Conversion, "a bool is required");
    constexpr std::size_t kLongest = std::string_view("false").size();
    if (is_ascii(text) && text.size() > kLongest) return std::unexpected(kNoBool);
    std::string lower = to_lower(text);
    if (rules.bools_in_any_case && (lower == "true" || lower == "false"))
        return Value::boolean(lower == "true");
    if (lower == "true" || lower == "false")
        return value_error(Kind::Conversion, "a bool is required: write it in lower case, \"" + lower + "\"");
    return std::unexpected(kNoBool);
}

// Why number_from_text refuses a string.
ValueError no_number(std::string_view text, const Rules& rules) {
    static const ValueError kNoNumber(Kind::Conversion, "a number is required");
    static const ValueError kTooPrecise(
        Kind::Conversion, "this number has more digits than can be held exactly (512 bits, some 154 digits)");
    static const ValueError kTooLarge(Kind::Conversion, "this number is too large");
    const NumberSyntax syntax = rules.plain_number_text ? NumberSyntax::Plain : NumberSyntax::Flexible;
    switch (parse_number(text, syntax).problem) {
        case NumberProblem::Inexact:
            return kTooPrecise;
        case NumberProblem::Overflow:
        case NumberProblem::Exponent:
            return kTooLarge;
        default:
            return kNoNumber;
    }
}

// For convert_as_scalar. A function of its own: the general path needs far more stack.
ValueResult convert_scalar(const Value& value, TypeKind to, const Rules& rules) {
    if (value.is_marked()) {
        ValueResult result = convert_scalar(value.unmarked(), to, rules);
        if (result) return result->with_marks(value.marks());
        return result;
    }
    const Type type = Type::primitive(to);
    if (value.is_unknown())
        return value.refinements().not_null ? Value::unknown(type).refined_not_null() : Value::unknown(type);
    if (value.is_null()) return Value::null(type);
    if (to == TypeKind::Number) {
        if (auto number = number_from_text(value.as_string(), rules))
            return Value::number(std::move(*number));
        return std::unexpected(no_number(value.as_string(), rules));
    }
    if (to == TypeKind::Bool) return text_to_bool(value.as_string(), rules);
    if (value.is_known_bool()) return Value::string_nfc(value.as_bool() ? "true" : "false");
    if (auto text = value.as_number().to_text()) return Value::string_nfc(*text);
    return value_error(Kind::TooLarge, "the number is too large to be written out");
}

class ValueConverter {
  public:
    explicit ValueConverter(const Rules& rules) : rules_(rules), types_(rules, Safety::Unsafe) {}

    ValueResult whole(const Value& value, const Type& to) {
        ValueResult result = convert(value, to);
        // Few bytes can ask for any number of attributes.
        if (result && filled_ > kMostFilled)
            return Value::unknown(to.without_optional()).with_same_marks(value);
        return result;
    }

  private:
    ValueResult convert(const Value& value, const Type& to) const {
        if (to.is_dynamic()) return value;
        if (filled_ > kMostFilled) return Value::dynamic();
        if (value.is_marked()) {
            ValueResult result = convert(value.unmarked(), to);
            if (result) return result->with_marks(value.marks());
            return result;
        }
        if (convert_as_scalar(value.kind(), to.kind())) return convert_scalar(value, to.kind(), rules_);
        Type from = value.type();
        if (from == to) return value;
        // Unknown values, nulls and scalars need no copy of the type without optional attributes.
        if (value.is_unknown()) return unknown_result(value, from, resolve(from, to.without_optional()));
        if (value.is_null()) return Value::null(resolve(from, to.without_optional()));
        if (to.has_optional() && from == to.without_optional()) return value;

        switch (to.kind()) {
            case TypeKind::List:
                return to_sequence(value, from, to);
            case TypeKind::Set:
                return to_sequence(value, from, to);
            case TypeKind::Map:
                return to_map(value, from, to);
            case TypeKind::Tuple:
                return to_tuple(value, to);
            case TypeKind::Object:
                return to_object(value, from, to);
            default:
                break;
        }
        return capsule(value, from, to);
    }

    // `to` with its dynamic parts replaced by those of `from`.
    Type resolve(const Type& from, const Type& to) const {
        if (from.is_dynamic() || !to.has_dynamic()) return to;
        switch (to.kind()) {
            case TypeKind::Dynamic:
                return from;
            case TypeKind::List:
            case TypeKind::Set:
                if (is_sequence(from))
                    return Type::collection(to.kind(), resolve(from.element(), to.element()));
                if (from.is_tuple())
                    return Type::collection(to.kind(), resolve_parts(from.elements(), to.element()));
                return to;
            case TypeKind::Map:
                if (from.is_map()) return Type::map(resolve(from.element(), to.element()));
                if (from.is_object()) return Type::map(resolve_parts(attribute_types(from), to.element()));
                return to;
            case TypeKind::Object: {
                std::vector<ObjectAttribute> attributes;
                for (const ObjectAttribute& wanted : to.attributes()) {
                    Type type = wanted.type;
                    if (from.is_map()) {
                        type = resolve(from.element(), wanted.type);
                    } else if (from.is_object()) {
                        if (const ObjectAttribute* given = from.find_attribute(wanted.name))
                            type = resolve(given->type, wanted.type);
                    }
                    attributes.push_back({wanted.name, std::move(type), false});
                }
                return Type::object(std::move(attributes));
            }
            case TypeKind::Tuple: {
                std::vector<Type> elements;
                auto wanted = to.elements();
                for (std::size_t i = 0; i < wanted.size(); ++i) {
                    if (from.is_tuple() && i < from.elements().size())
                        elements.push_back(resolve(from.elements()[i], wanted[i]));
                    else
                        elements.push_back(is_sequence(from) ? resolve(from.element(), wanted[i])
                                                             : wanted[i]);
                }
                return Type::tuple(elements);
            }
            default:
                return to;
        }
    }

    // The element type when an empty collection of type `from` is converted. The reference keeps nested
    // dynamic types, so such a list has no common type with lists that have elements.
    Type element_of_nothing(const Type& from, const Type& to) const {
        return to.is_dynamic() || rules_.to_dynamic_is_noop ? resolve(from, to) : to;
    }

    Type resolve_parts(std::span<const Type> parts, const Type& to) const {
        std::optional<Unified> unified = unify(parts, Safety::Unsafe, rules_);
        return unified ? resolve(unified->type, to) : to;
    }

    // The refinements of the source that also hold for the result.
    static Value unknown_result(const Value& value, const Type& from, const Type& to) {
        Refinements r;
        r.not_null = value.refinements().not_null;
        if ((from.is_object() && to.is_map()) || (from.is_tuple() && to.is_list())) {
            r.min_length = r.max_length =
                from.is_object() ? from.attributes().size() : from.elements().size();
        } else if (from.is_tuple() && to.is_set()) {
            r.max_length = from.elements().size();
            r.min_length = std::min<std::uint64_t>(1, r.max_length);
        } else if (from.is_collection() && to.is_collection()) {
            r.min_length = value.refinements().min_length;
            r.max_length = value.refinements().max_length;
            // Elements may be merged, but at least one remains.
            if (to.is_set()) r.min_length = std::min<std::uint64_t>(1, r.min_length);
        }
        return Value::unknown(to).refined(r);
    }

    static bool one_type(std::span<const Value> values) {
        Type type;
        for (const Value& v : values) {
            if (v.kind() == TypeKind::Dynamic) continue;
            if (type.is_dynamic())
                type = v.type();
            else if (v.type() != type)
                return false;
        }
        return true;
    }

    std::expected<std::vector<Value>, ValueError> convert_all(std::span<const Value> values,
                                                              const Type& to) const {
        std::vector<Value> out;
        out.reserve(values.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            ValueResult one = convert(values[i], to);
            if (!one)
                return std::unexpected(
                    one.error().below(PathStep::index(Value::integer(static_cast<std::int64_t>(i)))));
            out.push_back(std::move(*one));
        }
        return out;
    }

    // To a list or set, from a list, set or tuple.
    ValueResult to_sequence(const Value& value, const Type& from, const Type& to) const {
        Type element = to.element();
        if (from.is_tuple()) {
            if (element.is_dynamic() && !from.elements().empty()) {
                auto common = types_.common_element(from.elements(), true);
                if (common) element = *common;
            }
        } else if (!is_sequence(from)) {
            return capsule(value, from, to);
        } else if (to.is_list() && from.is_set() && value.size() > 1 && !value.is_wholly_known()) {
            // Elements may be merged: the length of the list is unknown.
            return Value::unknown(Type::list(resolve(from.element(), element.without_optional())));
        }
        auto elements = convert_all(value.elements(), element);
        if (!elements) return std::unexpected(elements.error());
        if (elements->empty()) {
            Type plain = element.without_optional();
            if (!from.is_tuple()) plain = element_of_nothing(from.element(), plain);
            return to.is_list() ? Value::list(plain, {}) : Value::set(plain, {});
        }
        if (!one_type(*elements) && to.is_list() && from.is_tuple()) {
            auto unified = unify_values(*elements, Safety::Unsafe, rules_);
            if (!unified) return std::unexpected(unified.error());
            elements = std::move(unified);
        }
        if (!one_type(*elements))
            return value_error(Kind::Conversion, std::string("all elements of a ") +
                                                     (to.is_list() ? "list" : "set") + " must have one type");
        return to.is_list() ? Value::list(Type::dynamic(), std::move(*elements))
                            : Value::set(Type::dynamic(), std::move(*elements));
    }

    ValueResult to_map(const Value& value, const Type& from, const Type& to) const {
        if (!from.is_map() && !from.is_object()) return capsule(value, from, to);
        Type element = to.element();
        if (from.is_object() && element.is_dynamic() && !from.attributes().empty())
            if (auto common = types_.common_element(attribute_types(from), false)) element = *common;
        std::vector<std::string> keys;
        std::vector<Value> values;
        std::size_t size = value.size();
        keys.reserve(size);
        values.reserve(size);
        for (std::size_t i = 0; i < size; ++i) {
            Value key = value.key_at(i);
            ValueResult one = convert(value.value_at(i), element);
            if (!one) return std::unexpected(one.error().below(PathStep::index(key)));
            keys.emplace_back(key.as_string());
            values.push_back(std::move(*one));
        }
        if (values.empty()) {
            Type plain = element.without_optional();
            if (from.is_map()) plain = element_of_nothing(from.element(), plain);
            return Value::map(plain, {});
        }
        if (!one_type(values)) {
            bool may_unify = element.is_collection() || element.is_object();
            auto unified = may_unify ? unify_values(values, Safety::Unsafe, rules_)
                                     : std::expected<std::vector<Value>, ValueError>(std::move(values));
            if (!unified) return std::unexpected(unified.error());
            values = std::move(*unified);
            if (!one_type(values))
                return value_error(Kind::Conversion, "all elements of a map must have one type");
        }
        std::vector<std::pair<std::string, Value>> entries;
        entries.reserve(size);
        for (std::size_t i = 0; i < size; ++i) entries.emplace_back(std::move(keys[i]), std::move(values[i]));
        return Value::map(Type::dynamic(), std::move(entries));
    }

    ValueResult to_tuple(const Value& value, const Type& to) const {
        if (value.kind() == TypeKind::Capsule) return capsule(value, value.type(), to);
        auto wanted = to.elements();
        auto given = value.elements();
        if (given.size() != wanted.size()) {
            return value_error(Kind::Conversion, wrong_tuple_length(wanted.size(), given.size()));
        }
        if (value.kind() == TypeKind::Set && given.size() > 1 && !value.is_wholly_known())
            return Value::unknown(to);
        std::vector<Value> out;
        out.reserve(given.size());
        for (std::size_t i = 0; i < given.size(); ++i) {
            ValueResult one = convert(given[i], wanted[i]);
            if (!one)
                return std::unexpected(
                    one.error().below(PathStep::index(Value::integer(static_cast<std::int64_t>(i)))));
            out.push_back(std::move(*one));
        }
        return Value::tuple(std::move(out));
    }

    ValueResult to_object(const Value& value, const Type& from, const Type& to) const {
        if (from.is_capsule()) return capsule(value, from, to);
        bool from_map = from.is_map();
        auto step = [&](std::string_view name) {
            return from_map ? PathStep::index(Value::string_nfc(name)) : PathStep::attribute(name);
        };
        if (from_map && rules_.map_to_object_exact)
            for (const MapEntry& entry : value.entries())
                if (!to.find_attribute(entry.key.as_string()))
                    return value_error(Kind::Conversion, "there is no attribute for the map's element \"" +
                                                             std::string(entry.key.as_string()) + "\"");
        std::vector<Value> values;
        values.reserve(to.attributes().size());
        // Errors inside the value are reported before missing attributes.
        const ObjectAttribute* missing = nullptr;
        for (const ObjectAttribute& wanted : to.attributes()) {
            const Value* given = value.find(wanted.name);
            if (!given) {
                bool filled = wanted.optional || (!from_map && rules_.object_fills_missing);
                if (!filled && !missing) missing = &wanted;
                ++filled_;
                values.push_back(Value::null(wanted.type));
                continue;
            }
            if (from_map && types_.between(from.element(), wanted.type) == Conversion::None)
                return value_error(Kind::Conversion,
                                   "the map's elements cannot become attribute \"" + wanted.name +
                                       "\": " + explain_mismatch(from.element(), wanted.type, rules_));
            ValueResult one = convert(*given, wanted.type);
            if (!one) return std::unexpected(one.error().below(step(wanted.name)));
            values.push_back(std::move(*one));
        }
        if (missing)
            return value_error(Kind::Conversion, std::string(from_map ? "the map" : "the object") +
                                                     " has no element for the required attribute \"" +
                                                     missing->name + "\"");
        return Value::object(to, std::move(values));
    }

    static ValueResult capsule(const Value& value, const Type& from, const Type& to) {
        std::optional<Value> result;
        if (to.is_capsule())
            if (auto hook = to.capsule_type().operations().convert_from) result = hook(value);
        if (!result && from.is_capsule())
            if (auto hook = from.capsule_type().operations().convert_to)
                result = hook(value.capsule_payload(), to);
        if (result) return std::move(*result);
        return value_error(Kind::Conversion, to.friendly_constraint_name() + " required");
    }

    static constexpr std::size_t kMostFilled = 1'000'000;

    const Rules& rules_;
    TypeConverter types_;
    mutable std::size_t filled_ = 0;  // attributes that the value does not have
};

}  // namespace

Conversion conversion_between(const Type& from, const Type& to, const Rules& rules) {
    Conversion found = TypeConverter(rules, Safety::Unsafe).between(from, to);
    // The search with unsafe conversions may choose another element type and miss a safe path.
    if (found == Conversion::Unsafe &&
        TypeConverter(rules, Safety::Safe).between(from, to) != Conversion::None)
        return Conversion::Safe;
    return found;
}

bool converts_unsafely(const Type& from, const Type& to, const Rules& rules) {
    return TypeConverter(rules, Safety::Unsafe).between(from, to) != Conversion::None;
}

ValueResult convert_value(const Value& value, const Type& to, const Rules& rules) {
    TypeKind kind = value.kind();
    // The common case needs no types at all.
    if (kind == to.kind() && kind <= TypeKind::String) return value;
    if (to.is_dynamic()) return value;
    // Every primitive type converts to string and back.
    if (convert_as_scalar(kind, to.kind())) return convert_scalar(value, to.kind(), rules);
    Type from = value.type();
    if (from == to || (to.has_optional() && from == to.without_optional())) return value;
    bool any_null = value.is_null() && rules.null_converts_to_any_type;
    if (!any_null && !converts_unsafely(from, to, rules))
        return value_error(Kind::Conversion, explain_mismatch(from, to, rules));
    return ValueConverter(rules).whole(value, to);
}

std::optional<Number> number_from_text(std::string_view text, const Rules& rules) {
    ParsedNumber parsed =
        parse_number(text, rules.plain_number_text ? NumberSyntax::Plain : NumberSyntax::Flexible);
    switch (parsed.problem) {
        case NumberProblem::Syntax:
            return std::nullopt;
        case NumberProblem::Exponent:
            if (rules.far_exponents_are_errors || parsed.number.is_infinite()) return std::nullopt;
            break;
        case NumberProblem::Inexact:
            if (rules.inexact_integers_are_errors) return std::nullopt;
            break;
        case NumberProblem::Overflow:
            if (rules.number_overflow_is_error) return std::nullopt;
            break;
        default:
            break;
    }
    return std::move(parsed.number);
}

std::optional<bool> bool_from_text(std::string_view text) {
    if (text == "true" || text == "1") return true;
    if (text == "false" || text == "0") return false;
    return std::nullopt;
}

}  // namespace hcl
