// Options: which there are, of what types, and what they name.
#include "engine/pcl/options.h"

#include <algorithm>

#include "engine/base/suggest.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/pcl/convert.h"
#include "engine/pcl/fixes.h"
#include "engine/pcl/known_values.h"
#include "engine/pcl/program_binder.h"
#include "engine/pcl/traverse.h"

namespace hcl::pcl {

using syntax::AttributeView;
using syntax::BodyItem;
using syntax::Node;
using SyntaxKind = syntax::NodeKind;

namespace {

constexpr std::string_view kHooks[] = {"beforeCreate", "afterCreate", "beforeUpdate", "afterUpdate",
                                       "beforeDelete", "afterDelete", "onError"};

Type optional_properties(std::initializer_list<std::pair<std::string_view, Type>> properties) {
    std::vector<Property> out;
    for (const auto& [name, type] : properties) out.push_back({std::string(name), Type::optional(type)});
    return Type::object(std::move(out));
}

struct OptionType {
    std::string_view name;
    Type type;
};

const std::vector<OptionType>& option_types() {
    static const std::vector<OptionType> types = [] {
        const Type text = Type::string();
        const Type flag = Type::boolean();
        const Type any;
        const Type alias = Type::object({{"name", Type::optional(text)},
                                         {"type", Type::optional(text)},
                                         {"noParent", Type::optional(flag)},
                                         {"parent", Type::optional(any)}});
        return std::vector<OptionType>{
            {"aliases", Type::list(Type::union_of({text, alias}))},
            {"range", Type::union_of({flag, Type::number(), Type::list(any), Type::map(any)})},
            {"parent", any},
            {"provider", any},
            {"deletedWith", any},
            {"replacementTrigger", any},
            {"providers", Type::union_of({Type::map(any), Type::list(any)})},
            {"dependsOn", Type::list(any)},
            {"replaceWith", Type::list(any)},
            {"protect", flag},
            {"retainOnDelete", flag},
            {"deleteBeforeReplace", flag},
            {"version", text},
            {"pluginDownloadURL", text},
            {"import", text},
            {"customTimeouts",
             optional_properties({{"create", text}, {"update", text}, {"delete", text}, {"read", text}})},
            {"envVarMappings", Type::map(text)},
        };
    }();
    return types;
}

// The root name of a traversal; null for other expressions.
Node root_of(Node expr) {
    expr = eval::without_parens(expr);
    while (expr.is(SyntaxKind::GetAttr) || expr.is(SyntaxKind::Index) || expr.is(SyntaxKind::LegacyIndex))
        expr = expr.child(0);
    return expr.is(SyntaxKind::Variable) ? expr : Node();
}

}  // namespace

std::optional<Type> option_type(std::string_view name) {
    auto known = std::ranges::find(option_types(), name, &OptionType::name);
    if (known == option_types().end()) return std::nullopt;
    return known->type;
}

std::vector<Property> option_properties() {
    std::vector<Property> out;
    for (const OptionType& option : option_types()) out.push_back({std::string(option.name), option.type});
    for (std::string_view name : kInputLists) out.push_back({std::string(name), Type::list({})});
    out.push_back({"hooks", hooks_type()});
    return out;
}

Type hooks_type() {
    std::vector<Property> properties;
    for (std::string_view hook : kHooks)
        properties.push_back({std::string(hook), Type::optional(Type::list({}))});
    return Type::object(std::move(properties));
}

// ---- Instances

namespace {

enum class Takes : std::uint8_t { Anything, Resource, Provider };

Takes taken_by(std::string_view option) {
    if (option == "provider" || option == "providers") return Takes::Provider;
    if (option == "parent" || option == "deletedWith" || option == "dependsOn" || option == "replaceWith")
        return Takes::Resource;
    return Takes::Anything;
}

class InstanceChecker {
  public:
    InstanceChecker(Takes takes, bool takes_many, const IsInstance& is_instance, Diagnostics& findings)
        : takes_(takes), takes_many_(takes_many), is_instance_(is_instance), findings_(findings) {}

    void look(const std::string& place, const Type& given, Node expr) {
        const Node node = value_node(expr);
        const Type type = without_wrappers(given);
        if (takes_many_ && look_inside(place, type, node)) return;
        if (!is_right(type)) report(place, given, node);
    }

  private:
    // Elements and entries; false for a single value.
    bool look_inside(const std::string& place, const Type& type, Node node) {
        if (type.is_collection()) {
            look(place, type.element(), node);
            return true;
        }
        if (type.is(Kind::Tuple)) {
            const bool is_written =
                node.is(SyntaxKind::Tuple) && node.child_count() == type.elements().size();
            syntax::NodeChildren::Iterator element;
            if (is_written) element = node.children().begin();
            for (std::uint32_t i = 0; i < type.elements().size(); ++i)
                look(place + "[" + std::to_string(i) + "]", type.elements()[i],
                     is_written ? *element++ : node);
            return true;
        }
        // Instances by their keys.
        if (type.is(Kind::Object) && type.annotation().empty() && !node.is(SyntaxKind::Object) &&
            !type.properties().empty()) {
            look(place, type.properties()[0].type, node);
            return true;
        }
        if (!node.is(SyntaxKind::Object) || !type.is(Kind::Object)) return false;
        for (Node item : node.children()) {
            const std::optional<std::string> name =
                item.is(SyntaxKind::ObjectItem) ? key_name(item.child(0)) : std::nullopt;
            if (!name) continue;
            if (const Property* entry = type.find_property(*name))
                look(place + "." + *name, entry->type, item.child(1));
        }
        return true;
    }

