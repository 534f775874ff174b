// Objects with a schema for their attributes: checks literal objects.
#include <algorithm>
#include <map>
#include <optional>

#include "engine/base/counted.h"
#include "engine/check/pack_checks.h"
#include "engine/check/relations.h"
#include "engine/check/rule.h"
#include "engine/check/value_problem.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/json_string.h"
#include "engine/eval/analysis/literal_part.h"
#include "engine/eval/analysis/static_expr.h"
#include "engine/eval/walk/access.h"
#include "engine/value/alternatives.h"
#include "engine/value/convert.h"
#include "engine/value/mismatch.h"

namespace hcl::check {

namespace {

using syntax::Node;
using syntax::NodeKind;

constexpr int kMaxDepth = 20;

std::string key_of(Node key) {
    if (key.is(NodeKind::JsonString)) return std::string(eval::JsonText(key).text());
    if (std::string word = eval::static_keyword(eval::Expression(key)); !word.empty()) return word;
    eval::EvalResult result = eval::evaluate(key, nullptr);
    return result.value.is_known_string() ? std::string(result.value.as_string()) : std::string();
}

// A body that the pack declares for one block, not by a name.
bool is_own_body(const language::Language& language, const language::BlockDef& block) {
    const language::LazyBody& body = *block.body;
    return body.place().end <= block.place.start && block.place.start <= body.source().span().end &&
           std::ranges::none_of(language.bodies(),
                                [&](const auto& named) { return named.second.get() == &body; });
}

// The block of which the attribute is another form; null when there is none. An attribute of any type that
// may also be written as blocks takes other values too.
const language::BlockDef* written_block(const language::Language& language, const language::BodyDef& body,
                                        const language::AttributeDef& def) {
    const language::BlockDef* block = body.block(def.name);
    if (!def.fields || !def.type.is_dynamic() || !block || block->body != def.fields) return nullptr;
    const bool is_list = block->repeats == language::BlockDef::Repeats::List;
    return !is_list || is_own_body(language, *block) ? block : nullptr;
}

// A part of a value; dynamic when it is not known.
Value part(const Value& marked, const std::string& key) {
    const Value& value = marked.unmarked();
    if (!value.has_content() || !(value.type().is_object() || value.type().is_map())) return Value::dynamic();
    const Value* found = value.find(key);
    return found ? *found : Value::dynamic();
}
Value part(const Value& marked, std::size_t index) {
    const Value& value = marked.unmarked();
    if (!value.has_content() || !(value.type().is_tuple() || value.type().is_list())) return Value::dynamic();
    return index < value.size() ? value.value_at(index) : Value::dynamic();
}

// An object, or what should be one.
struct Written {
    Node node;
    Value value;                                // what is known of it
    const language::BlockDef* block = nullptr;  // the block of which this is another form; null: none
    std::vector<std::string> labels{};          // of that block: keys around this object

    Written item(Node child, Value known) const { return {child, std::move(known), block, labels}; }
};

struct FieldChecker {
    UnitRule& rule;
    bool has_wrong_type = false;  // reported already, so wrong field types are not

    void value(const Written& one, const language::BodyDef& fields, const Type& type, int depth) {
        Node inner = eval::without_parens(one.node);
        if (depth > kMaxDepth) return;
        if (inner.is(NodeKind::Tuple) || inner.is(NodeKind::JsonArray)) {
            std::size_t count = 0;
            for (Node child : inner.children())
                value(one.item(child, part(one.value, count++)), fields,
                      type.is_collection() ? Type(type.element()) : Type::dynamic(), depth + 1);
            if (one.block) number_of_blocks(*one.block, count, inner);
            return;
        }
        if (!inner.is(NodeKind::Object) && !inner.is(NodeKind::JsonObject)) {
            if (!one.block || depth == 0) return;
            if (eval::EvalResult result = eval::evaluate(inner, nullptr); !has_errors(result.diagnostics))
                expect_object(result.value, inner, *one.block);
            return;
        }
        if (type.is_map()) {
            // The user chooses the keys; the elements have the schema.
            for (Node item : inner.children()) {
                if (!item.child(0) || !item.child(1)) continue;
                const std::string key = key_of(item.child(0));
                Written element = one.item(item.child(1), part(one.value, key));
                if (one.block) element.labels.push_back(key);
                value(element, fields, Type(type.element()), depth + 1);
            }
            return;
        }
        object(inner, one, fields, depth);
    }

