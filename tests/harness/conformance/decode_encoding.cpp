#include "tests/harness/conformance/decode_encoding.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "engine/base/check.h"
#include "engine/eval/functions/functions.h"
#include "engine/value/capsule.h"
#include "engine/value/number.h"

namespace hcl::test::recorded {

namespace {

using nlohmann::json;

Number number_from_json(const json& text) {
    const auto& digits = text.get_ref<const std::string&>();
    if (digits == "+Inf") return Number::infinity();
    if (digits == "-Inf") return Number::infinity(true);
    return parse_number(digits, NumberSyntax::Flexible).number;
}

std::string number_to_json(const Number& number) {
    return number.to_text().value_or("(too long)");
}

bool is_marker(const json& value, const char* name) {
    return value.is_object() && value.contains(name) && value[name].is_boolean() && value[name].get<bool>();
}

Refinements refinements_from_json(const json& refinement) {
    Refinements result;
    result.not_null = refinement.value("not_null", false);
    result.prefix = refinement.value("prefix", "");
    if (refinement.contains("min"))
        result.min =
            NumberBound{number_from_json(refinement["min"]), refinement.value("min_inclusive", false)};
    if (refinement.contains("max"))
        result.max =
            NumberBound{number_from_json(refinement["max"]), refinement.value("max_inclusive", false)};
    result.min_length = refinement.value("min_length", std::uint64_t{0});
    result.max_length = refinement.value("max_length", Refinements::kNoMaxLength);
    return result;
}

json unknown_to_json(const Value& value) {
    json result = {{"unknown", true}};
    const Refinements& known = value.refinements();
    json refinement = json::object();
    if (known.not_null) refinement["not_null"] = true;
    if (!known.prefix.empty()) refinement["prefix"] = known.prefix;
    if (known.min) {
        refinement["min"] = number_to_json(known.min->number);
        refinement["min_inclusive"] = known.min->inclusive;
    }
    if (known.max) {
        refinement["max"] = number_to_json(known.max->number);
        refinement["max_inclusive"] = known.max->inclusive;
    }
    if (known.min_length > 0) refinement["min_length"] = known.min_length;
    if (known.max_length != Refinements::kNoMaxLength) refinement["max_length"] = known.max_length;
    if (!refinement.empty()) result["refinement"] = refinement;
    return result;
}

Value content_from_json(const Type& type, const json& value) {
    if (is_marker(value, "null")) return Value::null(type);
    if (is_marker(value, "unknown")) {
        const Value unknown = Value::unknown(type);
        return value.contains("refinement") ? unknown.refined(refinements_from_json(value["refinement"]))
                                            : unknown;
    }
    switch (type.kind()) {
        case TypeKind::Bool:
            return Value::boolean(value.get<bool>());
        case TypeKind::String:
            return Value::string(value.get_ref<const std::string&>());
        case TypeKind::Number:
            return Value::number(number_from_json(value));
        case TypeKind::List:
        case TypeKind::Set: {
            std::vector<Value> elements;
            for (const json& element : value) elements.push_back(content_from_json(type.element(), element));
            return type.is_list() ? Value::list(type.element(), std::move(elements))
                                  : Value::set(type.element(), std::move(elements));
        }
        case TypeKind::Tuple: {
            std::vector<Value> elements;
            for (std::size_t i = 0; i < value.size(); ++i)
                elements.push_back(content_from_json(type.elements()[i], value[i]));
            return Value::tuple(std::move(elements));
        }
        case TypeKind::Map:
        case TypeKind::Object: {
            std::vector<std::pair<std::string, Value>> entries;
            for (const auto& [key, element] : value.items()) {
                const Type& element_type = type.is_map() ? type.element() : type.find_attribute(key)->type;
                entries.emplace_back(key, content_from_json(element_type, element));
            }
            return type.is_map() ? Value::map(type.element(), std::move(entries))
                                 : Value::object(std::move(entries));
        }
        case TypeKind::Capsule: {
            HCL_CHECK(&type.capsule_type() == &eval::functions::bytes_type());
            const auto& hex = value["bytes"].get_ref<const std::string&>();
            std::string bytes;
            for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
                bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
            return eval::functions::bytes_value(std::move(bytes));
        }
        case TypeKind::Dynamic:
            break;
    }
    HCL_CHECK(!"a dynamic value is null or unknown");
    return Value();
}

json content_to_json(const Value& marked) {
    const Value& value = marked.unmarked();
    if (value.is_unknown()) return unknown_to_json(value);
    if (value.is_null()) return {{"null", true}};
    switch (value.kind()) {
        case TypeKind::Bool:
            return value.as_bool();
        case TypeKind::String:
            return std::string(value.as_string());
        case TypeKind::Number:
            return number_to_json(value.as_number());
        case TypeKind::List:
        case TypeKind::Set:
        case TypeKind::Tuple: {
            json result = json::array();
            for (std::size_t i = 0; i < value.size(); ++i)
                result.push_back(content_to_json(value.value_at(i)));
            return result;
        }
        case TypeKind::Map:
        case TypeKind::Object: {
            json result = json::object();
            for (std::size_t i = 0; i < value.size(); ++i)
                result[std::string(value.key_at(i).as_string())] = content_to_json(value.value_at(i));
            return result;
        }
        case TypeKind::Capsule: {
            if (&value.type().capsule_type() != &eval::functions::bytes_type())
                return {{"capsule", std::string(value.type().capsule_type().name())}};
            constexpr char kDigits[] = "0123456789abcdef";
            std::string hex;
            for (const char c : value.capsule_as<std::string>()) {
                hex += kDigits[static_cast<unsigned char>(c) >> 4];
                hex += kDigits[static_cast<unsigned char>(c) & 15];
            }
            return {{"bytes", hex}};
        }
        case TypeKind::Dynamic:
            break;
    }
    return nullptr;
}

json normalised_content(const json& type, const json& value) {
    if (!type.is_array() || is_marker(value, "null") || is_marker(value, "unknown")) return value;
    const auto& kind = type[0].get_ref<const std::string&>();
    json result = value;
    if (kind == "list" || kind == "set") {
        for (json& element : result) element = normalised_content(type[1], element);
        if (kind == "set") std::sort(result.begin(), result.end());
    } else if (kind == "tuple") {
        for (std::size_t i = 0; i < result.size(); ++i) result[i] = normalised_content(type[1][i], value[i]);
    } else if (kind == "map" || kind == "object") {
        for (auto& [key, element] : result.items())
            element = normalised_content(kind == "map" ? type[1] : type[1][key], element);
    }
    return result;
}

}  // namespace

Type type_from_json(const json& type) {
    if (type.is_string()) {
        if (type == "string") return Type::string();
        if (type == "number") return Type::number();
        if (type == "bool") return Type::boolean();
        HCL_CHECK(type == "dynamic");
        return Type::dynamic();
    }
    const auto& kind = type[0].get_ref<const std::string&>();
    if (kind == "list") return Type::list(type_from_json(type[1]));
    if (kind == "set") return Type::set(type_from_json(type[1]));
    if (kind == "map") return Type::map(type_from_json(type[1]));
    if (kind == "tuple") {
        std::vector<Type> elements;
        for (const json& element : type[1]) elements.push_back(type_from_json(element));
        return Type::tuple(elements);
    }
    if (kind == "object") {
        std::vector<ObjectAttribute> attributes;
        for (const auto& [name, attribute] : type[1].items()) {
            bool optional = false;
            if (type.size() > 2) optional = std::find(type[2].begin(), type[2].end(), name) != type[2].end();
            attributes.push_back({name, type_from_json(attribute), optional});
        }
        return Type::object(std::move(attributes));
    }
    HCL_CHECK(kind == "capsule" && type[1] == "bytes");
    return Type::capsule(eval::functions::bytes_type());
}

Value value_from_json(const json& pair) {
    return content_from_json(type_from_json(pair["type"]), pair["value"]);
}

json type_to_json(const Type& type) {
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
            return json::array({"list", type_to_json(type.element())});
        case TypeKind::Set:
            return json::array({"set", type_to_json(type.element())});
        case TypeKind::Map:
            return json::array({"map", type_to_json(type.element())});
        case TypeKind::Tuple: {
            json elements = json::array();
            for (const Type& element : type.elements()) elements.push_back(type_to_json(element));
            return json::array({"tuple", elements});
        }
        case TypeKind::Object: {
            json attributes = json::object();
            json optional = json::array();
            for (const ObjectAttribute& attribute : type.attributes()) {
                attributes[attribute.name] = type_to_json(attribute.type);
                if (attribute.optional) optional.push_back(attribute.name);
            }
            json result = json::array({"object", attributes});
            if (!optional.empty()) result.push_back(optional);
            return result;
        }
        case TypeKind::Capsule:
            return json::array({"capsule", std::string(type.capsule_type().name())});
    }
    return nullptr;
}

json value_to_json(const Value& value) {
    return {{"type", type_to_json(value.type())}, {"value", content_to_json(value)}};
}

json normalised(const json& pair) {
    return {{"type", pair["type"]}, {"value", normalised_content(pair["type"], pair["value"])}};
}

}  // namespace hcl::test::recorded
