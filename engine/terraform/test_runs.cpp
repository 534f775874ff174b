#include "engine/terraform/test_runs.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>

#include "engine/bind/instance.h"
#include "engine/bind/resolution.h"
#include "engine/bind/scopes.h"
#include "engine/check/rule.h"
#include "engine/eval/evaluate.h"
#include "engine/eval/text/describe.h"
#include "engine/terraform/broken_condition.h"
#include "engine/terraform/built_in.h"
#include "engine/terraform/place.h"
#include "engine/terraform/plan_values.h"
#include "engine/terraform/titles.h"
#include "engine/value/convert.h"

namespace hcl::terraform {

namespace {

using bind::BoundBlock;
using bind::BoundUnit;
using bind::UnitSlot;

constexpr std::uint64_t kStepsOfOutput = 1000;  // for one that is computed again
constexpr std::uint64_t kStepsOfRun = 100'000;  // for one argument, or the assertions of one run
constexpr int kFirstOfValues = 3101;            // codes about what is done with values
constexpr int kEndOfParts = 3200;               // those about attributes and indexes
constexpr int kEndOfValues = 3700;
constexpr std::size_t kMostRuns = 100;  // that one expression takes as a whole

// The type of an instance is known before a plan, its values are not.
Value typed(const Value& instance) {
    if (instance.is_null() || !instance.type().is_object()) return Value::dynamic();
    if (!instance.is_known()) return Value::unknown(instance.type());
    std::vector<std::pair<std::string, Value>> members;
    for (std::size_t i = 0; i < instance.size(); ++i) {
        const Type& type = instance.value_at(i).type();
        members.emplace_back(instance.key_at(i).as_string(),
                             type.is_tuple() ? Value::dynamic() : Value::unknown(type));
    }
    return Value::object(std::move(members));
}

// What the built-in resource has for an attribute that it computes; null: nothing is known.
using Computed = std::function<Value(std::string_view)>;

// An object with what the test says that its provider computes.
Value overridden(const BoundUnit& unit, const BoundBlock& block, const Value& object, const Value& values) {
    if (!object.type().is_object()) return object;
    const auto& attributes = object.type().attributes();
    std::vector<std::pair<std::string, Value>> members;
    members.reserve(attributes.size());
    for (std::size_t i = 0; i < attributes.size(); ++i) {
        const std::string& name = attributes[i].name;
        Value value = object.is_known() ? object.value_at(i) : Value::unknown(attributes[i].type);
        const Value* given = values.find(name);
        const language::AttributeDef* def = unit.bodies[block.body].attribute(name);
        if (given && def && def->is_read_only) {
            auto converted = convert_value(*given, def->type, Rules::reference());
            value = converted ? std::move(*converted) : Value::dynamic();
        }
        members.emplace_back(name, std::move(value));
    }
    return Value::object(std::move(members));
}

// The value of a resource or data source with all its instances.
Value typed_instances(const bind::Module& tested, const bind::Symbol symbol, const Computed& computed) {
    const BoundUnit& unit = tested.unit_of(symbol);
    const bind::Declaration& declaration = tested.declaration(symbol);
    if (declaration.block == bind::kNone) return Value::dynamic();
    const BoundBlock& block = unit.blocks[declaration.block];
    const std::uint32_t body = block.body;
    const Value& all = tested.value_of(symbol).unmarked();
    if (all.is_null()) return Value::dynamic();
    if (attribute_of(unit, body, "count")) {
        if (!all.is_known() || !all.type().is_tuple()) return Value::dynamic();
        std::vector<Value> instances;
        instances.reserve(all.size());
        for (std::size_t i = 0; i < all.size(); ++i) instances.push_back(typed(all.value_at(i).unmarked()));
        return Value::tuple(std::move(instances));
    }
    if (!attribute_of(unit, body, "for_each")) {
        const UnitSlot home = tested.slot_of(symbol);
        return configured_object(
            unit, block, typed(all),
            [&](const bind::BoundAttribute& argument) {
                const std::uint32_t index = index_of(unit, argument);
                return home.state ? home.state->values[index] : Value::dynamic();
            },
            computed);
    }
    if (!all.is_known() || !all.type().is_object()) return Value::dynamic();
    std::vector<std::pair<std::string, Value>> instances;
    instances.reserve(all.size());
    for (std::size_t i = 0; i < all.size(); ++i)
        instances.emplace_back(all.key_at(i).as_string(), typed(all.value_at(i).unmarked()));
    return Value::object(std::move(instances));
}

// The names of the tested module, as the assertions of a run see them. Of what providers give at most the
// types are known.
class TestedScope final : public eval::Scope {
  public:
    // Names that the module lacks, which the unit reads, can have any value.
    TestedScope(std::shared_ptr<const eval::Scope> around, const bind::Module& tested,
                const BoundUnit& reader, Value runs, const Overrides& overrides, Computed computed = {})
        : Scope(std::move(around)),
          tested_(tested),
          reader_(reader),
          overrides_(overrides),
          computed_(std::move(computed)) {
        made_.emplace("run", std::move(runs));
    }

