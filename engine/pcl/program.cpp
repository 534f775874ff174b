#include "engine/pcl/program.h"

#include <algorithm>

#include "engine/base/suggest.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/pcl/program_binder.h"
#include "engine/syntax/lex/literal.h"

namespace hcl::pcl {

using syntax::AttributeView;
using syntax::BlockView;
using syntax::BodyItem;
using syntax::BodyView;
using syntax::LabelView;
using syntax::Node;
using SyntaxKind = syntax::NodeKind;

namespace {

constexpr std::string_view kOneOrTwoLabels = "config variables must have exactly one or two labels";

// Calls visit(name) for the names of variables and functions in an expression; those that loops bind are
// among them, as the reference orders nodes by these, too.
template <typename Visit>
void each_free_name(Node expr, const Visit& visit) {
    const syntax::Chunk& chunk = expr.chunk();
    const std::uint32_t end = expr.id() + expr.data().size;
    for (std::uint32_t id = expr.id(); id < end; ++id) {
        Node node(&chunk, expr.base(), id);
        switch (node.kind()) {
            case SyntaxKind::ObjectItem:
                // A bare word as a key is no name.
                if (id + 1 < end && Node(&chunk, expr.base(), id + 1).is(SyntaxKind::Variable)) ++id;
                break;
            case SyntaxKind::Variable:
                visit(node.text());
                break;
            case SyntaxKind::FunctionName:
                visit(node.text());
                break;
            default:
                break;
        }
    }
}

template <typename Visit>
void each_free_name(const BodyView& body, bool is_options, const Visit& visit) {
    for (const BodyItem& item : body.items()) {
        if (item.kind == BodyItem::Kind::Attribute) {
            const AttributeView attribute = item.attribute();
            if (is_options && std::ranges::find(kInputLists, attribute.name) != std::end(kInputLists))
                continue;
            each_free_name(attribute.expr, visit);
        } else if (item.kind == BodyItem::Kind::Block) {
            const BlockView block = item.block();
            each_free_name(block.body(), block.type() == kOptions, visit);
        }
    }
}

Span span_of_labels(const std::vector<LabelView>& labels) {
    return {labels.front().span.start, labels.back().span.end};
}

}  // namespace

std::string in_quotes(std::string_view text) {
    return "\"" + std::string(text) + "\"";
}

std::optional<std::string> key_name(Node key) {
    if (key.is(SyntaxKind::Variable)) return std::string(key.text());
    return syntax::quoted_text(key);
}

std::string_view word_of(ProgramNode::Kind kind) {
    switch (kind) {
        case NodeKind::Resource:
            return "resource";
        case NodeKind::Read:
            return "read";
        case NodeKind::Component:
            return "component";
        case NodeKind::Config:
            return "config";
        case NodeKind::Output:
            return "output";
        case NodeKind::Local:
            return "local";
        case NodeKind::Hook:
            return "hook";
        case NodeKind::Pulumi:
            return "pulumi";
    }
    return "";
}

std::optional<AttributeView> attribute_of(const BodyView& body, std::string_view name) {
    for (const AttributeView& attribute : body.attributes())
        if (attribute.name == name) return attribute;
    return std::nullopt;
}

// ---- Findings

Diagnostic& ProgramBinder::report(DiagCode code, Span span, std::initializer_list<std::string_view> args) {
    Diagnostic& made = add_diagnostic(program.findings_, code, span, args);
    made.file = input.files[file_].id;
    return made;
}

// ---- Declarations

std::uint32_t ProgramBinder::declare(NodeKind kind, std::uint32_t file, const BodyItem& item,
                                     std::string name, Span name_span) {
    auto& table = kind == NodeKind::Output ? tables.outputs : tables.names;
    if (kind != NodeKind::Output && name == "null") {
        report(DiagCode::PclDuplicateName, name_span, {name, "The constant"});
        return UINT32_MAX;
    }
    if (auto [known, is_new] = table.emplace(name, static_cast<std::uint32_t>(nodes.size())); !is_new) {
        const ProgramNode& first = nodes[known->second];
        // An argument that a file sets twice is reported by its syntax.
        if (kind == NodeKind::Local && first.kind == kind && first.file == input.files[file].id)
            return UINT32_MAX;
        std::string what = first.kind == NodeKind::Local || first.kind == NodeKind::Pulumi
                               ? "A " + std::string(word_of(first.kind))
                               : "A \"" + std::string(word_of(first.kind)) + "\" block";
        Diagnostic& d = report(DiagCode::PclDuplicateName, name_span, {name, what});
        d.related.push_back({{first.file, first.span}, "the other declaration of " + in_quotes(name)});
        return UINT32_MAX;
    }
    ProgramNode& node = nodes.emplace_back();
    node.kind = kind;
    node.file = input.files[file].id;
    node.name = node.logical_name = std::move(name);
    node.span = item.span;
    node.name_span = name_span;
    // In a cycle the reference meets resources before it knows what they have.
    if (input.options.is_reference && (kind == NodeKind::Resource || kind == NodeKind::Read))
        node.type = resource_variable({});
    items_.push_back({file, item});
    return static_cast<std::uint32_t>(nodes.size() - 1);
}

void ProgramBinder::declare_block(std::uint32_t file, const BodyItem& item) {
    const BlockView block = item.block();
    const std::string_view type = block.type();
    const std::vector<LabelView> labels = block.labels();
    auto wrong_labels = [&](std::string_view title, std::string_view what) {
        report(DiagCode::PclWrongLabels, labels.empty() ? block.header_span() : span_of_labels(labels),
               {type, what, title});
    };
    auto add = [&](NodeKind kind) { declare(kind, file, item, labels[0].value, labels[0].span); };
    auto named = [&](NodeKind kind, std::size_t fewest, std::size_t most, std::string_view title,
                     std::string_view what) {
        const bool is_wrong = labels.size() < fewest || labels.size() > most;
        if (is_wrong) wrong_labels(title, what);
        // Nothing says which of the labels of a component would be its folder.
        if (!labels.empty() && !(is_wrong && kind == NodeKind::Component)) add(kind);
    };
    if (type == "resource" || type == "read") {
        named(type == "read" ? NodeKind::Read : NodeKind::Resource, 2, 2,
              std::string(type) + " variables must have exactly two labels",
              "two labels: a name and the token of a resource type");
    } else if (type == "config") {
        named(NodeKind::Config, 1, 2, kOneOrTwoLabels, "a name and, if it has one, a type");
    } else if (type == "output") {
        named(NodeKind::Output, 1, 2, kOneOrTwoLabels, "a name and, if it has one, a type");
    } else if (type == "component") {
        named(NodeKind::Component, 1, 2, "components must have one or two labels",
              "a name and, unless it has a token, the folder of a program");
    } else if (type == "hook") {
        if (labels.size() != 2) {
            wrong_labels(
                "hook blocks must have exactly two labels: a kind ('resource' or 'error') and a name",
                "two labels: its kind, which is resource or error, and a name");
            return;
        }
        if (labels[0].value != "resource" && labels[0].value != "error") {
            report(
                DiagCode::PclInvalidHook, labels[0].span,
                {"invalid hook kind '" + labels[0].value + "': must be 'resource' or 'error'",
                 "Hooks of resources run around what is done with them, those of errors when that fails."});
            return;
        }
        if (std::uint32_t made = declare(NodeKind::Hook, file, item, labels[1].value, labels[1].span);
            made != UINT32_MAX)
            nodes[made].detail = labels[0].value;
    } else if (type == "pulumi") {
        if (!labels.empty()) {
            wrong_labels("pulumi block must not have any labels", "no labels");
            return;
        }
        declare(NodeKind::Pulumi, file, item, "pulumi", block.type_span());
    } else if (type == "package") {
        declare_package(file, block);
    } else if (!input.options.is_reference) {
        static constexpr std::string_view kBlocks[] = {"resource", "read", "component", "config",
                                                       "output",   "hook", "pulumi",    "package"};
        std::string hint = type == "locals"     ? " Write \"name = value\" at the top of the file."
                           : type == "variable" ? " Inputs are \"config\" blocks."
                                                : "";
        if (hint.empty()) hint = did_you_mean(suggest(type, kBlocks));
        report(DiagCode::PclUnknownBlock, block.type_span(), {type, hint});
    }
}

void ProgramBinder::declare_file(std::uint32_t file) {
    file_ = file;
    const std::vector<BodyItem> items = input.files[file].tree->body().items();
    auto is_resource = [](const BodyItem& item) {
        if (item.kind != BodyItem::Kind::Block) return false;
        const std::string_view type = item.block().type();
        return type == "resource" || type == "read";
    };
    for (const BodyItem& item : items)
        if (is_resource(item)) declare_block(file, item);
    for (const BodyItem& item : items) {
        if (item.kind == BodyItem::Kind::Attribute) {
            const AttributeView attribute = item.attribute();
            declare(NodeKind::Local, file, item, std::string(attribute.name), attribute.name_span);
        } else if (item.kind == BodyItem::Kind::Block && !is_resource(item)) {
            declare_block(file, item);
        }
    }
}

void ProgramBinder::find_dependencies() {
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        std::vector<std::uint32_t>& out = nodes[i].dependencies;
        auto visit = [&](std::string_view name) {
            if (auto node = tables.find(name)) out.push_back(*node);
        };
        const BodyItem& item = items_[i].item;
        if (item.kind == BodyItem::Kind::Attribute)
            each_free_name(item.attribute().expr, visit);
        else
            each_free_name(item.block().body(), false, visit);
        std::ranges::sort(out, {},
                          [&](std::uint32_t n) { return std::pair(items_[n].file, nodes[n].span.start); });
        out.erase(std::unique(out.begin(), out.end()), out.end());
    }
}

