// The functions that a spec's own expressions may use.
#include <array>

#include "engine/decode/spec_file.h"
#include "engine/eval/functions/functions.h"
#include "engine/eval/walk/access.h"
#include "engine/value/ops.h"

namespace hcl::decode {

namespace {

constexpr std::array<std::string_view, 15> kNames = {
    "abs",   "coalesce", "concat", "hasindex", "int",    "jsondecode", "jsonencode", "length",
    "lower", "max",      "min",    "reverse",  "strlen", "substr",     "upper"};

using Arguments = std::span<const Value>;

eval::Parameter any(std::string name, std::string doc) {
    return {.name = std::move(name), .doc = std::move(doc), .type = Type::dynamic()};
}

// By the document: whether `val[idx]` could succeed, for whatever can be indexed and whatever key converts.
// The reference wants a number for a list and a string for a map, and knows no objects.
eval::Function has_index() {
    eval::Function function;
    function.description = "Returns true when `val[idx]` could succeed.";
    function.parameters = {any("val", "A list, tuple, map or object."), any("idx", "A position or a key.")};
    function.result_type = Type::boolean();
    function.result_not_null = true;
    function.implementation = [](Arguments arguments, const Type&,
                                 eval::CallContext& call) -> eval::FunctionResult<Value> {
        Diagnostics ignored;
        Value element;
        return Value::boolean(
            eval::get_element(arguments[0], arguments[1], {}, {}, call.rules, ignored, element));
    };
    return function;
}

// By the document objects have a length too.
eval::Function length_of(eval::FunctionPtr standard) {
    eval::Function function = *standard;
    function.parameters.front().doc = "A list, set, map, object or tuple.";
    function.compute_type = [standard](Arguments arguments,
                                       eval::CallContext& call) -> eval::FunctionResult<Type> {
        if (arguments[0].kind() == TypeKind::Object) return Type::number();
        return standard->compute_type ? standard->compute_type(arguments, call) : standard->result_type;
    };
    function.implementation = [standard](Arguments arguments, const Type& type,
                                         eval::CallContext& call) -> eval::FunctionResult<Value> {
        const Value& value = arguments[0].unmarked();
        if (value.kind() != TypeKind::Object) return standard->implementation(arguments, type, call);
        // An object's type says how many attributes it has, known or not.
        auto count = static_cast<std::int64_t>(value.type().attributes().size());
        return Value::integer(count).with_same_marks(arguments[0]);
    };
    return function;
}

std::shared_ptr<const eval::FunctionTable> make_table(bool by_document) {
    eval::FunctionTable chosen;
    const eval::FunctionTable& all = eval::standard_functions();
    for (std::string_view name : kNames)
        if (auto function = all.find_shared(name)) chosen.add(std::string(name), function);
    if (by_document) {
        chosen.add("hasindex", has_index());
        if (auto standard = all.find_shared("length")) chosen.add("length", length_of(standard));
    }
    return std::make_shared<const eval::FunctionTable>(std::move(chosen));
}

}  // namespace

const std::shared_ptr<const eval::FunctionTable>& spec_functions(const Rules& rules) {
    static const std::shared_ptr<const eval::FunctionTable> by_document = make_table(true);
    if (!rules.decode_as_tool) return by_document;
    static const std::shared_ptr<const eval::FunctionTable> as_tool = make_table(false);
    return as_tool;
}

}  // namespace hcl::decode
