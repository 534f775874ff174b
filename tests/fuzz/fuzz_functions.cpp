// Random functions on random arguments: no crash, no hang, and no lies about what is not known yet. A result
// for unknown arguments must admit, in type and refinements, the result that the known arguments gave, and
// must not be an error where that was none. Marks must change nothing but marks.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "engine/eval/functions/functions.h"
#include "engine/value/ops.h"
#include "tests/fuzz/target.h"

namespace {

using namespace hcl;

class Bytes {
  public:
    explicit Bytes(std::string_view data) : data_(data) {}
    bool done() const { return data_.empty(); }
    unsigned next() {
        if (data_.empty()) return 0;
        const auto byte = static_cast<unsigned char>(data_.front());
        data_.remove_prefix(1);
        return byte;
    }
    unsigned below(unsigned bound) { return bound == 0 ? 0 : next() % bound; }
    std::string_view text(std::size_t length) {
        const std::string_view result = data_.substr(0, length);
        data_.remove_prefix(result.size());
        return result;
    }

  private:
    std::string_view data_;
};

// Strings with a meaning for some function.
constexpr std::array<std::string_view, 32> kTexts{"",
                                                  "a",
                                                  "hello world",
                                                  "\xC3\xA9",
                                                  "e\xCC\x81",
                                                  "1",
                                                  "-7",
                                                  "1.5",
                                                  "true",
                                                  "%s %d",
                                                  "%-5.2f|",
                                                  "%[2]v%[1]q",
                                                  "%#v",
                                                  "(a)(b)?",
                                                  "(?P<x>.)",
                                                  "[[:alpha:]]+",
                                                  "$1${x}",
                                                  "2020-02-03T04:05:06+01:00",
                                                  "-1h30m",
                                                  "YYYY 'a''b' EEE",
                                                  "{\"a\":[1,null]}",
                                                  "[1,\"x\"]",
                                                  "a,b\n1,\"2\n3\"\n",
                                                  "\n",
                                                  " a ",
                                                  ",",
                                                  "a,b",
                                                  "zz",
                                                  "\xF0\x9F\x87\xA9\xF0\x9F\x87\xAA",
                                                  "key",
                                                  "null",
                                                  "0x"};

Value random_text(Bytes& in) {
    const unsigned choice = in.next();
    if (choice < 200) return Value::string(kTexts[choice % kTexts.size()]);
    return Value::string(in.text(in.below(24)));
}

Value random_number(Bytes& in) {
    switch (in.below(10)) {
        case 0:
            return Value::number(Number::infinity(in.below(2) == 0));
        case 1:
            return Value::number(Number::from_double(static_cast<double>(in.next()) / 8));
        case 2: {
            constexpr std::array<std::string_view, 6> kNumbers{
                "1e100", "0.1", "-2.5", "9223372036854775808", "1e-30", "18446744073709551615"};
            return Value::number(parse_number(kNumbers[in.below(6)], NumberSyntax::Flexible).number);
        }
        case 3:
            return Value::integer(static_cast<std::int64_t>(in.next()) * 1'000'003 * 40'009'999);
        default:
            return Value::integer(static_cast<std::int64_t>(in.below(12)) - 3);
    }
}

Type random_type(Bytes& in, unsigned depth) {
    switch (in.below(depth == 0 ? 4 : 9)) {
        case 0:
        case 1:
            return Type::string();
        case 2:
            return Type::number();
        case 3:
            return Type::boolean();
        case 4:
            return Type::list(random_type(in, depth - 1));
        case 5:
            return Type::set(random_type(in, depth - 1));
        case 6:
            return Type::map(random_type(in, depth - 1));
        case 7: {
            std::vector<Type> elements(in.below(4));
            for (Type& element : elements) element = random_type(in, depth - 1);
            return Type::tuple(elements);
        }
        default: {
            std::vector<ObjectAttribute> attributes;
            for (unsigned i = in.below(4); i > 0; --i)
                attributes.push_back(
                    {std::string(1, static_cast<char>('a' + in.below(4))), random_type(in, depth - 1)});
            return Type::object(std::move(attributes));
        }
    }
}

Value random_unknown(Bytes& in, const Type& type) {
    Refinements known;
    known.not_null = in.below(2) == 0;
    if (type.is_string() && in.below(2) == 0) known.prefix = kTexts[in.below(kTexts.size())];
    if (type.is_number() && in.below(2) == 0)
        known.min = NumberBound{Number::integer(in.below(4)), in.below(2) == 0};
    if (type.is_number() && in.below(2) == 0)
        known.max = NumberBound{Number::integer(in.below(4) + 5), in.below(2) == 0};
    if (type.is_collection() && in.below(2) == 0) known.min_length = in.below(3);
    if (type.is_collection() && in.below(2) == 0) known.max_length = in.below(3) + 3;
    return Value::unknown(type).refined(known);
}

Value random_value(Bytes& in, const Type& type, unsigned depth);

Value random_content(Bytes& in, const Type& type, unsigned depth) {
    const unsigned below = depth == 0 ? 0 : depth - 1;
    switch (type.kind()) {
        case TypeKind::Dynamic:
            return random_content(in, random_type(in, depth), depth);
        case TypeKind::Bool:
            return Value::boolean(in.below(2) == 0);
        case TypeKind::Number:
            return random_number(in);
        case TypeKind::String:
            return random_text(in);
        case TypeKind::List:
        case TypeKind::Set: {
            const Type element = type.element().is_dynamic() ? random_type(in, below) : type.element();
            std::vector<Value> elements(in.below(4));
            for (Value& value : elements) value = random_value(in, element, below);
            return type.is_list() ? Value::list(element, std::move(elements))
                                  : Value::set(element, std::move(elements));
        }
        case TypeKind::Map: {
            const Type element = type.element().is_dynamic() ? random_type(in, below) : type.element();
            std::vector<std::pair<std::string, Value>> entries;
            for (unsigned i = in.below(4); i > 0; --i)
                entries.emplace_back(std::string(random_text(in).as_string()),
                                     random_value(in, element, below));
            return Value::map(element, std::move(entries));
        }
        case TypeKind::Tuple: {
            std::vector<Value> elements;
            for (const Type& element : type.elements()) elements.push_back(random_value(in, element, below));
            return Value::tuple(std::move(elements));
        }
        case TypeKind::Object: {
            std::vector<Value> values;
            for (const ObjectAttribute& attribute : type.attributes())
                values.push_back(random_value(in, attribute.type, below));
            return Value::object(type, std::move(values));
        }
        case TypeKind::Capsule:
            return eval::functions::bytes_value(std::string(in.text(in.below(8))));
    }
    return Value();
}

Value random_value(Bytes& in, const Type& type, unsigned depth) {
    Value value;
    switch (in.below(16)) {
        case 0:
            value = Value::null(type);
            break;
        case 1:
            value = random_unknown(in, type);
            break;
        default:
            value = random_content(in, type, depth);
    }
    return in.below(16) == 0 ? value.with_marks(Marks::sensitive()) : value;
}

// Buffers made by two calls are different payloads.
bool same(const Value& a, const Value& b) {
    return a.identical(b) || (a.kind() == TypeKind::Capsule && b.type() == a.type() && a.has_content() &&
                              b.has_content() && a.capsule_as<std::string>() == b.capsule_as<std::string>());
}

bool within(const Number& number, const Refinements& known) {
    if (known.min && (number < known.min->number || (number == known.min->number && !known.min->inclusive)))
        return false;
    if (known.max && (number > known.max->number || (number == known.max->number && !known.max->inclusive)))
        return false;
    return true;
}

// Whether the result `early`, computed with unknown values, is compatible with `late`.
bool admits(const Value& early, const Value& late) {
    if (early.is_unknown()) {
        if (early.kind() == TypeKind::Dynamic) return true;
        if (!late.type().matches(early.type())) return false;
        const Refinements& known = early.refinements();
        if (late.is_null()) return !known.not_null;
        if (late.is_unknown()) return true;
        if (late.kind() == TypeKind::String) return late.as_string().starts_with(known.prefix);
        if (late.kind() == TypeKind::Number) return within(late.as_number(), known);
        if (early.type().is_collection())
            return late.size() <= known.max_length &&
                   (late.size() >= known.min_length || !late.is_wholly_known());
        return true;
    }
    if (late.is_unknown()) return true;  // less precise, but no contradiction
    if (early.is_null() || late.is_null()) return early.is_null() && late.is_null();
    if (early.kind() != late.kind()) return false;
    if (early.is_wholly_known() && late.is_wholly_known()) return same(early, late);
    if (early.kind() == TypeKind::Set) return late.size() <= early.size();
    if (early.size() != late.size()) return false;
    for (std::size_t i = 0; i < early.size(); ++i)
        if (!admits(early.value_at(i), late.value_at(i))) return false;
    return true;
}

// The value as unknown. What is unknown stays: less may be known of it than that it is not null.
Value forgotten(const Value& value) {
    if (value.is_unknown()) return value;
    const Value open = Value::unknown(value.type());
    return value.is_null() ? open : open.refined_not_null();
}

// The value with some part of it unknown: itself or, for containers, a part at any depth. Elements of sets
// are not replaced: a set with an unknown element is a different set.
Value partly_forgotten(Bytes& in, const Value& value) {
    const TypeKind kind = value.kind();
    const bool has_parts = kind == TypeKind::List || kind == TypeKind::Tuple || kind == TypeKind::Map ||
                           kind == TypeKind::Object;
    if (!has_parts || !value.has_content() || value.size() == 0 || in.below(3) == 0) return forgotten(value);
    const std::size_t chosen = in.below(static_cast<unsigned>(value.size()));
    std::vector<Value> parts;
    std::vector<std::pair<std::string, Value>> entries;
    for (std::size_t i = 0; i < value.size(); ++i) {
        Value part = i == chosen ? partly_forgotten(in, value.value_at(i)) : value.value_at(i);
        if (kind == TypeKind::Map) entries.emplace_back(value.key_at(i).as_string(), part);
        parts.push_back(std::move(part));
    }
    if (kind == TypeKind::List) return Value::list(value.type().element(), std::move(parts));
    if (kind == TypeKind::Tuple) return Value::tuple(std::move(parts));
    if (kind == TypeKind::Map) return Value::map(value.type().element(), std::move(entries));
    return Value::object(value.type(), std::move(parts));
}

[[noreturn]] void complain(const char* what, std::string_view name, const std::vector<Value>& arguments,
                           const std::string& early, const std::string& late) {
    std::string text;
    for (const Value& argument : arguments) text += (text.empty() ? "" : ", ") + argument.to_display();
    std::fprintf(stderr, "%s: %.*s(%s)\n  with the unknown: %s\n  without:          %s\n", what,
                 static_cast<int>(name.size()), name.data(), text.c_str(), early.c_str(), late.c_str());
    std::abort();
}

std::string shown(const eval::FunctionResult<Value>& result) {
    return result ? result->to_display() : "error: " + result.error().message;
}

eval::FunctionResult<Value> call(const eval::Function& function, const std::vector<Value>& arguments) {
    eval::Budget budget({.steps = 200'000, .bytes = 1 << 20});
    eval::CallContext context{Rules::reference(), budget};
    return eval::call_function(function, arguments, context);
}

// Where the reference promises too much, and so do we: a product with a factor of unknown length has an
// element (the factor may be empty), and merging an object that is not known yet gives its attributes (it may
// be null). An unknown number of which anything is known is not taken for an infinity: `(unknown + 1) == 1/0`
// is false there, though the sum may well be infinite.
bool has_infinity(const Value& value) {
    if (!value.has_content()) return false;
    if (value.kind() == TypeKind::Number) return value.as_number().is_infinite();
    if (value.kind() < TypeKind::List || value.kind() == TypeKind::Capsule) return false;
    for (std::size_t i = 0; i < value.size(); ++i)
        if (has_infinity(value.value_at(i))) return true;
    return false;
}
bool lies_like_the_reference(std::string_view name, const Value& argument) {
    return name == "setproduct" || (name == "merge" && argument.is_null()) || has_infinity(argument);
}

}  // namespace

HCL_FUZZ_TARGET(functions) {
    static const eval::FunctionTable kTable = eval::library_functions();
    Bytes in(input);
    auto chosen = kTable.all().begin();
    std::advance(chosen, in.next() % kTable.all().size());
    const std::string& name = chosen->first;
    const eval::Function& function = *chosen->second;

    std::vector<Value> arguments;
    std::size_t count = function.parameters.size();
    if (function.variadic) count += in.below(4);
    if (in.next() == 0) count += 1;
    for (std::size_t i = 0; i < count; ++i) {
        const eval::Parameter* parameter = function.parameter_at(i);
        const Type type = parameter && in.below(16) != 0 ? parameter->type : random_type(in, 2);
        arguments.push_back(random_value(in, type, 2));
    }

    const auto known = call(function, arguments);
    if (!known) return;
    const Value result = known->unmarked_deep();

    // Marks must not change the result in any other way.
    std::vector<Value> plain = arguments;
    for (Value& argument : plain) argument = argument.unmarked_deep();
    const auto without_marks = call(function, plain);
    if (!without_marks || !same(*without_marks, result))
        complain("marks changed a result", name, arguments, shown(without_marks), result.to_display());

    for (std::size_t i = 0; i < plain.size(); ++i) {
        std::vector<Value> open = plain;
        if (open[i].is_unknown()) continue;
        open[i] = in.below(2) == 0 ? forgotten(plain[i]) : partly_forgotten(in, plain[i]);
        const auto early = call(function, open);
        if (!early && early.error().out_of_budget) continue;
        if (!early)
            complain("an unknown argument made an error", name, plain, shown(early), result.to_display());
        if (!admits(*early, result) && !lies_like_the_reference(name, plain[i]))
            complain("an unknown result excludes the known one", name, plain, shown(early),
                     result.to_display());
    }
}
