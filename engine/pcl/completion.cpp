#include "engine/pcl/completion.h"

#include <algorithm>
#include <set>

#include "engine/eval/analysis/expr_view.h"
#include "engine/pcl/convert.h"
#include "engine/pcl/package_functions.h"
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

bool is_same(Node a, Node b) {
    return a && b && &a.chunk() == &b.chunk() && a.id() == b.id();
}

// Calls visit(object) for the object types of a value of that type.
template <typename Visit>
void each_object(const Type& whole, const Visit& visit, int depth = 0) {
    constexpr int kDeepest = 8;
    const Type type = whole.resolved();
    if (depth > kDeepest) return;
    if (type.is(Kind::Object)) return visit(type);
    if (type.is_eventual()) return each_object(type.element(), visit, depth + 1);
    if (type.is(Kind::Union))
        for (const Type& member : type.members()) each_object(member, visit, depth + 1);
}

// The element type of a collection of that type: `at` is the index in a tuple.
Type element_of(const Type& whole, std::size_t at, int depth = 0) {
    constexpr int kDeepest = 8;
    const Type type = whole.resolved();
    if (depth > kDeepest) return {};
    if (type.is_collection()) return type.element();
    if (type.is(Kind::Tuple)) return at < type.elements().size() ? type.elements()[at] : Type();
    if (type.is_eventual()) return element_of(type.element(), at, depth + 1);
    if (type.is(Kind::Union))
        for (const Type& member : type.members())
            if (Type found = element_of(member, at, depth + 1); !found.is_dynamic()) return found;
    return {};
}

class Completer {
  public:
    Completer(const Program& program, const Packages& packages, const ExtensionCursor& cursor,
              const Cancel& cancel)
        : program_(program), packages_(packages), cursor_(cursor), cancel_(cancel) {}

    std::vector<ExtensionItem> run() {
        const auto& nodes = program_.nodes();
        for (index_ = 0; index_ < nodes.size(); ++index_)
            if (nodes[index_]->file == cursor_.file && nodes[index_].span().touches(cursor_.offset)) break;
        if (index_ == nodes.size()) return {};
        const PlacedNode& node = nodes[index_];
        if (node->kind != NodeKind::Local) block_ = program_.block_of(node);
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
        if (node.kind != NodeKind::Resource && node.kind != NodeKind::Read) return;
        const std::vector<syntax::LabelView> labels = block_.labels();
        if (labels.size() < 2 || !labels[1].span.touches(cursor_.offset)) return;
        tokens(kResourceFamily);
    }

    // All resource types or functions, as written in programs.
    void tokens(std::string_view family) {
        packages_.each_name([&](std::string_view name) {
            cancel_.poll();
            const PackagePtr package = packages_.find(name, program_.version_of(name));
            if (!package || out_.size() > kMostTokens) return;
            package->each_name(family, [&](std::string_view canonical) {
                const std::optional<Token> token = parse_token(canonical);
                // Methods are called with `call`, not `invoke`.
                if (!token || token->is_provider() || token->member.find('/') != std::string_view::npos)
                    return;
                add({.kind = ItemKind::Value,
                     .label = std::string(token->package) + ":" + std::string(token->module) + ":" +
                              std::string(token->member),
                     .detail = std::string(name) + " " + package->version(),
                     .is_string = true,
                     .is_expected = true});
            });
        });
    }

    // ---- Names of arguments

