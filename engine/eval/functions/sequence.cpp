// Functions from sequences to sequences: joining, slicing, reversing, flattening, and ranges.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "engine/eval/functions/support.h"
#include "engine/eval/text/describe.h"
#include "engine/value/convert.h"
#include "engine/value/ops.h"
#include "engine/value/order_text.h"
#include "engine/value/unify.h"

namespace hcl::eval::functions {
namespace {

// As in the reference: longer ranges are errors.
constexpr std::size_t kMaxRange = 1024;

FunctionResult<Value> compact(Arguments arguments, const Type& type, CallContext& call) {
    const Value& list = arguments[0];
    if (!list.is_wholly_known()) return Value::unknown(type);
    if (!pay_elements(list.size(), call)) return out_of_budget();
    std::vector<Value> kept;
    for (const Value& element : list.elements())
        if (!element.is_null() && !element.as_string().empty()) kept.push_back(element);
    return Value::list(Type::string(), std::move(kept));
}

FunctionResult<Value> distinct(Arguments arguments, const Type& type, CallContext& call) {
    const Value& list = arguments[0];
    if (!list.is_wholly_known()) return Value::unknown(type);
    if (!pay_elements(2 * list.size(), call)) return out_of_budget();
    // Places equal elements next to each other, in stable order. The sort texts of structured elements are
    // generated once and charged: shared parts can make them much larger than the elements.
    const auto elements = list.elements();
    std::vector<std::string> texts;
    if (!type.element().is_primitive()) {
        for (const Value& element : elements) {
            internal::append_order_text(texts.emplace_back(), element);
            if (!pay_text(texts.back().size(), call)) return out_of_budget();
        }
    }
    const auto before = [&](std::size_t a, std::size_t b) {
        if (!texts.empty() && texts[a] != texts[b]) return texts[a] < texts[b];
        return Value::compare(elements[a], elements[b]) < 0;
    };
    std::vector<std::size_t> order(elements.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
        if (before(a, b)) return true;
        return a < b && !before(b, a);
    });
    std::vector<bool> keep(elements.size(), false);
    for (std::size_t i = 0; i < order.size(); ++i) keep[order[i]] = i == 0 || before(order[i - 1], order[i]);
    std::vector<Value> kept;
    for (std::size_t i = 0; i < elements.size(); ++i)
        if (keep[i]) kept.push_back(elements[i]);
    return Value::list(type.element(), std::move(kept));
}

FunctionResult<Value> chunklist(Arguments arguments, const Type& type, CallContext& call) {
    const Value& list = arguments[0].unmarked();
    const Marks marks = arguments[0].marks() | arguments[1].marks();
    const auto given = whole_number(arguments[1].unmarked());
    if (!given) return std::unexpected(given.error());
    if (*given < 0) return function_error("the size of a chunk must not be negative");
    if (!pay_elements(2 * list.size() + 1, call)) return out_of_budget();

    const auto elements = list.elements();
    const std::size_t size = *given == 0
                                 ? elements.size()
                                 : static_cast<std::size_t>(std::min(static_cast<std::uint64_t>(*given),
                                                                     std::uint64_t{elements.size()}));
    const Type& list_type = type.element();
    std::vector<Value> chunks;
    for (std::size_t begin = 0; begin < elements.size(); begin += size) {
        const auto part = elements.subspan(begin, std::min(size, elements.size() - begin));
        chunks.push_back(Value::list(list_type.element(), {part.begin(), part.end()}));
    }
    return Value::list(list_type, std::move(chunks)).with_marks(marks);
}

// Collects the result of flatten(): the elements, the marks of every flattened sequence,
// and whether all of it is known.
struct Flattened {
    std::vector<Value> elements;
    Marks marks;
    bool known = true;
    bool paid = true;
};

void flatten_into(Flattened& result, const Value& marked, CallContext& call) {
    const Value& sequence = marked.unmarked();
    result.marks |= marked.marks();
    if (!has_known_length(sequence)) {
        result.known = false;
        return;
    }
    for (std::size_t i = 0; i < sequence.size() && result.paid; ++i) {
        const Value& element = sequence.value_at(i);
        result.paid = call.budget.spend(1);
        const TypeKind kind = element.kind();
        // A dynamic value may turn out to be a sequence.
        if (element.is_dynamic_unknown()) result.known = false;
        const bool opens = kind == TypeKind::List || kind == TypeKind::Set || kind == TypeKind::Tuple;
        if (!opens || element.is_null()) {
            result.paid = result.paid && pay_elements(1, call);
            result.elements.push_back(element);
        } else if (element.is_unknown()) {
            result.known = false;
            result.marks |= element.marks();
        } else {
            flatten_into(result, element, call);
        }
    }
}

std::optional<FunctionError> check_flatten(Arguments arguments, CallContext&) {
    const Type type = arguments[0].type();
    if (is_sequence(type) || type.is_dynamic()) return std::nullopt;
    return FunctionError{fmt::format("a list, set or tuple is required, not {}", with_article(type)), {}};
}

FunctionResult<Type> flatten_type(Arguments arguments, CallContext& call) {
    const Value& value = arguments[0];
    if (!value.is_wholly_known()) return Type::dynamic();
    if (auto problem = check_flatten(arguments, call)) return std::unexpected(*problem);
    Flattened flat;
    flatten_into(flat, value, call);
    if (!flat.paid) return out_of_budget();
    if (!flat.known) return Type::dynamic();
    std::vector<Type> types;
    types.reserve(flat.elements.size());
    for (const Value& element : flat.elements) types.push_back(element.type());
    return Type::tuple(types);
}

FunctionResult<Value> flatten(Arguments arguments, const Type& type, CallContext& call) {
    const TypeKind kind = arguments[0].kind();
    if (kind != TypeKind::List && kind != TypeKind::Set && kind != TypeKind::Tuple && kind != TypeKind::Map &&
        kind != TypeKind::Object)
        return function_error(
            fmt::format("a list, set or tuple is required, not {}", with_article(arguments[0].type())));
    if (arguments[0].unmarked().size() == 0) return Value::tuple({}).with_marks(arguments[0].marks());
    Flattened flat;
    flatten_into(flat, arguments[0], call);
    if (!flat.paid) return out_of_budget();
    if (!flat.known) return Value::unknown(type).with_marks(flat.marks);
    return Value::tuple(std::move(flat.elements)).with_marks(flat.marks);
}

FunctionResult<Type> reverselist_type(Arguments arguments, CallContext&) {
    const Type type = arguments[0].type();
    if (type.is_list() || type.is_set()) return Type::list(type.element());
    if (!type.is_tuple())
        return argument_error(
            0, fmt::format("only lists and tuples can be reversed, not {}", type.friendly_name()));
    std::vector<Type> types(type.elements().begin(), type.elements().end());
    std::ranges::reverse(types);
    return Type::tuple(types);
}

FunctionResult<Value> reverselist(Arguments arguments, const Type& type, CallContext& call) {
    const Value& sequence = arguments[0].unmarked();
    if (!pay_elements(sequence.size(), call)) return out_of_budget();
    std::vector<Value> elements = element_values(sequence);
    std::ranges::reverse(elements);
    Value result = type.is_tuple() ? Value::tuple(std::move(elements))
                                   : Value::list(type.element(), std::move(elements));
    return result.with_same_marks(arguments[0]);
}

struct SliceBounds {
    std::size_t begin = 0;
    std::size_t end = 0;
    bool known = false;
};

FunctionResult<std::optional<std::size_t>> slice_bound(Arguments arguments, std::size_t argument,
                                                       std::string_view what,
                                                       std::optional<std::size_t> length) {
    if (arguments[argument].is_unknown()) return std::nullopt;
    const auto bound = whole_number(arguments[argument].unmarked());
    if (!bound)
        return argument_error(argument, fmt::format("invalid {} index: {}", what, bound.error().message));
    if (*bound < 0) return argument_error(argument, fmt::format("the {} index must not be negative", what));
    if (length && static_cast<std::uint64_t>(*bound) > *length)
        return argument_error(
            argument, fmt::format("the {} index {} is greater than the length {}", what, *bound, *length));
    return static_cast<std::size_t>(*bound);
}

FunctionResult<SliceBounds> slice_bounds(Arguments arguments) {
    const Value& list = arguments[0].unmarked();
    std::optional<std::size_t> length;
    if (list.kind() == TypeKind::Tuple)
        length = list.type().elements().size();
    else if (list.is_known())
        length = list.size();
    const auto begin = slice_bound(arguments, 1, "start", length);
    if (!begin) return std::unexpected(begin.error());
    const auto end = slice_bound(arguments, 2, "end", length);
    if (!end) return std::unexpected(end.error());
    if (*begin && *end && **begin > **end)
        return argument_error(1, "the start index must not be greater than the end index");
    return SliceBounds{begin->value_or(0), end->value_or(0), begin->has_value() && end->has_value()};
}

FunctionResult<Type> slice_type(Arguments arguments, CallContext&) {
    Type type = arguments[0].type();
    if (type.is_set())
        return argument_error(0, "a set has no order to slice by; convert it to a list if any order will do");
    if (!type.is_list() && !type.is_tuple())
        return argument_error(0, fmt::format("a list or tuple is required, not {}", with_article(type)));
    const auto bounds = slice_bounds(arguments);
    if (!bounds) return std::unexpected(bounds.error());
    if (type.is_list()) return type;
    if (!bounds->known) return Type::dynamic();
    return Type::tuple(type.elements().subspan(bounds->begin, bounds->end - bounds->begin));
}

FunctionResult<Value> slice(Arguments arguments, const Type& type, CallContext& call) {
    const auto bounds = slice_bounds(arguments);
    if (!bounds) return std::unexpected(bounds.error());
    const std::size_t count = bounds->end - bounds->begin;
    if (!pay_elements(count, call)) return out_of_budget();
    const auto part = arguments[0].unmarked().elements().subspan(bounds->begin, count);
    std::vector<Value> elements(part.begin(), part.end());
    Value result = type.is_tuple() ? Value::tuple(std::move(elements))
                                   : Value::list(type.element(), std::move(elements));
    return result.with_same_marks(arguments[0]);
}

FunctionError not_concatenated(std::size_t argument, const Type& type) {
    return {fmt::format("all arguments must be lists or tuples, not {}", type.friendly_name()), argument};
}

std::optional<FunctionError> check_concat(Arguments arguments, CallContext&) {
    for (std::size_t i = 0; i < arguments.size(); ++i)
        if (const Type type = arguments[i].type(); !type.is_list() && !type.is_tuple() && !type.is_dynamic())
            return not_concatenated(i, type);
    return std::nullopt;
}

FunctionResult<Type> concat_type(Arguments arguments, CallContext& call) {
    if (arguments.empty()) return function_error("at least one argument is required");
    std::vector<Type> types;
    for (const Value& argument : arguments) types.push_back(argument.type());
    if (std::ranges::any_of(types, [&](const Type& type) { return type != types[0]; }) &&
        !pay_walk(arguments, call))
        return out_of_budget();
    if (std::ranges::all_of(types, [](const Type& type) { return type.is_list(); }))
        if (const auto unified = unify(types, Safety::Unsafe, call.rules)) return unified->type;

    std::vector<Type> elements;
    for (std::size_t i = 0; i < types.size(); ++i) {
        if (types[i].is_tuple()) {
            const auto part = types[i].elements();
            elements.insert(elements.end(), part.begin(), part.end());
        } else if (types[i].is_list()) {
            // A tuple's type depends on the number of elements.
            if (arguments[i].is_unknown()) return Type::dynamic();
            elements.insert(elements.end(), arguments[i].unmarked().size(), types[i].element());
        } else {
            return std::unexpected(not_concatenated(i, types[i]));
        }
        if (!call.budget.affords_bytes(elements.size() * sizeof(Value))) return out_of_budget();
    }
    return Type::tuple(elements);
}

FunctionResult<Value> concat(Arguments arguments, const Type& type, CallContext& call) {
    std::vector<Value> elements;
    Marks marks;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        Value sequence = arguments[i];
        if (type.is_list()) {
            auto converted = convert_value(sequence, type, call.rules);
            if (!converted) return function_error(converted.error(), i);
            sequence = std::move(*converted);
        }
        marks |= sequence.marks();
        const Value& plain = sequence.unmarked();
        if (!pay_elements(plain.size(), call)) return out_of_budget();
        elements.insert(elements.end(), plain.elements().begin(), plain.elements().end());
    }
    Value result =
        type.is_list() ? Value::list(type.element(), std::move(elements)) : Value::tuple(std::move(elements));
    return result.with_marks(marks);
}