// ---- Order

// Each node after those that it depends on, without recursion: a chain may be as long as the program.
void ProgramBinder::bind_all() {
    states_.assign(nodes.size(), State::New);
    struct Step {
        std::uint32_t node;
        std::uint32_t next = 0;  // dependency
    };
    std::vector<Step> stack;
    for (std::uint32_t root = 0; root < nodes.size(); ++root) {
        if (states_[root] == State::New) stack.push_back({root});
        while (!stack.empty()) {
            Step& step = stack.back();
            ProgramNode& node = nodes[step.node];
            states_[step.node] = State::Begun;
            if (step.next == node.dependencies.size()) {
                cancel.poll();
                bind_node(step.node);
                states_[step.node] = State::Done;
                stack.pop_back();
                continue;
            }
            const std::uint32_t on = node.dependencies[step.next++];
            if (states_[on] == State::New) {
                stack.push_back({on});
                continue;
            }
            if (states_[on] != State::Begun) continue;
            // Components may use each other's outputs.
            if (on != step.node && node.kind == NodeKind::Component && nodes[on].kind == NodeKind::Component)
                continue;
            auto first = std::ranges::find(stack, on, &Step::node);
            // A cycle through a component is one because of the others in it.
            auto blamed = std::find_if(first, stack.end(), [&](const Step& one) {
                return nodes[one.node].kind != NodeKind::Component;
            });
            const std::uint32_t at = blamed == stack.end() ? on : blamed->node;
            std::string path;
            for (auto it = first; it != stack.end(); ++it) {
                nodes[it->node].is_in_cycle = true;
                path += in_quotes(nodes[it->node].name) + " uses ";
            }
            path += in_quotes(nodes[on].name);
            file_ = items_[at].file;
            Diagnostic& d =
                report(DiagCode::PclCircularReference, nodes[at].name_span, {nodes[at].name, path});
            d.context = nodes[at].span;
        }
    }
}

