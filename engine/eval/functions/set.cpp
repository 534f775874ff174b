// Sets: union, intersection, differences, membership, and products.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>

#include "engine/eval/functions/support.h"
#include "engine/eval/text/describe.h"
#include "engine/value/convert.h"
#include "engine/value/ops.h"
#include "engine/value/unify.h"

namespace hcl::eval::functions {
namespace {

using Elements = std::vector<Value>;

// The element order of sets.
bool before(const Value& a, const Value& b) {
    return Value::compare(a, b) < 0;
}

Elements united(const Elements& a, const Elements& b) {
    // Value::set removes duplicates; unknown elements are all kept.
    Elements result = a;
    result.insert(result.end(), b.begin(), b.end());
    return result;
}
Elements common(const Elements& a, const Elements& b) {
    Elements result;
    std::ranges::set_intersection(a, b, std::back_inserter(result), before);
    return result;
}
Elements subtracted(const Elements& a, const Elements& b) {
    Elements result;
    std::ranges::set_difference(a, b, std::back_inserter(result), before);
    return result;
}
Elements in_one_alone(const Elements& a, const Elements& b) {
    Elements result;
    std::ranges::set_symmetric_difference(a, b, std::back_inserter(result), before);
    return result;
}

FunctionResult<Type> operation_type(Arguments arguments, CallContext& call) {
    // Unifies the types, converts the elements and sorts them.
    if (!pay_walk(arguments, call)) return out_of_budget();
    std::vector<Type> types;
    for (const Value& argument : arguments) {
        if (argument.kind() == TypeKind::Dynamic) return Type::set(Type::dynamic());
        const Type element = argument.type().element();
        // An empty untyped set is compatible with any other.
        if (element.is_dynamic() && argument.has_content() && argument.unmarked().size() == 0) continue;
        types.push_back(element);
    }
    if (types.empty()) return Type::set(Type::dynamic());
    const auto unified = unify(types, Safety::Unsafe, call.rules);
    if (!unified) return function_error("the elements of the sets have no type in common");
    return Type::set(unified->type);
}

enum class Unknowns { Refused, Allowed };

// `unknowns`: whether unknown elements can be part of the result. If they could turn out equal to others and
// remove these from the result, the result is unknown.
Implementation operation(Elements (*combine)(const Elements&, const Elements&), Unknowns unknowns) {
    return [combine, unknowns](Arguments arguments, const Type& type,
                               CallContext& call) -> FunctionResult<Value> {
        Elements result;
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            auto converted = convert_value(arguments[i], type, call.rules);
            if (!converted) return function_error(converted.error(), i);
            if (converted->is_unknown()) return Value::unknown(type);
            if (unknowns == Unknowns::Refused && !converted->is_wholly_known()) return Value::unknown(type);
            if (!pay_elements(converted->size() + result.size(), call)) return out_of_budget();
            Elements elements = element_values(*converted);
            result = i == 0 ? std::move(elements) : combine(result, elements);
            // The next step requires sorted elements.
            if (unknowns == Unknowns::Refused) std::ranges::sort(result, before);
        }
        return Value::set(type.element(), std::move(result));
    };
}

Function set_function(std::string description, Implementation implementation) {
    const Type set = Type::set(Type::dynamic());
    return variadic(
        define(std::move(description), operation_type,
               {parameter("first_set", set, kDynamic, "The first set.")}, std::move(implementation)),
        parameter("other_sets", set, kDynamic, "More sets."));
}

FunctionResult<Type> setproduct_type(Arguments arguments, CallContext& call) {
    if (arguments.size() < 2) return function_error("at least two arguments are required");
    if (!pay_walk(arguments, call)) return out_of_budget();
    std::vector<Type> elements;
    bool ordered = true;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const Type type = arguments[i].type();
        if (type.is_set()) {
            ordered = false;
            elements.push_back(type.element());
        } else if (type.is_list()) {
            elements.push_back(type.element());
        } else if (type.is_tuple()) {
            if (type.elements().empty()) {
                elements.push_back(Type::dynamic());
                continue;
            }
            const auto unified = unify(type.elements(), Safety::Unsafe, call.rules);
            if (!unified) return argument_error(i, "the elements of a tuple must have a type in common here");
            elements.push_back(unified->type);
        } else {
            return argument_error(
                i, fmt::format("a set, list or tuple is required, not {}", with_article(type)));
        }
    }
    const Type tuple = Type::tuple(elements);
    return ordered ? Type::list(tuple) : Type::set(tuple);
}

