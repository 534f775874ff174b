#include "engine/language/pack_value_rules.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "engine/base/ascii.h"
#include "engine/base/glob.h"
#include "engine/base/limits.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/value/convert.h"

namespace hcl::language {

using syntax::Node;
using syntax::NodeKind;

namespace {

// A name, where `*` matches any text.
bool is_name_pattern(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return ascii::is_letter(c) || ascii::is_digit(c) || c == '_' || c == '-' || c == '*' ||
               (c & 0x80) != 0;
    });
}

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

    // Alternatives that decide something.
    void alternatives(Node type) {
        if (!type || !eval::without_parens(type).is(NodeKind::Tuple)) return;
        std::vector<Node> all = read.elements(type);
        if (all.size() > limits::compared_words) all.resize(limits::compared_words);
        if (all.empty())
            contradiction(type.span(), "The list of types is empty, so no value would be allowed.");
        std::vector<Type> seen;
        for (Node one : all) {
            const auto parsed = eval::parse_type(read.expression(one), eval::TypeExpressionKind::Defaults,
                                                 Rules::reference());
            if (has_errors(parsed.diagnostics)) continue;
            if (parsed.type.is_dynamic() && all.size() > 1)
                contradiction(one.span(), "\"any\" takes all values, so the other types decide nothing.");
            if (std::ranges::find(seen, parsed.type) != seen.end())
                contradiction(one.span(), "The type is there twice.");
            seen.push_back(parsed.type);
        }
    }

    // The types that a value can have.
    static std::vector<Type> types_of(const AttributeDef& def) {
        return def.types.empty() ? std::vector<Type>{def.type} : def.types;
    }

    // Rules for values of another type are never looked at.
    void rules_of_type(const PackBlock& items, const AttributeDef* def) {
        if (!def) return;
        const std::vector<std::string> formats = read.words(items.find("format"), "format");
        const std::string format = formats.empty() ? std::string() : formats.front();
        if (format == "findings" || format == "iterable" || format == "keyed") return;
        const std::vector<Type> all = types_of(*def);
        auto part_of = [](const Type& whole) {
            return whole.is_collection() ? Type(whole.element()) : whole;
        };
        // Useless if it is wrong for all types.
        auto useless = [&](std::string_view word, auto is_wrong) {
            const Node node = items.find(word);
            if (!node || !std::ranges::all_of(all, is_wrong)) return;
            std::string names;
            for (const Type& one : all)
                names += (names.empty() ? "a " : " or a ") +
                         (word == "length" || word == "unique" ? one : part_of(one)).friendly_name();
            contradiction(node.span(), "\"" + std::string(word) + "\" says nothing about " + names + ".");
        };
        auto is_text = [&](const Type& type) { return part_of(type).is_string(); };
        auto is_plain = [&](const Type& type) { return part_of(type).is_primitive(); };
        auto has_no_order = [&](const Type& type) { return is_text(type) || part_of(type).is_bool(); };
        useless("pattern", [&](const Type& type) { return is_plain(type) && !is_text(type); });
        useless("max", has_no_order);
        // The format of a number, and the minimum of a version.
        if (!format.empty())
            useless("format", [&](const Type& type) {
                return part_of(type).is_bool() || (is_plain(type) && is_text(type) == (format == "integer"));
            });
        if (format != "version_constraint") useless("min", has_no_order);
        useless("length", [](const Type& type) { return type.is_primitive() && !type.is_string(); });
        useless("unique", [](const Type& type) { return type.is_primitive(); });
    }

    // Allowed values that have none of the types.
    void values_of_types(Node values, const AttributeDef* def) {
        if (!values || !def || def->types.empty()) return;
        for (const Choice& choice : def->rules.values)
            if (!fits_some(choice.value, def->types))
                contradiction(values.span(), "The value " + choice.value.to_display(40) +
                                                 " has none of the types in \"type\".");
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

    // `fields` describes objects; what is only read cannot be required.
    void objects_and_access(const PackBlock& items, const AttributeDef* def) {
        const Node fields = items.find("fields");
        const bool is_plain = def && std::ranges::all_of(types_of(*def), &Type::is_primitive);
        if (fields && is_plain)
            contradiction(fields.span(), "\"fields\" describes the content of objects, and this is none.");
        if (const Node access = items.find("access"); def && access && def->is_read_only && def->is_required)
            contradiction(access.span(),
                          "Files cannot set a value that is only read, so it is not required.");
    }
};

}  // namespace

bool fits_some(const Value& value, const std::vector<Type>& types) {
    return std::ranges::any_of(types, [&](const Type& type) {
        return convert_value(value, type.without_optional(), Rules::reference()).has_value();
    });
}

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
    check.alternatives(items.find("type"));
    check.values_of_types(items.find("values"), def);
    check.rules_of_type(items, def);
    check.objects_and_access(items, def);
}

void check_file_pattern(Reading& read, Node pattern, Diagnostics& out) {
    const std::string text = read.text(pattern, "files");
    const std::string fault(fault_of_glob(text));
    if (!fault.empty())
        out.push_back(make_diagnostic(
            DiagCode::UnsuitablePackValue, pattern.span(),
            {"files", (text.empty() ? "a pattern " : "the pattern \"" + text + "\" ") + fault}));
}

void check_name_form(Node key, std::string_view name, Diagnostics& out) {
    if (name.ends_with("()")) return;
    const std::size_t colon = std::min(name.find(':'), name.size());
    const bool is_pair = colon < name.size();
    if (!is_name_pattern(name.substr(0, colon)) || (is_pair && !is_name_pattern(name.substr(colon + 1))))
        out.push_back(make_diagnostic(
            DiagCode::UnsuitablePackValue, key.span(),
            {"names",
             "each key is a name, a pattern such as \"NOMAD_*\", \"ROOT:OPENER\" or \"function()\""}));
}

void check_choice_keys(Reading& read, const PackBlock& choice, Diagnostics& out) {
    auto contradiction = [&](Node key, const std::string& sentence) {
        out.push_back(make_diagnostic(DiagCode::PackContradiction, key.span(), {sentence}));
    };
    // With several values, each key has a part for each.
    const std::size_t count = read.elements(choice.find("on")).size();
    const Node is = choice.find("is");
    if (!Reading::is_object(is)) return;
    std::set<std::string> seen;
    for (Node item : eval::without_parens(is).children()) {
        if (!item.child(0)) continue;
        const std::string key = read.word(item.child(0), "is");
        if (key.empty()) continue;
        const auto slashes = static_cast<std::size_t>(std::ranges::count(key, '/'));
        if (count > 1 && slashes + 1 < count)
            contradiction(item.child(0), "\"on\" has " + std::to_string(count) +
                                             " values, so each key has as many parts: \"a/b\".");
        if (!seen.insert(key).second)
            contradiction(item.child(0), "The key \"" + key + "\" is there twice; the first one counts.");
    }
}

}  // namespace hcl::language