void ProgramBinder::bind_node(std::uint32_t index) {
    file_ = items_[index].file;
    ProgramNode node = std::move(nodes[index]);
    const BodyItem& item = items_[index].item;
    // While it is bound, its own name means anything: the cycle has been reported.
    nodes[index].kind = node.kind;
    node.type = {};
    switch (node.kind) {
        case NodeKind::Local:
            bind_local(node, item);
            break;
        case NodeKind::Config:
            bind_config(node, item.block());
            break;
        case NodeKind::Output:
            bind_output(node, item.block());
            break;
        case NodeKind::Pulumi:
            bind_pulumi(node, item.block());
            break;
        case NodeKind::Hook:
            bind_hook(node, item.block());
            break;
        case NodeKind::Resource:
        case NodeKind::Read:
            bind_resource(node, item.block());
            break;
        case NodeKind::Component:
            bind_component(node, item.block());
            break;
    }
    if (node.is_in_cycle) node.type = {};
    nodes[index] = std::move(node);
}

void ProgramBinder::run() {
    for (std::uint32_t file = 0; file < input.files.size(); ++file) declare_file(file);
    find_dependencies();
    bind_all();
    sort_diagnostics(program.findings_);
}

// ---- Nodes

void ProgramBinder::bind_rest(const BodyView& body, std::span<const std::string_view> but,
                              const LocalNames& locals) {
    for (const BodyItem& item : body.items()) {
        if (item.kind == BodyItem::Kind::Attribute) {
            const AttributeView attribute = item.attribute();
            if (std::ranges::find(but, attribute.name) == but.end()) type_of(attribute.expr, locals);
        } else if (item.kind == BodyItem::Kind::Block) {
            bind_rest(item.block().body(), {}, locals);
        }
    }
}

bool ProgramBinder::is_clean_type(Node expr) {
    const std::size_t before = program.findings_.size();
    type_of(expr);
    return input.options.is_reference || program.findings_.size() == before;
}

