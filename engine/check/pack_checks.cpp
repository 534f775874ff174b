#include "engine/check/pack_checks.h"

#include <algorithm>
#include <set>
#include <utility>

#include "engine/check/rule.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/type_expr.h"
#include "engine/eval/analysis/variables.h"
#include "engine/eval/evaluate.h"
#include "engine/eval/prepared.h"
#include "engine/eval/walk/access.h"

namespace hcl::check {

namespace {

using syntax::Node;
using syntax::NodeKind;
using Part = CheckedBody::Part;

// The names N in an expression that reads the block only as `self.N`; empty: it reads something else, too.
struct MembersRead {
    std::vector<std::string> names;

    static MembersRead of(Node expr) {
        MembersRead out;
        bool has_others = false;
        eval::each_reference(expr, [&](Node chain, std::string_view root) {
            const eval::Traversal path = eval::traversal_of(chain);
            if (root != "self" || path.size() < 2 || path[1].kind != eval::TraversalStep::Kind::Attr)
                has_others = true;
            else if (std::ranges::find(out.names, path[1].name) == out.names.end())
                out.names.push_back(path[1].name);
        });
        if (has_others) out.names.clear();
        return out;
    }
};

// The result of a condition in blocks that set none of the arguments it reads; computed once for all of them.
struct UnsetOutcome {
    std::shared_ptr<const eval::FunctionTable> functions;  // those of packs that extend others are different
    std::vector<Type> types;                               // of the members, which are all null
    bool is_silent = false;

    static UnsetOutcome of(const eval::Prepared& condition, Span text, const MembersRead& reads,
                           std::vector<Value> members, const language::Language& language,
                           const Cancel& cancel) {
        constexpr std::uint64_t kLeast = 500;
        constexpr std::uint64_t kOfByte = 32;
        const std::uint64_t most = kLeast + kOfByte * text.length();
        UnsetOutcome out{language.own_functions(), {}, false};
        std::vector<std::pair<std::string, Value>> self;
        for (std::size_t i = 0; i < members.size(); ++i) {
            out.types.push_back(members[i].type());
            self.emplace_back(reads.names[i], std::move(members[i]));
        }
        eval::MapScope names;
        names.set_functions(out.functions);
        names.set("self", Value::object(std::move(self)));
        RuleWork work(most, cancel);
        const eval::EvalResult result =
            work.evaluate(condition, &names, eval::eval_options(Rules::reference()));
        const Value& holds = result.value.unmarked();
        const bool fails = !has_errors(result.diagnostics) && holds.is_known_bool() && !holds.as_bool();
        out.is_silent = !work.ran_out() && !fails;
        return out;
    }
};

// A condition is reported only if it is known to be false.
struct PackChecks {
    UnitRule& rule;
    const CheckedBody& body;
    eval::EvalOptions options = eval::eval_options(Rules::reference());

    const Part* part(std::string_view name) const {
        const auto found = std::ranges::find(body.parts, name, &Part::name);
        return found == body.parts.end() ? nullptr : &*found;
    }

    eval::EvalResult evaluate(const language::RepeatedExpression& expr, const eval::Scope& names) {
        return rule.work.evaluate(expr.prepared(), &names, options);
    }

    // Whether the expression reads an argument that is missing, which is reported by itself.
    bool reads_missing_part(Node expr) const {
        for (const eval::Traversal& path : eval::variables(expr)) {
            if (path.size() < 2 || path[0].name != "self" || part(path[1].name)) continue;
            for (const language::BodyDef* def : body.defs)
                if (const language::AttributeDef* attribute = def->attribute(path[1].name);
                    attribute && attribute->is_required)
                    return true;
        }
        return false;
    }

