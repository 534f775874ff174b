#include "engine/language/condition.h"

#include <algorithm>

#include "engine/eval/evaluate.h"
#include "engine/eval/text/print.h"
#include "engine/value/convert.h"

namespace hcl::language {

namespace {

Value self_of(const BodyDef& body) {
    std::vector<ObjectAttribute> members;
    members.reserve(body.attributes.size() + body.blocks.size());
    for (const AttributeDef& attribute : body.attributes) {
        const bool is_plain = attribute.decoder == Decoder::None && attribute.types.empty();
        members.push_back(
            {attribute.name, is_plain ? attribute.type.without_optional() : Type::dynamic(), false});
    }
    for (const BlockDef& block : body.blocks)
        if (!body.attribute(block.type)) members.push_back({block.type, Type::dynamic(), false});
    return Value::unknown(Type::object(std::move(members)));
}

// Describes the value of a condition that cannot be a bool.
std::string not_bool(const Value& value) {
    if (value.is_null()) return "null";
    if (value.is_wholly_known())
        return convert_value(value, Type::boolean(), Rules::reference()) ? std::string()
                                                                         : eval::print_value(value);
    const Type& type = value.type();
    const bool can_be = type.is_dynamic() || type == Type::boolean() || type == Type::string();
    return can_be ? std::string() : "of type " + type.friendly_name();
}

}  // namespace

std::uint64_t condition_steps(std::uint64_t bytes) {
    constexpr std::uint64_t kLeast = 1'000;
    constexpr std::uint64_t kOfByte = 16;
    constexpr std::uint64_t kMost = 1'000'000;
    return std::min(kMost, kLeast + kOfByte * bytes);
}

Value unknown_self(const BodyDef& body) {
    struct Self {
        Value value;
    };
    return body.memo->get<Self>([&] { return Self{self_of(body)}; }).value;
}

Value unknown_labels(const std::set<std::string>& names) {
    std::vector<ObjectAttribute> labels;
    labels.reserve(names.size());
    for (const std::string& name : names) labels.push_back({name, Type::string(), false});
    return Value::unknown(Type::object(std::move(labels)));
}

Value unknown_labels(const std::vector<LabelDef>& labels) {
    std::set<std::string> names;
    for (const LabelDef& label : labels) names.insert(label.name);
    return unknown_labels(names);
}

ConditionProblem problem_of_condition(syntax::Node condition, const ConditionNames& names,
                                      const std::shared_ptr<const eval::FunctionTable>& functions,
                                      eval::Budget& budget) {
    eval::MapScope scope;
    scope.set_functions(functions);
    for (const auto& [name, value] : names) scope.set(std::string(name), value);
    const eval::EvalResult result =
        eval::evaluate(condition, &scope, eval::eval_options(Rules::reference()), budget);
    if (budget.state() != eval::Budget::State::Open) return {};
    if (!has_errors(result.diagnostics)) return {std::nullopt, not_bool(result.value.unmarked())};
    for (const Diagnostic& d : result.diagnostics) {
        const bool is_of_name = d.code == DiagCode::UnknownVariable || d.code == DiagCode::UnknownFunction ||
                                d.code == DiagCode::UnknownFunctionNamespace;
        if (d.severity == Severity::Error && !is_of_name) return {d, {}};
    }
    return {};
}

}  // namespace hcl::language
