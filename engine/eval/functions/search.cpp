// Searches in lists, maps and strings, for languages whose functions of these names follow other
// rules than those of the library.
#include <fmt/format.h>

#include "engine/eval/functions/functions.h"
#include "engine/eval/functions/support.h"
#include "engine/eval/text/describe.h"
#include "engine/value/convert.h"
#include "engine/value/ops.h"
#include "engine/value/text.h"

namespace hcl::eval::functions {
namespace {

// The first deciding element decides; an unknown one leaves the result undecided.
FunctionResult<Value> all_true(Arguments arguments, const Type& type, CallContext& call) {
    if (!pay_elements(arguments[0].size(), call)) return out_of_budget();
    for (const Value& element : arguments[0].elements()) {
        if (element.is_unknown()) return Value::unknown(type);
        if (element.is_null() || !element.as_bool()) return Value::boolean(false);
    }
    return Value::boolean(true);
}

FunctionResult<Value> any_true(Arguments arguments, const Type& type, CallContext& call) {
    if (!pay_elements(arguments[0].size(), call)) return out_of_budget();
    bool is_open = false;
    for (const Value& element : arguments[0].elements()) {
        if (element.is_unknown())
            is_open = true;
        else if (!element.is_null() && element.as_bool())
            return Value::boolean(true);
    }
    return is_open ? Value::unknown(type) : Value::boolean(false);
}

FunctionResult<Type> search_index_type(Arguments arguments, CallContext&) {
    const Type type = arguments[0].type();
    if (type.is_list() || type.is_tuple()) return Type::number();
    return function_error(fmt::format("a list or tuple is required, not {}", with_article(type)));
}

FunctionResult<Value> index_of(Arguments arguments, const Type& type, CallContext& call) {
    const Value& list = arguments[0];
    if (list.size() == 0) return function_error("an empty list has no elements");
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Value& element = list.value_at(i);
        if (!call.budget.spend(std::min(element.weight(), arguments[1].weight()))) return out_of_budget();
        const Value same = ops::equals(element, arguments[1], call.rules);
        if (same.is_unknown()) return Value::unknown(type);
        if (same.as_bool()) return Value::integer(static_cast<std::int64_t>(i));
    }
    return function_error("no element of the list is equal to the value");
}

FunctionResult<Type> search_length_type(Arguments arguments, CallContext&) {
    const Type type = arguments[0].type();
    if (type.is_string() || type.is_collection() || type.is_structural() || type.is_dynamic())
        return Type::number();
    return function_error(
        fmt::format("a string, collection, tuple or object is required, not {}", with_article(type)));
}

// As `strlen`, or as the library's `length`, which does not accept strings.
FunctionResult<Value> length_of(Arguments arguments, const Type& type, CallContext& call) {
    const Value& value = arguments[0].unmarked();
    if (value.kind() == TypeKind::Object) {
        const auto count = static_cast<std::int64_t>(value.type().attributes().size());
        return Value::integer(count).with_same_marks(arguments[0]);
    }
    if (value.kind() != TypeKind::String) return from_value_result(ops::length(arguments[0]));
    static const FunctionPtr strlen = library_functions().find_shared("strlen");
    auto length = strlen->implementation({&value, 1}, type, call);
    if (length) *length = length->with_same_marks(arguments[0]);
    return length;
}

FunctionResult<Type> search_lookup_type(Arguments arguments, CallContext& call) {
    if (arguments.size() > 3)
        return function_error(fmt::format("two or three arguments are required, not {}", arguments.size()));
    const Type type = arguments[0].type();
    if (type.is_object()) {
        const Value& key = arguments[1].unmarked();
        if (key.is_unknown()) return Type::dynamic();
        if (const ObjectAttribute* attribute = type.find_attribute(key.as_string())) return attribute->type;
        if (arguments.size() == 3) return arguments[2].type();
        return argument_error(0, fmt::format("has no attribute \"{}\"", key.as_string()));
    }
    if (!type.is_map())
        return argument_error(0, fmt::format("must be a map or object, not {}", with_article(type)));
    if (arguments.size() == 3 && !convert_value(arguments[2], type.element(), call.rules))
        return argument_error(
            2, fmt::format("must be {} as the elements of the map are", type.element().friendly_name()));
    // The elements of an empty map may be untyped.
    if (type.element().is_dynamic() && arguments.size() == 3 && arguments[0].is_known())
        return arguments[2].type();
    return type.element();
}

FunctionResult<Value> lookup_value(Arguments arguments, const Type& type, CallContext& call) {
    const Value& map = arguments[0].unmarked();
    const Value& key = arguments[1].unmarked();
    const Marks marks = arguments[0].marks() | arguments[1].marks();
    if (map.is_unknown() || key.is_unknown()) {
        const Value open = Value::unknown(type).with_marks(marks);
        return arguments.size() == 3 ? open.with_marks(arguments[2].marks()) : open;
    }
    if (const Value* found = map.find(key.as_string())) return found->with_marks(marks);
    if (arguments.size() < 3)
        return function_error(fmt::format("the map has no element \"{}\"", key.as_string()));
    if (type.is_dynamic()) return arguments[2].with_marks(marks);
    auto chosen = convert_value(arguments[2], type, call.rules);
    if (!chosen) return from_value_result(std::move(chosen));
    return chosen->with_marks(marks);
}

std::unexpected<FunctionError> no_single_element() {
    return argument_error(0, "must be a list, set or tuple of at most one element");
}

FunctionResult<Type> one_type(Arguments arguments, CallContext&) {
    const Type type = arguments[0].type();
    if (type.is_list() || type.is_set()) return type.element();
    if (!type.is_tuple() || type.elements().size() > 1) return no_single_element();
    return type.elements().empty() ? Type::dynamic() : type.elements()[0];
}

FunctionResult<Value> only_element(Arguments arguments, const Type& type, CallContext&) {
    const Value& list = arguments[0];
    if (list.is_unknown()) return Value::unknown(type);
    if (ops::is_open_set(list)) return Value::unknown(type);
    if (list.size() > 1) return no_single_element();
    return list.size() == 0 ? Value::null(type) : list.value_at(0);
}

// A pattern between slashes is a regular expression.
FunctionResult<Value> replaced(Arguments arguments, const Type& type, CallContext& call) {
    static const FunctionPtr plain = library_functions().find_shared("replace");
    static const FunctionPtr by_pattern = library_functions().find_shared("regexreplace");
    const std::string_view wanted = arguments[1].as_string();
    if (wanted.size() < 2 || !wanted.starts_with('/') || !wanted.ends_with('/'))
        return plain->implementation(arguments, type, call);
    const Value given[] = {arguments[0], Value::string_nfc(wanted.substr(1, wanted.size() - 2)),
                           arguments[2]};
    return by_pattern->implementation(given, type, call);
}

FunctionResult<Value> starts_with(Arguments arguments, const Type& type, CallContext&) {
    const std::string_view wanted = arguments[1].as_string();
    if (arguments[0].is_known()) return Value::boolean(arguments[0].as_string().starts_with(wanted));
    const std::string_view known = arguments[0].refinements().prefix;
    if (known.starts_with(wanted)) return Value::boolean(true);
    return wanted.starts_with(known) ? Value::unknown(type) : Value::boolean(false);
}

constexpr std::size_t kSearchedBytesOfStep = 256;

FunctionResult<Value> contains_text(Arguments arguments, const Type& type, CallContext& call) {
    const std::string_view wanted = arguments[1].as_string();
    const bool is_known = arguments[0].is_known();
    const std::string_view text = is_known ? arguments[0].as_string() : arguments[0].refinements().prefix;
    if (!call.budget.spend(1 + text.size() / kSearchedBytesOfStep)) return out_of_budget();
    if (find_text(text, wanted) != std::string_view::npos) return Value::boolean(true);
    return is_known ? Value::boolean(false) : Value::unknown(type);
}

// The library's function, except that the value must not be null.
Function contains_function() {
    Function function = *library_functions().find("contains");
    function.parameters[1].allow_null = false;
    return function;
}

// The library's function, except that the result for an untyped null is unknown.
Function format_function(std::string_view name) {
    Function function = partial(*library_functions().find(name));
    function.implementation = [known = std::move(function.implementation)](
                                  Arguments arguments, const Type& type,
                                  CallContext& call) -> FunctionResult<Value> {
        for (const Value& argument : arguments)
            if (argument.is_null() && argument.type().is_dynamic()) return Value::dynamic();
        return known(arguments, type, call);
    };
    return function;
}

// The library's function, extended to substrings within the known prefix of an unknown string.
Function substr_function() {
    Function function = *library_functions().find("substr");
    function.parameters[0].allow_unknown = true;
    function.implementation = [known = std::move(function.implementation)](
                                  Arguments arguments, const Type& type,
                                  CallContext& call) -> FunctionResult<Value> {
        if (arguments[0].is_known()) return known(arguments, type, call);
        const std::string_view prefix = arguments[0].refinements().prefix;
        const auto offset = whole_number(arguments[1]);
        const auto length = whole_number(arguments[2]);
        const auto most = static_cast<std::int64_t>(grapheme_count(prefix));
        if (!offset || !length || *offset < 0 || *length < 0 || *offset > most || *length > most - *offset)
            return Value::unknown(type);
        const Value given[] = {Value::string(prefix), arguments[1], arguments[2]};
        return known(given, type, call);
    };
    return function;
}

void add_string_searches(FunctionTable& table) {
    const Type string = Type::string();
    auto text = [&](unsigned accept) { return parameter("str", string, accept, "The string to look at."); };
    table.add("startswith",
              define("Returns true when a string begins with another.", Type::boolean(),
                     {text(kUnknown), parameter("prefix", string, kPlain, "The beginning.")}, starts_with));
    table.add("endswith",
              define("Returns true when a string ends with another.", Type::boolean(),
                     {text(kPlain), parameter("suffix", string, kPlain, "The end.")},
                     [](Arguments arguments, const Type&, CallContext&) -> FunctionResult<Value> {
                         return Value::boolean(arguments[0].as_string().ends_with(arguments[1].as_string()));
                     }));
    table.add(
        "strcontains",
        define("Returns true when a string contains another.", Type::boolean(),
               {text(kUnknown), parameter("substr", string, kPlain, "What to look for.")}, contains_text));
    table.add("replace",
              define("Replaces every occurrence of one string in another.", string,
                     {parameter("str", string, kPlain, "The string to search."),
                      parameter("substr", string, kPlain,
                                "What to replace; between slashes, `/.../`, it is a regular expression."),
                      parameter("replace", string, kPlain,
                                "What to put in its place. For a regular expression, `$1` and `${name}` "
                                "stand for what a group matched.")},
                     replaced));
    for (const std::string_view name : {"format", "formatlist"})
        table.add(std::string(name), format_function(name));
    table.add("substr", substr_function());
    table.add("strrev", library_functions().find_shared("reverse"));
}

}  // namespace