// range() for integers, counted before it is built; empty for other numbers.
std::optional<FunctionResult<Value>> whole_range(const Number& start, const Number& end, const Number& step,
                                                 CallContext& call) {
    const auto first = start.to_int64(), last = end.to_int64(), by = step.to_int64();
    // Small enough that nothing below overflows or loses precision.
    constexpr std::int64_t kMost = std::int64_t{1} << 40;
    for (const auto& number : {first, last, by})
        if (!number || *number > kMost || *number < -kMost) return std::nullopt;
    const unsigned precision = std::max(start.precision(), step.precision());
    if (precision < kIntegerPrecision) return std::nullopt;
    const std::int64_t way = *by < 0 ? *first - *last : *last - *first;
    const std::int64_t each = *by < 0 ? -*by : *by;
    const bool too_many = way > 0 && (each == 0 || (way - 1) / each >= std::int64_t{kMaxRange});
    const std::size_t count = way <= 0   ? 0
                              : too_many ? kMaxRange
                                         : static_cast<std::size_t>((way - 1) / each) + 1;
    if (!call.budget.affords_steps(count) || !call.budget.affords_bytes(count * sizeof(Value)))
        return std::nullopt;
    if (!pay_elements(count, call)) return out_of_budget();
    if (too_many)
        return function_error(fmt::format(
            "the range has more than {} numbers; use a larger step or bring the ends closer together",
            kMaxRange));
    std::vector<Value> elements;
    elements.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        elements.push_back(Value::number(
            i == 0 ? start : Number::integer(*first + static_cast<std::int64_t>(i) * *by, precision)));
    return Value::list(Type::number(), std::move(elements));
}

