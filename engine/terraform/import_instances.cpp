// Import blocks with `for_each`: the addresses and IDs of their instances, as far as they are known.
#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/bind/scopes.h"
#include "engine/eval/budget.h"
#include "engine/eval/evaluate.h"
#include "engine/eval/text/describe.h"
#include "engine/terraform/rules.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;
using bind::UnitSlot;

constexpr std::size_t kMostImports = 100;
constexpr std::uint64_t kSteps = 100'000;

bool is_collection(const Type& type) {
    return type.is_collection() || type.is_object() || type.is_tuple();
}

// The values of `each`.
std::vector<Value> instances_of(const Value& collection) {
    std::vector<Value> out;
    const Type& type = collection.type();
    for (std::size_t i = 0; i < std::min(collection.size(), kMostImports); ++i) {
        const Value& value = collection.value_at(i);
        const bool has_keys = type.is_object() || type.is_map();
        const Value key = has_keys        ? collection.key_at(i)
                          : type.is_set() ? value
                                          : Value::number(Number::integer(static_cast<std::int64_t>(i)));
        out.push_back(Value::object({{"key", key}, {"value", value}}));
    }
    return out;
}

struct InstanceFinder {
    const RuleInput& input;
    const UnitSlot& slot;
    const eval::Scope& scope;
    eval::EvalOptions options;
    eval::Budget budget;
    std::set<std::uint32_t> reported{};  // starts of expressions

    eval::EvalResult evaluated_for(syntax::Node expr, const Value& each) {
        eval::MapScope names(&scope);
        names.set("each", each);
        return eval::evaluate(expr, &names, options, budget);
    }

    // Unknown where it fails: the first failure is reported, unless it is one of every instance.
    Value evaluated(syntax::Node expr, const Value& each) {
        const Value any = Value::object({{"key", Value::dynamic()}, {"value", Value::dynamic()}});
        if (has_errors(evaluated_for(expr, any).diagnostics)) return Value::dynamic();
        eval::EvalResult made = evaluated_for(expr, each);
        for (Diagnostic& found : made.diagnostics) {
            if (found.severity != Severity::Error || !reported.insert(found.span.start).second) continue;
            found.span = found.span.shifted(slot.base);
            found.file = slot.file;
            input.out.push_back(std::move(found));
        }
        return has_errors(made.diagnostics) ? Value::dynamic() : made.value.unmarked();
    }

    void key(syntax::Node to, const Value& each, const std::vector<std::string>& names) {
        if (!to.is(syntax::NodeKind::Index) || !to.child(1)) return;
        const Value value = evaluated(to.child(1), each);
        if (!value.is_known()) return;
        const Span place = to.span().shifted(slot.base);
        const bool is_text = value.is_known_string();
        if (!is_text && !(value.type().is_number() && !value.is_null())) {
            if (reported.insert(to.span().start).second)
                input.report("import-key-type", place, "The key of an instance is a string or a number.");
            return;
        }
        const std::string why =
            why_no_instance(input.module, names, is_text ? InstanceKind::Keyed : InstanceKind::Counted);
        if (!why.empty() && reported.insert(to.span().start).second)
            input.report("import-instance", place, "\"" + names[0] + "." + names[1] + "\"" + why);
    }

    void id(syntax::Node expr, const Value& each) {
        const Value value = evaluated(expr, each);
        if (!value.is_known() || reported.contains(expr.span().start)) return;
        const Span place = expr.span().shifted(slot.base);
        if (value.is_null()) {
            input.report(DiagCode::NullNotAllowed, place, {"id", "", "Give it a value"});
        } else if (!value.type().is_primitive()) {
            input.report(DiagCode::IncorrectAttributeType, place,
                         {"id", "a string is required, not " + eval::with_article(value.type())});
        } else if (value.is_known_string() && value.as_string().empty()) {
            input.report(DiagCode::WrongLength, place, {"id", "0 characters", "at least 1 character"});
        } else {
            return;
        }
        reported.insert(expr.span().start);
    }
};

}  // namespace

void check_import_instances(const RuleInput& input, const UnitSlot& slot, std::uint32_t body,
                            const std::vector<std::string>& names) {
    const bind::BoundUnit& unit = *slot.unit;
    const BoundAttribute* repetition = attribute_of(unit, body, "for_each");
    const BoundAttribute* to = attribute_of(unit, body, "to");
    const BoundAttribute* id = attribute_of(unit, body, "id");
    if (!repetition || !repetition->expr || !to || !to->expr) return;
    const Value& collection = slot.state->values[index_of(unit, *repetition)].unmarked();
    const Type& type = collection.type();
    if (collection.is_null() || type.is_dynamic()) return;
    if (!is_collection(type)) {
        input.report(
            DiagCode::UnsuitableCollection, repetition->expr.span().shifted(slot.base),
            {"for_each", "a map, a set, a list or an object is required, not " + eval::with_article(type)});
        return;
    }
    if (!collection.is_known()) return;
    const auto scope = bind::scope_of(input.module, slot, body);
    eval::EvalOptions options = eval::eval_options(*input.module.language().rules);
    options.cancel = input.context.cancel;
    options.limits.steps = std::min(kSteps, input.module.limits().file_steps);
    InstanceFinder finder{input, slot, *scope, options, eval::Budget(options.limits, input.context.cancel)};
    for (const Value& each : instances_of(collection)) {
        finder.key(to->expr, each, names);
        if (id && id->expr) finder.id(id->expr, each);
    }
}

}  // namespace hcl::terraform
