#include "engine/pcl/node_look.h"

#include <algorithm>

#include "engine/eval/analysis/expr_view.h"
#include "engine/pcl/convert.h"
#include "engine/pcl/program_binder.h"
#include "engine/pcl/render.h"
#include "engine/syntax/lex/literal.h"

namespace hcl::pcl {

using check::ExtensionSignature;
using syntax::BlockView;
using syntax::Node;
using SyntaxKind = syntax::NodeKind;

std::optional<std::uint32_t> node_at(const Program& program, FileId file, std::uint32_t offset) {
    std::optional<std::uint32_t> found;
    for (std::uint32_t i = 0; i < program.nodes().size(); ++i) {
        const PlacedNode& node = program.nodes()[i];
        if (node->file == file && node.span().touches(offset) && (!found || node.start == offset)) found = i;
    }
    return found;
}

bool is_same_node(Node a, Node b) {
    return a && b && &a.chunk() == &b.chunk() && a.id() == b.id();
}

std::vector<Node> path_to(Node expr, std::uint32_t offset) {
    std::vector<Node> path;
    for (Node node = expr; node;) {
        path.push_back(node);
        Node inner;
        // When two children touch the offset, the second one wins: it starts there.
        for (Node child : node.children())
            if (child.span().touches(offset)) inner = child;
        node = inner;
    }
    return path;
}

std::optional<syntax::AttributeView> attribute_at(const syntax::BodyView& body, std::uint32_t offset) {
    for (const syntax::AttributeView& attribute : body.attributes())
        if (attribute.span.touches(offset)) return attribute;
    for (const BlockView& inner : body.blocks())
        if (inner.span().touches(offset)) return attribute_at(inner.body(), offset);
    return std::nullopt;
}

bool is_input_list(std::string_view option) {
    return std::ranges::find(kInputLists, option) != std::end(kInputLists);
}

namespace {

constexpr int kDeepest = 8;

void each_object_at(const Type& whole, const std::function<void(const Type&)>& visit, int depth) {
    const Type type = whole.resolved();
    if (depth > kDeepest) return;
    if (type.is(Kind::Object)) return visit(type);
    if (type.is_eventual()) return each_object_at(type.element(), visit, depth + 1);
    if (type.is(Kind::Union))
        for (const Type& member : type.members()) each_object_at(member, visit, depth + 1);
}

Type element_at(const Type& whole, std::size_t at, int depth) {
    const Type type = whole.resolved();
    if (depth > kDeepest) return {};
    if (type.is_collection()) return type.element();
    if (type.is(Kind::Tuple)) return at < type.elements().size() ? type.elements()[at] : Type();
    if (type.is_eventual()) return element_at(type.element(), at, depth + 1);
    if (type.is(Kind::Union))
        for (const Type& member : type.members())
            if (Type found = element_at(member, at, depth + 1); !found.is_dynamic()) return found;
    return {};
}

}  // namespace

void each_object(const Type& whole, const std::function<void(const Type&)>& visit) {
    each_object_at(whole, visit, 0);
}

void each_fitting_object(const Type& whole, Node written, std::uint32_t cursor,
                         const std::function<void(const Type&)>& visit) {
    auto fits = [&](const Type& object) {
        for (Node item : written.children()) {
            if (!item.is(SyntaxKind::ObjectItem) || !item.child(0) || item.span().touches(cursor)) continue;
            const std::optional<std::string> name = key_name(item.child(0));
            const std::optional<std::string> text =
                item.child(1) ? syntax::quoted_text(eval::without_parens(item.child(1))) : std::nullopt;
            const Property* property = name ? object.find_property(*name) : nullptr;
            if (!property || !text) continue;
            std::vector<Type> constants;
            const Type value = without_none(resolve_outputs(property->type)).resolved();
            if (value.is(Kind::Const)) constants.push_back(value);
            if (value.is(Kind::Union))
                for (const Type& member : value.members())
                    if (member.is(Kind::Const)) constants.push_back(member);
            const bool is_other = std::ranges::none_of(constants, [&](const Type& constant) {
                return constant.value().is_known_string() && constant.value().as_string() == *text;
            });
            if (!constants.empty() && is_other) return false;
        }
        return true;
    };
    each_object(whole, [&](const Type& object) {
        if (fits(object)) visit(object);
    });
}

Type element_of(const Type& whole, std::size_t at) {
    return element_at(whole, at, 0);
}

NodeLook::NodeLook(const Program& program, std::uint32_t index, const Cancel& cancel)
    : program_(program), index_(index), cancel_(cancel) {
    if (node()->kind != NodeKind::Local) block_ = program.block_of(node());
}

std::optional<Type> NodeLook::type_of(Node wanted) const {
    std::optional<Type> found;
    auto visit = [&](Node expr, const Type& type) {
        if (is_same_node(expr, wanted)) found = type;
    };
    program_.each_type(index_, visit, cancel_);
    return found;
}

bool NodeLook::is_in_options(std::uint32_t offset) const {
    return block_ && std::ranges::any_of(block_.body().blocks(), [&](const BlockView& inner) {
               return inner.type() == kOptions && inner.span().touches(offset);
           });
}

Type NodeLook::wanted_of(std::string_view attribute, std::uint32_t offset) const {
    if (!block_) return {};
    const ProgramNode& node = *this->node();
    if (is_in_options(offset))
        return attribute == "hooks" ? hooks_type() : option_type(attribute).value_or(Type());
    if (node.resource) {
        const InputDef* def =
            find_input(node.kind == NodeKind::Read ? node.resource->state : node.resource->inputs, attribute);
        return def ? def->type : Type();
    }
    if (node.component.program)
        for (const PlacedNode& config : node.component.program->nodes())
            if (config->kind == NodeKind::Config && config->logical_name == attribute) return config->value;
    if (node.kind == NodeKind::Config && attribute == "default") return node.value;
    if (node.kind == NodeKind::Output && attribute == "value") return node.type;
    if (node.kind == NodeKind::Config && (attribute == "secret" || attribute == "nullable"))
        return Type::boolean();
    return {};
}

Type NodeLook::wanted_at(Type wanted, std::span<const Node> path, std::size_t first, std::size_t last,
                         std::uint32_t cursor) const {
    for (std::size_t i = first; i < last; ++i) {
        Node outer = path[i];
        Node inner = path[i + 1];
        if (outer.is(SyntaxKind::Object)) {
            std::vector<Type> found;
            const std::optional<std::string> key = inner.child(0) ? key_name(inner.child(0)) : std::nullopt;
            each_fitting_object(wanted, outer, cursor, [&](const Type& object) {
                const Property* property = key ? object.find_property(*key) : nullptr;
                if (property) found.push_back(property->type);
            });
            wanted = found.empty() ? element_of(wanted, 0) : Type::union_of(std::move(found));
        } else if (outer.is(SyntaxKind::ObjectItem)) {
            if (is_same_node(outer.child(0), inner)) return {};
        } else if (outer.is(SyntaxKind::Tuple)) {
            std::size_t at = 0;
            for (Node element : outer.children()) {
                if (is_same_node(element, inner)) break;
                ++at;
            }
            wanted = element_of(wanted, at);
        } else if (outer.is(SyntaxKind::Call)) {
            std::size_t at = 0;
            for (Node child : outer.children()) {
                if (is_same_node(child, inner)) break;
                at += !child.is(SyntaxKind::FunctionName);
            }
            const std::optional<Signature> known =
                inner.is(SyntaxKind::FunctionName) ? std::nullopt : signature(outer);
            wanted = known && at < known->parameters.size() ? known->parameters[at].type : Type();
        } else if (outer.is(SyntaxKind::Conditional)) {
            if (is_same_node(outer.child(0), inner)) wanted = Type::boolean();
        } else if (!outer.is(SyntaxKind::Paren) && !outer.is(SyntaxKind::Template)) {
            return {};
        }
    }
    return wanted;
}

// ---- Calls

std::vector<Argument> NodeLook::arguments_of(Node call) const {
    std::vector<Argument> arguments;
    for (Node child : call.children())
        if (!child.is(SyntaxKind::FunctionName)) arguments.push_back({{}, child.span(), child});
    auto visit = [&](Node expr, const Type& type) {
        for (Argument& argument : arguments)
            if (is_same_node(expr, argument.node)) argument.type = type;
    };
    program_.each_type(index_, visit, cancel_);
    return arguments;
}

std::optional<Signature> NodeLook::signature(Node call) const {
    std::vector<Argument> arguments = arguments_of(call);
    const eval::CallName name = eval::call_name(call);
    // Arguments that are not written yet can have any type.
    if (name.view() == "invoke" && arguments.size() == 1)
        arguments.push_back({Type::object({}), call.span(), {}});
    if (name.view() == "call")
        while (arguments.size() < 3) arguments.push_back({{}, call.span(), {}});
    Diagnostics ignored;
    return ProgramFunctions(program_).signature({name.view(), arguments, call.span(), call.span()}, ignored);
}

const FunctionSpec* NodeLook::package_function(std::string_view name, Node call) const {
    const std::vector<Argument> arguments = call ? arguments_of(call) : std::vector<Argument>();
    auto find = [&](std::string_view written) -> const FunctionSpec* {
        const std::optional<Token> token = parse_token(written);
        const PackagePtr home = token ? program_.package(token->home()) : nullptr;
        const FunctionDef* function =
            home ? home->function(home->written_token(kFunctionFamily, *token)) : nullptr;
        if (function) used_.push_back(home);
        return function ? &function->spec : nullptr;
    };
    if (name == "invoke" && !arguments.empty())
        if (const std::optional<std::string> written = syntax::quoted_text(arguments[0].node))
            return find(*written);
    if (name != "call" || arguments.size() < 2) return nullptr;
    const std::optional<std::string> method = syntax::quoted_text(arguments[1].node);
    const std::string_view annotation = arguments[0].type.resolved().annotation();
    const std::optional<Token> token = parse_token(annotation);
    const PackagePtr home = token ? program_.package(token->home()) : nullptr;
    const ResourceDef* resource = home ? home->resource(std::string(annotation)) : nullptr;
    const MethodSpec* found = resource && method ? resource->method(*method) : nullptr;
    return found ? find(found->function) : nullptr;
}

namespace {

// Short enough to stand among others.
std::string type_words(const Type& type) {
    constexpr std::size_t kMost = 60;
    const Type value = without_none(type).resolved();
    if (value.is_dynamic()) return "any";
    std::string words = in_short(type);
    if (words.size() <= kMost) return words;
    Type object;
    each_object(type, [&](const Type& one) { object = one; });
    if (!object.is(Kind::Object)) return words.substr(0, words.find(' ')) + " ...";
    words = "{ ";
    for (const Property& property : object.properties()) {
        if (words.size() + property.name.size() > kMost) {
            words += "..., ";
            break;
        }
        words += property.name + (is_optional(property.type) ? "?" : "") + ", ";
    }
    words.resize(words.size() - 2);
    words += " }";
    return words + (is_optional(type) ? "?" : "");
}

// The result type of a call as text, including its promise or output.
std::string result_words(const Type& type) {
    if (type.is(Kind::Promise)) return "promise(" + type_words(type.element()) + ")";
    if (type.is(Kind::Output)) return "output(" + type_words(type.element()) + ")";
    return type_words(type);
}

// The members of an object of arguments, one per line.
std::string list_of(const PropertySpecs& properties, const Type& object) {
    std::string out;
    for (const PropertySpec& one : properties) {
        if (one.name == "__self__") continue;
        const Property* property = object.find_property(one.name);
        out += (out.empty() ? "- `" : "\n- `") + one.name +
               (property ? ": " + in_short(property->type) : std::string()) + "`";
        const std::string notes = notes_text(one.notes);
        if (!notes.empty()) out += ": " + notes.substr(0, notes.find('\n'));
    }
    return out;
}

}  // namespace

std::optional<ExtensionSignature> NodeLook::described_call(std::string_view name, Node call) const {
    std::optional<Signature> known;
    if (call) {
        known = signature(call);
    } else {
        Diagnostics ignored;
        known = ProgramFunctions(program_).signature({name, {}, {}, {}}, ignored);
    }
    if (!known) return std::nullopt;
    ExtensionSignature out;
    const FunctionSpec* function = package_function(name, call);
    out.documentation = function ? notes_text(function->notes) : std::string();
    if (out.documentation.empty()) out.documentation = function_notes(name);
    auto add = [&](const Parameter& parameter) {
        std::string notes;
        if (function && parameter.name == "args") {
            notes = list_of(function->inputs, parameter.type.resolved());
        } else if (function) {
            auto input = std::ranges::find(function->inputs, parameter.name, &PropertySpec::name);
            if (input != function->inputs.end()) notes = notes_text(input->notes);
        }
        out.parameters.push_back({parameter.name, type_words(parameter.type), std::move(notes)});
    };
    for (const Parameter& parameter : known->parameters) add(parameter);
    if (known->rest) add(*known->rest);
    out.takes_more = known->rest.has_value();
    out.result = result_words(known->result);
    return out;
}

std::string line_of(std::string_view name, const ExtensionSignature& signature) {
    std::string out = std::string(name) + "(";
    for (const ExtensionSignature::Parameter& parameter : signature.parameters) {
        const bool is_rest = signature.takes_more && &parameter == &signature.parameters.back();
        out += (&parameter == signature.parameters.data() ? "" : ", ") + parameter.name + ": " +
               parameter.type + (is_rest ? "..." : "");
    }
    return out + "): " + signature.result;
}

// ---- Schemas

namespace {

bool is_null(const Type& type) {
    return type.is_none() || (type.is(Kind::Const) && type.value().is_null());
}

}  // namespace

std::string hint_text(const Type& type) {
    if (type.is(Kind::Output)) return "output(" + hint_text(type.element()) + ")";
    if (type.is(Kind::Promise)) return "promise(" + hint_text(type.element()) + ")";
    if (type.is(Kind::List)) return "list(" + hint_text(type.element()) + ")";
    if (type.is(Kind::Map)) return "map(" + hint_text(type.element()) + ")";
    if (type.is(Kind::Union) && type.members().size() == 2)
        for (std::size_t i : {0, 1})
            if (is_null(type.members()[i])) return hint_text(type.members()[1 - i]) + "?";
    const std::optional<Token> token = parse_token(type.resolved().annotation());
    return token ? std::string(token->member) : render_lines(type);
}

const PropertySpec* NodeLook::property(const Type& object, std::string_view name) const {
    const std::string annotation(object.annotation());
    const std::optional<Token> token = parse_token(annotation);
    const PackagePtr home = token ? program_.package(token->home()) : nullptr;
    if (!home) return nullptr;
    used_.push_back(home);
    auto find = [&](const PropertySpecs& in) {
        auto found = std::ranges::find(in, name, &PropertySpec::name);
        return found == in.end() ? nullptr : &*found;
    };
    if (const ResourceDef* resource = home->resource(annotation)) return resource->output(name);
    if (const NamedTypeSpec* type = home->named_type(annotation)) return find(type->properties);
    const FunctionDef* function = home->function(annotation);
    if (!function) return nullptr;
    const PropertySpec* output = find(function->spec.outputs);
    return output ? output : find(function->spec.inputs);
}

namespace {

// Sections of programs in many languages, which documentation of packages holds.
class NotesCleaner {
  public:
    std::string run(std::string_view text) {
        while (!text.empty()) {
            const std::size_t end = text.find('\n');
            line(text.substr(0, end));
            text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
        }
        const std::size_t last = out_.find_last_not_of(" \n\r\t");
        out_.resize(last == std::string::npos ? 0 : last + 1);
        return std::move(out_);
    }