FunctionResult<Value> range(Arguments arguments, const Type&, CallContext& call) {
    if (arguments.empty() || arguments.size() > 3)
        return function_error("one, two or three arguments are required");
    Number start = Number::integer(0);
    Number end = arguments[0].as_number();
    if (arguments.size() > 1) {
        start = std::move(end);
        end = arguments[1].as_number();
    }
    const Number step =
        arguments.size() == 3 ? arguments[2].as_number() : Number::integer(end < start ? -1 : 1);
    if (step.sign() == 0 && end > start)
        return function_error("the step must not be 0, because the range would never end");
    const bool down = step.sign() < 0;
    if (down && end > start)
        return argument_error(1, "with a negative step, the end must be less than the start");
    if (!down && end < start)
        return argument_error(1, "with a positive step, the end must be greater than the start");

    if (auto quick = whole_range(start, end, step, call)) return std::move(*quick);
    std::vector<Value> elements;
    for (Number number = start; down ? number > end : number < end;) {
        if (elements.size() == kMaxRange)
            return function_error(fmt::format(
                "the range has more than {} numbers; use a larger step or bring the ends closer together",
                kMaxRange));
        if (!pay_elements(1, call)) return out_of_budget();
        elements.push_back(Value::number(number));
        auto next = hcl::add(number, step);
        if (!next) return function_error("the range runs into infinity");
        number = std::move(*next);
    }
    return Value::list(Type::number(), std::move(elements));
}

}  // namespace

