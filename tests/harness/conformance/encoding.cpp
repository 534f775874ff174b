#include "tests/harness/conformance/encoding.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "engine/eval/functions/functions.h"
#include "engine/value/capsule.h"
#include "engine/value/text.h"

namespace hcl::test {

using nlohmann::json;

namespace {

// Numbers beyond this many bits are recorded in scientific notation.
constexpr std::int64_t kPlainExponent = 4000;

std::optional<Number> decode_number(const json& encoded) {
    if (encoded.is_number_integer()) return Number::integer(encoded.get<std::int64_t>(), kNumberPrecision);
    if (encoded.is_number()) return Number::from_double(encoded.get<double>());
    if (!encoded.is_string()) return std::nullopt;
    auto text = encoded.get<std::string>();
    if (text == "Infinity" || text == "+Inf") return Number::infinity();
    if (text == "-Infinity" || text == "-Inf") return Number::infinity(true);
    ParsedNumber parsed = parse_number(text, NumberSyntax::Flexible);
    if (parsed.problem == NumberProblem::Syntax || parsed.problem == NumberProblem::Exponent)
        return std::nullopt;
    return parsed.number;
}

std::string encode_number(const Number& number) {
    if (number.is_infinite()) return number.is_negative() ? "-Infinity" : "Infinity";
    if (number.is_zero()) return "0";
    std::int64_t exponent = number.exponent();
    bool plain = exponent <= kPlainExponent && exponent >= -kPlainExponent;
    return (plain ? number.to_text() : number.format('e', std::nullopt)).value_or("(too large)");
}

bool is_flag(const json& encoded, const char* name) {
    return encoded.is_object() && encoded.contains(name) && encoded[name] == true;
}

std::optional<NumberBound> decode_bound(const json& from, const char* name) {
    if (!from.contains(name)) return std::nullopt;
    const json& bound = from[name];
    if (bound.is_array() && bound.size() == 2) {
        auto number = decode_number(bound[0]);
        if (!number) return std::nullopt;
        return NumberBound{*number, bound[1].get<bool>()};
    }
    auto number = decode_number(bound);
    if (!number) return std::nullopt;
    return NumberBound{*number, from.value(std::string(name) + "_inclusive", true)};
}

Refinements decode_refinements(const json& encoded) {
    const json& from = encoded.contains("refinement") ? encoded["refinement"] : encoded;
    Refinements r;
    if (!from.is_object()) return r;
    r.not_null = from.value("not_null", false);
    r.prefix = from.value("prefix", std::string());
    r.min = decode_bound(from, "min");
    r.max = decode_bound(from, "max");
    for (const char* name : {"min_len", "min_length"})
        if (from.contains(name)) r.min_length = from[name].get<std::uint64_t>();
    for (const char* name : {"max_len", "max_length"})
        if (from.contains(name)) r.max_length = from[name].get<std::uint64_t>();
    return r;
}

// The capsule of bytes that the function library has: {"bytes": hexadecimal digits}.
bool is_bytes(const Type& type) {
    return type.is_capsule() && &type.capsule_type() == &eval::functions::bytes_type();
}

std::optional<Value> decode_bytes(const json& encoded) {
    if (!encoded.is_object() || !encoded.contains("bytes")) return std::nullopt;
    const auto& hex = encoded["bytes"].get_ref<const std::string&>();
    std::string bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
    return eval::functions::bytes_value(std::move(bytes));
}

json encode_bytes(const Value& value) {
    constexpr char kDigits[] = "0123456789abcdef";
    std::string hex;
    for (const char c : value.capsule_as<std::string>()) {
        hex += kDigits[static_cast<unsigned char>(c) >> 4];
        hex += kDigits[static_cast<unsigned char>(c) & 15];
    }
    return {{"bytes", hex}};
}

const CapsuleType* capsule_named(std::string_view name, const FindCapsule& find_capsule) {
    if (find_capsule) return find_capsule(name);
    return name == "bytes" ? &eval::functions::bytes_type() : nullptr;
}

// The members of a map or object in either encoding.
const json* members(const json& encoded) {
    if (!encoded.is_object()) return nullptr;
    if (encoded.size() == 1 && encoded.contains("map") && encoded["map"].is_object()) return &encoded["map"];
    return &encoded;
}

std::optional<Value> decode_part(const Type& type, const json& encoded) {
    // A part of dynamic type carries its own type.
    if (type.is_dynamic() && encoded.is_object() && encoded.contains("type") && encoded.contains("value"))
        return decode_value(encoded);
    if (is_flag(encoded, "null")) return Value::null(type);
    if (is_flag(encoded, "unknown")) return Value::unknown(type).refined(decode_refinements(encoded));
    switch (type.kind()) {
        case TypeKind::Bool:
            if (!encoded.is_boolean()) return std::nullopt;
            return Value::boolean(encoded.get<bool>());
        case TypeKind::Number: {
            auto number = decode_number(encoded);
            if (!number) return std::nullopt;
            return Value::number(*number);
        }
        case TypeKind::String:
            if (!encoded.is_string()) return std::nullopt;
            return Value::string(encoded.get<std::string>());
        case TypeKind::List:
        case TypeKind::Set:
        case TypeKind::Tuple: {
            if (!encoded.is_array()) return std::nullopt;
            if (type.is_tuple() && type.elements().size() != encoded.size()) return std::nullopt;
            std::vector<Value> elements;
            for (std::size_t i = 0; i < encoded.size(); ++i) {
                auto element = decode_part(type.is_tuple() ? type.elements()[i] : type.element(), encoded[i]);
                if (!element) return std::nullopt;
                elements.push_back(std::move(*element));
            }
            if (type.is_tuple()) return Value::tuple(std::move(elements));
            return type.is_list() ? Value::list(type.element(), std::move(elements))
                                  : Value::set(type.element(), std::move(elements));
        }
        case TypeKind::Map:
        case TypeKind::Object: {
            const json* from = members(encoded);
            if (!from) return std::nullopt;
            std::vector<std::pair<std::string, Value>> entries;
            for (const auto& [key, part] : from->items()) {
                Type part_type;
                if (type.is_map()) {
                    part_type = type.element();
                } else if (const ObjectAttribute* attribute = type.find_attribute(to_nfc(key))) {
                    part_type = attribute->type;
                } else {
                    return std::nullopt;
                }
                auto value = decode_part(part_type, part);
                if (!value) return std::nullopt;
                entries.emplace_back(key, std::move(*value));
            }
            if (type.is_map()) return Value::map(type.element(), std::move(entries));
            if (entries.size() != type.attributes().size()) return std::nullopt;
            return Value::object(std::move(entries));
        }
        case TypeKind::Capsule:
            return is_bytes(type) ? decode_bytes(encoded) : std::nullopt;
        default:
            return std::nullopt;
    }
}

json encode_part(const Value& marked) {
    const Value& value = marked.unmarked();
    if (value.is_null()) return {{"null", true}};
    if (value.is_unknown()) {
        json out = {{"unknown", true}};
        const Refinements& r = value.refinements();
        if (r.not_null) out["not_null"] = true;
        if (!r.prefix.empty()) out["prefix"] = r.prefix;
        if (r.min) out["min"] = {encode_number(r.min->number), r.min->inclusive};
        if (r.max) out["max"] = {encode_number(r.max->number), r.max->inclusive};
        if (r.min_length != 0) out["min_len"] = r.min_length;
        if (r.max_length != Refinements::kNoMaxLength) out["max_len"] = r.max_length;
        return out;
    }
    switch (value.kind()) {
        case TypeKind::Bool:
            return value.as_bool();
        case TypeKind::Number:
            return encode_number(value.as_number());
        case TypeKind::String:
            return std::string(value.as_string());
        case TypeKind::Capsule:
            if (is_bytes(value.type())) return encode_bytes(value);
            return {{"capsule", std::string(value.type().capsule_type().name())}};
        case TypeKind::Map:
        case TypeKind::Object: {
            json out = json::object();
            for (std::size_t i = 0; i < value.size(); ++i)
                out[std::string(value.key_at(i).as_string())] = encode_part(value.value_at(i));
            return {{"map", std::move(out)}};
        }
        default: {
            json out = json::array();
            for (const Value& e : value.elements()) out.push_back(encode_part(e));
            return out;
        }
    }
}

bool same_part(const json& recorded, const Value& ours, ValueComparison how);

bool same_refinements(const json& recorded, const Value& ours, ValueComparison how) {
    if (how.unrefined) return true;
    Refinements wanted = decode_refinements(recorded);
    Refinements have = ours.refinements();
    // Bounds are recorded in the notation of numbers, so they are compared as text too.
    const json& from = recorded.contains("refinement") ? recorded["refinement"] : recorded;
    auto compare_bound = [&](const char* name, std::optional<NumberBound>& is, const auto& should) {
        if (!is || !should) return;
        const json& number = from[name].is_array() ? from[name][0] : from[name];
        if (number == json(encode_number(is->number))) is->number = should->number;
    };
    compare_bound("min", have.min, wanted.min);
    compare_bound("max", have.max, wanted.max);
    return wanted == have;
}

bool same_multiset(const json& recorded, std::span<const Value> ours, ValueComparison how) {
    std::vector<const Value*> left;
    for (const Value& v : ours) left.push_back(&v);
    for (const json& wanted : recorded) {
        auto at = std::ranges::find_if(left, [&](const Value* v) { return same_part(wanted, *v, how); });
        if (at == left.end()) return false;
        left.erase(at);
    }
    return left.empty();
}

// `ours` already has the recorded type.
bool same_part(const json& recorded, const Value& marked, ValueComparison how) {
    const Value& ours = marked.unmarked();
    if (is_flag(recorded, "null")) return ours.is_null();
    if (is_flag(recorded, "unknown")) return ours.is_unknown() && same_refinements(recorded, ours, how);
    if (!ours.has_content()) return false;
    switch (ours.kind()) {
        case TypeKind::Bool:
            return recorded.is_boolean() && recorded.get<bool>() == ours.as_bool();
        case TypeKind::Number: {
            auto number = decode_number(recorded);
            if (!number) return false;
            // The text of a number depends on its precision, so texts are compared.
            if (recorded.is_string() && !number->is_infinite() && !number->is_zero())
                return recorded.get<std::string>() == encode_number(ours.as_number());
            return *number == ours.as_number();
        }
        case TypeKind::String:
            return recorded.is_string() && recorded.get<std::string>() == ours.as_string();
        case TypeKind::Capsule:
            return !is_bytes(ours.type()) || !recorded.contains("bytes") || recorded == encode_bytes(ours);
        case TypeKind::Map:
        case TypeKind::Object: {
            const json* from = members(recorded);
            if (!from || from->size() != ours.size()) return false;
            for (const auto& [key, part] : from->items()) {
                const Value* found = ours.find(key);
                if (!found || !same_part(part, *found, how)) return false;
            }
            return true;
        }
        default: {
            if (!recorded.is_array() || recorded.size() != ours.size()) return false;
            if (ours.kind() == TypeKind::Set && !ours.type().element().is_primitive())
                return same_multiset(recorded, ours.elements(), how);
            for (std::size_t i = 0; i < recorded.size(); ++i)
                if (!same_part(recorded[i], ours.elements()[i], how)) return false;
            return true;
        }
    }
}

}  // namespace

json printable(const std::string& text) {
    return json::parse(json(text).dump(-1, ' ', false, json::error_handler_t::replace));
}

const Rules& rules_of(const json& test_case) {
    return test_case.value("rules", "reference") == "spec" ? Rules::spec() : Rules::reference();
}

std::optional<Type> decode_type(const json& encoded, const FindCapsule& find_capsule) {
    if (encoded.is_string()) {
        auto name = encoded.get<std::string>();
        if (name == "string") return Type::string();
        if (name == "number") return Type::number();
        if (name == "bool") return Type::boolean();
        if (name == "dynamic") return Type::dynamic();
        // context.json writes capsules as one string.
        if (name.starts_with("capsule:"))
            if (const CapsuleType* capsule = capsule_named(std::string_view(name).substr(8), find_capsule))
                return Type::capsule(*capsule);
        return std::nullopt;
    }
    if (!encoded.is_array() || encoded.size() < 2 || !encoded[0].is_string()) return std::nullopt;
    auto kind = encoded[0].get<std::string>();
    if (kind == "capsule" && encoded[1].is_string()) {
        const CapsuleType* capsule = capsule_named(encoded[1].get<std::string>(), find_capsule);
        return capsule ? std::optional(Type::capsule(*capsule)) : std::nullopt;
    }
    if (kind == "tuple") {
        std::vector<Type> elements;  // null: none
        for (const json& e : encoded[1]) {
            auto element = decode_type(e, find_capsule);
            if (!element) return std::nullopt;
            elements.push_back(*element);
        }
        return Type::tuple(elements);
    }
    if (kind == "object") {
        std::vector<ObjectAttribute> attributes;
        for (const auto& [name, t] : encoded[1].items()) {
            auto type = decode_type(t, find_capsule);
            if (!type) return std::nullopt;
            bool optional = encoded.size() > 2 &&
                            std::find(encoded[2].begin(), encoded[2].end(), json(name)) != encoded[2].end();
            attributes.push_back({name, *type, optional});
        }
        return Type::object(std::move(attributes));
    }
    auto element = decode_type(encoded[1], find_capsule);
    if (!element) return std::nullopt;
    if (kind == "list") return Type::list(*element);
    if (kind == "set") return Type::set(*element);
    if (kind == "map") return Type::map(*element);
    return std::nullopt;
}

std::optional<Value> decode_value(const json& encoded, const FindCapsule& find_capsule) {
    if (!encoded.is_object() || !encoded.contains("type") || !encoded.contains("value")) return std::nullopt;
    auto type = decode_type(encoded["type"], find_capsule);
    if (!type) return std::nullopt;
    return decode_part(*type, encoded["value"]);
}

json encode_type(const Type& type) {
    switch (type.kind()) {
        case TypeKind::Dynamic:
            return "dynamic";
        case TypeKind::Bool:
            return "bool";
        case TypeKind::Number:
            return "number";
        case TypeKind::String:
            return "string";
        case TypeKind::List:
            return {"list", encode_type(type.element())};
        case TypeKind::Set:
            return {"set", encode_type(type.element())};
        case TypeKind::Map:
            return {"map", encode_type(type.element())};
        case TypeKind::Capsule:
            return {"capsule", std::string(type.capsule_type().name())};
        case TypeKind::Tuple: {
            json elements = json::array();
            for (const Type& e : type.elements()) elements.push_back(encode_type(e));
            return json::array({"tuple", std::move(elements)});
        }
        case TypeKind::Object: {
            json attributes = json::object();
            json optional = json::array();
            for (const ObjectAttribute& a : type.attributes()) {
                attributes[a.name] = encode_type(a.type);
                if (a.optional) optional.push_back(a.name);
            }
            json out = json::array({"object", std::move(attributes)});
            if (!optional.empty()) out.push_back(std::move(optional));
            return out;
        }
    }
    return nullptr;
}

json encode_value(const Value& value) {
    return {{"type", encode_type(value.type())}, {"value", encode_part(value)}};
}

bool same_type(const json& recorded, const Type& ours) {
    return recorded == encode_type(ours);
}

bool same_value(const json& recorded, const Value& ours, ValueComparison how) {
    if (!recorded.is_object() || !recorded.contains("type") || !recorded.contains("value")) return false;
    return same_type(recorded["type"], ours.type()) && same_part(recorded["value"], ours, how);
}

}  // namespace hcl::test