// The maximum length of the product when a length is unknown; empty when it is too large.
std::optional<std::uint64_t> longest_product(Arguments arguments) {
    constexpr std::uint64_t kMaxFactor = 1024;
    constexpr std::uint64_t kMaxProduct = 2048;
    std::uint64_t product = 1;
    for (const Value& argument : arguments) {
        const Type type = argument.type();
        std::uint64_t length = type.is_tuple() ? type.elements().size() : Refinements::kNoMaxLength;
        if (type.is_collection()) length = ops::range_of(argument.unmarked()).max_length;
        if (length > kMaxFactor) return std::nullopt;
        product *= length;
        if (product > kMaxProduct) return std::nullopt;
    }
    return product;
}

Value unknown_product(Arguments arguments, const Type& type) {
    const auto longest = longest_product(arguments);
    if (!longest) return Value::unknown(type);
    Refinements length = Refinements::present();
    length.min_length = *longest == 0 ? 0 : 1;
    length.max_length = *longest;
    return Value::unknown(type).refined(length);
}

FunctionResult<Value> setproduct(Arguments arguments, const Type& type, CallContext& call) {
    Marks marks;
    bool known = true;
    std::uint64_t total = 1;
    for (const Value& argument : arguments) {
        marks |= argument.marks();
        const Value& sequence = argument.unmarked();
        if (sequence.is_unknown() || !has_known_length(sequence)) {
            known = false;
            continue;
        }
        const std::uint64_t size = sequence.size();
        // Saturates, but a factor of zero still gives zero.
        total = size != 0 && total > std::numeric_limits<std::uint32_t>::max() / size
                    ? std::numeric_limits<std::uint32_t>::max()
                    : total * size;
    }
    if (!known) return unknown_product(arguments, type).with_marks(marks);
    if (!pay_elements(total * (arguments.size() + 1), call)) return out_of_budget();

    const Type& tuple = type.element();
    std::vector<std::vector<Value>> factors;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const Value& sequence = arguments[i].unmarked();
        std::vector<Value> elements;
        for (std::size_t k = 0; k < sequence.size(); ++k) {
            auto converted = convert_value(sequence.value_at(k), tuple.elements()[i], call.rules);
            if (!converted) return function_error(converted.error());
            elements.push_back(std::move(*converted));
        }
        factors.push_back(std::move(elements));
    }

    // Sorting the elements of a set compares all their parts.
    std::uint64_t heaviest = 1;
    for (const auto& factor : factors)
        for (const Value& element : factor) heaviest = std::max<std::uint64_t>(heaviest, element.weight());
    if (!type.is_list() && heaviest > 1 && !call.budget.spend(total * heaviest)) return out_of_budget();

    std::vector<Value> product;
    product.reserve(total);
    std::vector<std::size_t> position(factors.size(), 0);
    for (std::uint64_t n = 0; n < total; ++n) {
        std::vector<Value> elements;
        elements.reserve(factors.size());
        for (std::size_t i = 0; i < factors.size(); ++i) elements.push_back(factors[i][position[i]]);
        product.push_back(Value::tuple(std::move(elements)));
        // The last factor varies fastest.
        for (std::size_t i = factors.size(); i-- > 0;) {
            if (++position[i] < factors[i].size()) break;
            position[i] = 0;
        }
    }
    Value result =
        type.is_list() ? Value::list(tuple, std::move(product)) : Value::set(tuple, std::move(product));
    return result.with_marks(marks);
}

}  // namespace

void add_set_functions(FunctionTable& table) {
    const Type any = Type::dynamic();
    const Type set = Type::set(any);
    table.add("sethaselement",
              define("Returns true when the set has the value as an element.", Type::boolean(),
                     {parameter("set", set, kDynamic, "The set to search."),
                      parameter("elem", any, kDynamic, "The value to look for.")},
                     [](Arguments arguments, const Type&, CallContext& call) -> FunctionResult<Value> {
                         if (!pay_walk(arguments, call)) return out_of_budget();
                         return from_value_result(ops::has_element(arguments[0], arguments[1], call.rules));
                     }));
    table.add("setunion", set_function("Returns the elements of all the sets together.",
                                       operation(united, Unknowns::Allowed)));
    table.add("setintersection", set_function("Returns the elements that all the sets have in common.",
                                              operation(common, Unknowns::Refused)));
    table.add("setsymmetricdifference",
              set_function("Returns the elements that occur in one of two sets alone; with more "
                           "sets, that result is compared with the next one.",
                           operation(in_one_alone, Unknowns::Refused)));
    table.add("setsubtract",
              define("Returns the elements of the first set that are not in the second.", operation_type,
                     {parameter("a", set, kDynamic, "The set to take from."),
                      parameter("b", set, kDynamic, "The elements to take away.")},
                     operation(subtracted, Unknowns::Refused)));
    table.add("setproduct",
              variadic(define("Returns all combinations of one element from each of the sets, as tuples. Of "
                              "lists and tuples alone it is a list in their order, otherwise a set.",
                              setproduct_type, {}, setproduct),
                       parameter("sets", any, kUnknown | kMarked, "Two or more sets, lists or tuples.")));
}

}  // namespace hcl::eval::functions
