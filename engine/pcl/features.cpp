#include "engine/pcl/features.h"

#include <algorithm>

#include "engine/eval/analysis/expr_view.h"
#include "engine/pcl/convert.h"
#include "engine/pcl/node_look.h"
#include "engine/pcl/program_binder.h"
#include "engine/pcl/render.h"
#include "engine/syntax/lex/literal.h"

namespace hcl::pcl {

using check::ExtensionDefinition;
using check::ExtensionHint;
using check::ExtensionHover;
using syntax::AttributeView;
using syntax::BlockView;
using syntax::Node;
using SyntaxKind = syntax::NodeKind;

namespace {

Span name_span_of(Node step) {
    const auto length = static_cast<std::uint32_t>(eval::attribute_name(step).size());
    return {step.span().end - length, step.span().end};
}

const ProgramNode* config_called(const Program* component, std::string_view name) {
    if (!component) return nullptr;
    for (const PlacedNode& node : component->nodes())
        if (node->kind == NodeKind::Config && node->logical_name == name) return node.node.get();
    return nullptr;
}

// ---- Hover

class Hoverer {
  public:
    Hoverer(const Program& program, std::uint32_t index, std::uint32_t offset, const Cancel& cancel)
        : look_(program, index, cancel), index_(index), offset_(offset), cancel_(cancel) {}

    std::optional<ExtensionHover> run() {
        const PlacedNode& node = look_.node();
        if (node.name_span().touches(offset_)) {
            const bool has_type = node->kind != NodeKind::Output || !node->type.is_dynamic();
            return typed(node.name_span(), std::string(word_of(node->kind)) + " " + node->name,
                         has_type ? node->type : node->value, {});
        }
        if (look_.block())
            if (auto known = of_header()) return known;
        if (look_.block())
            if (auto known = of_attribute()) return known;
        return of_expression();
    }

  private:
    static ExtensionHover typed(Span span, const std::string& what, const Type& type,
                                const std::string& documentation) {
        std::string out;
        auto paragraph = [&](const std::string& text) {
            if (!text.empty()) out += (out.empty() ? "" : "\n\n") + text;
        };
        if (type.contains_eventuals()) {
            const std::string resolved = render_lines(resolve_outputs(type));
            const bool is_short = resolved.find('\n') == std::string::npos;
            paragraph(is_short ? "resolves to `" + resolved + "`"
                               : "resolves to\n```hcl\n" + resolved + "\n```");
        }
        paragraph(documentation);
        return {span, (what.empty() ? "" : what + ": ") + render_lines(type), std::move(out)};
    }

    // The token of a resource.
    std::optional<ExtensionHover> of_header() const {
        const ResourceDef* def = look_.node()->resource;
        const std::vector<syntax::LabelView> labels = look_.block().labels();
        if (auto folder = of_source(labels)) return folder;
        if (!def || labels.size() < 2 || !labels[1].span.touches(offset_)) return std::nullopt;
        return ExtensionHover{labels[1].span, "resource " + def->spec.token, notes_text(def->spec.notes)};
    }

    // The folder of a component: what its program takes and gives.
    std::optional<ExtensionHover> of_source(const std::vector<syntax::LabelView>& labels) const {
        const Program* component = look_.node()->component.program.get();
        if (!component || labels.size() < 2 || !labels[1].span.touches(offset_)) return std::nullopt;
        std::string words;
        for (const PlacedNode& node : component->nodes()) {
            if (node->kind != NodeKind::Config && node->kind != NodeKind::Output) continue;
            const bool is_config = node->kind == NodeKind::Config;
            const Type& type = node->type.is_dynamic() && !is_config ? node->value : node->type;
            words += (words.empty() ? "" : "\n") + std::string(word_of(node->kind)) + " " +
                     node->logical_name + ": " + in_short(type);
        }
        return ExtensionHover{labels[1].span, words.empty() ? "component" : words,
                              "The program in `" + labels[1].value + "`."};
    }

    // The name of an argument, or of an input in an option.
    std::optional<ExtensionHover> of_attribute() const {
        const std::optional<AttributeView> attribute = attribute_at(look_.block().body(), offset_);
        if (!attribute) return std::nullopt;
        const bool is_option = look_.is_in_options(offset_);
        if (attribute->name_span.touches(offset_))
            return is_option ? std::nullopt : input(attribute->name_span, attribute->name);
        if (is_option && is_input_list(attribute->name)) {
            const std::vector<Node> path = path_to(attribute->expr, offset_);
            if (!path.empty() && path.back().is(SyntaxKind::Variable))
                return input(path.back().span(), path.back().text());
            return std::nullopt;
        }
        return of_key(*attribute);
    }