    const Value* variable(std::string_view name) const override {
        auto known = made_.find(name);
        if (known == made_.end()) known = made_.emplace(std::string(name), make(name)).first;
        return &known->second;
    }
    bool has_variables() const override { return true; }
    // The values of all symbols of a kind.
    std::vector<std::pair<std::string, Value>> declared(std::string_view kind) const {
        std::vector<std::pair<std::string, Value>> members;
        for (const bind::Symbol symbol : tested_.symbols().by_kind(kind))
            if (symbol.is_declaration())
                members.emplace_back(tested_.declaration(symbol).address.back(), value_of(symbol));
        members_ += members.size();
        return members;
    }
    // In steps, for what was made until now.
    std::uint64_t spent() const { return kStepsOfMember * members_; }

  private:
    static constexpr std::uint64_t kStepsOfMember = 8;

    // The value that a test gives to a resource or data source without instances; null: none.
    const Value* override_of(const bind::Declaration& declaration) const {
        if (overrides_.empty() || declaration.block == bind::kNone) return nullptr;
        std::string address;
        for (const std::string& name : declaration.address) address += (address.empty() ? "" : ".") + name;
        const auto found = overrides_.find(address);
        return found == overrides_.end() ? nullptr : &found->second;
    }
    Value resource(const bind::Symbol symbol) const {
        const bind::Declaration& declaration = tested_.declaration(symbol);
        Value value = typed_instances(tested_, symbol, computed_);
        const Value* given = override_of(declaration);
        if (!given) return value;
        const BoundUnit& unit = tested_.unit_of(symbol);
        const BoundBlock& block = unit.blocks[declaration.block];
        const bool is_repeated =
            attribute_of(unit, block.body, "count") || attribute_of(unit, block.body, "for_each");
        return is_repeated ? Value::dynamic() : overridden(unit, block, value, *given);
    }
    bool is_computed_again(std::string_view root) const {
        return root == "terraform_data" || std::ranges::any_of(overrides_, [&](const auto& one) {
                   return std::string_view(one.first).starts_with(std::string(root) + ".");
               });
    }

    // Of outputs, what reads the built-in resource, or what the test overrides, is computed again.
    Value value_of(const bind::Symbol symbol) const {
        Value known = tested_.value_of(symbol);
        const bind::Declaration& declaration = tested_.declaration(symbol);
        if (known.is_wholly_known() || declaration.def->kind != "output" || declaration.block == bind::kNone)
            return known;
        const UnitSlot home = tested_.slot_of(symbol);
        const bind::BoundAttribute* written =
            attribute_of(*home.unit, home.unit->blocks[declaration.block].body, "value");
        if (!written || !written->expr || written->expr.is_broken()) return known;
        const auto references = bind::references_of(*home.unit, index_of(*home.unit, *written));
        std::set<std::string> again;
        for (const bind::Reference& reference : references)
            if (is_computed_again(reference.steps[0].name)) again.insert(reference.steps[0].name);
        if (again.empty()) return known;
        const auto around = bind::module_scope_of(tested_, home);
        eval::MapScope names(around.get());
        for (const std::string& root : again) names.set(root, *variable(root));
        eval::EvalOptions options = eval::eval_options(*tested_.language().rules);
        options.limits.steps = kStepsOfOutput;
        const eval::EvalResult made = eval::evaluate(written->expr, &names, options);
        members_ += options.limits.steps / kStepsOfMember;
        return has_errors(made.diagnostics) ? known : made.value;
    }

