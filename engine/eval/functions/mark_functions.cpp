// Functions that add and remove marks: sensitive, ephemeral.
#include "engine/eval/functions/support.h"

namespace hcl::eval::functions {
namespace {

constexpr unsigned kEverything = kNull | kUnknown | kDynamic | kMarked;

FunctionResult<Type> same_type(Arguments arguments, CallContext&) {
    return arguments[0].type();
}

// Replaces ephemeral values by null, at any depth.
FunctionResult<Value> without_ephemeral(const Value& value, CallContext& call) {
    if (value.marks().has(MarkKind::Ephemeral))
        return Value::null(value.type()).with_marks(value.marks().without(MarkKind::Ephemeral));
    if (!value.contains_marks() || !value.has_content()) return value;
    const Value& inside = value.unmarked();
    if (!pay_elements(inside.size(), call)) return out_of_budget();
    std::vector<Value> parts;
    parts.reserve(inside.size());
    for (std::size_t i = 0; i < inside.size(); ++i) {
        auto part = without_ephemeral(inside.value_at(i), call);
        if (!part) return part;
        parts.push_back(std::move(*part));
    }
    const Type type = inside.type();
    Value out = inside;
    if (type.is_list()) {
        out = Value::list(type.element(), std::move(parts));
    } else if (type.is_set()) {
        out = Value::set(type.element(), std::move(parts));
    } else if (type.is_tuple()) {
        out = Value::tuple(std::move(parts));
    } else if (type.is_object()) {
        out = Value::object(type, std::move(parts));
    } else if (type.is_map()) {
        std::vector<std::pair<std::string, Value>> entries;
        entries.reserve(parts.size());
        for (std::size_t i = 0; i < parts.size(); ++i)
            entries.emplace_back(std::string(inside.key_at(i).as_string()), std::move(parts[i]));
        out = Value::map(type.element(), std::move(entries));
    }
    return out.with_same_marks(value);
}

}  // namespace

void add_mark_functions(FunctionTable& table) {
    add_marked_conversions(table);
    const Type any = Type::dynamic();
    auto value = [&](std::string doc) { return parameter("value", any, kEverything, std::move(doc)); };
    table.add(
        "sensitive",
        partial(nullable(define("Returns the value marked as sensitive: it is hidden in output.", same_type,
                                {value("The value to hide.")},
                                [](Arguments arguments, const Type&, CallContext&) -> FunctionResult<Value> {
                                    return arguments[0].with_marks(Marks::sensitive());
                                }))));
    table.add(
        "nonsensitive",
        partial(nullable(define("Returns the value without its mark of being sensitive. Parts keep theirs.",
                                same_type, {value("The value to show.")},
                                [](Arguments arguments, const Type&, CallContext&) -> FunctionResult<Value> {
                                    const Marks marks = arguments[0].marks().without(MarkKind::Sensitive);
                                    return arguments[0].unmarked().with_marks(marks);
                                }))));
    table.add(
        "issensitive",
        partial(define("Returns true when the value is marked as sensitive.", Type::boolean(),
                       {value("The value to ask about.")},
                       [](Arguments arguments, const Type& type, CallContext&) -> FunctionResult<Value> {
                           const Value& given = arguments[0];
                           if (given.marks().has(MarkKind::Sensitive)) return Value::boolean(true);
                           // An unknown value may have a mark later.
                           return given.is_unknown() ? Value::unknown(type) : Value::boolean(false);
                       })));
    table.add("ephemeralasnull",
              partial(nullable(define("Returns the value with null in place of what is ephemeral.", same_type,
                                      {value("The value, or a collection of values.")},
                                      [](Arguments arguments, const Type&, CallContext& call) {
                                          return without_ephemeral(arguments[0], call);
                                      }))));
}

}  // namespace hcl::eval::functions