    static ExtensionItem argument(const PropertySpec& spec, const Type& type) {
        return {.kind = ItemKind::Argument,
                .label = spec.name,
                .detail = in_short(type),
                .documentation = spec.notes.documentation,
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

    // The type of an expression in the current node; empty when it was not typed.
    std::optional<Type> type_of(Node wanted) const {
        std::optional<Type> found;
        auto visit = [&](Node expr, const Type& type) {
            if (is_same(expr, wanted)) found = type;
        };
        program_.each_type(index_, visit, cancel_);
        return found;
    }

    void members(const Type& type) {
        each_object(type, [&](const Type& object) {
            for (const Property& property : object.properties())
                // The type of the step is optional when the object is.
                add({.kind = ItemKind::Member,
                     .label = property.name,
                     .detail = in_short(traverse(type, StepKey::name(property.name)).type)});
        });
    }

    void keys(Node object, const Type& wanted) {
        for (Node item : object.children())
            if (item.is(SyntaxKind::ObjectItem) && item.child(0) &&
                !item.child(0).span().touches(cursor_.offset))
                seen_.insert(key_name(item.child(0)).value_or(std::string()));
        each_object(wanted, [&](const Type& type) {
            for (const Property& property : type.properties())
                add({.kind = ItemKind::Argument,
                     .label = property.name,
                     .detail = in_short(property.type),
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

    // The expected type of a top-level attribute of the node.
    Type wanted_of(const ProgramNode& node, std::string_view attribute) const {
        if (!block_) return {};
        for (const BlockView& inner : block_.body().blocks())
            if (inner.type() == kOptions && inner.span().touches(cursor_.offset))
                return option_type(attribute).value_or(Type());
        if (node.resource) {
            const InputDef* def = find_input(
                node.kind == NodeKind::Read ? node.resource->state : node.resource->inputs, attribute);
            return def ? def->type : Type();
        }
        if (node.component.program)
            for (const PlacedNode& config : node.component.program->nodes())
                if (config->kind == NodeKind::Config && config->logical_name == attribute)
                    return config->value;
        if (node.kind == NodeKind::Config && attribute == "default") return node.value;
        if (node.kind == NodeKind::Output && attribute == "value") return node.type;
        if (node.kind == NodeKind::Config && (attribute == "secret" || attribute == "nullable"))
            return Type::boolean();
        return {};
    }

    // The expected type of argument `at` of a call.
    Type argument_type(Node call, std::size_t at) const {
        std::vector<Argument> arguments;
        for (Node child : call.children())
            if (!child.is(SyntaxKind::FunctionName))
                arguments.push_back({type_of(child).value_or(Type()), child.span(), child});
        const eval::CallName name = eval::call_name(call);
        const ProgramFunctions functions(program_);
        Diagnostics ignored;
        const std::optional<Signature> signature =
            functions.signature({name.view(), arguments, call.span(), call.span()}, ignored);
        return signature && at < signature->parameters.size() ? signature->parameters[at].type : Type();
    }

    // The path leads from an attribute's expression to the cursor.
    Type wanted_at(Type wanted, std::size_t first, std::size_t last) const {
        for (std::size_t i = first; i < last; ++i) {
            Node outer = cursor_.path[i];
            Node inner = cursor_.path[i + 1];
            if (outer.is(SyntaxKind::Object)) {
                Type found;
                const std::optional<std::string> key =
                    inner.child(0) ? key_name(inner.child(0)) : std::nullopt;
                each_object(wanted, [&](const Type& object) {
                    const Property* property = key ? object.find_property(*key) : nullptr;
                    if (property && found.is_dynamic()) found = property->type;
                });
                const bool is_map = found.is_dynamic();
                wanted = is_map ? element_of(wanted, 0) : found;
            } else if (outer.is(SyntaxKind::ObjectItem)) {
                if (is_same(outer.child(0), inner)) return {};
            } else if (outer.is(SyntaxKind::Tuple)) {
                std::size_t at = 0;
                for (Node element : outer.children()) {
                    if (is_same(element, inner)) break;
                    ++at;
                }
                wanted = element_of(wanted, at);
            } else if (outer.is(SyntaxKind::Call)) {
                std::size_t at = 0;
                for (Node child : outer.children()) {
                    if (is_same(child, inner)) break;
                    at += !child.is(SyntaxKind::FunctionName);
                }
                wanted = inner.is(SyntaxKind::FunctionName) ? Type() : argument_type(outer, at);
            } else if (outer.is(SyntaxKind::Conditional)) {
                if (is_same(outer.child(0), inner)) wanted = Type::boolean();
            } else if (!outer.is(SyntaxKind::Paren) && !outer.is(SyntaxKind::Template)) {
                return {};
            }
        }
        return wanted;
    }

    // Inside the quotes of a call argument.
    bool called_string(std::size_t at) {
        if (at == 0 || !cursor_.path[at - 1].is(SyntaxKind::Call)) return false;
        Node call = cursor_.path[at - 1];
        std::vector<Node> arguments;
        for (Node child : call.children())
            if (!child.is(SyntaxKind::FunctionName)) arguments.push_back(child);
        const eval::CallName name = eval::call_name(call);
        if (name.view() == "invoke" && !arguments.empty() && is_same(arguments[0], cursor_.path[at])) {
            tokens(kFunctionFamily);
            return true;
        }
        if (name.view() == "call" && arguments.size() > 1 && is_same(arguments[1], cursor_.path[at])) {
            const Type self = type_of(arguments[0]).value_or(Type());
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
            if (auto type = type_of(at.child(0))) members(*type);
            return;
        }
        if (cursor_.in_string) {
            while (last > first && !cursor_.path[last].is(SyntaxKind::Template)) --last;
            if (called_string(last)) return;
            if (last > first && cursor_.path[last - 1].is(SyntaxKind::Index)) {
                if (auto type = type_of(cursor_.path[last - 1].child(0))) members(*type);
                return;
            }
        } else if (at.is(SyntaxKind::FunctionName)) {
            return functions();
        }
        Node name = cursor_.path[attribute].child(0);
        const Type top = wanted_of(node, name ? syntax::label_text(name) : std::string());
        const Node parent = last > first ? cursor_.path[last - 1] : Node();
        if (parent && parent.is(SyntaxKind::ObjectItem) && is_same(parent.child(0), cursor_.path[last])) {
            if (last >= first + 2) keys(cursor_.path[last - 2], wanted_at(top, first, last - 2));
            return;
        }
        const Type wanted = wanted_at(top, first, last);
        if (cursor_.path[last].is(SyntaxKind::Object)) return keys(cursor_.path[last], wanted);
        choices(wanted);
        if (!cursor_.in_string) functions();
    }

    void functions() {
        for (std::string_view name : ProgramFunctions(program_).names())
            add({.kind = ItemKind::Function, .label = std::string(name)});
    }

    // The functions available to the program's expressions.
    class ProgramFunctions final : public PackageFunctions {
      public:
        explicit ProgramFunctions(const Program& program) : PackageFunctions({}), program_(program) {}

      protected:
        PackagePtr package(std::string_view name) const override { return program_.package(name); }

      private:
        const Program& program_;
    };

    const Program& program_;
    const Packages& packages_;
    const ExtensionCursor& cursor_;
    const Cancel& cancel_;
    std::uint32_t index_ = 0;
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
