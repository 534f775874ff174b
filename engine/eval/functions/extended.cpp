// Functions of several languages that extend or replace those of the library: sums,
// matching keys, times, paths.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engine/base/path.h"
#include "engine/eval/functions/calendar.h"
#include "engine/eval/functions/functions.h"
#include "engine/eval/functions/support.h"
#include "engine/value/convert.h"
#include "engine/value/ops.h"
#include "engine/value/unify.h"

namespace hcl::eval::functions {
namespace {

FunctionResult<Value> first_filled(Arguments arguments, const Type& type, CallContext& call) {
    for (const Value& argument : arguments) {
        // An unknown argument may become null or empty, and then a later one would be the result.
        if (argument.is_unknown()) return Value::unknown(type);
        if (argument.is_null()) continue;
        auto converted = convert_value(argument, type, call.rules);
        if (!converted) return from_value_result(std::move(converted));
        if (type.is_string() && converted->as_string().empty()) continue;
        return *converted;
    }
    return function_error("every argument is null or an empty string; at least one must have a value");
}

std::optional<FunctionError> check_sum(Arguments arguments, CallContext&) {
    const Type type = arguments[0].type();
    const auto is_no_number = [](const Type& element) {
        return !element.is_number() && !element.is_string() && !element.is_dynamic();
    };
    const bool is_wrong = type.is_tuple() ? std::ranges::any_of(type.elements(), is_no_number)
                                          : (type.is_list() || type.is_set()) && is_no_number(type.element());
    if (!is_wrong) return std::nullopt;
    return FunctionError{"must have only numbers as elements", 0};
}

FunctionResult<Value> sum(Arguments arguments, const Type& type, CallContext& call) {
    const Value& list = arguments[0];
    const Type given = list.type();
    if (!given.is_list() && !given.is_set() && !given.is_tuple())
        return argument_error(
            0, fmt::format("must be a list, set or tuple of numbers, not {}", given.friendly_name()));
    if (list.is_null()) return argument_error(0, "must not be null");
    if (!list.is_wholly_known()) return Value::unknown(type);
    if (list.size() == 0) return argument_error(0, "must have an element");
    if (!pay_walk(list, call)) return out_of_budget();
    Value total = Value::integer(0);
    for (const Value& element : element_values(list)) {
        auto number = convert_value(element, Type::number(), call.rules);
        if (!number || number->is_null()) return argument_error(0, "must have only numbers as elements");
        auto next = ops::add(total, *number);
        if (!next) return from_value_result(std::move(next));
        total = *next;
    }
    return total;
}

FunctionResult<Type> match_keys_type(Arguments arguments, CallContext& call) {
    const Type types[] = {arguments[1].type(), arguments[2].type()};
    if (!unify(types, Safety::Unsafe, call.rules))
        return function_error("\"searchset\" must have elements of the same type as those of \"keys\"");
    return arguments[0].type();
}

FunctionResult<Value> match_keys(Arguments arguments, const Type& type, CallContext& call) {
    const Value& values = arguments[0];
    if (!values.is_known() || !arguments[1].is_wholly_known() || !arguments[2].is_wholly_known())
        return Value::unknown(type);
    if (values.size() != arguments[1].size())
        return function_error(fmt::format("values has {} elements and keys {}: it must be the same number",
                                          values.size(), arguments[1].size()));
    if (!call.budget.spend((arguments[1].size() + 1) * (arguments[2].size() + 1), 0)) return out_of_budget();
    const Type types[] = {arguments[1].type(), arguments[2].type()};
    const auto common = unify(types, Safety::Unsafe, call.rules);
    if (!common)
        return function_error("\"searchset\" must have elements of the same type as those of \"keys\"");
    auto keys = convert_value(arguments[1], common->type, call.rules);
    auto wanted = convert_value(arguments[2], common->type, call.rules);
    if (!keys) return from_value_result(std::move(keys));
    if (!wanted) return from_value_result(std::move(wanted));
    std::vector<Value> found;
    const std::vector<Value> given = element_values(values);
    const std::vector<Value> given_keys = element_values(*keys);
    for (std::size_t i = 0; i < given.size(); ++i)
        for (const Value& one : element_values(*wanted)) {
            const Value same = ops::equals(given_keys[i], one, call.rules);
            if (!same.is_known_bool() || !same.as_bool()) continue;
            found.push_back(given[i]);
            break;
        }
    return Value::list(type.is_list() ? type.element() : Type::dynamic(), std::move(found));
}

FunctionResult<Value> transpose(Arguments arguments, const Type& type, CallContext& call) {
    if (!arguments[0].is_wholly_known()) return Value::unknown(type);
    if (!pay_walk(arguments[0], call)) return out_of_budget();
    std::map<std::string, std::vector<Value>> by_element;
    for (const MapEntry& entry : arguments[0].entries()) {
        if (entry.value.is_null()) return function_error("\"values\" must not have null as an element");
        for (const Value& element : element_values(entry.value)) {
            if (element.is_null()) return function_error("\"values\" must not have null in its lists");
            by_element[std::string(element.as_string())].push_back(entry.key);
        }
    }
    std::vector<std::pair<std::string, Value>> entries;
    entries.reserve(by_element.size());
    for (auto& [element, keys] : by_element)
        entries.emplace_back(element, Value::list(Type::string(), std::move(keys)));
    return Value::map(Type::list(Type::string()), std::move(entries));
}

FunctionResult<Value> compare_times(Arguments arguments, const Type&, CallContext&) {
    const auto a = parse_rfc3339(arguments[0].as_string());
    if (!a) return argument_error(0, a.error());
    const auto b = parse_rfc3339(arguments[1].as_string());
    if (!b) return argument_error(1, b.error());
    const auto order = compare_instants(*a, *b);
    return Value::integer(order < 0 ? -1 : order > 0 ? 1 : 0);
}

FunctionResult<Value> last_part(Arguments arguments, const Type&, CallContext& call) {
    std::string_view path = arguments[0].as_string();
    if (path.empty()) return Value::string(".");
    while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
    if (path != "/") path = file_name_of(path);
    return text_result(path, call);
}

FunctionResult<Value> folder_part(Arguments arguments, const Type&, CallContext& call) {
    const std::string_view path = arguments[0].as_string();
    if (!pay_text(path.size() * 2, call)) return out_of_budget();
    return text_result(clean_path(folder_of(path)), call);
}

// The home folder is unknown.
FunctionResult<Value> expanded_path(Arguments arguments, const Type& type, CallContext&) {
    return arguments[0].as_string().starts_with("~") ? Value::unknown(type) : arguments[0];
}

}  // namespace

void add_extended_functions(FunctionTable& table) {
    const Type any = Type::dynamic();
    const Type string = Type::string();
    const Type list = Type::list(any);
    table.add("coalesce",
              variadic(define("Returns the first argument that is neither null nor an empty string.",
                              common_argument_type, {}, first_filled),
                       parameter("vals", any, kNull | kUnknown | kDynamic,
                                 "The values to choose from, in order of preference.")));
    table.add("reverse", library_functions().find_shared("reverselist"));
    table.add("sum",
              checked(define("Returns the sum of numbers.", Type::number(),
                             {parameter("list", any, kUnknown, "A list, set or tuple of numbers.")}, sum),
                      check_sum));
    table.add("matchkeys",
              define("Returns the elements of `values` whose counterpart in `keys` is in `searchset`.",
                     match_keys_type,
                     {parameter("values", list, kUnknown, "The values to choose from."),
                      parameter("keys", list, kUnknown, "A key for each of the values."),
                      parameter("searchset", list, kUnknown, "The keys that are wanted.")},
                     match_keys));
    table.add("transpose",
              define("Returns a map of lists with keys and elements swapped.", Type::map(Type::list(string)),
                     {parameter("values", Type::map(Type::list(string)), kUnknown, "The map of lists.")},
                     transpose));
    table.add("timecmp",
              define("Returns -1, 0 or 1: whether the first time is before, equal to or after the second.",
                     Type::number(),
                     {parameter("timestamp_a", string, kPlain, "A timestamp in RFC 3339 form."),
                      parameter("timestamp_b", string, kPlain, "Another one.")},
                     compare_times));
    auto path = [&] { return parameter("path", string, kPlain, "A path with `/` between its parts."); };
    table.add("basename", define("Returns the last part of a path.", string, {path()}, last_part));
    table.add("dirname", define("Returns a path without its last part.", string, {path()}, folder_part));
    table.add("pathexpand", partial(define("Returns a path with a leading `~` replaced by the home folder.",
                                           string, {path()}, expanded_path)));
}

}  // namespace hcl::eval::functions