    Value make(std::string_view name) const {
        std::string_view kind = name;
        if (name == "var") kind = "variable";
        if (kind != "variable" && kind != "local" && kind != "output" && kind != "module")
            return resources(name);
        std::vector<std::pair<std::string, Value>> members = declared(kind);
        std::set<std::string> others;
        for (const bind::Reference& reference : reader_.references)
            if (reference.steps.size() > 1 && reference.steps[0].name == name &&
                tested_.symbols().by_kind_and_name(kind, reference.steps[1].name).empty())
                others.insert(reference.steps[1].name);
        std::ranges::transform(others, std::back_inserter(members),
                               [](const std::string& other) { return std::pair(other, Value::dynamic()); });
        members_ += others.size();
        return Value::object(std::move(members));
    }

    // Resources by type and name; for `data`, the data sources.
    Value resources(std::string_view root) const {
        std::map<std::string, std::vector<std::pair<std::string, Value>>> types;
        for (const bind::Symbol symbol : tested_.symbols().by_prefix({std::string(root)})) {
            if (!symbol.is_declaration()) return Value::dynamic();
            const bind::Declaration& declaration = tested_.declaration(symbol);
            const std::vector<std::string>& address = declaration.address;
            const std::string& kind = declaration.def->kind;
            const bool is_data = kind == "data" && root == "data" && address.size() == 3;
            if (!is_data && (kind != "resource" || address.size() != 2)) return Value::dynamic();
            ++members_;
            types[is_data ? address[1] : ""].emplace_back(address.back(), resource(symbol));
        }
        if (types.empty()) return Value::dynamic();
        if (root != "data") return Value::object(std::move(types.begin()->second));
        std::vector<std::pair<std::string, Value>> members;
        members.reserve(types.size());
        for (auto& [type, names] : types) members.emplace_back(type, Value::object(std::move(names)));
        return Value::object(std::move(members));
    }

