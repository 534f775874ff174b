// For refactorings: the arguments that a block lacks, and the expressions that can become locals.
#include <algorithm>

#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/variables.h"
#include "engine/pcl/features.h"
#include "engine/pcl/fixes.h"
#include "engine/pcl/node_look.h"
#include "engine/pcl/program_binder.h"

namespace hcl::pcl {

using check::ExtensionArgument;
using syntax::AttributeView;
using syntax::BlockView;
using syntax::Node;
using SyntaxKind = syntax::NodeKind;

namespace {

std::optional<BlockView> inner_block(const BlockView& block, std::uint32_t offset) {
    for (const BlockView& inner : block.body().blocks())
        if (inner.span().touches(offset)) return inner;
    return std::nullopt;
}

// The arguments that a block can take, those that it has left out.
class MissingArguments {
  public:
    explicit MissingArguments(const BlockView& block) : block_(block) {}

    void of_options() {
        for (const Property& option : option_properties()) {
            // The number of instances changes what the name of the resource means, and an empty string is
            // none of the others.
            const bool is_chosen = option.name == "range" || option.name == "version" ||
                                   option.name == "pluginDownloadURL" || option.name == "import";
            add(option.name, is_chosen ? std::string() : placeholder(option.type), false);
        }
    }

    void of_node(const ProgramNode& node) {
        switch (node.kind) {
            case NodeKind::Resource:
                inputs(node.resource ? &node.resource->inputs : nullptr);
                break;
            case NodeKind::Read:
                add("id", placeholder(Type::string()), true);
                inputs(node.resource ? &node.resource->state : nullptr);
                break;
            case NodeKind::Component:
                component(node);
                break;
            case NodeKind::Config:
                add("default", placeholder(node.value), false);
                add("description", placeholder(Type::string()), false);
                add("nullable", placeholder(Type::boolean()), false);
                add("secret", placeholder(Type::boolean()), false);
                break;
            case NodeKind::Output:
                add("value", placeholder(node.type), false);
                break;
            case NodeKind::Hook:
                add("command", placeholder(Type::list(Type::string())), true);
                if (node.detail == "error") break;
                add("onDryRun", placeholder(Type::boolean()), false);
                add("ignoreErrors", placeholder(Type::boolean()), false);
                break;
            case NodeKind::Local:
            case NodeKind::Pulumi:
                break;
        }
        // It renames what exists outside of the program.
        add(std::string(kLogicalName), {}, false);
    }

    std::vector<ExtensionArgument> take() && {
        std::ranges::stable_partition(out_, &ExtensionArgument::is_required);
        return std::move(out_);
    }

  private:
    void add(const std::string& name, std::string value, bool is_required) {
        if (!attribute_of(block_.body(), name)) out_.push_back({name, std::move(value), is_required});
    }
    void inputs(const InputDefs* defs) {
        if (!defs) return;
        for (const InputDef& input : *defs)
            if (input.spec->notes.deprecation.empty() || input.spec->is_required)
                add(input.spec->name, placeholder(input.type),
                    input.spec->is_required && !input.spec->constant);
    }
    void component(const ProgramNode& node) {
        const bool has_source = block_.labels().size() > 1;
        add("token", has_source ? std::string() : placeholder(Type::string()), !has_source);
        if (node.resource) inputs(&node.resource->inputs);
        if (!node.component.program) return;
        for (const PlacedNode& config : node.component.program->nodes())
            if (config->kind == NodeKind::Config)
                add(config->logical_name, placeholder(config->value), !config->may_be_missing);
    }

    BlockView block_;
    std::vector<ExtensionArgument> out_;
};

// ---- Extraction

// Names that exist only in some blocks and arguments.
constexpr std::string_view kInnerNames[] = {"range", "args", "error"};

bool uses_inner_name(Node expr) {
    bool found = false;
    eval::each_reference(expr, [&](Node, std::string_view root) {
        found = found || std::ranges::find(kInnerNames, root) != std::end(kInnerNames);
    });
    return found;
}

// Whether only a literal is read here: a token or the name of a method.
bool is_read_as_written(Node call, Node argument) {
    const eval::CallName name = eval::call_name(call);
    if (name.view() != "invoke" && name.view() != "call") return false;
    std::size_t index = name.view() == "call" ? 1 : 0;
    for (Node child : call.children())
        if (!child.is(SyntaxKind::FunctionName) && index-- == 0) return is_same_node(child, argument);
    return false;
}

bool takes_only_literals(const BlockView& block, const AttributeView& attribute, bool is_option) {
    const std::string_view name = attribute.name;
    if (is_option) return is_input_list(name) || name == "hooks" || name == "version";
    if (block.type() == "package" || name == kLogicalName) return true;
    if (block.type() == "component") return name == "token";
    return block.type() == "config" && (name == "description" || name == "nullable" || name == "secret");
}

}  // namespace

std::vector<ExtensionArgument> missing_arguments(const Program& program, FileId file, std::uint32_t offset) {
    const std::optional<std::uint32_t> index = node_at(program, file, offset);
    if (!index || program.nodes()[*index]->kind == NodeKind::Local) return {};
    const PlacedNode& node = program.nodes()[*index];
    const BlockView block = program.block_of(node);
    const std::optional<BlockView> inner = inner_block(block, offset);
    if (!inner) {
        MissingArguments missing(block);
        missing.of_node(*node);
        return std::move(missing).take();
    }
    const bool has_options =
        node->kind == NodeKind::Resource || node->kind == NodeKind::Read || node->kind == NodeKind::Component;
    if (!has_options || inner->type() != kOptions || inner_block(*inner, offset)) return {};
    MissingArguments missing(*inner);
    missing.of_options();
    return std::move(missing).take();
}

bool may_extract(const Program& program, FileId file, Span expression) {
    for (const ProgramFile& one : program.files()) {
        if (one.id != file) continue;
        for (const syntax::BodyItem& item : one.tree->body().items()) {
            if (!item.span.contains(expression.start)) continue;
            std::optional<AttributeView> attribute;
            if (item.kind == syntax::BodyItem::Kind::Attribute) attribute = item.attribute();
            if (item.kind == syntax::BodyItem::Kind::Block) {
                const BlockView block = item.block();
                attribute = attribute_at(block.body(), expression.start);
                const std::optional<BlockView> inner = inner_block(block, expression.start);
                const bool is_option = inner && inner->type() == kOptions;
                if (attribute && takes_only_literals(block, *attribute, is_option)) return false;
            }
            if (!attribute) return true;
            const std::vector<Node> path = path_to(attribute->expr, expression.start);
            for (std::size_t i = 0; i < path.size(); ++i) {
                if (path[i].span() != expression) continue;
                if (uses_inner_name(path[i])) return false;
                if (i > 0 && path[i - 1].is(SyntaxKind::Call) && is_read_as_written(path[i - 1], path[i]))
                    return false;
            }
        }
    }
    return true;
}

}  // namespace hcl::pcl