    void number_of_blocks(const language::BlockDef& block, std::size_t count, Node node) {
        if (block.repeats == language::BlockDef::Repeats::Map || rule.is_override()) return;
        if (count < block.min_items)
            use_singular(rule.report(DiagCode::TooFewBlocks, eval::start_span(node),
                                     {block.type, std::to_string(block.min_items), std::to_string(count)})
                             .message,
                         "there are 1.", "there is 1.");
        if (block.max_items > 1 && count > block.max_items)
            rule.report(DiagCode::TooManyBlocks,
                        node.child(static_cast<std::uint32_t>(block.max_items)).span(),
                        {block.type, std::to_string(block.max_items), std::to_string(count)});
    }

    void object(Node node, const Written& one, const language::BodyDef& fields, int depth) {
        std::map<std::string, Span> there;
        std::vector<CheckedBody::Part> parts;
        bool has_unknown_keys = false;
        // The set of attributes can depend on the values of others.
        const bool has_cases = !fields.cases.empty() || (one.block && !one.block->cases.empty());
        for (Node item : node.children()) {
            Node key = item.child(0);
            if (!key || !item.child(1)) continue;
            std::string name = key_of(key);
            // A key without a value is one that is being typed.
            if (name.empty() || item.is_broken()) {
                has_unknown_keys = true;
                continue;
            }
            const std::string known_as = fields.name_for(name);
            there.emplace(known_as, key.span());
            if (!fields.checks.empty())
                parts.push_back({known_as, key.span(), item.child(1), part(one.value, name)});
            const language::AttributeDef* def = fields.attribute(name);
            if (!def)
                if (const language::BlockDef* block = fields.block(name)) {
                    value({item.child(1), part(one.value, name)}, block->body->get(), Type::dynamic(),
                          depth + 1);
                    continue;
                }
            if (!def) def = fields.any_attribute.get();
            if (!def) {
                if (!fields.is_lenient && !fields.any_block && !has_cases) unknown(key, name, fields);
                continue;
            }
            if (def->notes.is_deprecated) {
                Diagnostic& d =
                    rule.report(DiagCode::DeprecatedName, key.span(), {name, deprecation_advice(def->notes)});
                d.tag = DiagTag::Deprecated;
                if (!def->notes.replaced_by.empty())
                    add_successor(d, unquoted(key.span(), name), def->notes.replaced_by);
            }
            const Value known = part(one.value, name);
            report_unsettable(rule, *def, known, eval::without_parens(item.child(1)), key.span(), name);
            field({item.child(1), known, written_block(rule.module.language(), fields, *def)}, name, *def,
                  depth);
        }
        const Span start{node.span().start, node.span().start + 1};
        report_relations(rule, fields, there, start, has_unknown_keys || rule.is_override());
        if (!fields.checks.empty() && !has_unknown_keys && !rule.is_override())
            run_checks(one, fields, there, {{}, std::move(parts), start});
        if (has_unknown_keys || rule.is_override()) return;
        lacking(fields, there, start);
        required_here(one, fields, there, start);
    }

    void lacking(const language::BodyDef& fields, const std::map<std::string, Span>& there, Span start) {
        constexpr std::size_t kMost = 10;  // of one object
        constexpr std::uint64_t kStepsOfFinding = 8;
        std::size_t found = 0;
        auto report = [&](DiagCode code, const std::string& name, const language::Notes& notes) {
            if (!notes.is_available || there.contains(name)) return;
            if (found++ < kMost && rule.work.spend(kStepsOfFinding)) rule.report(code, start, {name});
        };
        const language::BodyDef::Demands::Items& demanded = fields.demands().always;
        if (!fields.is_typed)
            for (const std::uint32_t i : demanded.attributes)
                report(DiagCode::MissingRequiredArgument, fields.attributes[i].name,
                       fields.attributes[i].notes);
        for (const std::uint32_t i : demanded.blocks)
            report(DiagCode::MissingBlock, fields.blocks[i].type, fields.blocks[i].notes);
    }