    const bind::Module& tested_;
    const BoundUnit& reader_;
    const Overrides& overrides_;
    Computed computed_;
    mutable std::map<std::string, Value, std::less<>> made_;
    mutable std::uint64_t members_ = 0;
};

// Says of an attribute behind a resource with several instances that one has to be chosen.
void explain_missing_key(const UnitSlot& slot, const bind::Module& tested, Span place, Diagnostic& found) {
    for (const bind::Reference& reference : slot.unit->references) {
        const std::size_t length = reference.steps[0].name == "data" ? 3 : 2;
        if (reference.steps.size() <= length || reference.steps[length].span.end != place.end) continue;
        std::vector<std::string> address;
        address.reserve(length);
        for (std::size_t i = 0; i < length; ++i) address.push_back(reference.steps[i].name);
        const bind::SymbolList symbols = tested.symbols().by_address(address);
        if (symbols.empty() || !symbols.back().is_declaration()) return;
        const bind::Declaration& declaration = tested.declaration(symbols.back());
        if (declaration.block == bind::kNone || declaration.def->kind == "module") return;
        const BoundUnit& unit = tested.unit_of(symbols.back());
        const std::uint32_t body = unit.blocks[declaration.block].body;
        const bool is_counted = attribute_of(unit, body, "count") != nullptr;
        if (!is_counted && !attribute_of(unit, body, "for_each")) return;
        std::string whole;
        for (const std::string& name : address) whole += (whole.empty() ? "" : ".") + name;
        found.title = "Missing resource instance key";
        found.message = "\"" + whole + "\" sets \"" + (is_counted ? "count" : "for_each") +
                        "\", so it has several instances: choose one, as in `" + whole +
                        (is_counted ? "[0]" : "[\"KEY\"]") + "." + reference.steps[length].name + "`.";
        return;
    }
}

// What an assertion cannot do with the values that it reads: attributes and indexes that do not exist,
// operands and arguments that do not fit.
void check_evaluation(const RuleInput& input, const UnitSlot& slot, const BoundBlock& assertion,
                      const bind::Module& tested, const eval::Scope& scope, const eval::EvalOptions& options,
                      eval::Budget& budget) {
    for (const std::uint32_t i : slot.unit->bodies[assertion.body].attributes) {
        const bind::BoundAttribute& attribute = slot.unit->attributes[i];
        if (!attribute.expr || attribute.expr.is_broken()) continue;
        for (Diagnostic& found : eval::evaluate(attribute.expr, &scope, options, budget).diagnostics) {
            const int number = static_cast<int>(found.code);
            if (found.severity != Severity::Error || number < kFirstOfValues || number >= kEndOfValues)
                continue;
            // Whatever the values are: evaluation of the file finds it.
            if (std::ranges::any_of(slot.state->findings, [&](const Diagnostic& other) {
                    return other.span.start <= found.span.end && found.span.start <= other.span.end;
                }))
                continue;
            const Span place = found.span.shifted(slot.base);
            // Names that are not declared are reported already.
            if (std::ranges::any_of(input.out, [&](const Diagnostic& other) {
                    return other.code == DiagCode::FailsInPlan && other.span.start <= place.end &&
                           place.start <= other.span.end;
                }))
                continue;
            const bool is_of_parts = number < kEndOfParts;
            if (is_of_parts && !is_about_key(found.code))
                explain_missing_key(slot, tested, found.span, found);
            std::string title =
                is_of_parts ? found.title
                            : shown_title(input.module, check::finding_in_file(found, slot.base, slot.file));
            input.report(FoundBy::Test, place, found.message).title = std::move(title);
        }
    }
}

// The declaration of the tested module that an assertion names.
std::optional<FoundName> tested_name(const bind::Module& tested, const bind::Reference& reference) {
    const auto& steps = reference.steps;
    const std::string& root = steps[0].name;
    const std::string_view kind = root == "var" ? "variable" : std::string_view(root);
    const bool is_named = kind == "variable" || kind == "local" || kind == "output" || kind == "module";
    const std::size_t length = root == "data" ? 3 : 2;
    if (steps.size() < length) return std::nullopt;
    std::vector<std::string> address;
    address.reserve(length);
    for (std::size_t i = 0; i < length; ++i) address.push_back(steps[i].name);
    const bind::SymbolList found = is_named ? tested.symbols().by_kind_and_name(kind, steps[1].name)
                                            : tested.symbols().by_address(address);
    if (found.empty() || !found.back().is_declaration()) return std::nullopt;
    // Tests see null for unknown parts of outputs.
    if (kind == "output" && tested.value_of(found.back()).is_known()) return std::nullopt;
    return FoundName{found.back(), length};
}

// A condition that only an apply makes known, in a run that only plans.
struct PlannedRun {
    const RuleInput& input;
    const UnitSlot& slot;
    const bind::Module& tested;
    const TestedScope& planned;
    const TestedScope& applied;  // with examples
    bool has_overrides;

    // What makes the condition unknown; empty: it may be known.
    std::string origin(const bind::BoundAttribute& condition, PlanValues& values) const {
        if (has_overrides) return {};
        const auto find = [&](const bind::Reference& reference) { return tested_name(tested, reference); };
        const auto references = bind::references_of(*slot.unit, index_of(*slot.unit, condition));
        return origin_after_apply(values.of(condition.expr, references, find, planned));
    }
    bool is_known_later(const bind::BoundAttribute& condition, const eval::EvalOptions& options,
                        eval::Budget& budget) const {
        const eval::EvalResult later = eval::evaluate(condition.expr, &applied, options, budget);
        return !has_errors(later.diagnostics) && later.value.unmarked().is_known_bool();
    }