    // Most blocks set few of the arguments that the checks of a pack are about.
    bool holds_unset(const language::CheckDef& check) const {
        const eval::Prepared& condition = check.condition.prepared();
        const MembersRead& reads =
            condition.memo().get<MembersRead>([&] { return MembersRead::of(check.condition.node()); });
        if (reads.names.empty()) return false;
        const Value* self = body.scope->variable("self");
        if (!self || !self->has_content() || !self->type().is_object()) return false;
        std::vector<Value> members;
        members.reserve(reads.names.size());
        for (const std::string& name : reads.names) {
            const Value* member = self->find(name);
            if (!member || member->is_marked() || !member->is_null()) return false;
            members.push_back(*member);
        }
        const auto is_for = [&](const UnsetOutcome& outcome) {
            return outcome.functions == rule.module.language().own_functions() &&
                   std::ranges::equal(outcome.types, members, {}, {}, &Value::type);
        };
        const UnsetOutcome& outcome = condition.memo().get<UnsetOutcome>([&] {
            return UnsetOutcome::of(condition, check.condition.node().span(), reads, members,
                                    rule.module.language(), rule.work.cancel());
        });
        return outcome.is_silent && is_for(outcome);
    }

    void one(const language::CheckDef& check, const eval::Scope& names, Span place) {
        const eval::EvalResult condition = evaluate(check.condition, names);
        const Value& holds = condition.value.unmarked();
        if (has_errors(condition.diagnostics) || !holds.is_known_bool() || holds.as_bool()) return;
        const eval::EvalResult message = evaluate(check.message, names);
        const Value& text = message.value.unmarked();
        const bool is_message = !has_errors(message.diagnostics) && text.is_known_string();
        if (!is_message && reads_missing_part(check.message.node())) return;
        std::string sentence = "The check \"" + check.id + "\" fails. Its message has no value here.";
        if (is_secret(message.value))
            sentence = "The check \"" + check.id +
                       "\" fails. Its message is not shown, because it contains a sensitive value.";
        else if (is_message)
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
        const Part* list = part(check.each);
        if (!list || !list->expr) return;
        const Value& value = list->value.unmarked();
        if (value.is_null()) return;
        Node expr = list->expr;
        auto look = [&](const Value& element, Node node) {
            eval::MapScope names(body.scope);
            names.set("each", element);
            one(check, names, node.span());
        };
        const Type& type = value.type();
        if (!type.is_collection() && !type.is_tuple() && !type.is_object()) return look(value, expr);
        // The elements of an unknown collection are unknown.
        if (!value.has_content()) return;
        Node inner = eval::without_parens(expr);
        const bool is_list = inner.is(NodeKind::Tuple) || inner.is(NodeKind::JsonArray);
        const bool is_written = is_list && inner.child_count() == value.size();
        syntax::NodeChildren::Iterator element;
        if (is_written) element = inner.children().begin();
        for (std::uint32_t i = 0; i < value.size() && !rule.work.ran_out(); ++i)
            look(value.value_at(i), is_written ? *element++ : expr);
    }

    void each_attribute(const language::CheckDef& check) {
        for (const Part& attribute : body.parts) {
            if (rule.work.ran_out()) return;
            eval::MapScope names(body.scope);
            names.set("each", attribute.value);
            names.set("name", Value::string(attribute.name));
            one(check, names, attribute.place);
        }
    }

    // The value of an attribute that this block does not set, and one that it overrides does; null: none
    // does.
    Value overridden_value(std::string_view name) const {
        const Value* self = body.scope->variable("self");
        for (std::size_t i = 0; self && self->has_content() && i < self->size(); ++i)
            if (self->key_at(i).as_string() == name) return self->value_at(i);
        return Value::null();
    }

    // The value of an attribute that must convert to a type that the block gives.
    void fits(const language::CheckDef& check) {
        const eval::EvalResult type = evaluate(check.type, *body.scope);
        const Value& wanted = type.value.unmarked();
        if (has_errors(type.diagnostics) || !wanted.has_content() ||
            wanted.type() != eval::type_constraint_type())
            return;
        const auto& constraint = wanted.capsule_as<eval::TypeConstraint>();
        const Part* at = part(check.at);
        const Value value = at ? at->value : overridden_value(check.at);
        if (value.is_null()) return;
        const ValueResult converted = constraint.convert(value, *rule.module.language().rules);
        if (converted) return;
        Diagnostic& d = at && at->attribute && at->expr
                            ? report_misfit(rule, *at->attribute, converted.error(), constraint.type)
                            : rule.report(DiagCode::IncorrectAttributeType,
                                          at && at->expr ? at->expr.span() : body.header,
                                          {check.at, eval::explain(converted.error())});
        d.severity = check.severity;
        d.rule = check.id;
    }

