// The rules of packs. A condition is reported only if it is known to be false.
#include "engine/check/rule.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/type_expr.h"
#include "engine/eval/evaluate.h"
#include "engine/eval/walk/access.h"

namespace hcl::check {

namespace {

using syntax::Node;
using syntax::NodeKind;

struct BlockChecks {
    UnitRule& rule;
    const bind::BoundBlock& block;
    const eval::Scope& scope;
    eval::EvalOptions options = eval::eval_options(Rules::reference());

    std::uint32_t attribute(std::string_view name) const {
        for (std::uint32_t a : rule.unit.bodies[block.body].attributes)
            if (rule.unit.attributes[a].name == name) return a;
        return bind::kNone;
    }

    void one(const language::CheckDef& check, const eval::Scope& names, Span place) {
        eval::EvalResult condition = rule.work.evaluate(check.condition, &names, options);
        const Value& holds = condition.value.unmarked();
        if (has_errors(condition.diagnostics) || !holds.is_known_bool() || holds.as_bool()) return;
        eval::EvalResult message = rule.work.evaluate(check.message, &names, options);
        const Value& text = message.value.unmarked();
        // If the message cannot be evaluated, some input of the check is invalid,
        // which is reported elsewhere.
        if (has_errors(message.diagnostics)) return;
        std::string sentence = "The check \"" + check.id + "\" fails.";
        if (is_secret(message.value))
            sentence += " Its message is not shown, because it contains a sensitive value.";
        else if (text.is_known_string())
            sentence = text.as_string();
        Diagnostic& d = rule.report(DiagCode::CheckFailed, place, {sentence});
        d.severity = check.severity;
        d.rule = check.id;
        auto finding = static_cast<std::uint32_t>(rule.out.size() - 1);
        if (check.only == language::CheckDef::Only::Root) rule.notes.only_root.push_back(finding);
        if (check.only == language::CheckDef::Only::Called) rule.notes.only_called.push_back(finding);
    }

    // Evaluates the check for each element of a list or object, with the positions of literal elements.
    void each(const language::CheckDef& check) {
        std::uint32_t index = attribute(check.each);
        if (index == bind::kNone || !rule.unit.attributes[index].expr) return;
        const Value& value = rule.slot.state->values[index].unmarked();
        Node expr = rule.unit.attributes[index].expr;
        auto look = [&](const Value& element, Node node) {
            eval::MapScope names(&scope);
            names.set("each", element);
            one(check, names, node.span());
        };
        const bool has_parts = value.has_content() && (value.type().is_tuple() || value.type().is_list() ||
                                                       value.type().is_object());
        if (!has_parts) return look(value, expr);
        Node inner = eval::without_parens(expr);
        const bool is_list = inner.is(NodeKind::Tuple) || inner.is(NodeKind::JsonArray);
        const bool is_written = is_list && inner.child_count() == value.size();
        syntax::NodeChildren::Iterator element;
        if (is_written) element = inner.children().begin();
        for (std::uint32_t i = 0; i < value.size() && !rule.work.ran_out(); ++i)
            look(value.value_at(i), is_written ? *element++ : expr);
    }

    // Evaluates the check for each attribute of the block.
    void each_attribute(const language::CheckDef& check) {
        for (std::uint32_t index : rule.unit.bodies[block.body].attributes) {
            const bind::BoundAttribute& attribute = rule.unit.attributes[index];
            if (rule.work.ran_out()) return;
            eval::MapScope names(&scope);
            names.set("each", rule.slot.state->values[index]);
            names.set("name", Value::string(attribute.name));
            one(check, names, attribute.name_span);
        }
    }

    // The value of an attribute that this block does not set, and one that it overrides does; null: none
    // does.
    Value overridden_value(std::string_view name) const {
        const Value* self = scope.variable("self");
        for (std::size_t i = 0; self && self->has_content() && i < self->size(); ++i)
            if (self->key_at(i).as_string() == name) return self->value_at(i);
        return Value::null();
    }

    // The value of an attribute that must convert to a type that the block gives.
    void fits(const language::CheckDef& check) {
        const eval::EvalResult type = rule.work.evaluate(check.type, &scope, options);
        const Value& wanted = type.value.unmarked();
        if (has_errors(type.diagnostics) || !wanted.has_content() ||
            wanted.type() != eval::type_constraint_type())
            return;
        const auto& constraint = wanted.capsule_as<eval::TypeConstraint>();
        const std::uint32_t index = attribute(check.at);
        const Value value =
            index != bind::kNone ? rule.slot.state->values[index] : overridden_value(check.at);
        if (value.is_null()) return;
        const ValueResult converted = constraint.convert(value, *rule.module.language().rules);
        if (converted) return;
        Diagnostic& d =
            index != bind::kNone && rule.unit.attributes[index].expr
                ? report_misfit(rule, rule.unit.attributes[index], converted.error(), constraint.type)
                : rule.report(DiagCode::IncorrectAttributeType, block.header_span,
                              {check.at, eval::explain(converted.error())});
        d.severity = check.severity;
        d.rule = check.id;
    }

    void run(const language::CheckDef& check) {
        if (check.type) return fits(check);
        if (!check.each.empty()) return each(check);
        if (check.is_of_each_attribute) return each_attribute(check);
        Span place = block.header_span;
        if (std::uint32_t at = attribute(check.at); at != bind::kNone) {
            const bind::BoundAttribute& a = rule.unit.attributes[at];
            place = a.expr ? a.expr.span() : a.name_span;
        }
        one(check, scope, place);
    }
};

}  // namespace

void pack_checks(UnitRule& rule) {
    for (std::uint32_t i = 0; i < rule.unit.blocks.size(); ++i) {
        const bind::BoundBlock& block = rule.unit.blocks[i];
        if (!block.def) continue;
        for (const language::BodyDef* body : rule.unit.bodies[block.body].defs)
            for (const language::CheckDef& check : body->checks)
                BlockChecks{rule, block, rule.pack_scope(i)}.run(check);
    }
}

}  // namespace hcl::check