    void check(const BoundBlock& assertion, PlanValues& values, const eval::EvalOptions& options,
               eval::Budget& budget) const {
        const bind::BoundAttribute* condition = attribute_of(*slot.unit, assertion.body, "condition");
        if (!condition || !condition->expr || compares_with_null(condition->expr)) return;
        const eval::EvalResult now = eval::evaluate(condition->expr, &planned, options, budget);
        if (has_errors(now.diagnostics) || now.value.unmarked().is_known()) return;
        const std::string origin_of_it = origin(*condition, values);
        // Nothing else makes it unknown.
        if (origin_of_it.empty() && !is_known_later(*condition, options, budget)) return;
        const std::string subject = origin_of_it.empty()
                                        ? "The condition is"
                                        : "The condition depends on \"" + origin_of_it + "\", which is";
        input
            .report(FoundBy::Test, condition->expr.span().shifted(slot.base),
                    subject +
                        " known only after an apply, and this run only plans: remove "
                        "`command = plan`, or test what is known before.")
            .title = "Unknown condition value";
    }
};

// Whether the names of the place are reported: what they lead to is no news.
bool is_reported(const RuleInput& input, Span place) {
    return std::ranges::any_of(input.out, [&](const Diagnostic& other) {
        return other.code == DiagCode::FailsInPlan && other.span.start < place.end &&
               place.start < other.span.end;
    });
}

// Arguments of assertions whose values do not have their types. Messages are computed for conditions that
// hold, too.
struct AssertionArgument {
    std::string_view name;
    Type type;
    std::string_view says;
    std::string_view title;
};

void check_argument_type(const RuleInput& input, const UnitSlot& slot, const BoundBlock& assertion,
                         const AssertionArgument& argument, const eval::Scope& scope,
                         const eval::EvalOptions& options, eval::Budget& budget) {
    const bind::BoundAttribute* written = attribute_of(*slot.unit, assertion.body, argument.name);
    if (!written || !written->expr) return;
    const Span place = written->expr.span().shifted(slot.base);
    const eval::EvalResult made = eval::evaluate(written->expr, &scope, options, budget);
    const Value& value = made.value.unmarked();
    if (has_errors(made.diagnostics) || value.is_null() || value.type().is_dynamic() ||
        convert_value(value, argument.type, *options.rules) || is_reported(input, place))
        return;
    input
        .report(FoundBy::Test, place,
                std::string(argument.says) + ", and this one is " + eval::with_article(value.type()) + ".")
        .title = argument.title;
}

void check_argument_types(const RuleInput& input, const UnitSlot& slot, const BoundBlock& assertion,
                          const eval::Scope& scope, const eval::EvalOptions& options, eval::Budget& budget) {
    const std::array<AssertionArgument, 2> arguments{
        {{"condition", Type::boolean(), "A condition is true or false", "Invalid condition run"},
         {"error_message", Type::string(), "A message is a text", "Invalid error message"}}};
    for (const AssertionArgument& argument : arguments)
        check_argument_type(input, slot, assertion, argument, scope, options, budget);
}

// Outputs that are unknown as a whole until an apply.
std::set<std::string> late_outputs(const bind::Module& made, PlanValues& values) {
    std::set<std::string> out;
    for (const bind::Symbol symbol : made.symbols().by_kind("output"))
        if (symbol.is_declaration() && !origin_after_apply(values.of(symbol, nullptr)).empty())
            out.insert(made.declaration(symbol).address.back());
    return out;
}

// A known value of a simple type.
Value example_of(const Value& value) {
    const Type& type = value.type();
    if (value.unmarked().is_known()) return value;
    if (type.is_string()) return Value::string("example");
    if (type.is_number()) return Value::number(Number::integer(1));
    return type.is_bool() ? Value::boolean(true) : value;
}

Value with_examples(const Value& outputs, const std::set<std::string>& late) {
    if (!outputs.is_known() || !outputs.type().is_object()) return outputs;
    std::vector<std::pair<std::string, Value>> members;
    members.reserve(outputs.size());
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const std::string name(outputs.key_at(i).as_string());
        const Value& value = outputs.value_at(i);
        members.emplace_back(name, late.contains(name) ? example_of(value) : value);
    }
    return Value::object(std::move(members));
}

eval::EvalOptions options_of(const RuleInput& input) {
    eval::EvalOptions options = eval::eval_options(*input.module.language().rules);
    options.limits.steps = std::min(kStepsOfRun, input.module.limits().file_steps);
    options.cancel = input.context.cancel;
    return options;
}

}  // namespace

