// Objects with a schema for their attributes: checks literal objects.
#include <algorithm>
#include <map>
#include <optional>

#include "engine/check/relations.h"
#include "engine/check/rule.h"
#include "engine/check/value_problem.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/json_string.h"
#include "engine/eval/analysis/static_expr.h"
#include "engine/value/convert.h"

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

// Whether the attribute is a block in another form. Of an attribute of any type that may also be written as
// blocks, these are a list.
bool is_written_block(const language::BodyDef& body, const language::AttributeDef& def) {
    const language::BlockDef* block = body.block(def.name);
    return def.fields && def.type.is_dynamic() && block && block->body == def.fields &&
           block->repeats != language::BlockDef::Repeats::List;
}

struct Checker {
    UnitRule& rule;
    bool has_wrong_type = false;  // reported already, so wrong field types are not

    // `block`: the name of the block of which this is another form; empty: none.
    void value(Node node, const language::BodyDef& fields, const Type& type, int depth,
               const std::string& block = {}) {
        Node inner = eval::without_parens(node);
        if (depth > kMaxDepth) return;
        if (inner.is(NodeKind::Tuple) || inner.is(NodeKind::JsonArray)) {
            for (Node child : inner.children())
                value(child, fields, type.is_collection() ? Type(type.element()) : Type::dynamic(), depth + 1,
                      block);
            return;
        }
        if (!inner.is(NodeKind::Object) && !inner.is(NodeKind::JsonObject)) {
            if (block.empty() || depth == 0) return;
            if (eval::EvalResult result = eval::evaluate(inner, nullptr); !has_errors(result.diagnostics))
                expect_object(result.value, inner, block);
            return;
        }
        if (type.is_map()) {
            // The user chooses the keys; the elements have the schema.
            for (Node item : inner.children())
                if (item.child(1)) value(item.child(1), fields, Type(type.element()), depth + 1, block);
            return;
        }
        object(inner, fields, depth);
    }

    void object(Node node, const language::BodyDef& fields, int depth) {
        std::map<std::string, Span> there;
        bool has_unknown_keys = false;
        for (Node item : node.children()) {
            Node key = item.child(0);
            if (!key || !item.child(1)) continue;
            std::string name = key_of(key);
            if (name.empty()) {
                has_unknown_keys = true;
                continue;
            }
            there.emplace(name, key.span());
            const language::AttributeDef* def = fields.attribute(name);
            if (!def)
                if (const language::BlockDef* block = fields.block(name)) {
                    value(item.child(1), block->body->get(), Type::dynamic(), depth + 1);
                    continue;
                }
            if (!def) def = fields.any_attribute.get();
            if (!def) {
                if (!fields.is_lenient && !fields.any_block) unknown(key, name, fields);
                continue;
            }
            if (def->notes.is_deprecated) {
                Diagnostic& d =
                    rule.report(DiagCode::DeprecatedName, key.span(), {name, deprecation_advice(def->notes)});
                d.tag = DiagTag::Deprecated;
                if (!def->notes.replaced_by.empty())
                    add_successor(d, unquoted(key.span(), name), def->notes.replaced_by);
            }
            field(item.child(1), name, *def, is_written_block(fields, *def), depth);
        }
        const Span start{node.span().start, node.span().start + 1};
        report_relations(rule, fields, there, start, has_unknown_keys || rule.is_override());
        if (has_unknown_keys || rule.is_override()) return;
        for (const language::AttributeDef& def : fields.attributes)
            if (def.is_required && def.notes.is_available && !there.contains(def.name))
                rule.report(DiagCode::MissingRequiredArgument, start, {def.name});
        for (const language::BlockDef& block : fields.blocks)
            if (block.min_items > 0 && block.notes.is_available && !there.contains(block.type))
                rule.report(DiagCode::MissingBlock, start, {block.type});
    }

    void unknown(Node key, const std::string& name, const language::BodyDef& fields) {
        Suggester near(name);
        for (const language::AttributeDef& def : fields.attributes) near.offer(def.name);
        for (const language::BlockDef& block : fields.blocks) near.offer(block.type);
        Diagnostic& d =
            rule.report(DiagCode::UnsupportedArgument, key.span(), {name, did_you_mean(near.best())});
        if (!near.best().empty()) add_replacement(d, unquoted(key.span(), name), near.best());
    }

    // Checks literals only; other values are checked when the whole attribute is evaluated.
    void field(Node expr, const std::string& name, const language::AttributeDef& def, bool is_block,
               int depth) {
        if (def.fields)
            value(expr, def.fields->get(), def.has_described_elements ? Type::map(Type::dynamic()) : def.type,
                  depth + 1, is_block ? name : std::string());
        if (def.decoder != language::Decoder::None) return;
        eval::EvalResult result = eval::evaluate(expr, nullptr);
        if (def.is_constant)
            for (Diagnostic& d : result.diagnostics) rule.out.push_back(std::move(d));
        if (has_errors(result.diagnostics) || !result.value.has_content() || result.value.is_marked()) return;
        if (is_block) return;
        std::string problem;
        if (std::optional<Value> converted = convert(result.value, def, problem))
            report_constraint_problems(rule, def.rules, *converted, expr, name);
        else if (!has_wrong_type)
            rule.report(DiagCode::IncorrectAttributeType, expr.span(), {name, problem});
    }

    // To the type of the attribute, or to one of its types.
    std::optional<Value> convert(const Value& value, const language::AttributeDef& def,
                                 std::string& problem) {
        const Rules& rules = *rule.module.language().rules;
        if (def.types.empty()) {
            ValueResult converted = convert_value(value, def.type, rules);
            if (converted) return std::move(*converted);
            problem = converted.error().message();
            return std::nullopt;
        }
        for (std::size_t i = 0; i < def.types.size(); ++i) {
            if (ValueResult converted = convert_value(value, def.types[i], rules))
                return std::move(*converted);
            problem += (i == 0                      ? ""
                        : i + 1 == def.types.size() ? " or "
                                                    : ", ") +
                       def.types[i].friendly_name();
        }
        problem += " is required";
        return std::nullopt;
    }

    // A block that may also be written as an attribute: its body needs an object.
    void expect_object(const Value& marked, Node expr, const std::string& name) {
        const Value& value = marked.unmarked();
        if (!value.has_content() || !value.type().is_primitive()) return;
        rule.report(DiagCode::IncorrectAttributeType, expr.span(),
                    {name, "an object is required, not a " + value.type().friendly_name()});
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
        const bool is_block = std::ranges::any_of(
            rule.unit.bodies[attribute.body].defs,
            [&](const bind::BodyDef* body) { return is_written_block(*body, *attribute.def); });
        Checker checker{rule, has_wrong_type};
        checker.value(attribute.expr, attribute.def->fields->get(), type, 0,
                      is_block ? attribute.name : std::string());
        if (is_block) checker.expect_object(rule.slot.state->values[i], attribute.expr, attribute.name);
    }
}

}  // namespace hcl::check
