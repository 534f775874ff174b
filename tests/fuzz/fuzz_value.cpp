// Types and values made of arbitrary bytes: conversion, unification and the operations agree with each other.
// Properties that hold for any input: a conversion that exists gives values of the target type, types that
// unify convert to what they unify to, an unknown of a type never fails where a value of that type succeeds,
// and numbers read back.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "engine/value/convert.h"
#include "engine/value/ops.h"
#include "engine/value/text.h"
#include "engine/value/unify.h"
#include "tests/fuzz/target.h"

namespace {

using namespace hcl;

#define REQUIRE_THAT(condition) require((condition), #condition, __LINE__)

void require(bool holds, const char* condition, int line) {
    if (holds) return;
    std::fprintf(stderr, "line %d: %s\n", line, condition);
    std::abort();
}

class Source {
  public:
    explicit Source(std::string_view bytes) : bytes_(bytes) {}
    unsigned byte() { return at_ < bytes_.size() ? static_cast<unsigned char>(bytes_[at_++]) : 0; }
    std::string_view text() {
        std::size_t wanted = byte() % 24;
        std::size_t n = std::min(wanted, bytes_.size() - at_);
        std::string_view out = bytes_.substr(at_, n);
        at_ += n;
        return out;
    }

    Type type(int depth, bool constraint) {
        switch (unsigned kind = byte() % (depth > 0 ? 10 : 4)) {
            case 0:
                return constraint ? Type::dynamic() : Type::string();
            case 1:
                return Type::boolean();
            case 2:
                return Type::number();
            case 3:
                return Type::string();
            case 4:
            case 5:
            case 6: {
                Type element = type(depth - 1, constraint);
                return kind == 4 ? Type::list(element) : kind == 5 ? Type::set(element) : Type::map(element);
            }
            case 7: {
                std::vector<Type> elements(byte() % 4);
                for (Type& e : elements) e = type(depth - 1, constraint);
                return Type::tuple(elements);
            }
            default: {
                std::vector<ObjectAttribute> attributes(byte() % 4);
                for (ObjectAttribute& a : attributes) {
                    a.name = std::string(1, static_cast<char>('a' + byte() % 4));
                    a.type = type(depth - 1, constraint);
                    a.optional = constraint && byte() % 3 == 0;
                }
                return Type::object(std::move(attributes));
            }
        }
    }

    Value value(const Type& type) {
        unsigned how = byte();
        Value out = plain(type, how);
        return how % 11 == 3 ? out.with_marks(how & 64 ? Marks::sensitive() : Marks::named("m")) : out;
    }

  private:
    Value plain(const Type& type, unsigned how) {
        if (how % 16 == 1) return Value::null(type);
        if (how % 16 == 2) return Value::unknown(type);
        if (how % 16 == 4) {
            Refinements r = Refinements::present();
            r.min_length = byte() % 3;
            r.max_length = r.min_length + byte() % 3;
            r.min = NumberBound{Number::integer(static_cast<int>(byte()) - 128), (how & 32) != 0};
            return Value::unknown(type).refined(r);
        }
        switch (type.kind()) {
            case TypeKind::Bool:
                return Value::boolean(how & 16);
            case TypeKind::Number: {
                ParsedNumber parsed = parse_number(text(), NumberSyntax::Flexible);
                return parsed.problem == NumberProblem::Syntax ? Value::integer(static_cast<int>(how) - 100)
                                                               : Value::number(parsed.number);
            }
            case TypeKind::String:
                return Value::string(text());
            case TypeKind::List:
            case TypeKind::Set: {
                std::vector<Value> elements(byte() % 4);
                for (Value& e : elements) e = value(type.element());
                return type.is_list() ? Value::list(type.element(), std::move(elements))
                                      : Value::set(type.element(), std::move(elements));
            }
            case TypeKind::Map: {
                std::vector<std::pair<std::string, Value>> entries(byte() % 4);
                for (auto& [key, v] : entries) {
                    key = std::string(1, static_cast<char>('a' + byte() % 4));
                    v = value(type.element());
                }
                return Value::map(type.element(), std::move(entries));
            }
            case TypeKind::Tuple: {
                std::vector<Value> elements;
                for (const Type& t : type.elements()) elements.push_back(value(t));
                return Value::tuple(std::move(elements));
            }
            case TypeKind::Object: {
                std::vector<Value> values;
                for (const ObjectAttribute& a : type.attributes()) values.push_back(value(a.type));
                return Value::object(type, std::move(values));
            }
            default:
                return Value::null(type);
        }
    }