void add_overrides(const UnitSlot& slot, std::uint32_t body, Overrides& out) {
    const BoundUnit& unit = *slot.unit;
    if (!slot.state) return;
    for (const std::uint32_t i : unit.bodies[body].blocks) {
        const BoundBlock& block = unit.blocks[i];
        if (block.type != "override_resource" && block.type != "override_data") continue;
        const std::string address = address_in(slot, attribute_of(unit, block.body, "target"));
        const bind::BoundAttribute* values = attribute_of(unit, block.body, "values");
        if (address.empty() || !values) continue;
        const Value& given = slot.state->values[index_of(unit, *values)].unmarked();
        if (given.is_known() && given.type().is_object()) out.insert_or_assign(address, given);
    }
}

void TestRuns::set_variable(const std::string& name, const Value& value) {
    variables_.emplace_back(name, value);
    variables_value_.reset();
}

std::string TestRuns::late_result(const bind::Reference& reference) const {
    if (reference.steps.size() < 3 || reference.steps[0].name != "run") return {};
    const std::string& run = reference.steps[1].name;
    const auto late = late_.find(run);
    if (late == late_.end() || !late->second.contains(reference.steps[2].name)) return {};
    return "run." + run + "." + reference.steps[2].name;
}

void TestRuns::check_results(const UnitSlot& slot, std::uint32_t attribute) const {
    if (late_.empty()) return;
    for (const bind::Reference& reference : bind::references_of(*slot.unit, attribute)) {
        const std::string name = late_result(reference);
        if (name.empty()) continue;
        const Span place{reference.steps[0].span.start, reference.steps[2].span.end};
        input_
            .report(FoundBy::Test, place.shifted(slot.base),
                    "\"" + name + "\" is known only after an apply, and the run \"" +
                        reference.steps[1].name + "\" only plans: remove its `command = plan`.")
            .title = "Reference to unknown value";
    }
}

// A condition that is unknown because an earlier run did not apply.
void TestRuns::check_known_results(const UnitSlot& slot, const BoundBlock& assertion, const eval::Scope& now,
                                   const eval::Scope& later, const eval::EvalOptions& options,
                                   eval::Budget& budget) const {
    const bind::BoundAttribute* condition = attribute_of(*slot.unit, assertion.body, "condition");
    if (!condition || !condition->expr || compares_with_null(condition->expr)) return;
    for (const bind::Reference& reference :
         bind::references_of(*slot.unit, index_of(*slot.unit, *condition))) {
        const std::string name = late_result(reference);
        if (name.empty()) continue;
        const eval::EvalResult without = eval::evaluate(condition->expr, &now, options, budget);
        if (has_errors(without.diagnostics) || without.value.unmarked().is_known()) return;
        const eval::EvalResult with = eval::evaluate(condition->expr, &later, options, budget);
        if (has_errors(with.diagnostics) || !with.value.unmarked().is_known_bool()) return;
        input_
            .report(FoundBy::Test, condition->expr.span().shifted(slot.base),
                    "The condition depends on \"" + name +
                        "\", which is known only after an apply, and the run \"" + reference.steps[1].name +
                        "\" only plans: remove its `command = plan`.")
            .title = "Unknown condition value";
        return;
    }
}

Value TestRuns::results_for(const BoundUnit& unit, Late late) const {
    std::map<std::string, Value> named;
    for (const bind::Reference& reference : unit.references) {
        if (reference.steps.empty() || reference.steps[0].name != "run") continue;
        if (reference.steps.size() == 1) {
            // All of them, which later units may do again.
            if (runs_.size() > kMostRuns) return Value::dynamic();
            named = runs_;
            break;
        }
        if (const auto run = runs_.find(reference.steps[1].name); run != runs_.end()) named.insert(*run);
    }
    if (late == Late::Examples)
        for (auto& [name, outputs] : named)
            if (const auto known = late_.find(name); known != late_.end())
                outputs = with_examples(outputs, known->second);
    return Value::object({named.begin(), named.end()});
}

