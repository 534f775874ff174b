// Import blocks with `for_each`: the addresses and IDs of their instances, as far as they are known.
#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/eval/evaluate.h"
#include "engine/eval/text/describe.h"
#include "engine/terraform/rules.h"
#include "engine/terraform/targets.h"
#include "engine/terraform/unit_evaluation.h"

namespace hcl::terraform {

namespace {

using bind::BoundAttribute;
using bind::UnitSlot;

constexpr std::size_t kMostImports = 100;

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
    UnitEvaluation& in;
    const eval::Scope& scope;
    bool is_open;
    std::set<std::uint32_t> reported{};  // starts of expressions

    eval::EvalResult evaluated_for(syntax::Node expr, const Value& each) {
        eval::MapScope names(&scope);
        names.set("each", each);
        return in.evaluate(expr, names);
    }

    // Unknown where it fails: the first failure is reported, unless it is one of every instance.
    Value evaluated(syntax::Node expr, const Value& each) {
        const Value any = Value::object({{"key", Value::dynamic()}, {"value", Value::dynamic()}});
        if (has_errors(evaluated_for(expr, any).diagnostics)) return Value::dynamic();
        eval::EvalResult made = evaluated_for(expr, each);
        for (Diagnostic& found : made.diagnostics) {
            if (found.severity != Severity::Error || !reported.insert(found.span.start).second) continue;
            found.span = found.span.shifted(in.slot.base);
            found.file = in.slot.file;
            input.out.push_back(std::move(found));
        }
        return has_errors(made.diagnostics) ? Value::dynamic() : made.value.unmarked();
    }

    void keys(syntax::Node to, const Value& each) {
        if (reported.contains(to.span().start)) return;
        const Span place = to.span().shifted(in.slot.base);
        bool is_wrong = false;
        const std::vector<AddressPart> parts = parts_of_address(to, [&](syntax::Node key) {
            Value value = evaluated(key, each);
            const bool is_key = value.is_known_string() || (value.type().is_number() && !value.is_null());
            is_wrong = is_wrong || (value.is_known() && !is_key);
            return value;
        });
        if (is_wrong) {
            input.report("import-key-type", place, "The key of an instance is a string or a number.");
            reported.insert(to.span().start);
        } else if (report_missing_instance(input, place,
                                           find_instance(input.context, input.context.module, parts, false),
                                           is_open)) {
            reported.insert(to.span().start);
        }
    }

    void id(syntax::Node expr, const Value& each) {
        const Value value = evaluated(expr, each);
        if (!value.is_known() || reported.contains(expr.span().start)) return;
        const Span place = expr.span().shifted(in.slot.base);
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

void check_import_instances(const RuleInput& input, const UnitSlot& slot, std::uint32_t body, bool is_open) {
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
    UnitEvaluation evaluation(input.module, slot, input.context.cancel);
    const auto scope = evaluation.scope_of(body);
    InstanceFinder finder{input, evaluation, *scope, is_open};
    // What is wrong with every instance has a finding already.
    const Span place = to->expr.span().shifted(slot.base);
    if (std::ranges::any_of(input.out, [&](const Diagnostic& d) { return d.span == place; }))
        finder.reported.insert(to->expr.span().start);
    for (const Value& each : instances_of(collection)) {
        finder.keys(to->expr, each);
        if (id && id->expr) finder.id(id->expr, each);
    }
}

}  // namespace hcl::terraform