    std::string_view bytes_;
    std::size_t at_ = 0;
};

// True if this or a nested container is empty.
bool has_empty(const Value& value) {
    const Value& plain = value.unmarked();
    if (!plain.has_content() || plain.type().is_primitive() || plain.type().is_dynamic()) return false;
    if (plain.size() == 0) return true;
    for (std::size_t i = 0; i < plain.size(); ++i)
        if (has_empty(plain.value_at(i))) return true;
    return false;
}

void check_conversion(const Value& value, const Type& to, const Rules& rules) {
    ValueResult result = convert_value(value, to, rules);
    bool exists = converts_unsafely(value.type(), to, rules);
    ValueResult of_unknown = convert_value(Value::unknown(value.type()), to, rules);
    if (!result) {
        REQUIRE_THAT(!result.error().message().empty());
        REQUIRE_THAT(of_unknown || !exists);
        return;
    }
    REQUIRE_THAT(result->type().matches(to.without_optional()));
    // Marks are neither lost nor invented; the marks of elements move to the set that contains them.
    REQUIRE_THAT((result->marks() | value.marks()) == result->marks());
    REQUIRE_THAT((result->marks_deep() | value.marks_deep()) == value.marks_deep());
    REQUIRE_THAT(of_unknown || (value.is_null() && rules.null_converts_to_any_type));
    // Once more changes nothing. In the reference an empty collection takes on an element type with open
    // parts as it is, and then fits its neighbours no more: [[[], []], []] becomes a list(list(list(any)))
    // there once, not twice.
    ValueResult again = convert_value(*result, to, rules);
    const bool is_open = &rules == &Rules::reference() && to.has_dynamic() && has_empty(*result);
    REQUIRE_THAT(again ? again->identical(*result) : is_open);
}

void check_operations(const Value& a, const Value& b, const Rules& rules) {
    Value equal = ops::equals(a, b, rules);
    REQUIRE_THAT(equal.type() == Type::boolean() && equal.identical(ops::equals(b, a, rules)));
    Value unequal = ops::not_equals(a, b, rules);
    REQUIRE_THAT(unequal.is_known() == equal.is_known());
    if (a.is_wholly_known() && a.has_content() && b.is_wholly_known() && a.type() == b.type())
        REQUIRE_THAT((Value::compare(a, b) == 0) == equal.unmarked().as_bool());
    for (auto op : {&ops::add, &ops::subtract, &ops::multiply, &ops::divide, &ops::modulo}) {
        ValueResult known = op(a, b);
        ValueResult unknown = op(Value::unknown(a.type()), Value::unknown(b.type()));
        REQUIRE_THAT(!known || (unknown && known->type() == unknown->type()));
    }
    ValueResult item = ops::index(a, b);
    if (item) REQUIRE_THAT(ops::index(Value::unknown(a.type()), Value::unknown(b.type())).has_value());
    (void)ops::has_index(a, b);
    (void)ops::has_element(a, b, rules);
    (void)ops::length(a);
    (void)a.to_display(200);
    REQUIRE_THAT(a.unmarked_deep().marks_deep().empty());
}

// The reference unifies structures that stand among collections in two steps: first with each other, to one
// collection, then that one with the rest. What takes part in the second step only as the result of the first
// need not convert at once (nor does the reference manage to: it applies the second step to the structure).
bool converts_by_way(std::span<const Type> types, const Type& from, const Type& to, const Rules& rules) {
    if (!(from.is_object() && to.is_map()) && !(from.is_tuple() && to.is_list())) return false;
    std::vector<Type> parts;
    bool has_collection = false;
    for (const Type& t : types) {
        if (t.is_object() && from.is_object())
            for (const ObjectAttribute& a : t.attributes()) parts.push_back(a.type);
        if (t.is_tuple() && from.is_tuple())
            parts.insert(parts.end(), t.elements().begin(), t.elements().end());
        has_collection |= t.kind() == to.kind();
    }
    auto element = unify(parts, Safety::Unsafe, rules);
    if (!has_collection || !element) return false;
    Type between = Type::collection(to.kind(), element->type);
    return converts_unsafely(from, between, rules) && converts_unsafely(between, to, rules);
}

void check_number(std::string_view text) {
    ParsedNumber parsed = parse_number(text, NumberSyntax::Flexible);
    if (parsed.problem == NumberProblem::Syntax || parsed.problem == NumberProblem::Exponent) return;
    if (auto written = parsed.number.to_text()) {
        ParsedNumber again = parse_number(*written, NumberSyntax::Flexible);
        // Below a power of two the neighbour is only half as far as above it. The reference takes half the
        // distance above for both when it looks for the shortest text, so that its text (and ours) may be
        // that of the number just below.
        const bool is_power =
            parsed.number.min_precision() == 1 && again.number.min_precision() == 512 &&
            (parsed.number.is_negative() ? again.number > parsed.number : again.number < parsed.number);
        REQUIRE_THAT(again.number == parsed.number || is_power);
    }
    (void)parsed.number.to_display();
    (void)parsed.number.to_double();
}

}  // namespace

HCL_FUZZ_TARGET(value) {
    check_number(input);
    std::string nfc = to_nfc(input);
    REQUIRE_THAT(to_nfc(nfc) == nfc && is_nfc(nfc));
    REQUIRE_THAT(grapheme_count(nfc) <= nfc.size());
    REQUIRE_THAT(nfc.starts_with(safe_prefix(nfc)));

    Source source(input);
    const Rules& rules = source.byte() % 2 ? Rules::spec() : Rules::reference();
    Type from = source.type(3, false);
    Type to = source.type(3, true);
    Value a = source.value(from);
    check_conversion(a, to, rules);
    check_operations(a, source.value(source.byte() % 2 ? from : source.type(1, false)), rules);
    std::vector<Type> types = {from, to.without_optional()};
    if (source.byte() % 2) types.push_back(source.type(2, true).without_optional());
    // The reference unifies objects as maps before it knows what a dynamic attribute will be, and its answer
    // may be a type that nothing converts to: a map of string beside an object of dynamic a and b, where b is
    // an object of dynamic parts, gives map of string, to which that object has no conversion there either.
    bool is_guess = &rules == &Rules::reference() &&
                    std::ranges::any_of(types, [](const Type& t) { return t.has_dynamic(); });
    if (auto unified = unify(types, Safety::Unsafe, rules); unified && !unified->undecided && !is_guess)
        for (const Type& t : types)
            REQUIRE_THAT(converts_unsafely(t, unified->type, rules) ||
                         (&rules == &Rules::reference() && converts_by_way(types, t, unified->type, rules)));
}