    bool is_right(const Type& type) const {
        if (type.is_dynamic() || type.is_none() || may_be_anything(type)) return true;
        if (type.is(Kind::Const)) return type.underlying().is_none();
        if (type.is(Kind::Union))
            return std::ranges::any_of(type.members(),
                                       [&](const Type& m) { return is_right(without_wrappers(m)); });
        if (!type.is(Kind::Object)) return false;
        if (takes_ == Takes::Provider) return type.annotation().starts_with("pulumi:providers:");
        return is_instance_type(type);
    }

    void report(const std::string& place, const Type& given, Node node) {
        const bool is_provider = takes_ == Takes::Provider;
        const std::optional<Value> value = known_value(node, [](auto) { return std::nullopt; });
        const bool is_text = value && value->is_known_string();
        Diagnostic& d = add_diagnostic(
            findings_, DiagCode::PclWrongInputType, node.span(),
            {place,
             is_provider ? "a provider, which is a resource such as \"pulumi:providers:aws\"" : "a resource",
             in_short(given), is_text ? ": " + value->to_display(60) : ""});
        if (is_text && is_instance_ && is_instance_(value->as_string()))
            offer_name(d, node.span(), value->as_string());
    }

    Takes takes_;
    bool takes_many_;
    const IsInstance& is_instance_;
    Diagnostics& findings_;
};

}  // namespace

void check_named_instances(std::string_view option, const Type& type, Node expr,
                           const IsInstance& is_instance, Diagnostics& findings) {
    const Takes takes = taken_by(option);
    if (takes == Takes::Anything || !expr) return;
    const bool is_single = option == "provider" || option == "parent" || option == "deletedWith";
    InstanceChecker(takes, !is_single, is_instance, findings).look(std::string(option), type, expr);
}

// ---- Forms of texts

namespace {

// 5m, 1.5h, 1h30m
bool is_duration(std::string_view text) {
    if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
    if (text == "0") return true;
    if (text.empty()) return false;
    constexpr std::string_view kUnits[] = {"ns", "us", "\u00B5s", "\u03BCs", "ms", "s", "m", "h"};
    while (!text.empty()) {
        const std::size_t number = std::min(text.find_first_not_of("0123456789."), text.size());
        const std::string_view digits = text.substr(0, number);
        if (digits.find_first_of("0123456789") == digits.npos || std::ranges::count(digits, '.') > 1)
            return false;
        text.remove_prefix(number);
        auto unit = std::ranges::find_if(kUnits, [&](std::string_view u) { return text.starts_with(u); });
        if (unit == std::end(kUnits)) return false;
        text.remove_prefix(unit->size());
    }
    return true;
}

}  // namespace

// A text that must have a form, such as a version.
void ProgramBinder::check_form(const std::string& name, Node expr, std::string_view form,
                               bool (*has_form)(std::string_view), Severity severity) {
    const std::optional<Value> value = known_value(expr, known_names({}));
    if (!value || value->is_null()) return;
    const std::string text = property_name(*value);
    if (has_form(text)) return;
    Diagnostic& d = report(DiagCode::PclWrongInputType, value_span(expr),
                           {name, form, value->is_known_string() ? "string" : value->to_display(60),
                            value->is_known_string() ? ": " + value->to_display(60) + " is none" : ""});
    d.severity = severity;
}

void ProgramBinder::check_option(const AttributeView& attribute, const Type& type) {
    Diagnostics found;
    auto is_instance = [&](std::string_view name) {
        auto node = tables->names.find(name);
        if (node == tables->names.end()) return false;
        const NodeKind kind = nodes[node->second]->kind;
        return kind == NodeKind::Resource || kind == NodeKind::Read || kind == NodeKind::Component;
    };
    check_named_instances(attribute.name, type, attribute.expr, is_instance, found);
    take(std::move(found));
    if (attribute.name == "version")
        check_form("version", attribute.expr, "a version such as \"1.2.3\"", is_semantic_version);
    // Pulumi looks at it only when it downloads the plugin.
    if (attribute.name == "pluginDownloadURL")
        check_form("pluginDownloadURL", attribute.expr, "a URL such as \"https://example.com\"",
                   is_absolute_url, Severity::Warning);
    const Node object = value_node(attribute.expr);
    if (attribute.name != "customTimeouts" || !object || !object.is(SyntaxKind::Object)) return;
    for (Node item : object.children()) {
        if (!item.is(SyntaxKind::ObjectItem)) continue;
        const std::string member = key_name(item.child(0)).value_or("");
        if (option_type("customTimeouts")->find_property(member))
            check_form("customTimeouts." + member, item.child(1), "a duration such as \"5m\"", is_duration);
    }
}

// ---- options

namespace {

constexpr std::string_view kHooksTitle =
    "hooks option must be an object mapping hook names to lists of hook references";
constexpr std::string_view kHooksForm = "Write { afterCreate = [name] }.";

}  // namespace

void ProgramBinder::bind_hook_list(const std::string& hook, Node list) {
    for (Node element : list.children()) {
        Node root = eval::without_parens(element);
        auto found = root.is(SyntaxKind::Variable) ? tables->names.find(root.text()) : tables->names.end();
        if (found == tables->names.end()) continue;
        const ProgramNode& node = *nodes[found->second];
        if (node.kind != NodeKind::Hook) {
            if (!input.options.is_reference)
                report(
                    DiagCode::PclInvalidHook, element.span(),
                    {kHooksTitle, in_quotes(node.name) + " is not a hook. Declare one in a \"hook\" block."});
            continue;
        }
        const bool is_error_hook = node.detail == "error";
        if (is_error_hook != (hook == "onError"))
            report(DiagCode::PclInvalidHook, element.span(),
                   {"cannot bind " + node.detail + " hook '" + node.name + "' to '" + hook + "'",
                    "\"onError\" takes hooks of the kind \"error\", and all others those of the kind "
                    "\"resource\"."});
    }
}

void ProgramBinder::bind_hooks_option(Node expr) {
    const bool is_clean = is_clean_type(expr);
    Node object = eval::without_parens(expr);
    if (!object.is(SyntaxKind::Object)) {
        if (is_clean) report(DiagCode::PclInvalidHook, expr.span(), {kHooksTitle, kHooksForm});
        return;
    }
    for (Node item : object.children()) {
        if (!item.is(SyntaxKind::ObjectItem)) continue;
        Node key = item.child(0);
        Node value = eval::without_parens(item.child(1));
        const std::optional<std::string> name = key_name(key);
        // A computed key is not known yet.
        if (!name) continue;
        if (!is_one_of(*name, kHooks)) {
            const std::string near = suggest(*name, kHooks);
            offer_name(
                report(
                    DiagCode::PclInvalidHook, key.span(),
                    {"unknown hook name '" + *name + "'",
                     "Hooks run before and after a resource is created, updated or deleted, and on errors." +
                         did_you_mean(near)}),
                key.span(), near);
        } else if (value.is(SyntaxKind::Tuple)) {
            bind_hook_list(*name, value);
        } else if (is_clean) {
            report(DiagCode::PclInvalidHook, value.span(), {kHooksTitle, kHooksForm});
        }
    }
}

// A list that can only contain names of inputs.
void ProgramBinder::bind_input_list(const AttributeView& attribute, const InputNames& inputs) {
    auto refuse = [&](Node node) { report(DiagCode::PclOptionElement, node.span(), {attribute.name}); };
    Node list = eval::without_parens(attribute.expr);
    if (!list.is(SyntaxKind::Tuple)) return refuse(list);
    for (Node element : list.children()) {
        Node root = root_of(element);
        if (!root) {
            refuse(element);
        } else if (inputs.defs && !find_input(*inputs.defs, root.text()) &&
                   !(inputs.has_id && root.text() == "id")) {
            const std::string near = nearest_input(root.text(), *inputs.defs);
            offer_name(report(DiagCode::PclUndefinedVariable, root.span(), {root.text(), did_you_mean(near)}),
                       root.span(), near);
        }
    }
}

void ProgramBinder::bind_options(const Instances& instances, const InputNames& inputs) {
    for (const BodyItem& item : instances.options->body().items()) {
        if (item.kind == BodyItem::Kind::Block) {
            report(DiagCode::PclUnsupportedBlock, item.block().type_span(), {item.block().type(), ""});
            bind_rest(item.block().body(), {});
            continue;
        }
        if (item.kind != BodyItem::Kind::Attribute) continue;
        const AttributeView attribute = item.attribute();
        if (attribute.name == "hooks") {
            bind_hooks_option(attribute.expr);
            continue;
        }
        if (is_one_of(attribute.name, kInputLists)) {
            bind_input_list(attribute, inputs);
            continue;
        }
        auto known = std::ranges::find(option_types(), attribute.name, &OptionType::name);
        if (attribute.name == "range") {
            if (instances.range.is_reported && !input.options.is_reference) continue;
            Diagnostics found;
            expect_fit(input_type(known->type), instances.range.given, attribute.expr,
                       input.options.is_reference, found);
            take(std::move(found));
        } else if (known != option_types().end()) {
            const Type type = expect(attribute.expr, input_type(known->type), {}, attribute.name);
            if (!input.options.is_reference && is_convertible(input_type(known->type), type))
                check_option(attribute, type);
        } else {
            type_of(attribute.expr);
            Suggester suggester(attribute.name);
            for (const OptionType& one : option_types()) suggester.offer(one.name);
            for (std::string_view name : kInputLists) suggester.offer(name);
            suggester.offer("hooks");
            report_unsupported(attribute, suggester.best());
        }
    }
}

}  // namespace hcl::pcl