Value TestRuns::value_of(const UnitSlot& slot, std::uint32_t index) const {
    const BoundUnit& unit = *slot.unit;
    const bind::BoundAttribute& attribute = unit.attributes[index];
    const auto references = bind::references_of(unit, index);
    if (references.empty() || !attribute.expr) return slot.state->values[index];
    const auto around = bind::scope_of(input_.module, slot, attribute.body);
    eval::MapScope names(around.get());
    names.set("run", results_for(unit));
    if (!variables_value_) variables_value_ = Value::object(std::vector(variables_));
    names.set("var", *variables_value_);
    eval::EvalResult made = eval::evaluate(attribute.expr, &names, options_of(input_));
    return has_errors(made.diagnostics) ? Value::dynamic() : std::move(made.value);
}

bool does_apply(const BoundUnit& unit, const BoundBlock& run) {
    const bind::BoundAttribute* command = attribute_of(unit, run.body, "command");
    return !command || !command->expr || bind::literal_text(command->expr) != "plan";
}

void TestRuns::skip(const BoundBlock& run) {
    if (run.labels.empty()) return;
    runs_.insert_or_assign(run.labels[0].value, Value::dynamic());
    late_.erase(run.labels[0].value);
}

bind::ModulePtr TestRuns::made(const bind::Module& tested, bind::InputsPtr inputs, bool is_paid,
                               std::uint64_t& steps) const {
    if (steps == 0 || (!is_paid && steps < bind::usual_cost(tested))) {
        steps = 0;
        return nullptr;
    }
    bind::Instance instance =
        bind::instantiate(tested, std::move(inputs), input_.context.called, input_.context.cancel);
    const std::uint64_t cost = is_paid ? 0 : instance.steps;
    const bool is_too_much = cost > steps;
    steps -= std::min(steps, cost);
    return is_too_much ? nullptr : std::move(instance.module);
}

void TestRuns::check(const UnitSlot& slot, const BoundBlock& run, const bind::Module& made, Defaults defaults,
                     Existing existing, const Overrides& overrides, std::uint64_t& steps) {
    const BoundUnit& unit = *slot.unit;
    const eval::EvalOptions options = options_of(input_);
    eval::Budget budget(options.limits, input_.context.cancel);
    eval::Budget budget_of_parts(options.limits, input_.context.cancel);
    const auto around = bind::scope_of(input_.module, slot, run.body);
    const TestedScope scope(around, made, unit, results_for(unit), overrides);
    // As after an apply: the values are examples.
    const auto example = [](std::string_view name) {
        return name == "id" ? Value::string("00000000-0000-0000-0000-000000000000") : Value::dynamic();
    };
    const TestedScope applied(around, made, unit, results_for(unit), overrides, example);
    const bool is_first_plan = existing == Existing::None && !does_apply(unit, run);
    const TestedScope with_results(around, made, unit, results_for(unit, Late::Examples), overrides, example);
    const PlannedRun planned{input_, slot, made, scope, applied, !overrides.empty()};
    PlanValues values(input_.context, made);
    const bool is_opentofu = input_.file.input.path.find(".tofutest.") != std::string::npos;
    for (std::uint32_t i : unit.bodies[run.body].blocks) {
        const BoundBlock& block = unit.blocks[i];
        if (block.type != "assert" || !block.def) continue;
        check_evaluation(input_, slot, block, made, scope, options, budget_of_parts);
        check_argument_types(input_, slot, block, existing == Existing::None ? applied : scope, options,
                             budget_of_parts);
        check_known_results(slot, block, applied, with_results, options, budget);
        if (is_first_plan) planned.check(block, values, options, budget);
        const auto broken = broken_condition(slot, block, scope, options, budget);
        if (!broken || is_reported(input_, broken->place.shifted(slot.base))) continue;
        const std::string text = "The condition is false" + broken->reasons + broken->message +
                                 (is_opentofu ? " \"tofu test\"" : " \"terraform test\"") + " fails here.";
        input_.report("test-assertion", broken->place.shifted(slot.base), text).title =
            "Test assertion failed";
    }
    if (!run.labels.empty() && defaults == Defaults::Unknown) {
        const std::string& name = run.labels[0].value;
        runs_.insert_or_assign(name, Value::object(scope.declared("output")));
        if (is_first_plan && overrides.empty()) late_.insert_or_assign(name, late_outputs(made, values));
    }
    steps -= std::min(steps, scope.spent() + applied.spent() + with_results.spent());
}

}  // namespace hcl::terraform
