// Objects with a schema for their attributes: checks literal objects.
#include <algorithm>

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

struct Checker {
    UnitRule& rule;
    bool has_wrong_type = false;  // reported already, so wrong field types are not

    void value(Node node, const language::BodyDef& fields, const Type& type, int depth) {
        Node inner = eval::without_parens(node);
        if (depth > kMaxDepth) return;
        if (inner.is(NodeKind::Tuple) || inner.is(NodeKind::JsonArray)) {
            for (Node child : inner.children())
                value(child, fields, type.is_collection() ? Type(type.element()) : Type::dynamic(),
                      depth + 1);
            return;
        }
        if (!inner.is(NodeKind::Object) && !inner.is(NodeKind::JsonObject)) return;
        if (type.is_map()) {
            // The user chooses the keys; the elements have the schema.
            for (Node item : inner.children())
                if (item.child(1)) value(item.child(1), fields, Type(type.element()), depth + 1);
            return;
        }
        object(inner, fields, depth);
    }

    void object(Node node, const language::BodyDef& fields, int depth) {
        std::vector<std::string> there;
        bool has_unknown_keys = false;
        for (Node item : node.children()) {
            Node key = item.child(0);
            if (!key || !item.child(1)) continue;
            std::string name = key_of(key);
            if (name.empty()) {
                has_unknown_keys = true;
                continue;
            }
            there.push_back(name);
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
            field(item.child(1), name, *def, depth);
        }
        if (has_unknown_keys) return;
        for (const language::AttributeDef& def : fields.attributes)
            if (def.is_required && def.notes.is_available && std::ranges::count(there, def.name) == 0)
                rule.report(DiagCode::MissingRequiredArgument, {node.span().start, node.span().start + 1},
                            {def.name});
        for (const language::BlockDef& block : fields.blocks)
            if (block.min_items > 0 && block.notes.is_available && std::ranges::count(there, block.type) == 0)
                rule.report(DiagCode::MissingBlock, {node.span().start, node.span().start + 1}, {block.type});
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
    void field(Node expr, const std::string& name, const language::AttributeDef& def, int depth) {
        if (def.fields) value(expr, def.fields->get(), def.type, depth + 1);
        if (def.decoder != language::Decoder::None) return;
        eval::EvalResult result = eval::evaluate(expr, nullptr);
        if (def.is_constant)
            for (Diagnostic& d : result.diagnostics) rule.out.push_back(std::move(d));
        if (has_errors(result.diagnostics) || !result.value.has_content() || result.value.is_marked()) return;
        ValueResult converted = convert_value(result.value, def.type, *rule.module.language().rules);
        if (!converted) {
            if (!has_wrong_type)
                rule.report(DiagCode::IncorrectAttributeType, expr.span(),
                            {name, converted.error().message()});
            return;
        }
        if (converted->type().is_primitive())
            report_value_problems(rule, def.rules, *converted, expr.span(), name);
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
        Checker{rule, has_wrong_type}.value(attribute.expr, attribute.def->fields->get(), type, 0);
    }
}

}  // namespace hcl::check
