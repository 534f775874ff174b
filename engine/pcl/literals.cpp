#include "engine/pcl/literals.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/hcl_string.h"
#include "engine/base/suggest.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/pcl/convert.h"
#include "engine/pcl/program_binder.h"
#include "engine/syntax/lex/literal.h"

namespace hcl::pcl {

using syntax::Node;
using SyntaxKind = syntax::NodeKind;

std::vector<Node> outcomes_of(Node expr) {
    if (expr.is(SyntaxKind::Conditional)) return {expr.child(1), expr.child(2)};
    if (!expr.is(SyntaxKind::Call)) return {};
    const eval::CallName name = eval::call_name(expr);
    if (name.view() != "try" && name.view() != "recover" && name.view() != "secret" &&
        name.view() != "unsecret")
        return {};
    std::vector<Node> out;
    for (Node child : expr.children())
        if (!child.is(SyntaxKind::FunctionName)) out.push_back(child);
    return out;
}

namespace {

struct Choice {
    Node node;
    std::string word;
};

std::optional<Choice> choice_in(const TypeSpec& spec, Node expr) {
    if (spec.kind != TypeSpec::Kind::Union || spec.discriminator.empty()) return std::nullopt;
    Node object = eval::without_parens(expr);
    if (!object.is(SyntaxKind::Object)) return std::nullopt;
    for (Node item : object.children()) {
        if (!item.is(SyntaxKind::ObjectItem) || key_name(item.child(0)) != spec.discriminator) continue;
        Node value = eval::without_parens(item.child(1));
        if (std::optional<std::string> word = syntax::quoted_text(value)) return Choice{value, *word};
    }
    return std::nullopt;
}

std::vector<EnumMemberSpec> choices_of(const TypeSpec& spec) {
    std::vector<EnumMemberSpec> out;
    out.reserve(spec.mapping.size());
    for (const auto& [word, token] : spec.mapping)
        out.push_back({"", {}, {ConstantSpec::Kind::String, word}});
    return out;
}

// The value of the elements of a `for` expression.
Node element_of_loop(Node expr) {
    if (expr.has(syntax::kGroup)) return {};
    std::uint32_t at = expr.has(syntax::kHasKeyName) ? 3 : 2;
    if (expr.is(SyntaxKind::ForObject)) ++at;
    return expr.child(at);
}

class LiteralChecker {
  public:
    explicit LiteralChecker(Diagnostics& findings) : findings_(findings) {}

    void add(PackagePtr home, const TypeSpec& spec, Node node, std::string path) {
        if (node) parts_.push_back({std::move(home), &spec, eval::without_parens(node), std::move(path)});
    }
    void add_members(const PackagePtr& home, const PropertySpecs& properties, Node object,
                     const std::string& path) {
        if (!object.is(SyntaxKind::Object)) return;
        for (Node item : object.children()) {
            if (!item.is(SyntaxKind::ObjectItem)) continue;
            const std::optional<std::string> word = key_name(item.child(0));
            if (!word) continue;
            auto property = std::ranges::find(properties, *word, &PropertySpec::name);
            if (property != properties.end())
                add(home, property->type, item.child(1), path.empty() ? *word : path + "." + *word);
        }
    }
    void run() {
        while (!parts_.empty()) {
            const Part part = std::move(parts_.back());
            parts_.pop_back();
            look(part);
        }
    }
    std::string take_wrong_choice() { return std::move(wrong_choice_); }

  private:
    using Form = TypeSpec::Kind;
    // A part of a value, and its schema.
    struct Part {
        PackagePtr home;
        const TypeSpec* spec;
        Node node;
        std::string path;
    };

    void look(const Part& part) {
        const std::vector<Node> outcomes = outcomes_of(part.node);
        // The last one is looked at first.
        for (auto one = outcomes.rbegin(); one != outcomes.rend(); ++one)
            add(part.home, *part.spec, *one, part.path);
        if (!outcomes.empty()) return;
        switch (part.spec->kind) {
            case Form::Array:
            case Form::Map:
                return elements(part);
            case Form::Union:
                return alternatives(part);
            case Form::Reference:
                return named(part);
            default:
                return;
        }
    }

