// Maps and objects: keys and values, lookup, merging, and construction from two lists.
#include <fmt/format.h>

#include <map>

#include "engine/eval/functions/support.h"
#include "engine/eval/text/describe.h"
#include "engine/value/convert.h"
#include "engine/value/ops.h"
#include "engine/value/text.h"

namespace hcl::eval::functions {
namespace {

FunctionResult<Type> keys_type(Arguments arguments, CallContext&) {
    const Type type = arguments[0].type();
    if (type.is_map()) return Type::list(Type::string());
    if (type.is_object()) return Type::tuple(std::vector<Type>(type.attributes().size(), Type::string()));
    return argument_error(0, fmt::format("a map or object is required, not {}", with_article(type)));
}

FunctionResult<Value> keys(Arguments arguments, const Type& type, CallContext& call) {
    const Value& mapping = arguments[0].unmarked();
    std::vector<Value> result;
    if (mapping.kind() == TypeKind::Object) {
        // The names are part of the type, so they are known even if the object is not.
        const Type object = mapping.type();
        if (!pay_elements(object.attributes().size(), call)) return out_of_budget();
        for (const ObjectAttribute& attribute : object.attributes())
            result.push_back(Value::string_nfc(attribute.name));
        return Value::tuple(std::move(result)).with_same_marks(arguments[0]);
    }
    if (mapping.is_unknown()) return Value::unknown(type).with_same_marks(arguments[0]);
    if (!pay_elements(mapping.size(), call)) return out_of_budget();
    for (const MapEntry& entry : mapping.entries()) result.push_back(entry.key);
    return Value::list(Type::string(), std::move(result)).with_same_marks(arguments[0]);
}

FunctionResult<Type> values_type(Arguments arguments, CallContext&) {
    const Type type = arguments[0].type();
    if (type.is_map()) return Type::list(type.element());
    if (!type.is_object())
        return function_error(fmt::format("a map or object is required, not {}", with_article(type)));
    std::vector<Type> types;
    for (const ObjectAttribute& attribute : type.attributes()) types.push_back(attribute.type);
    return Type::tuple(types);
}

FunctionResult<Value> values(Arguments arguments, const Type& type, CallContext& call) {
    const Value& mapping = arguments[0].unmarked();
    if (!pay_elements(mapping.size(), call)) return out_of_budget();
    std::vector<Value> elements = element_values(mapping);
    Value result = type.is_tuple() ? Value::tuple(std::move(elements))
                                   : Value::list(type.element(), std::move(elements));
    return result.with_same_marks(arguments[0]);
}

FunctionResult<Type> lookup_type(Arguments arguments, CallContext& call) {
    const Type type = arguments[0].type();
    if (type.is_object()) {
        if (arguments[1].is_unknown()) return Type::dynamic();
        const ObjectAttribute* attribute = type.find_attribute(arguments[1].unmarked().as_string());
        return attribute ? attribute->type : arguments[2].type();
    }
    if (!type.is_map())
        return argument_error(0, fmt::format("a map or object is required, not {}", with_article(type)));
    if (!pay_walk(arguments[2], call)) return out_of_budget();
    if (const auto converted = convert_value(arguments[2], type.element(), call.rules); !converted)
        return argument_error(2, fmt::format("the default must be of the type of the map's elements, {}: {}",
                                             type.element().friendly_name(), converted.error().message()));
    return type.element();
}

FunctionResult<Value> lookup(Arguments arguments, const Type& type, CallContext& call) {
    const Value& mapping = arguments[0].unmarked();
    const Marks marks = arguments[0].marks() | arguments[1].marks();
    if (!mapping.is_wholly_known()) return Value::unknown(type).with_marks(marks);
    if (const Value* found = mapping.find(arguments[1].unmarked().as_string()))
        return found->with_marks(marks);
    auto fallback = convert_value(arguments[2], type, call.rules);
    if (!fallback) return function_error(fallback.error());
    return fallback->with_marks(marks);
}

std::string not_mappings(const Type& type) {
    return fmt::format("all arguments must be maps or objects, not {}", type.friendly_name());
}

FunctionResult<Type> merge_type(Arguments arguments, CallContext& call) {
    if (arguments.empty()) return Type::object({});
    std::map<std::string, Type, std::less<>> attributes;
    Type first;
    bool all_alike = true;
    bool keys_known = true;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const Value& argument = arguments[i].unmarked();
        Type type = argument.type();
        if (type.is_dynamic()) return Type::dynamic();
        if (type.is_object()) {
            // A null object counts as one without attributes.
            if (argument.is_null()) type = Type::object({});
            if (!pay_elements(type.attributes().size(), call)) return out_of_budget();
            for (const ObjectAttribute& attribute : type.attributes())
                attributes.insert_or_assign(attribute.name, attribute.type);
        } else if (type.is_map()) {
            if (argument.is_unknown()) {
                keys_known = false;
            } else if (!argument.is_null()) {
                if (!pay_elements(argument.size(), call)) return out_of_budget();
                for (const MapEntry& entry : argument.entries())
                    attributes.insert_or_assign(std::string(entry.key.as_string()), type.element());
            }
        } else {
            return function_error(not_mappings(type));
        }
        if (i == 0) first = type;
        all_alike = all_alike && type == first;
    }
    if (all_alike) return first;
    if (!keys_known) return Type::dynamic();
    std::vector<ObjectAttribute> list;
    list.reserve(attributes.size());
    for (auto& [name, type] : attributes) list.push_back({name, std::move(type)});
    return Type::object(std::move(list));
}

FunctionResult<Value> merge(Arguments arguments, const Type& type, CallContext& call) {
    std::map<std::string, Value, std::less<>> merged;
    Marks marks;
    for (const Value& argument : arguments) {
        if (argument.is_null()) continue;
        // Next to an untyped null, the types of the others are not checked yet; empty
        // collections are accepted.
        if (argument.kind() != TypeKind::Map && argument.kind() != TypeKind::Object &&
            !(is_sequence(argument.type()) && argument.unmarked().size() == 0))
            return function_error(not_mappings(argument.type()));
        marks |= argument.marks();
        const Value& mapping = argument.unmarked();
        if (!pay_elements(2 * mapping.size(), call)) return out_of_budget();
        for (std::size_t i = 0; i < mapping.size(); ++i)
            merged.insert_or_assign(std::string(mapping.key_at(i).as_string()), mapping.value_at(i));
    }
    std::vector<std::pair<std::string, Value>> entries;
    entries.reserve(merged.size());
    for (auto& [key, value] : merged) entries.emplace_back(key, std::move(value));
    Value result =
        type.is_map() ? Value::map(type.element(), std::move(entries)) : Value::object(std::move(entries));
    return result.with_marks(marks);
}

std::string length_mismatch(std::size_t keys, std::size_t values) {
    return fmt::format("there must be as many keys as values, but there are {} keys and {} values", keys,
                       values);
}

FunctionResult<Type> zipmap_type(Arguments arguments, CallContext&) {
    const Type type = arguments[1].type();
    if (type.is_list()) return Type::map(type.element());
    if (!type.is_tuple())
        return function_error(fmt::format("the values must be a list or tuple, not {}", with_article(type)));
    // The keys become attribute names, which are part of the type.
    if (!arguments[0].is_wholly_known()) return Type::dynamic();
    const Value& keys = arguments[0].unmarked();
    const auto types = type.elements();
    if (keys.size() != types.size()) return function_error(length_mismatch(keys.size(), types.size()));
    std::vector<ObjectAttribute> attributes;
    for (std::size_t i = 0; i < types.size(); ++i) {
        const Value& key = keys.value_at(i).unmarked();
        if (key.is_null()) return function_error(fmt::format("the key at position {} is null", i));
        attributes.push_back({std::string(key.as_string()), types[i]});
    }
    return Type::object(std::move(attributes));
}

FunctionResult<Value> zipmap(Arguments arguments, const Type& type, CallContext& call) {
    const Value& keys = arguments[0].unmarked();
    const Value& values = arguments[1].unmarked();
    Marks marks = arguments[0].marks() | arguments[1].marks();
    if (!keys.is_wholly_known()) return Value::unknown(type).with_marks(marks);
    if (keys.size() != values.size()) return function_error(length_mismatch(keys.size(), values.size()));
    if (!pay_elements(2 * keys.size(), call)) return out_of_budget();
    std::vector<std::pair<std::string, Value>> entries;
    entries.reserve(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const Value& key = keys.value_at(i);
        if (key.is_null()) return function_error(fmt::format("the key at position {} is null", i));
        // Keys cannot be marked; marks of the string go to the whole value.
        marks |= key.marks();
        entries.emplace_back(key.unmarked().as_string(), values.value_at(i));
    }
    Value result =
        type.is_map() ? Value::map(type.element(), std::move(entries)) : Value::object(std::move(entries));
    return result.with_marks(marks);
}

}  // namespace