void add_search_functions(FunctionTable& table) {
    const Type any = Type::dynamic();
    const Type bools = Type::list(Type::boolean());
    table.add("alltrue", define("Returns true when every element is true; an empty list is.", Type::boolean(),
                                {parameter("list", bools, kPlain, "A list of true and false.")}, all_true));
    table.add("anytrue", define("Returns true when at least one element is true; in an empty list none is.",
                                Type::boolean(),
                                {parameter("list", bools, kPlain, "A list of true and false.")}, any_true));
    table.add("contains", contains_function());
    table.add("index",
              define("Returns the position of the first element that is equal to a value, from 0, and "
                     "fails when there is none.",
                     search_index_type,
                     {parameter("list", any, kPlain, "A list or tuple."),
                      parameter("value", any, kPlain, "The value to look for.")},
                     index_of));
    table.add("length", define("Returns how many elements a collection has, or characters a string.",
                               search_length_type,
                               {parameter("value", any, kUnknown | kDynamic | kMarked,
                                          "A list, set, map, tuple, object or string.")},
                               length_of));
    table.add("lookup",
              variadic(nullable(define(
                           "Returns the element with the given key, or a default when there is none.",
                           search_lookup_type,
                           {parameter("inputMap", any, kUnknown | kMarked, "A map or object."),
                            parameter("key", Type::string(), kUnknown | kMarked, "The key to look up.")},
                           lookup_value)),
                       parameter("default", any, kNull | kUnknown | kDynamic | kMarked,
                                 "What to return when the key is not there. Without it that is an error.")));
    table.add("one",
              nullable(define("Returns the only element of a list, set or tuple, or null when it is empty. "
                              "More than one is an error.",
                              one_type, {parameter("list", any, kUnknown, "A list, set or tuple.")},
                              only_element)));
    add_string_searches(table);
}

}  // namespace hcl::eval::functions