    std::optional<ExtensionHover> input(Span span, std::string_view name) const {
        const ProgramNode& node = *look_.node();
        if (const ResourceDef* def = node.resource) {
            const InputDef* known = find_input(node.kind == NodeKind::Read ? def->state : def->inputs, name);
            if (!known) return std::nullopt;
            return ExtensionHover{span, std::string(name) + ": " + in_short(known->type),
                                  notes_text(known->spec->notes)};
        }
        const ProgramNode* config = config_called(node.component.program.get(), name);
        if (!config) return std::nullopt;
        return ExtensionHover{span, "config " + config->name + ": " + in_short(config->value), {}};
    }

    // A key of an object of known type.
    std::optional<ExtensionHover> of_key(const AttributeView& attribute) const {
        const std::vector<Node> path = path_to(attribute.expr, offset_);
        for (std::size_t i = 1; i + 1 < path.size(); ++i) {
            if (!path[i].is(SyntaxKind::ObjectItem) || !is_same_node(path[i].child(0), path[i + 1])) continue;
            const std::optional<std::string> name = key_name(path[i + 1]);
            if (!name) return std::nullopt;
            const Type wanted =
                look_.wanted_at(look_.wanted_of(attribute.name, offset_), path, 0, i - 1, offset_);
            std::optional<ExtensionHover> found;
            each_fitting_object(wanted, path[i - 1], offset_, [&](const Type& object) {
                const Property* property = object.find_property(*name);
                if (!property || found) return;
                const PropertySpec* spec = look_.property(object, *name);
                found = ExtensionHover{path[i + 1].span(), *name + ": " + in_short(property->type),
                                       spec ? notes_text(spec->notes) : std::string()};
            });
            return found;
        }
        return std::nullopt;
    }

    std::optional<ExtensionHover> of_expression() {
        // The smallest expression around the cursor.
        Node best;
        Type type;
        std::vector<std::pair<Node, Type>> owners;  // what steps are taken from, and calls
        auto visit = [&](Node expr, const Type& found) {
            const Span span = expr.span();
            if (expr.is(SyntaxKind::Call) && span.touches(offset_)) owners.emplace_back(expr, found);
            if (!span.touches(offset_) || (best && best.span().length() <= span.length())) return;
            best = expr;
            type = found;
        };
        look_.program().each_type(index_, visit, cancel_);
        if (!best) return std::nullopt;
        for (const auto& [call, result] : owners)
            if (auto known = of_call(call, best)) return known;
        const Span span = best.span();
        const std::string_view text = best.text();
        const bool is_long = span.length() > 60 || text.find('\n') != std::string_view::npos;
        return typed(span, is_long ? std::string() : std::string(text), type, property_notes(best));
    }

    // The name of a function, or the token or method that it is given.
    std::optional<ExtensionHover> of_call(Node call, Node best) const {
        const eval::CallName name = eval::call_name(call);
        const Node name_node = call.child(0);
        const bool is_name =
            name_node && name_node.is(SyntaxKind::FunctionName) && name_node.span().touches(offset_);
        const bool is_token = best.is(SyntaxKind::Template) && is_argument(call, best) &&
                              look_.package_function(name.view(), call);
        if (!is_name && !is_token) return std::nullopt;
        const auto known = look_.described_call(name.view(), call);
        if (!known) return std::nullopt;
        return ExtensionHover{is_name ? name_node.span() : best.span(), line_of(name.view(), *known),
                              known->documentation};
    }

    // The first argument of "invoke", or the second one of "call".
    static bool is_argument(Node call, Node node) {
        const std::size_t wanted = eval::call_name(call).view() == "call" ? 1 : 0;
        std::size_t at = 0;
        for (Node child : call.children()) {
            if (child.is(SyntaxKind::FunctionName)) continue;
            if (is_same_node(child, node)) return at == wanted;
            ++at;
        }
        return false;
    }