std::optional<std::string> ProgramBinder::literal_text(const AttributeView& attribute) {
    const bool is_clean = is_clean_type(attribute.expr);
    if (std::optional<std::string> text = syntax::quoted_text(attribute.expr)) return text;
    if (attribute.expr.is(SyntaxKind::Heredoc) && syntax::is_string_literal(attribute.expr))
        return syntax::template_items(attribute.expr)[0].text;
    if (!attribute.expr.is(SyntaxKind::Missing) && is_clean)
        report(DiagCode::PclLiteralNeeded, attribute.expr.span(),
               {attribute.name, "a string in quotes", "string"});
    return std::nullopt;
}

std::optional<bool> ProgramBinder::literal_flag(const AttributeView& attribute) {
    const bool is_clean = is_clean_type(attribute.expr);
    if (attribute.expr.is(SyntaxKind::Bool)) return attribute.expr.has(syntax::kTrue);
    if (!attribute.expr.is(SyntaxKind::Missing) && is_clean)
        report(DiagCode::PclLiteralNeeded, attribute.expr.span(),
               {attribute.name, "true or false", "boolean"});
    return std::nullopt;
}

std::string ProgramBinder::logical_name(const BodyView& body, const std::string& name) {
    if (auto attribute = attribute_of(body, kLogicalName))
        if (auto text = literal_text(*attribute)) return *text;
    return name;
}

void ProgramBinder::bind_local(ProgramNode& node, const BodyItem& item) {
    node.type = type_of(item.attribute().expr);
}

namespace {

// The properties of objects that a program is given need not all be there.
Type with_optional_properties(const Type& type, bool is_element = false) {
    if (!is_element && type.is(Kind::List)) return Type::list(with_optional_properties(type.element(), true));
    if (!is_element && type.is(Kind::Map)) return Type::map(with_optional_properties(type.element(), true));
    if (!type.is(Kind::Object)) return type;
    std::vector<Property> properties(type.properties().begin(), type.properties().end());
    for (Property& property : properties) property.type = Type::optional(property.type);
    return Type::object(std::move(properties));
}

}  // namespace

void ProgramBinder::bind_config(ProgramNode& node, const BlockView& block) {
    const std::vector<LabelView> labels = block.labels();
    if (labels.size() == 2)
        if (std::optional<Type> type = type_label(labels[1])) node.type = with_optional_properties(*type);
    const BodyView body = block.body();
    constexpr std::string_view kKnown[] = {"default", "description", "nullable", "secret", kLogicalName};
    node.logical_name = logical_name(body, node.name);
    if (auto description = attribute_of(body, "description")) literal_text(*description);
    if (auto nullable = attribute_of(body, "nullable"))
        node.may_be_missing = literal_flag(*nullable).value_or(true);
    if (auto given = attribute_of(body, "default")) {
        node.may_be_missing = true;
        if (eval::without_parens(given->expr).is(SyntaxKind::Null)) {
            node.type = Type::optional(node.type);
        } else {
            expect(given->expr, input_type(node.type));
        }
    }
    node.value = node.type;
    if (auto secret = attribute_of(body, "secret"))
        if (literal_flag(*secret).value_or(false)) node.type = Type::output(node.type);
    bind_rest(body, kKnown);
}

void ProgramBinder::bind_output(ProgramNode& node, const BlockView& block) {
    const std::vector<LabelView> labels = block.labels();
    if (labels.size() == 2) node.type = type_label(labels[1]).value_or(Type());
    const BodyView body = block.body();
    constexpr std::string_view kKnown[] = {"value", kLogicalName};
    node.logical_name = logical_name(body, node.name);
    if (auto value = attribute_of(body, "value")) {
        node.has_value = true;
        node.value = expect(value->expr, input_type(node.type));
    }
    bind_rest(body, kKnown);
}

void ProgramBinder::bind_pulumi(ProgramNode&, const BlockView& block) {
    const BodyView body = block.body();
    constexpr std::string_view kKnown[] = {"requiredVersionRange"};
    if (auto range = attribute_of(body, kKnown[0])) expect(range->expr, input_type(Type::string()));
    bind_rest(body, kKnown);
}

