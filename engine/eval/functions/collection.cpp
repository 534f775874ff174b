// Queries of collections: indexes, length, elements, membership.
#include <fmt/format.h>

#include <algorithm>

#include "engine/eval/functions/support.h"
#include "engine/eval/text/describe.h"
#include "engine/eval/walk/access.h"
#include "engine/value/ops.h"

namespace hcl::eval::functions {
namespace {

FunctionResult<Type> hasindex_type(Arguments arguments, CallContext& call) {
    const Type type = arguments[0].type();
    if (call.rules.functions_take_objects) return Type::boolean();
    if (type.is_tuple() || type.is_list() || type.is_map() || type.is_dynamic()) return Type::boolean();
    return function_error(fmt::format("a list, tuple or map is required, not {}", with_article(type)));
}

// Whether `val[idx]` could succeed: for any indexable value and any key that converts. The reference requires
// a number for a list and a string for a map, and does not support objects.
FunctionResult<Value> hasindex(Arguments arguments, const Type&, CallContext& call) {
    if (!call.rules.functions_take_objects)
        return from_value_result(ops::has_index(arguments[0], arguments[1]));
    const Value& collection = arguments[0];
    const Value& key = arguments[1];
    Diagnostics ignored;
    Value element;
    if (!get_element(collection, key, {}, {}, call.rules, ignored, element)) return Value::boolean(false);
    // An element certainly exists if its key is known and the parts of the value are known to exist.
    const bool is_sure = key.is_known() && (collection.is_known() || collection.type().is_structural());
    return is_sure ? Value::boolean(true) : Value::unknown(Type::boolean());
}

// The element index for a possibly negative or too large position in a sequence of `length`.
std::size_t wrapped(std::int64_t index, std::size_t length) {
    const auto size = static_cast<std::int64_t>(length);
    const std::int64_t rest = index % size;
    return static_cast<std::size_t>(rest < 0 ? rest + size : rest);
}

FunctionResult<Type> index_type(Arguments arguments, CallContext&) {
    const Type type = arguments[0].type();
    const Value& key = arguments[1];
    const Type key_type = key.type();
    if (type.is_tuple() || type.is_list()) {
        if (!key_type.is_number() && !key_type.is_dynamic())
            return function_error(
                fmt::format("the key of a {} must be a number", type.is_list() ? "list" : "tuple"));
        if (type.is_list()) return type.element();
        if (key.is_unknown()) return Type::dynamic();
        const auto position = whole_number(key);
        if (!position) return std::unexpected(position.error());
        const auto elements = type.elements();
        if (*position < 0 || static_cast<std::uint64_t>(*position) >= elements.size())
            return function_error(
                fmt::format("the tuple has {} elements and none with key {}", elements.size(), *position));
        return elements[static_cast<std::size_t>(*position)];
    }
    if (type.is_map()) {
        if (!key_type.is_string() && !key_type.is_dynamic())
            return function_error("the key of a map must be a string");
        return type.element();
    }
    return function_error(fmt::format("a list, tuple or map is required, not {}", with_article(type)));
}

FunctionResult<Value> index_value(Arguments arguments, const Type&, CallContext&) {
    const ValueResult has = ops::has_index(arguments[0], arguments[1]);
    if (!has) return function_error(has.error());
    if (has->has_content() && !has->as_bool()) return function_error("there is no element with that key");
    return from_value_result(ops::index(arguments[0], arguments[1]));
}

FunctionResult<Type> length_type(Arguments arguments, CallContext& call) {
    const Type type = arguments[0].type();
    if (call.rules.functions_take_objects && type.is_object()) return Type::number();
    if (type.is_collection() || type.is_tuple() || type.is_dynamic()) return Type::number();
    return function_error(fmt::format("a list, set, map or tuple is required, not {}", with_article(type)));
}

FunctionResult<Value> length(Arguments arguments, const Type&, CallContext&) {
    const Value& value = arguments[0].unmarked();
    if (value.kind() != TypeKind::Object) return from_value_result(ops::length(arguments[0]));
    // An object's type has the number of attributes, even if the object is unknown.
    const auto count = static_cast<std::int64_t>(value.type().attributes().size());
    return Value::integer(count).with_same_marks(arguments[0]);
}

FunctionResult<Type> element_type(Arguments arguments, CallContext&) {
    const Type type = arguments[0].type();
    if (type.is_list()) return type.element();
    if (!type.is_tuple())
        return function_error(fmt::format("elements cannot be read from {}", type.friendly_name()));
    if (arguments[1].is_unknown()) return Type::dynamic();
    const auto position = whole_number(arguments[1]);
    if (!position) return std::unexpected(position.error());
    const auto elements = type.elements();
    if (elements.empty()) return function_error("an empty tuple has no elements");
    return elements[wrapped(*position, elements.size())];
}

FunctionResult<Value> element_value(Arguments arguments, const Type&, CallContext&) {
    const auto position = whole_number(arguments[1]);
    if (!position) return std::unexpected(position.error());
    const Value& list = arguments[0].unmarked();
    if (list.size() == 0) return function_error("an empty list has no elements");
    return list.value_at(wrapped(*position, list.size())).with_same_marks(arguments[0]);
}

std::optional<FunctionError> coalescelist_problem(const Type& type) {
    if (type.is_list() || type.is_tuple()) return std::nullopt;
    return FunctionError{fmt::format("all arguments must be lists or tuples, not {}", type.friendly_name()),
                         {}};
}

std::optional<FunctionError> check_coalescelist(Arguments arguments, CallContext&) {
    for (const Value& argument : arguments)
        if (auto problem = coalescelist_problem(argument.type()); problem && !argument.type().is_dynamic())
            return problem;
    return std::nullopt;
}

FunctionResult<Type> coalescelist_type(Arguments arguments, CallContext&) {
    if (arguments.empty()) return function_error("at least one argument is required");
    // With an unknown argument, the result, and so its type, is undecided.
    for (const Value& argument : arguments) {
        if (argument.is_unknown()) return Type::dynamic();
        if (auto problem = coalescelist_problem(argument.type())) return std::unexpected(*problem);
    }
    Type first = arguments[0].type();
    for (const Value& argument : arguments)
        if (argument.type() != first) return Type::dynamic();
    return first;
}

FunctionResult<Value> coalescelist(Arguments arguments, const Type& type, CallContext&) {
    for (const Value& argument : arguments) {
        if (argument.is_unknown()) return Value::unknown(type);
        if (!argument.is_null() && argument.size() > 0) return argument;
    }
    return function_error("every argument is null or empty; at least one must have an element");
}

std::optional<FunctionError> check_contains(Arguments arguments, CallContext&) {
    const Type type = arguments[0].type();
    if (is_sequence(type) || type.is_dynamic()) return std::nullopt;
    return FunctionError{fmt::format("a list, tuple or set is required, not {}", with_article(type)), {}};
}

FunctionResult<Value> contains(Arguments arguments, const Type&, CallContext& call) {
    const Value& list = arguments[0];
    const Value& wanted = arguments[1];
    if (auto problem = check_contains(arguments, call)) return std::unexpected(*problem);
    bool undecided = false;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (!call.budget.spend(std::min(wanted.weight(), list.value_at(i).weight()))) return out_of_budget();
        const Value equal = ops::equals(wanted, list.value_at(i), call.rules);
        if (equal.is_unknown())
            undecided = true;
        else if (equal.as_bool())
            return Value::boolean(true);
    }
    return undecided ? Value::unknown(Type::boolean()) : Value::boolean(false);
}

}  // namespace