    // The schema's documentation of a property that is read.
    std::string property_notes(Node step) const {
        if (!step.is(SyntaxKind::GetAttr) || !name_span_of(step).touches(offset_)) return {};
        std::string out;
        each_object(look_.type_of(step.child(0)).value_or(Type()), [&](const Type& object) {
            const PropertySpec* spec = look_.property(object, eval::attribute_name(step));
            if (spec && out.empty()) out = notes_text(spec->notes);
        });
        return out;
    }

    NodeLook look_;
    std::uint32_t index_;
    std::uint32_t offset_;
    const Cancel& cancel_;
};

// ---- Types

// Values that show their type.
bool is_plain(Node expr) {
    switch (eval::without_parens(expr).kind()) {
        case SyntaxKind::Number:
        case SyntaxKind::Bool:
        case SyntaxKind::Null:
        case SyntaxKind::Template:
        case SyntaxKind::Heredoc:
        case SyntaxKind::Missing:
        case SyntaxKind::BogusExpr:
        case SyntaxKind::Tuple:
        case SyntaxKind::Object:
            return true;
        default:
            return false;
    }
}

// ---- Definitions

class DefinitionFinder {
  public:
    DefinitionFinder(const Program& program, std::uint32_t index, std::uint32_t offset, const Cancel& cancel)
        : program_(program), node_(program.nodes()[index]), index_(index), offset_(offset), cancel_(cancel) {}

    std::optional<ExtensionDefinition> run() {
        if (node_->kind != NodeKind::Local) {
            const BlockView block = program_.block_of(node_);
            if (auto found = of_source(block)) return found;
            if (auto attribute = attribute_at(block.body(), offset_))
                if (auto found = of_argument(block, *attribute)) return found;
        }
        return of_step();
    }

  private:
    static ExtensionDefinition of_node(Span origin, const PlacedNode& node) {
        return {origin, node->file, node.span(), node.name_span()};
    }

    // The folder of a component: the first file of its program.
    std::optional<ExtensionDefinition> of_source(const BlockView& block) {
        const std::vector<syntax::LabelView> labels = block.labels();
        const Program* component = node_->component.program.get();
        if (!component || component->files().empty() || labels.size() < 2) return std::nullopt;
        if (!labels[1].span.touches(offset_)) return std::nullopt;
        return ExtensionDefinition{labels[1].span, component->files()[0].id, {}, {}};
    }

    // An input of a component, or of the resource that an option names.
    std::optional<ExtensionDefinition> of_argument(const BlockView& block, const AttributeView& attribute) {
        const bool is_own = std::ranges::any_of(block.body().attributes(), [&](const AttributeView& one) {
            return one.name_span == attribute.name_span;
        });
        if (attribute.name_span.touches(offset_)) {
            const Program* component = node_->component.program.get();
            if (!is_own || !component) return std::nullopt;
            for (const PlacedNode& config : component->nodes())
                if (config->kind == NodeKind::Config && config->logical_name == attribute.name)
                    return of_node(attribute.name_span, config);
            return std::nullopt;
        }
        if (is_own || !is_input_list(attribute.name)) return std::nullopt;
        const std::vector<Node> path = path_to(attribute.expr, offset_);
        if (path.empty() || !path.back().is(SyntaxKind::Variable)) return std::nullopt;
        const auto given = attribute_of(block.body(), path.back().text());
        if (!given) return std::nullopt;
        return ExtensionDefinition{path.back().span(), node_->file, given->span, given->name_span};
    }

    // A property behind a name: where the program gives it its value.
    std::optional<ExtensionDefinition> of_step() {
        Node step;
        auto visit = [&](Node expr, const Type&) {
            if (expr.is(SyntaxKind::GetAttr) && name_span_of(expr).touches(offset_)) step = expr;
        };
        program_.each_type(index_, visit, cancel_);
        if (!step) return std::nullopt;
        std::vector<std::string> names;  // from the last one
        Node root = step;
        while (true) {
            if (root.is(SyntaxKind::GetAttr)) names.emplace_back(eval::attribute_name(root));
            const bool is_index = root.is(SyntaxKind::Index) || root.is(SyntaxKind::LegacyIndex);
            if (!root.is(SyntaxKind::GetAttr) && !is_index && !root.is(SyntaxKind::Paren)) break;
            root = root.child(0);
        }
        if (!root.is(SyntaxKind::Variable) || names.empty()) return std::nullopt;
        for (const PlacedNode& node : program_.nodes())
            if (node->name == root.text() && node->kind != NodeKind::Output)
                return of_property(name_span_of(step), node, names);
        return std::nullopt;
    }