void add_sequence_functions(FunctionTable& table) {
    const Type any = Type::dynamic();
    const Type number = Type::number();
    const Type strings = Type::list(Type::string());
    const auto same_type = [](Arguments arguments, CallContext&) -> FunctionResult<Type> {
        return arguments[0].type();
    };

    table.add("compact",
              define("Returns the strings of a list without those that are empty or null.", strings,
                     {parameter("list", strings, kPlain, "The list of strings.")}, compact));
    table.add("distinct", define("Returns the elements of a list in their order, each value once.", same_type,
                                 {parameter("list", Type::list(any), kPlain, "The list.")}, distinct));
    table.add("chunklist",
              define(
                  "Cuts a list into lists of the given size; the last one has what remains.",
                  [](Arguments arguments, CallContext&) -> FunctionResult<Type> {
                      return Type::list(arguments[0].type());
                  },
                  {parameter("list", Type::list(any), kMarked, "The list to cut."),
                   parameter("size", number, kMarked,
                             "How many elements a chunk has at most; 0 leaves the list in one piece.")},
                  chunklist));
    table.add(
        "flatten",
        checked(
            define("Returns a tuple of all the elements, with the elements of nested lists, sets and tuples "
                   "in their place, however deep.",
                   flatten_type, {parameter("list", any, kMarked, "A list, set or tuple.")}, flatten),
            check_flatten));
    table.add("reverselist", define("Returns the elements in reverse order.", reverselist_type,
                                    {parameter("list", any, kMarked, "A list, tuple or set.")}, reverselist));
    table.add("slice",
              define("Returns the elements from one position up to, but without, another.", slice_type,
                     {parameter("list", any, kMarked, "A list or tuple."),
                      parameter("start_index", number, kPlain, "The position of the first element, from 0."),
                      parameter("end_index", number, kPlain, "The position after the last element.")},
                     slice));
    table.add(
        "concat",
        variadic(
            checked(define("Returns one sequence with the elements of all the lists and tuples in order.",
                           concat_type, {}, concat),
                    check_concat),
            parameter("seqs", any, kMarked, "Lists or tuples.")));
    table.add("range",
              variadic(define("Returns a list of numbers that count from a start up to, but without, an end.",
                              Type::list(number), {}, range),
                       parameter("params", number, kPlain,
                                 "The end; or start and end; or start, end and step. Without them the start "
                                 "is 0 and the step 1 or -1.")));
}

}  // namespace hcl::eval::functions