    void run_checks(const Written& one, const language::BodyDef& fields,
                    const std::map<std::string, Span>& there, CheckedBody body) {
        constexpr std::size_t kNamesOfStep = 4;
        const std::size_t names_of_body = fields.attributes.size() + fields.blocks.size();
        if (!rule.work.spend(names_of_body / kNamesOfStep)) return;
        std::vector<std::pair<std::string, Value>> set;
        set.reserve(names_of_body);
        for (const language::AttributeDef& def : fields.attributes)
            set.emplace_back(def.name, Value::boolean(there.contains(def.name)));
        for (const language::BlockDef& block : fields.blocks)
            set.emplace_back(block.type, Value::boolean(there.contains(block.type)));
        const auto names =
            bind::pack_scope_of_object(rule.module.language(), one.block, one.labels, self_of(one, fields));
        names->set("set", Value::object(std::move(set)));
        const language::BodyDef* const def = &fields;
        body.defs = {&def, 1};
        body.scope = names.get();
        for (const language::CheckDef& check : fields.checks) run_check(rule, check, body);
    }

    // Attributes that are required because of the values of others.
    void required_here(const Written& one, const language::BodyDef& fields,
                       const std::map<std::string, Span>& there, Span start) {
        std::shared_ptr<const eval::Scope> names;
        eval::EvalOptions options = eval::eval_options(Rules::reference());
        options.source = rule.module.language().pack;
        auto check = [&](const std::string& name, const language::TextDef& condition,
                         const language::Notes& notes) {
            if (!condition || !notes.is_available || there.contains(name)) return;
            if (!names)
                names = bind::pack_scope_of_object(rule.module.language(), one.block, one.labels,
                                                   self_of(one, fields));
            const eval::EvalResult result = rule.work.evaluate(condition.expr, names.get(), options);
            const Value& holds = result.value.unmarked();
            if (!holds.is_known_bool() || !holds.as_bool()) return;
            std::vector<std::string> others = condition.needs.names;
            std::ranges::sort(others);
            others.erase(std::unique(others.begin(), others.end()), others.end());
            const std::string because = others.empty()
                                            ? one.block ? "\"" + one.block->type + "\"" : "the rest"
                                            : quoted_list(others, "and");
            Diagnostic& d = rule.report(DiagCode::RequiredHere, start, {name, because});
            for (const std::string& other : others)
                if (auto place = there.find(other); place != there.end())
                    d.related.push_back({{{}, place->second}, "this makes it required"});
        };
        const language::BodyDef::Demands::Items& demanded = fields.demands().under_a_condition;
        for (const std::uint32_t i : demanded.attributes) {
            const language::AttributeDef& def = fields.attributes[i];
            check(def.name, def.required_if, def.notes);
        }
        for (const std::uint32_t i : demanded.blocks) {
            const language::BlockDef& block = fields.blocks[i];
            check(block.type, block.required_if, block.notes);
        }
    }

    // The object with null for what is not set.
    static Value self_of(const Written& one, const language::BodyDef& fields) {
        const Value& known = one.value.unmarked();
        if (!known.has_content() || !(known.type().is_object() || known.type().is_map()))
            return Value::dynamic();
        std::vector<std::pair<std::string, Value>> all;
        std::set<std::string> set;
        for (std::size_t i = 0; i < known.size(); ++i) {
            std::string name = fields.name_for(std::string(known.key_at(i).as_string()));
            if (set.insert(name).second) all.emplace_back(std::move(name), known.value_at(i));
        }
        for (const language::AttributeDef& def : fields.attributes)
            if (!set.contains(def.name)) all.emplace_back(def.name, Value::null(def.type.without_optional()));
        for (const language::BlockDef& block : fields.blocks)
            if (!set.contains(block.type)) all.emplace_back(block.type, Value::null());
        return Value::object(std::move(all));
    }