  private:
    void line(std::string_view text) {
        const std::size_t first = text.find_first_not_of(" \t");
        const std::string_view trimmed = first == std::string_view::npos ? "" : text.substr(first);
        if (trimmed.starts_with("```")) is_code_ = !is_code_;
        if (!is_code_ && trimmed.starts_with("## ")) is_example_ = trimmed.starts_with("## Example");
        if (trimmed.starts_with("{{% examples") || trimmed.starts_with("<!--Start PulumiCodeChooser"))
            is_shortcode_ = true;
        const bool is_mark = trimmed.starts_with("{{%") || trimmed.starts_with("<!--");
        if (!is_example_ && !is_shortcode_ && !is_mark && !(text.empty() && out_.ends_with("\n\n")))
            out_.append(text).append("\n");
        if (trimmed.starts_with("{{% /examples") || trimmed.starts_with("<!--End PulumiCodeChooser"))
            is_shortcode_ = is_example_ = false;
    }

    std::string out_;
    bool is_code_ = false;
    bool is_example_ = false;    // until the next section
    bool is_shortcode_ = false;  // until its end
};

}  // namespace

std::string notes_text(const Notes& notes) {
    std::string out = NotesCleaner().run(notes.documentation);
    if (!notes.deprecation.empty())
        out += (out.empty() ? "" : "\n\n") + ("**Deprecated.** " + notes.deprecation);
    return out;
}

}  // namespace hcl::pcl
