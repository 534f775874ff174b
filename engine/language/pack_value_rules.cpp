#include "engine/language/pack_value_rules.h"

#include <initializer_list>

#include "engine/eval/analysis/expr_view.h"

namespace hcl::language {

using syntax::Node;
using syntax::NodeKind;

namespace {

struct ValueRulesCheck {
    Reading& read;
    Diagnostics& out;

    void contradiction(Span place, const std::string& sentence) {
        out.push_back(make_diagnostic(DiagCode::PackContradiction, place, {sentence}));
    }

    void range(const PackBlock& items, std::string_view low, std::string_view high) {
        range(items.find(low), items.find(high), low, high);
    }
    // length = { min = 1, max = 3 }
    void length(Node node) {
        if (!Reading::is_object(node)) return;
        Node low;
        Node high;
        for (const auto& [word, value] : read.entries(node, "length")) (word == "min" ? low : high) = value;
        range(low, high, "min", "max");
    }
    void range(Node low_node, Node high_node, std::string_view low, std::string_view high) {
        if (!low_node || !high_node) return;
        auto from = read.value(low_node, Type::number(), low);
        auto to = read.value(high_node, Type::number(), high);
        if (!from || !to || !from->is_known_number() || !to->is_known_number()) return;
        bool is_any = high == "max_items" && to->as_number().to_int64() == std::optional<std::int64_t>(0);
        if (is_any || !(to->as_number() < from->as_number())) return;
        contradiction(high_node.span(), "\"" + std::string(high) + "\" is " + to->to_display(40) +
                                            ", less than \"" + std::string(low) + "\", which is " +
                                            from->to_display(40) + ": nothing can satisfy both.");
    }

    // An attribute with a decoder is not evaluated, so its type would be ignored.
    void type_of_decoder(const PackBlock& items) {
        const Node type = items.find("type");
        const std::string decoder = read.word(items.find("decoder"), "decoder");
        if (type && !decoder.empty())
            contradiction(type.span(), "With \"decoder = " + decoder +
                                           "\", the expression is not evaluated, so it has no \"type\".");
    }

    // Rules for values of another type are never looked at.
    void rules_of_type(const PackBlock& items, const AttributeDef* def) {
        if (!def || !def->types.empty()) return;
        const std::string format = read.word(items.find("format"), "format");
        if (format == "findings" || format == "iterable" || format == "keyed") return;
        const Type& whole = def->type;
        const Type part = whole.is_collection() ? whole.element() : whole;
        auto useless = [&](const Type& type, bool is_wrong, std::initializer_list<std::string_view> words) {
            for (std::string_view word : words)
                if (const Node node = items.find(word); node && is_wrong)
                    contradiction(node.span(), "\"" + std::string(word) + "\" says nothing about a " +
                                                   type.friendly_name() + ".");
        };
        const bool is_text = part.is_string();
        useless(part, part.is_primitive() && !is_text, {"pattern"});
        useless(part, is_text || part.is_bool(), {"max"});
        // The format of a number, and the minimum of a version.
        if (!format.empty())
            useless(part, part.is_bool() || (part.is_primitive() && is_text == (format == "integer")),
                    {"format"});
        if (format != "version_constraint") useless(part, is_text || part.is_bool(), {"min"});
        useless(whole, whole.is_primitive() && !whole.is_string(), {"length"});
        useless(whole, whole.is_primitive(), {"unique"});
    }

    void values_and_default(const PackBlock& items) {
        const Node values = items.find("values");
        const Node inner = values ? eval::without_parens(values) : Node();
        if (inner && (inner.is(NodeKind::Tuple) || inner.is(NodeKind::Object)) && inner.child_count() == 0)
            contradiction(values.span(), "The list of values is empty, so no value would be allowed.");
        const Node fallback = items.find("default");
        if (fallback && read.flag(items.find("required"), "required"))
            contradiction(fallback.span(), "A required attribute is always set, so it has no default.");
    }
};

}  // namespace

void check_range(Reading& read, const PackBlock& items, std::string_view low, std::string_view high,
                 Diagnostics& out) {
    ValueRulesCheck{read, out}.range(items, low, high);
}

void check_value_rules(Reading& read, const PackBlock& items, const AttributeDef* def, Diagnostics& out) {
    ValueRulesCheck check{read, out};
    check.range(items, "min", "max");
    check.length(items.find("length"));
    check.values_and_default(items);
    check.type_of_decoder(items);
    check.rules_of_type(items, def);
}

}  // namespace hcl::language