void add_mapping_functions(FunctionTable& table) {
    const Type any = Type::dynamic();
    table.add(
        "keys",
        define("Returns the keys of a map, or the names of an object's attributes, in the order of their "
               "code points.",
               keys_type, {parameter("inputMap", any, kUnknown | kMarked, "A map or object.")}, keys));
    table.add("values",
              define("Returns the values of a map or object in the order of their keys.", values_type,
                     {parameter("mapping", any, kMarked, "A map or object.")}, values));
    table.add("lookup",
              nullable(define(
                  "Returns the element with the given key, or a default when there is none.", lookup_type,
                  {parameter("inputMap", any, kMarked, "A map or object."),
                   parameter("key", Type::string(), kMarked, "The key to look up."),
                   parameter("default", any, kMarked, "What to return when the key is not there.")},
                  lookup)));
    table.add(
        "merge",
        variadic(define("Returns one map or object with the elements of all; of two with the same key, the "
                        "later one wins.",
                        merge_type, {}, merge),
                 parameter("maps", any, kNull | kDynamic | kMarked,
                           "Maps or objects; null counts as an empty one.")));
    table.add(
        "zipmap",
        define("Makes a map from a list of keys and a list of values of the same length, or an object "
               "from a tuple of values.",
               zipmap_type,
               {parameter("keys", Type::list(Type::string()), kMarked, "The keys."),
                parameter("values", any, kMarked, "A list or tuple of the values, in the keys' order.")},
               zipmap));
}

}  // namespace hcl::eval::functions