    void elements(const Part& part) {
        if (part.spec->parts.empty()) return;
        const TypeSpec& spec = part.spec->parts[0];
        const bool is_list = part.spec->kind == Form::Array;
        if (part.node.is(is_list ? SyntaxKind::ForTuple : SyntaxKind::ForObject)) {
            add(part.home, spec, element_of_loop(part.node), part.path + "[]");
        } else if (is_list && part.node.is(SyntaxKind::Tuple)) {
            std::size_t index = 0;
            for (Node element : part.node.children())
                add(part.home, spec, element, part.path + "[" + std::to_string(index++) + "]");
        } else if (!is_list && part.node.is(SyntaxKind::Object)) {
            for (Node item : part.node.children()) {
                if (!item.is(SyntaxKind::ObjectItem)) continue;
                const std::optional<std::string> word = key_name(item.child(0));
                add(part.home, spec, item.child(1), part.path + (word ? "." + *word : "[]"));
            }
        }
    }

    void alternatives(const Part& part) {
        if (chosen_object(*part.spec, part.node, chosen_.emplace_back()))
            add(part.home, chosen_.back(), part.node, part.path);
        else if (const std::optional<Choice> choice = choice_in(*part.spec, part.node))
            check_choice(choices_of(*part.spec), *choice, part.path + "." + part.spec->discriminator);
    }

    void check_choice(const std::vector<EnumMemberSpec>& all, const Choice& choice, const std::string& path) {
        const std::size_t before = findings_.size();
        check_member(all, choice.word, choice.node, path);
        if (findings_.size() == before || !wrong_choice_.empty()) return;
        for (const EnumMemberSpec& member : all)
            wrong_choice_ += (wrong_choice_.empty() ? "" : " | ") + in_quotes(member.value.text);
        wrong_choice_ = path + " is " + in_quotes(choice.word) + " and must be " + wrong_choice_;
    }

    void named(const Part& part) {
        const PackagePtr home = part.home->home_of(*part.spec);
        if (!home) return;
        const std::optional<Token> token = parse_token(part.spec->token);
        const NamedTypeSpec* type = home->named_type(token ? home->canonical(*token) : part.spec->token);
        if (!type) return;
        if (!type->is_enum) return add_members(home, type->properties, part.node, part.path);
        std::optional<std::string> text = syntax::quoted_text(part.node);
        if (!text && part.node.is(SyntaxKind::Number)) text = syntax::number_text(part.node);
        if (text) check_member(type->members, *text, part.node, part.path);
    }

    void check_member(std::span<const EnumMemberSpec> all, const std::string& text, Node node,
                      const std::string& path) {
        constexpr std::size_t kMostShown = 12;
        std::string members;
        Suggester suggester(text);
        std::size_t shown = 0;
        for (const EnumMemberSpec& member : all) {
            if (member.value.text == text) return;
            suggester.offer(member.value.text);
            if (++shown > kMostShown) continue;
            if (!members.empty()) members += ", ";
            members += is_string(member) ? in_quotes(member.value.text) : member.value.text;
        }
        if (members.empty()) return;
        if (shown > kMostShown) members += " and " + std::to_string(shown - kMostShown) + " more";
        Diagnostic& d = add_diagnostic(findings_, DiagCode::PclNotAMember, node.span(),
                                       {path, members, node.text(), did_you_mean(suggester.best())});
        if (!node.is(SyntaxKind::Template) && !node.is(SyntaxKind::Number)) return;
        for (const EnumMemberSpec& member : all) {
            if (d.fixes.size() >= kMostShown) break;
            const std::string value = is_string(member) ? hcl_string(member.value.text) : member.value.text;
            d.fixes.push_back({.title = "Change to " + value,
                               .edits = {{d.file, {node.span(), value}}},
                               .preferred = member.value.text == suggester.best(),
                               .is_guess = true});
        }
    }
    static bool is_string(const EnumMemberSpec& member) {
        return member.value.kind == ConstantSpec::Kind::String;
    }