void ProgramBinder::bind_hook(ProgramNode& node, const BlockView& block) {
    const bool is_error = block.labels()[0].value == "error";
    std::vector<Property> properties = {{"urn", Type::string()},      {"name", Type::string()},
                                        {"type", Type::string()},     {"id", Type::id()},
                                        {"newInputs", Type::map({})}, {"oldInputs", Type::map({})},
                                        {"oldOutputs", Type::map({})}};
    if (!is_error) properties.push_back({"newOutputs", Type::map({})});
    const LocalNames names{{{"args", Type::object(std::move(properties))}}};
    const BodyView body = block.body();
    const std::string allowed = is_error ? "command" : "command ignoreErrors onDryRun";
    auto unknown = [&](std::string_view name, Span span) {
        report(DiagCode::PclInvalidHook, span,
               {"unknown property '" + std::string(name) + "' among [" + allowed + "]",
                is_error ? "A hook of this kind takes a \"command\", and nothing else."
                         : "A hook of this kind takes \"command\", \"ignoreErrors\" and \"onDryRun\"."});
    };
    bool has_command = false;
    for (const BodyItem& item : body.items()) {
        if (item.kind == BodyItem::Kind::Block) {
            unknown(item.block().type(), item.block().type_span());
            bind_rest(item.block().body(), {});
            continue;
        }
        if (item.kind != BodyItem::Kind::Attribute) continue;
        const AttributeView attribute = item.attribute();
        if (attribute.name == "command") {
            has_command = true;
            expect(attribute.expr, input_type(Type::list(Type::string())), names);
        } else if (!is_error && (attribute.name == "onDryRun" || attribute.name == "ignoreErrors")) {
            expect(attribute.expr, input_type(Type::boolean()));
        } else {
            unknown(attribute.name, attribute.name_span);
            type_of(attribute.expr);
        }
    }
    if (!has_command) {
        Diagnostic& d = report(DiagCode::PclMissingAttribute, block.header_span(), {"command"});
        d.context = node.span;
    }
}

// ---- Program

Program::Program() : tables_(std::make_unique<Tables>()) {}
Program::~Program() = default;

ProgramPtr Program::bind(ProgramInput input, const Cancel& cancel) {
    std::shared_ptr<Program> program(new Program());
    program->input_ = std::move(input);
    ProgramBinder(*program, cancel).run();
    // These are the caller's, and are asked during the run alone.
    program->input_.component = nullptr;
    program->input_.on_type = nullptr;
    return program;
}

const ProgramNode* Program::find(std::string_view name) const {
    auto found = tables_->names.find(name);
    return found == tables_->names.end() ? nullptr : &nodes_[found->second];
}

std::string Program::version_of(std::string_view package) const {
    auto found = tables_->packages.find(package);
    if (found == tables_->packages.end()) return {};
    return found->second.is_parameterized ? found->second.version : found->second.base_version;
}

// The file with the fewest dependencies in files to come is next; within files the order of the source.
std::vector<std::uint32_t> Program::order() const {
    std::vector<std::vector<std::uint32_t>> files(input_.files.size());
    std::vector<std::size_t> file_of(nodes_.size());
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
        auto file = std::ranges::find(input_.files, nodes_[i].file, &ProgramFile::id);
        file_of[i] = static_cast<std::size_t>(file - input_.files.begin());
        files[file_of[i]].push_back(i);
    }
    for (auto& list : files)
        std::ranges::sort(list, {}, [&](std::uint32_t n) { return nodes_[n].span.start; });
    std::vector<std::uint32_t> out;
    std::vector<bool> done(nodes_.size());
    std::vector<bool> is_chosen(files.size());
    auto add = [&](std::uint32_t root) {
        std::vector<std::pair<std::uint32_t, std::size_t>> stack;
        std::vector<std::uint32_t> begun;
        if (!done[root]) stack.emplace_back(root, 0);
        done[root] = true;
        while (!stack.empty()) {
            auto& [node, next] = stack.back();
            if (next == nodes_[node].dependencies.size()) {
                out.push_back(node);
                stack.pop_back();
                continue;
            }
            const std::uint32_t on = nodes_[node].dependencies[next++];
            if (done[on]) continue;
            done[on] = true;
            stack.emplace_back(on, 0);
        }
    };
    for (std::size_t round = 0; round < files.size(); ++round) {
        std::size_t best = files.size();
        std::size_t best_weight = 0;
        for (std::size_t f = 0; f < files.size(); ++f) {
            if (is_chosen[f] || files[f].empty()) continue;
            std::vector<std::uint32_t> needed;
            for (std::uint32_t node : files[f])
                for (std::uint32_t on : nodes_[node].dependencies)
                    if (!done[on] && file_of[on] != f) needed.push_back(on);
            std::ranges::sort(needed);
            const auto weight =
                static_cast<std::size_t>(std::unique(needed.begin(), needed.end()) - needed.begin());
            if (best == files.size() || weight < best_weight) {
                best = f;
                best_weight = weight;
            }
        }
        if (best == files.size()) break;
        is_chosen[best] = true;
        for (std::uint32_t node : files[best]) add(node);
    }
    return out;
}

}  // namespace hcl::pcl
