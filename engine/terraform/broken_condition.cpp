#include "engine/terraform/broken_condition.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "engine/bind/resolution.h"
#include "engine/eval/text/print.h"
#include "engine/syntax/file/file.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;

constexpr std::size_t kMostReasons = 3;
constexpr std::size_t kLongestReason = 60;  // bytes of a value that is shown

// The values of the names in an expression, where they are known and simple.
std::string reasons_of(const bind::BoundUnit& unit, std::uint32_t attribute, const eval::Scope& scope,
                       const eval::EvalOptions& options, eval::Budget& budget) {
    const syntax::Node expr = unit.attributes[attribute].expr;
    const std::string whole(expr.text());
    std::vector<std::string> names;
    std::string out;
    for (const bind::Reference& reference : bind::references_of(unit, attribute)) {
        if (reference.is_text || reference.is_address || names.size() == kMostReasons) continue;
        const std::string name =
            whole.substr(reference.span.start - expr.span().start, reference.span.end - reference.span.start);
        if (std::ranges::find(names, name) != names.end()) continue;
        const syntax::FilePtr tree = syntax::parse_expression(name);
        if (!tree->root() || has_errors(tree->diagnostics())) continue;
        const eval::EvalResult made = eval::evaluate(tree->root(), &scope, options, budget);
        const Value& value = made.value;
        if (has_errors(made.diagnostics) || value.is_marked() || !value.is_known() || value.is_null() ||
            !value.type().is_primitive())
            continue;
        const std::string shown = eval::print_value(value);
        if (shown.size() > kLongestReason || shown.find('\n') != std::string::npos) continue;
        out += (names.empty() ? ", because " : " and ") + name + " is " + shown;
        names.push_back(name);
    }
    return out;
}

}  // namespace

std::optional<BrokenCondition> broken_condition(const bind::UnitSlot& slot, const bind::BoundBlock& block,
                                                const eval::Scope& scope, const eval::EvalOptions& options,
                                                eval::Budget& budget) {
    const bind::BoundUnit& unit = *slot.unit;
    const BoundAttribute* condition = attribute_of(unit, block.body, "condition");
    if (!condition || !condition->expr) return std::nullopt;
    const eval::EvalResult made = eval::evaluate(condition->expr, &scope, options, budget);
    const Value& holds = made.value.unmarked();
    if (has_errors(made.diagnostics) || !holds.is_known_bool() || holds.as_bool()) return std::nullopt;
    const auto index = index_of(unit, *condition);
    BrokenCondition out{condition->expr.span(), reasons_of(unit, index, scope, options, budget), "."};
    const BoundAttribute* message = attribute_of(unit, block.body, "error_message");
    if (!message || !message->expr) return out;
    const eval::EvalResult text = eval::evaluate(message->expr, &scope, options, budget);
    if (!has_errors(text.diagnostics) && text.value.is_known_string() && !text.value.is_marked())
        out.message = ": " + as_sentence(std::string(text.value.as_string()));
    return out;
}

void InstanceKey::add_to(eval::MapScope& names) const {
    if (!each.is_null()) names.set("each", each);
    if (!count.is_null()) names.set("count", count);
}

std::vector<InstanceKey> instance_keys(const Value& repetition, bool is_count, std::size_t most) {
    std::vector<InstanceKey> keys;
    if (!repetition.is_known() || repetition.is_null()) return keys;
    if (is_count) {
        for (std::size_t i = 0; i < most; ++i) {
            const Value index = Value::number(Number::integer(static_cast<std::int64_t>(i)));
            if (!repetition.type().is_number() || !(index.as_number() < repetition.as_number())) break;
            keys.push_back({std::to_string(i), Value::null(), Value::object({{"index", index}})});
        }
        return keys;
    }
    const bool has_keys = repetition.type().is_object() || repetition.type().is_map();
    if (!has_keys && !repetition.type().is_set()) return keys;
    for (std::size_t i = 0; i < std::min(repetition.size(), most); ++i) {
        const Value& value = repetition.value_at(i);
        const Value key = has_keys ? repetition.key_at(i) : value;
        if (!key.is_known_string()) continue;
        keys.push_back({"\"" + std::string(key.as_string()) + "\"",
                        Value::object({{"key", key}, {"value", value}}), Value::null()});
    }
    return keys;
}

}  // namespace hcl::terraform
