#include "engine/pcl/completion.h"

#include <algorithm>
#include <set>

#include "engine/eval/analysis/expr_view.h"
#include "engine/pcl/convert.h"
#include "engine/pcl/node_look.h"
#include "engine/pcl/program_binder.h"
#include "engine/pcl/traverse.h"
#include "engine/syntax/lex/literal.h"

namespace hcl::pcl {

using check::ExtensionCursor;
using check::ExtensionItem;
using syntax::AttributeView;
using syntax::BlockView;
using syntax::Node;
using SyntaxKind = syntax::NodeKind;

namespace {

using At = ExtensionCursor::At;
using ItemKind = ExtensionItem::Kind;

constexpr std::size_t kMostTokens = 50'000;

class Completer {
  public:
    Completer(const Program& program, const Packages& packages, const ExtensionCursor& cursor,
              const Cancel& cancel)
        : program_(program), packages_(packages), cursor_(cursor), cancel_(cancel) {}

    std::vector<ExtensionItem> run() {
        const std::optional<std::uint32_t> index = node_at(program_, cursor_.file, cursor_.offset);
        if (!index) return {};
        look_.emplace(program_, *index, cancel_);
        block_ = look_->block();
        const PlacedNode& node = look_->node();
        switch (cursor_.at) {
            case At::Label:
                label(*node);
                break;
            case At::Name:
                names(*node);
                break;
            case At::Value:
                value(*node);
                break;
        }
        return std::move(out_);
    }

  private:
    void add(ExtensionItem item) {
        if (seen_.insert(item.label).second) out_.push_back(std::move(item));
    }

    // ---- Labels

    void label(const ProgramNode& node) {
        const std::vector<syntax::LabelView> labels = block_.labels();
        if (labels.size() < 2 || !labels[1].span.touches(cursor_.offset)) return;
        if (node.kind == NodeKind::Resource || node.kind == NodeKind::Read)
            return tokens(kResourceFamily, labels[1].value);
        if (node.kind != NodeKind::Config && node.kind != NodeKind::Output) return;
        // A half-written longer type stays.
        if (labels[1].value.find('(') != std::string::npos) return;
        for (std::string_view type : {"string", "int", "number", "bool", "any", "list(string)", "map(string)",
                                      "set(string)", "object({})", "tuple([])"})
            add({.kind = ItemKind::Value,
                 .label = std::string(type),
                 .is_string = true,
                 .is_expected = true});
    }

    // Resource types or functions, as written in programs: those of the package that is already written, or
    // of all packages. Of a package whose schema has not been read yet only the name.
    void tokens(std::string_view family, std::string_view written) {
        const std::string_view wanted = written.substr(0, written.find(':'));
        if (wanted.size() < written.size())
            if (const PackagePtr package = packages_.find(wanted, program_.version_of(wanted)))
                return tokens_of(*package, family);
        packages_.each_name([&](std::string_view name) {
            cancel_.poll();
            const std::string version = program_.version_of(name);
            if (!packages_.is_read(name, version)) {
                add({.kind = ItemKind::Value,
                     .label = std::string(name) + ":",
                     .detail = version.empty() ? "package" : "package, version " + version,
                     .is_string = true,
                     .is_expected = true});
            } else if (const PackagePtr package = packages_.find(name, version)) {
                tokens_of(*package, family);
            }
        });
    }

    void tokens_of(const Package& package, std::string_view family) {
        package.each_name(family, [&](std::string_view canonical) {
            const std::optional<Token> token = parse_token(canonical);
            // Methods are called with `call`, not `invoke`.
            if (!token || token->is_provider() || token->member.find('/') != std::string_view::npos) return;
            if (out_.size() > kMostTokens) return;
            add({.kind = ItemKind::Value,
                 .label = std::string(token->package) + ":" + std::string(token->module) + ":" +
                          std::string(token->member),
                 .detail = package.name() + " " + package.version(),
                 .is_string = true,
                 .is_expected = true});
        });
    }

    // ---- Names of arguments

    static ExtensionItem argument(const PropertySpec& spec, const Type& type) {
        return {.kind = ItemKind::Argument,
                .label = spec.name,
                .detail = in_short(type),
                .documentation = notes_text(spec.notes),
                .is_expected = spec.is_required && !spec.constant,
                .is_deprecated = !spec.notes.deprecation.empty()};
    }

    bool is_in_inner_block() const {
        return std::ranges::any_of(block_.body().blocks(), [&](const BlockView& inner) {
            return inner.span().touches(cursor_.offset);
        });
    }

