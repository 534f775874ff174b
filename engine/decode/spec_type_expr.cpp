#include "engine/decode/spec_type_expr.h"

#include "engine/decode/evaluate.h"
#include "engine/value/capsule.h"

namespace hcl::decode {

namespace {

// During the evaluation of a type expression, types are values of this capsule type.
const CapsuleType& type_capsule() {
    static const CapsuleType capsule("type");
    return capsule;
}
const Type& type_type() {
    static const Type type = Type::capsule(type_capsule());
    return type;
}

Value wrap(const Type& type) {
    return Value::capsule(type_capsule(), std::make_shared<const Type>(type));
}
// A type whose evaluation failed, and was reported, counts as any.
Type unwrap(const Value& value) {
    return value.unmarked().has_content() ? value.unmarked().capsule_as<Type>() : Type::dynamic();
}

// A constructor with one argument.
eval::Function constructor(std::string_view parameter, const Type& parameter_type,
                           std::function<Type(const Value&)> construct) {
    eval::Function function;
    function.parameters.push_back({.name = std::string(parameter), .doc = {}, .type = parameter_type});
    function.result_type = type_type();
    function.implementation = [construct = std::move(construct)](
                                  std::span<const Value> arguments, const Type&,
                                  eval::CallContext&) -> eval::FunctionResult<Value> {
        return wrap(construct(arguments[0]));
    };
    return function;
}

std::shared_ptr<const eval::Scope> make_type_scope() {
    auto scope = std::make_shared<eval::MapScope>();
    scope->set("string", wrap(Type::string()));
    scope->set("bool", wrap(Type::boolean()));
    scope->set("number", wrap(Type::number()));
    scope->set("any", wrap(Type::dynamic()));

    eval::FunctionTable functions;
    auto collection = [&](std::string_view name, TypeKind kind) {
        functions.add(std::string(name),
                      constructor("element_type", type_type(), [kind](const Value& element) {
                          return Type::collection(kind, unwrap(element));
                      }));
    };
    collection("list", TypeKind::List);
    collection("set", TypeKind::Set);
    collection("map", TypeKind::Map);
    functions.add("tuple", constructor("element_types", Type::list(type_type()), [](const Value& elements) {
                      std::vector<Type> types;
                      for (const Value& element : elements.elements()) types.push_back(unwrap(element));
                      return Type::tuple(types);
                  }));
    functions.add("object",
                  constructor("attribute_types", Type::map(type_type()), [](const Value& attributes) {
                      std::vector<ObjectAttribute> types;
                      for (const MapEntry& entry : attributes.entries())
                          types.push_back({std::string(entry.key.as_string()), unwrap(entry.value)});
                      return Type::object(std::move(types));
                  }));
    scope->set_functions(std::make_shared<const eval::FunctionTable>(std::move(functions)));
    return scope;
}

}  // namespace

SpecTypeResult evaluate_spec_type(const eval::Expression& expr, FileId file, const Rules& rules) {
    SpecTypeResult out;
    if (!rules.decode_as_tool) {
        eval::TypeExpression parsed = eval::parse_type(expr, eval::TypeExpressionKind::Defaults, rules);
        append_at(out.diagnostics, std::move(parsed.diagnostics), file);
        out.type = {.type = std::move(parsed.type), .defaults = std::move(parsed.defaults)};
        return out;
    }
    static const std::shared_ptr<const eval::Scope> kScope = make_type_scope();
    eval::EvalResult result = evaluate_in_file(expr, file, kScope.get(), eval::eval_options(rules));
    out.diagnostics = std::move(result.diagnostics);
    if (result.value.is_null()) return out;
    if (result.value.type() == type_type() && result.value.is_known()) {
        out.type.type = unwrap(result.value.unmarked());
        return out;
    }
    Diagnostic diagnostic =
        make_diagnostic(DiagCode::NotASpecType, expr.span(), {result.value.type().friendly_name()});
    diagnostic.file = file;
    // The reference has no position here, and neither do the recorded results.
    diagnostic.has_place = false;
    out.diagnostics.push_back(std::move(diagnostic));
    return out;
}

}  // namespace hcl::decode
