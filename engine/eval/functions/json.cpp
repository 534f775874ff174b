// jsonencode and jsondecode.
#include <fmt/format.h>

#include "engine/eval/functions/json_values.h"
#include "engine/eval/functions/support.h"
#include "engine/value/text.h"

namespace hcl::eval::functions {
namespace {

FunctionResult<Value> jsonencode(Arguments arguments, const Type& type, CallContext& call) {
    const Value& value = arguments[0];
    if (!value.is_wholly_known()) {
        // The first character distinguishes null from everything else.
        if (value.is_null() || (value.is_unknown() && !value.refinements().not_null))
            return Value::unknown(type);
        Refinements known = Refinements::present();
        const Type given = value.type();
        if (given.is_string())
            known.prefix = "\"";
        else if (given.is_object() || given.is_map())
            known.prefix = "{";
        else if (given.is_tuple() || given.is_list() || given.is_set())
            known.prefix = "[";
        return Value::unknown(type).refined(known);
    }
    std::string text;
    if (auto result = append_json(text, value, call); !result)
        return std::unexpected(std::move(result.error()));
    return Value::string(text);
}

// The result type of a document with a known prefix.
FunctionResult<Type> type_from_prefix(std::string_view prefix) {
    const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
    while (!prefix.empty() && is_blank(prefix.front())) prefix.remove_prefix(1);
    if (prefix.empty()) return Type::dynamic();
    switch (prefix.front()) {
        case '{':
        case '[':
        case 'n':
            return Type::dynamic();
        case '"':
            return Type::string();
        case 't':
        case 'f':
            return Type::boolean();
        case '-':
        case '.':
            return Type::number();
        default:
            if (prefix.front() >= '0' && prefix.front() <= '9') return Type::number();
    }
    std::size_t end = 0;
    decode_utf8(prefix, end);
    return argument_error(0, fmt::format("a JSON document cannot begin with \"{}\"", prefix.substr(0, end)));
}

FunctionResult<Type> jsondecode_type(Arguments arguments, CallContext& call) {
    if (arguments[0].is_unknown()) return type_from_prefix(arguments[0].refinements().prefix);
    auto value = parse_json(arguments[0].as_string(), call);
    if (!value) return std::unexpected(std::move(value.error()));
    return value->type();
}

}  // namespace

void add_json_functions(FunctionTable& table) {
    table.add("jsonencode",
              define("Writes a value as JSON text.", Type::string(),
                     {parameter("val", Type::dynamic(), kNull | kUnknown | kDynamic, "The value to write.")},
                     jsonencode));
    table.add("jsondecode",
              nullable(define("Reads JSON text and returns the value that it describes: an object for a "
                              "JSON object, a tuple for an array.",
                              jsondecode_type, {parameter("str", Type::string(), kPlain, "A JSON document.")},
                              [](Arguments arguments, const Type&, CallContext& call) {
                                  return parse_json(arguments[0].as_string(), call);
                              })));
}

}  // namespace hcl::eval::functions
