// yamlencode and yamldecode.
#include "engine/eval/functions/support.h"
#include "engine/eval/functions/yaml_text.h"

namespace hcl::eval::functions {
namespace {

FunctionResult<Type> decoded_type(Arguments arguments, CallContext& call) {
    if (arguments[0].is_unknown()) return Type::dynamic();
    auto value = parse_yaml(arguments[0].as_string(), call);
    if (!value) return std::unexpected(std::move(value.error()));
    return value->type();
}

}  // namespace

void add_yaml_functions(FunctionTable& table) {
    table.add(
        "yamldecode",
        nullable(define("Reads a YAML document and returns the value that it describes: an object for a "
                        "mapping, a tuple for a sequence.",
                        decoded_type, {parameter("src", Type::string(), kPlain, "A YAML document.")},
                        [](Arguments arguments, const Type&, CallContext& call) {
                            return parse_yaml(arguments[0].as_string(), call);
                        })));
    table.add(
        "yamlencode",
        define("Writes a value as YAML.", Type::string(),
               {parameter("value", Type::dynamic(), kNull | kUnknown | kDynamic, "The value to write.")},
               [](Arguments arguments, const Type& type, CallContext& call) -> FunctionResult<Value> {
                   if (!arguments[0].is_wholly_known()) return Value::unknown(type);
                   auto text = write_yaml(arguments[0], call);
                   if (!text) return std::unexpected(std::move(text.error()));
                   return Value::string(*text);
               }));
}

}  // namespace hcl::eval::functions