    Diagnostics& findings_;
    std::vector<Part> parts_;
    std::deque<TypeSpec> chosen_;  // of unions
    std::string wrong_choice_;
};

// The object type that values of a schema have, without outputs of it.
Type object_type(const Package& package, const TypeSpec& spec) {
    const Type whole = package.type_of(spec, Package::Shape::Input);
    if (!whole.is(Kind::Union)) return whole.resolved();
    for (const Type& member : whole.members())
        if (!member.is(Kind::Output)) return member.resolved();
    return {};
}

std::optional<Type> narrowed_object(const Package& package, const TypeSpec& spec, Node object) {
    const PackagePtr home = package.home_of(spec);
    const std::optional<Token> token = parse_token(spec.token);
    const NamedTypeSpec* type =
        home ? home->named_type(token ? home->canonical(*token) : spec.token) : nullptr;
    if (!type || type->is_enum) return std::nullopt;
    std::vector<Property> changed;
    for (Node item : object.children()) {
        if (!item.is(SyntaxKind::ObjectItem)) continue;
        const std::optional<std::string> word = key_name(item.child(0));
        if (!word) continue;
        auto property = std::ranges::find(type->properties, *word, &PropertySpec::name);
        if (property == type->properties.end()) continue;
        std::optional<Type> narrowed = narrowed_type(*home, property->type, item.child(1));
        if (!narrowed) continue;
        changed.push_back({*word, *narrowed});
    }
    const Type whole = changed.empty() ? Type() : object_type(package, spec);
    if (!whole.is(Kind::Object)) return std::nullopt;
    std::vector<Property> properties(whole.properties().begin(), whole.properties().end());
    for (Property& property : changed) {
        const Property* before = whole.find_property(property.name);
        if (before && is_optional(before->type)) property.type = Type::optional(property.type);
        // The last property with a name wins.
        properties.push_back(std::move(property));
    }
    return Type::object(std::move(properties), whole.annotation());
}

}  // namespace

const TypeSpec* chosen_object(const TypeSpec& spec, Node expr, TypeSpec& room) {
    const std::optional<Choice> choice = choice_in(spec, expr);
    if (!choice) return nullptr;
    for (const auto& [word, token] : spec.mapping) {
        if (word != choice->word) continue;
        room.kind = TypeSpec::Kind::Reference;
        room.token = token;
        return &room;
    }
    return nullptr;
}

std::optional<Type> narrowed_type(const Package& package, const TypeSpec& spec, Node expr) {
    using Form = TypeSpec::Kind;
    const Node node = expr ? eval::without_parens(expr) : expr;
    if (!node) return std::nullopt;
    if (spec.kind == Form::Union) {
        TypeSpec room;
        const TypeSpec* chosen = chosen_object(spec, node, room);
        if (!chosen) return std::nullopt;
        const std::optional<Type> inner = narrowed_object(package, *chosen, node);
        return inner ? *inner : package.type_of(*chosen, Package::Shape::Input);
    }
    if (spec.kind == Form::Reference && node.is(SyntaxKind::Object))
        return narrowed_object(package, spec, node);
    const bool is_list = spec.kind == Form::Array && node.is(SyntaxKind::Tuple);
    const bool is_map = spec.kind == Form::Map && node.is(SyntaxKind::Object);
    if ((!is_list && !is_map) || spec.parts.empty()) return std::nullopt;
    std::vector<std::optional<Type>> narrowed;
    std::vector<std::string> keys;
    for (Node child : node.children()) {
        if (is_map) {
            const std::optional<std::string> key =
                child.is(SyntaxKind::ObjectItem) ? key_name(child.child(0)) : std::nullopt;
            // With a computed key it is a map.
            if (!key) return std::nullopt;
            keys.push_back(*key);
        }
        narrowed.push_back(narrowed_type(package, spec.parts[0], is_map ? child.child(1) : child));
    }
    if (std::ranges::none_of(narrowed, [](const auto& one) { return one.has_value(); })) return std::nullopt;
    const Type other = package.type_of(spec.parts[0], Package::Shape::Input);
    std::vector<Type> elements;
    std::vector<Property> entries;
    for (std::size_t i = 0; i < narrowed.size(); ++i) {
        elements.push_back(narrowed[i].value_or(other));
        if (is_map) entries.push_back({keys[i], elements.back()});
    }
    return is_map ? Type::object(std::move(entries)) : Type::tuple(elements);
}

std::string check_literals(const Package& package, const TypeSpec& spec, std::string_view name, Node expr,
                           Diagnostics& findings) {
    LiteralChecker checker(findings);
    checker.add(package.shared_from_this(), spec, expr, std::string(name));
    checker.run();
    return checker.take_wrong_choice();
}

void check_literals(const Package& package, const PropertySpecs& properties, Node object,
                    Diagnostics& findings) {
    LiteralChecker checker(findings);
    checker.add_members(package.shared_from_this(), properties, eval::without_parens(object), {});
    checker.run();
}

}  // namespace hcl::pcl
