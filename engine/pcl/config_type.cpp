// The types that labels of "config" and "output" blocks write out: `string`, `list(object({ a = int }))`.
#include "engine/eval/analysis/expr_view.h"
#include "engine/pcl/program_binder.h"
#include "engine/syntax/lex/literal.h"

namespace hcl::pcl {

using syntax::Node;
using SyntaxKind = syntax::NodeKind;

namespace {

constexpr int kDeepest = 100;
constexpr std::string_view kTypes =
    "any, bool, int, number, string, list(T), set(T), map(T), object({ name = T }), tuple([T, T]) or "
    "optional(T)";

struct TypeReader {
    std::optional<std::string> problem;  // the first
    Span place;

    // What the reference says, where it is known.
    Type fail(Node at, std::string text) {
        if (!problem) {
            problem = std::move(text);
            place = at.span();
        }
        return {};
    }

    std::vector<Node> arguments_of(Node call) {
        std::vector<Node> out;
        for (Node child : call.children())
            if (!child.is(SyntaxKind::FunctionName)) out.push_back(child);
        return out;
    }

    Type read(Node node, int depth = 0) {
        node = eval::without_parens(node);
        if (depth > kDeepest) return fail(node, "type nested too deeply");
        if (node.is(SyntaxKind::Variable)) return named(node);
        if (node.is(SyntaxKind::Call)) return called(node, depth);
        // A string in quotes stands for its type.
        if (syntax::is_string_literal(node)) return Type::string();
        if (node.is(SyntaxKind::Null)) return Type::none();
        return fail(node, "not a type");
    }

    Type named(Node node) {
        const std::string_view name = node.text();
        if (name == "any") return {};
        if (name == "bool") return Type::boolean();
        if (name == "int") return Type::integer();
        if (name == "number") return Type::number();
        if (name == "string") return Type::string();
        return fail(node, "undefined variable " + std::string(name));
    }

    Type called(Node node, int depth) {
        const eval::CallName call = eval::call_name(node);
        const std::string_view name = call.view();
        const std::vector<Node> arguments = arguments_of(node);
        const bool is_one = arguments.size() == 1;
        const bool is_collection = name == "list" || name == "set" || name == "map";
        if (!is_collection && name != "object" && name != "tuple" && name != "optional")
            return fail(node, "unknown function '" + std::string(name) + "'");
        if (!is_one && name == "optional") return fail(node, "optional() requires exactly one argument");
        if (arguments.empty())
            return fail(node, std::string("missing required parameter '") +
                                  (is_collection ? "elementType" : "type") + "'");
        if (!is_one)
            return fail(node,
                        "too many arguments to call: expected 1, got " + std::to_string(arguments.size()));
        Node argument = eval::without_parens(arguments[0]);
        if (name == "object") return object(argument, depth);
        if (name == "tuple") return tuple(argument, depth);
        Type element = read(argument, depth + 1);
        return name == "list"  ? Type::list(element)
               : name == "set" ? Type::set(element)
               : name == "map" ? Type::map(element)
                               : Type::optional(element);
    }

    Type object(Node node, int depth) {
        if (!node.is(SyntaxKind::Object))
            return fail(node, "the argument to object() must be an object type");
        std::vector<Property> properties;
        for (Node item : node.children()) {
            if (!item.is(SyntaxKind::ObjectItem)) continue;
            Node key = item.child(0);
            std::optional<std::string> name = key_name(key);
            if (!name) {
                fail(key, "object keys must be literals");
                continue;
            }
            properties.push_back({std::move(*name), read(item.child(1), depth + 1)});
        }
        return Type::object(std::move(properties));
    }

    Type tuple(Node node, int depth) {
        if (!node.is(SyntaxKind::Tuple)) return fail(node, "the argument to tuple() must be an tuple type");
        std::vector<Type> elements;
        for (Node element : node.children()) elements.push_back(read(element, depth + 1));
        return Type::tuple(elements);
    }
};

}  // namespace

std::optional<Type> ProgramBinder::type_label(const syntax::LabelView& label) {
    const syntax::FilePtr tree = syntax::parse_expression(label.value);
    const std::uint32_t start = label.span.start + (label.is_quoted ? 1 : 0);
    // Escapes make the label longer than what it says.
    auto place = [&](Span span) {
        const std::uint32_t limit = label.span.end;
        return Span{std::min(start + span.start, limit), std::min(start + span.end, limit)};
    };
    if (const Diagnostics problems = tree->diagnostics(); !problems.empty()) {
        report(DiagCode::PclInvalidType, place(problems[0].span), {problems[0].title, kTypes});
        return std::nullopt;
    }
    TypeReader reader;
    Type type = reader.read(tree->root());
    if (!reader.problem) return type;
    report(DiagCode::PclInvalidType, place(reader.place), {*reader.problem, kTypes});
    return std::nullopt;
}

}  // namespace hcl::pcl