    void names(const ProgramNode& node) {
        if (!block_ || is_in_inner_block()) return;
        for (const AttributeView& attribute : block_.body().attributes())
            if (!attribute.name_span.touches(cursor_.offset)) seen_.insert(std::string(attribute.name));
        if (node.kind == NodeKind::Read && node.resource)
            add({.kind = ItemKind::Argument, .label = "id", .detail = "string", .is_expected = true});
        if (node.resource)
            for (const InputDef& input :
                 node.kind == NodeKind::Read ? node.resource->state : node.resource->inputs)
                add(argument(*input.spec, input.type));
        if (!node.component.program) return;
        for (const PlacedNode& config : node.component.program->nodes())
            if (config->kind == NodeKind::Config)
                add({.kind = ItemKind::Argument,
                     .label = config->logical_name,
                     .detail = in_short(config->value),
                     .is_expected = !config->may_be_missing});
    }

    // ---- Values

    std::string notes_of(const Type& object, std::string_view property) const {
        const PropertySpec* spec = look_->property(object, property);
        return spec ? notes_text(spec->notes) : std::string();
    }

    void members(const Type& type) {
        each_object(type, [&](const Type& object) {
            for (const Property& property : object.properties())
                // The type of the step is optional when the object is.
                add({.kind = ItemKind::Member,
                     .label = property.name,
                     .detail = in_short(traverse(type, StepKey::name(property.name)).type),
                     .documentation = notes_of(object, property.name)});
        });
    }

    void keys(Node object, const Type& wanted) {
        for (Node item : object.children())
            if (item.is(SyntaxKind::ObjectItem) && item.child(0) &&
                !item.child(0).span().touches(cursor_.offset))
                seen_.insert(key_name(item.child(0)).value_or(std::string()));
        each_fitting_object(wanted, object, cursor_.offset, [&](const Type& type) {
            for (const Property& property : type.properties())
                add({.kind = ItemKind::Argument,
                     .label = property.name,
                     .detail = in_short(property.type),
                     .documentation = notes_of(type, property.name),
                     .is_expected = !is_optional(property.type)});
        });
    }

    void choices(const Type& whole, int depth = 0) {
        constexpr int kDeepest = 8;
        const Type type = whole.resolved();
        if (depth > kDeepest) return;
        if (type.is_eventual()) return choices(type.element(), depth + 1);
        if (type.is(Kind::Union))
            for (const Type& member : type.members()) choices(member, depth + 1);
        auto offer = [&](const Value& value) {
            const bool is_string = value.is_known_string();
            if (value.is_null() || (cursor_.in_string && !is_string)) return;
            add({.kind = ItemKind::Value,
                 .label = is_string ? std::string(value.as_string()) : value.to_display(80),
                 .is_string = is_string,
                 .is_expected = true});
        };
        if (type.is(Kind::Enum))
            for (const Value& value : type.values()) offer(value);
        if (type.is(Kind::Const)) offer(type.value());
        if (type.is(Kind::Bool) && !cursor_.in_string)
            for (bool flag : {true, false}) offer(Value::boolean(flag));
    }

    // Inside of the quotes of an argument of a call.
    bool called_string(std::size_t at) {
        if (at == 0 || !cursor_.path[at - 1].is(SyntaxKind::Call)) return false;
        Node call = cursor_.path[at - 1];
        std::vector<Node> arguments;
        for (Node child : call.children())
            if (!child.is(SyntaxKind::FunctionName)) arguments.push_back(child);
        const eval::CallName name = eval::call_name(call);
        if (name.view() == "invoke" && !arguments.empty() && is_same_node(arguments[0], cursor_.path[at])) {
            tokens(kFunctionFamily, syntax::quoted_text(arguments[0]).value_or(std::string()));
            return true;
        }
        if (name.view() == "call" && arguments.size() > 1 && is_same_node(arguments[1], cursor_.path[at])) {
            const Type self = look_->type_of(arguments[0]).value_or(Type());
            const std::optional<Token> token = parse_token(self.annotation());
            const PackagePtr home = token ? packages_.find(token->home()) : nullptr;
            const ResourceDef* def = home ? home->resource(std::string(self.annotation())) : nullptr;
            if (def)
                for (const MethodSpec& method : def->spec.methods)
                    add({.kind = ItemKind::Value,
                         .label = method.name,
                         .is_string = true,
                         .is_expected = true});
            return true;
        }
        return false;
    }