    std::optional<ExtensionDefinition> of_property(Span origin, const PlacedNode& node,
                                                   const std::vector<std::string>& names) {
        if (node->kind == NodeKind::Local) return of_key(origin, node, names);
        if (names.size() > 1) return std::nullopt;
        if (node->component.program) {
            for (const PlacedNode& output : node->component.program->nodes())
                if (output->kind == NodeKind::Output && output->logical_name == names[0])
                    return of_node(origin, output);
            return std::nullopt;
        }
        if (node->kind != NodeKind::Resource && node->kind != NodeKind::Read) return std::nullopt;
        if (auto given = attribute_of(program_.block_of(node).body(), names[0]))
            return ExtensionDefinition{origin, node->file, given->span, given->name_span};
        return of_node(origin, node);
    }

    // Keys of objects that are written out.
    std::optional<ExtensionDefinition> of_key(Span origin, const PlacedNode& node,
                                              const std::vector<std::string>& names) {
        Node value = program_.files()[node.file].tree->body().items()[node.item].attribute().expr;
        std::optional<ExtensionDefinition> found;
        for (std::size_t i = names.size(); i-- > 0;) {
            value = eval::without_parens(value);
            if (!value || !value.is(SyntaxKind::Object)) return std::nullopt;
            Node next;
            for (Node item : value.children())
                if (item.is(SyntaxKind::ObjectItem) && item.child(0) && key_name(item.child(0)) == names[i]) {
                    next = item.child(1);
                    found = ExtensionDefinition{origin, node->file, item.span(), item.child(0).span()};
                }
            if (!next) return std::nullopt;
            value = next;
        }
        return found;
    }

    const Program& program_;
    const PlacedNode& node_;
    std::uint32_t index_;
    std::uint32_t offset_;
    const Cancel& cancel_;
};

}  // namespace

std::optional<ExtensionHover> hover_at(const Program& program, FileId file, std::uint32_t offset,
                                       const Cancel& cancel) {
    const std::optional<std::uint32_t> index = node_at(program, file, offset);
    return index ? Hoverer(program, *index, offset, cancel).run() : std::nullopt;
}

std::vector<ExtensionHint> type_hints(const Program& program, FileId file, Span span, const Cancel& cancel) {
    std::vector<ExtensionHint> out;
    auto add = [&](std::uint32_t offset, const Type& type) {
        if (!type.is_dynamic() && span.touches(offset)) out.push_back({offset, hint_text(type)});
    };
    std::vector<std::uint32_t> shown;
    std::vector<syntax::BodyItem> items;  // of the file
    for (std::uint32_t i = 0; i < program.nodes().size(); ++i) {
        const PlacedNode& node = program.nodes()[i];
        const Span whole = node.span();
        if (node->file != file || whole.start > span.end || whole.end < span.start) continue;
        shown.push_back(i);
        if (node->is_in_cycle) continue;
        if (items.empty()) items = program.files()[node.file].tree->body().items();
        if (node->kind == NodeKind::Local && !is_plain(items[node.item].attribute().expr))
            add(node.name_span().end, node->type);
        if (node->kind != NodeKind::Config && node->kind != NodeKind::Output) continue;
        const BlockView block = items[node.item].block();
        if (block.labels().size() != 1) continue;
        const bool is_config = node->kind == NodeKind::Config;
        const auto value = attribute_of(block.body(), is_config ? "default" : "value");
        if (value && !is_plain(value->expr)) add(node.name_span().end, is_config ? node->type : node->value);
    }
    auto visit = [&](Node expr, const Type& type) {
        if (expr.is(SyntaxKind::Name)) add(expr.span().end, type);
    };
    program.each_type(shown, visit, cancel);
    // Some expressions are typed twice.
    std::ranges::sort(out, {}, &ExtensionHint::offset);
    auto repeated = std::ranges::unique(out, {}, &ExtensionHint::offset);
    out.erase(repeated.begin(), repeated.end());
    return out;
}

std::optional<ExtensionDefinition> definition_at(const Program& program, FileId file, std::uint32_t offset,
                                                 const Cancel& cancel) {
    const std::optional<std::uint32_t> index = node_at(program, file, offset);
    return index ? DefinitionFinder(program, *index, offset, cancel).run() : std::nullopt;
}

}  // namespace hcl::pcl