    // Evaluates the attribute for each list of values that names of the block can have.
    void in_turns(const language::CheckDef& check) {
        constexpr std::size_t kMost = 1000;
        const Part* at = part(check.at);
        if (!at || !at->attribute || !at->expr) return;
        const Value turns = evaluate(check.turns, *body.scope).value.unmarked();
        const bool is_list = turns.has_content() && (turns.type().is_tuple() || turns.type().is_list());
        if (!is_list || turns.size() > kMost) return;
        const auto around = bind::scope_of(rule.module, rule.slot, at->attribute->body);
        const eval::EvalOptions of_language = eval::eval_options(*rule.module.language().rules);
        std::vector<Value> values;
        for (std::size_t i = 0; i < turns.size(); ++i) {
            const Value names = turns.value_at(i).unmarked();
            if (!names.has_content() || !(names.type().is_object() || names.type().is_map())) return;
            eval::MapScope scope(around.get());
            for (std::size_t j = 0; j < names.size(); ++j)
                scope.set(std::string(names.key_at(j).as_string()), names.value_at(j));
            eval::EvalResult result = rule.work.evaluate(at->expr, &scope, of_language);
            if (has_errors(result.diagnostics)) return;
            values.push_back(std::move(result.value));
        }
        eval::MapScope names(body.scope);
        names.set("values", Value::tuple(std::move(values)));
        one(check, names, at->expr.span());
    }

    void run(const language::CheckDef& check) {
        if (check.type) return fits(check);
        if (check.turns) return in_turns(check);
        if (!check.each.empty()) return each(check);
        if (check.is_of_each_attribute) return each_attribute(check);
        if (holds_unset(check)) {
            rule.work.spend(1);
            return;
        }
        Span place = body.header;
        if (const Part* at = part(check.at)) place = at->expr ? at->expr.span() : at->place;
        one(check, *body.scope, place);
    }
};

CheckedBody checked_block(UnitRule& rule, std::uint32_t index) {
    const bind::BoundBlock& block = rule.unit.blocks[index];
    CheckedBody out{rule.unit.bodies[block.body].defs, {}, block.header_span, &rule.pack_scope(index)};
    for (std::uint32_t i : rule.unit.bodies[block.body].attributes) {
        const bind::BoundAttribute& attribute = rule.unit.attributes[i];
        out.parts.push_back(
            {attribute.name, attribute.name_span, attribute.expr, rule.slot.state->values[i], &attribute});
    }
    return out;
}

}  // namespace

void run_check(UnitRule& rule, const language::CheckDef& check, const CheckedBody& body) {
    PackChecks{rule, body}.run(check);
}

void pack_checks(UnitRule& rule) {
    for (std::uint32_t i = 0; i < rule.unit.blocks.size(); ++i) {
        const bind::BoundBlock& block = rule.unit.blocks[i];
        if (!block.def) continue;
        const std::vector<const language::BodyDef*>& defs = rule.unit.bodies[block.body].defs;
        if (std::ranges::all_of(defs, [](const language::BodyDef* def) { return def->checks.empty(); }))
            continue;
        const CheckedBody body = checked_block(rule, i);
        // Cases can choose a body that another one of the block includes.
        std::set<std::pair<const void*, std::uint32_t>> seen;
        for (const language::BodyDef* def : defs)
            for (const language::CheckDef& check : def->checks) {
                if (rule.work.ran_out()) return;
                const Node what = check.type ? check.type.node() : check.condition.node();
                if (defs.size() == 1 || seen.emplace(&what.chunk(), what.id()).second)
                    run_check(rule, check, body);
            }
    }
}

}  // namespace hcl::check