    void value(const ProgramNode& node) {
        std::size_t attribute = cursor_.path.size();
        for (std::size_t i = 0; i < cursor_.path.size(); ++i)
            if (cursor_.path[i].is(SyntaxKind::Attribute)) attribute = i;
        if (attribute + 1 >= cursor_.path.size()) return;
        const std::size_t first = attribute + 1;
        std::size_t last = cursor_.path.size() - 1;
        const Node at = cursor_.path[last];
        if (at.is(SyntaxKind::GetAttr)) {
            if (auto type = look_->type_of(at.child(0))) members(*type);
            return;
        }
        if (cursor_.in_string) {
            while (last > first && !cursor_.path[last].is(SyntaxKind::Template)) --last;
            if (called_string(last)) return;
            if (last > first && cursor_.path[last - 1].is(SyntaxKind::Index)) {
                if (auto type = look_->type_of(cursor_.path[last - 1].child(0))) members(*type);
                return;
            }
        } else if (at.is(SyntaxKind::FunctionName)) {
            return functions();
        }
        Node name = cursor_.path[attribute].child(0);
        const std::string argument = name ? syntax::label_text(name) : std::string();
        if (node.resource && look_->is_in_options(cursor_.offset) &&
            std::ranges::find(kInputLists, argument) != std::end(kInputLists)) {
            for (const InputDef& input : node.resource->inputs)
                add({.kind = ItemKind::Value,
                     .label = input.spec->name,
                     .detail = in_short(input.type),
                     .documentation = notes_text(input.spec->notes),
                     .is_expected = true});
            return;
        }
        const Type top = look_->wanted_of(argument, cursor_.offset);
        const Node parent = last > first ? cursor_.path[last - 1] : Node();
        if (parent && parent.is(SyntaxKind::ObjectItem) &&
            is_same_node(parent.child(0), cursor_.path[last])) {
            if (last >= first + 2)
                keys(cursor_.path[last - 2],
                     look_->wanted_at(top, cursor_.path, first, last - 2, cursor_.offset));
            return;
        }
        const Type wanted = look_->wanted_at(top, cursor_.path, first, last, cursor_.offset);
        if (cursor_.path[last].is(SyntaxKind::Object)) return keys(cursor_.path[last], wanted);
        choices(wanted);
        if (cursor_.in_string) return;
        names_of_program(wanted, argument == "hooks" && look_->is_in_options(cursor_.offset));
        functions();
    }

    // Names of the expected type come first. A node is not part of its own value.
    void names_of_program(const Type& wanted, bool is_for_hooks) {
        const bool asks = !wanted.is_dynamic();
        for (const PlacedNode& node : program_.nodes()) {
            cancel_.poll();
            if (node->kind == NodeKind::Pulumi || node->kind == NodeKind::Output) continue;
            if (&node == &look_->node() || node->name.empty()) continue;
            const bool is_resource = node->kind == NodeKind::Resource || node->kind == NodeKind::Read ||
                                     node->kind == NodeKind::Component;
            const bool is_hook = node->kind == NodeKind::Hook;
            std::string detail(word_of(node->kind));
            if (is_resource && !node->detail.empty()) detail += " " + node->detail;
            if (!is_resource && !is_hook && !node->type.is_dynamic()) detail = hint_text(node->type);
            const bool fits =
                asks && !node->type.is_dynamic() && conversion(wanted, node->type) == Conversion::Safe;
            add({.kind = ItemKind::Value,
                 .label = node->name,
                 .detail = std::move(detail),
                 .is_expected = is_for_hooks ? is_hook : fits && !is_hook});
        }
    }

    void functions() {
        for (std::string_view name : ProgramFunctions(program_).names())
            add({.kind = ItemKind::Function,
                 .label = std::string(name),
                 .documentation = std::string(function_notes(name))});
    }

    const Program& program_;
    const Packages& packages_;
    const ExtensionCursor& cursor_;
    const Cancel& cancel_;
    std::optional<NodeLook> look_;  // the node at the cursor
    BlockView block_;
    std::set<std::string> seen_;
    std::vector<ExtensionItem> out_;
};

}  // namespace

std::vector<ExtensionItem> completions(const Program& program, const Packages& packages,
                                       const ExtensionCursor& cursor, const Cancel& cancel) {
    return Completer(program, packages, cursor, cancel).run();
}

}  // namespace hcl::pcl