void add_collection_functions(FunctionTable& table) {
    const Type any = Type::dynamic();
    table.add(
        "hasindex",
        define("Returns true when `collection[key]` has a value.", hasindex_type,
               {parameter("collection", any, kDynamic, "A list, tuple, map or object."),
                parameter("key", any, kDynamic, "A position in a list or tuple, a key of a map or object.")},
               hasindex));
    table.add("index",
              nullable(define(
                  "Returns the element with the given key, and fails when there is none.", index_type,
                  {parameter("collection", any, kPlain, "A list, tuple or map."),
                   parameter("key", any, kDynamic, "A number for a list or tuple, a string for a map.")},
                  index_value)));
    table.add("length", define("Returns how many elements a collection has.", length_type,
                               {parameter("collection", any, kUnknown | kDynamic | kMarked,
                                          "A list, set, map, object or tuple.")},
                               length));
    table.add(
        "element",
        nullable(define("Returns the element at a position. Beyond the end, counting starts again at the "
                        "first element; a negative position counts from the end.",
                        element_type,
                        {parameter("list", any, kMarked, "A list or tuple with at least one element."),
                         parameter("index", Type::number(), kPlain, "The position, from 0.")},
                        element_value)));
    table.add("coalescelist", variadic(checked(define("Returns the first list or tuple that has elements.",
                                                      coalescelist_type, {}, coalescelist),
                                               check_coalescelist),
                                       parameter("vals", any, kNull | kUnknown | kDynamic,
                                                 "Lists or tuples to choose from, in order of preference.")));
    table.add("contains",
              checked(define("Returns true when the list, tuple or set has an element equal to the value.",
                             Type::boolean(),
                             {parameter("list", any, kPlain, "A list, tuple or set."),
                              parameter("value", any, kNull, "The value to look for.")},
                             contains),
                      check_contains));
}

}  // namespace hcl::eval::functions