    void unknown(Node key, const std::string& name, const language::BodyDef& fields) {
        Suggester near(name);
        constexpr std::size_t kNamesOfStep = 4;
        if (rule.work.spend((fields.attributes.size() + fields.blocks.size()) / kNamesOfStep)) {
            for (const language::AttributeDef& def : fields.attributes) near.offer(def.name);
            for (const language::BlockDef& block : fields.blocks) near.offer(block.type);
        }
        Diagnostic& d =
            rule.report(DiagCode::UnsupportedArgument, key.span(), {name, did_you_mean(near.best())});
        if (fields.unknown_names) d.severity = *fields.unknown_names;
        if (!near.best().empty()) add_replacement(d, unquoted(key.span(), name), near.best());
    }

    // Checks literals only; other values are checked when the whole attribute is evaluated.
    void field(const Written& one, const std::string& name, const language::AttributeDef& def, int depth) {
        const Node expr = one.node;
        if (def.fields)
            value(one, def.fields->get(), def.has_described_elements ? Type::map(Type::dynamic()) : def.type,
                  depth + 1);
        if (def.decoder != language::Decoder::None) return;
        eval::EvalResult result = eval::evaluate(expr, nullptr);
        if (def.is_constant)
            for (Diagnostic& d : result.diagnostics) rule.out.push_back(std::move(d));
        if (has_errors(result.diagnostics) || !result.value.has_content() || result.value.is_marked()) return;
        if (one.block) return;
        std::string problem;
        Node wrong = expr;
        if (std::optional<Value> converted = convert(result.value, def, problem, wrong))
            report_constraint_problems(rule, def.rules, *converted, expr, name);
        else if (!has_wrong_type)
            rule.report(DiagCode::IncorrectAttributeType, wrong.span(), {name, problem});
    }

    // To the type of the attribute, or to one of its types.
    std::optional<Value> convert(const Value& value, const language::AttributeDef& def, std::string& problem,
                                 Node& wrong) {
        const Rules& rules = *rule.module.language().rules;
        if (def.types.empty()) {
            ValueResult converted = convert_value(value, def.type, rules);
            if (converted) return std::move(*converted);
            const ValueError error = at_innermost_part(converted.error(), value.type(), def.type, rules);
            wrong = eval::literal_part(wrong, error.path());
            problem = eval::explain(error);
            return std::nullopt;
        }
        ValueResult converted = convert_to_one_of(value, def.types, rules);
        if (converted) return std::move(*converted);
        problem = converted.error().message();
        return std::nullopt;
    }

    // A block that may also be written as an attribute: its body needs an object.
    void expect_object(const Value& marked, Node expr, const language::BlockDef& block) {
        const Value& value = marked.unmarked();
        if (!value.has_content() || !value.type().is_primitive()) return;
        const bool is_list = block.repeats == language::BlockDef::Repeats::List ||
                             block.repeats == language::BlockDef::Repeats::Set;
        rule.report(DiagCode::IncorrectAttributeType, expr.span(),
                    {block.type, std::string("an object ") + (is_list ? "or a list of objects " : "") +
                                     "is required, not a " + value.type().friendly_name()});
    }
};

}  // namespace

void fields(UnitRule& rule) {
    for (std::uint32_t i = 0; i < rule.unit.attributes.size(); ++i) {
        const bind::BoundAttribute& attribute = rule.unit.attributes[i];
        if (!attribute.def || !attribute.def->fields || !attribute.expr) continue;
        const auto& mismatches = rule.slot.state->mismatches;
        const bool has_wrong_type =
            std::ranges::find(mismatches, i, &bind::Mismatch::attribute) != mismatches.end();
        const Type type =
            attribute.def->has_described_elements ? Type::map(Type::dynamic()) : attribute.def->type;
        const language::BlockDef* block = nullptr;
        for (const bind::BodyDef* body : rule.unit.bodies[attribute.body].defs)
            if (!block) block = written_block(rule.module.language(), *body, *attribute.def);
        FieldChecker checker{rule, has_wrong_type};
        const Value& known = rule.slot.state->values[i];
        checker.value({attribute.expr, known, block}, attribute.def->fields->get(), type, 0);
        if (block) checker.expect_object(known, attribute.expr, *block);
    }
}

}  // namespace hcl::check
