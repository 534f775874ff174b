#include "engine/bind/written_path.h"

#include <algorithm>

#include "engine/bind/unit.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/traversal.h"
#include "engine/eval/evaluate.h"
#include "engine/language/call_folder.h"
#include "engine/language/path_functions.h"

namespace hcl::bind {

using syntax::Node;
using syntax::NodeKind;

namespace {

constexpr int kDeepest = 8;

// The string of an expression that reads no names: `"./${"network"}"`, `true ? "./a" : "./b"`.
std::string fixed_text(Node expr) {
    constexpr std::uint32_t kLongest = 1 << 10;
    constexpr std::uint64_t kMostOfFixed = 1000;
    const bool is_plain = expr.is(NodeKind::Variable) || expr.is(NodeKind::GetAttr);
    if (is_plain || expr.is_broken() || expr.span().length() > kLongest) return {};
    eval::EvalOptions options;
    options.limits.steps = kMostOfFixed;
    const eval::EvalResult made = eval::evaluate(expr, nullptr, options);
    const Value& value = made.value;
    if (has_errors(made.diagnostics) || !value.is_known_string() || value.is_marked()) return {};
    std::string text(value.as_string());
    const bool is_printable = std::ranges::none_of(text, [](char c) { return c >= 0 && c < ' '; });
    return is_printable ? text : std::string();
}

struct PathReader {
    const language::PathFunctions& functions;

    // `find("root.hcl")`, `dirname(find("root.hcl"))`.
    std::string call(Node call, int depth) const {
        const eval::CallName name = eval::call_name(call);
        const Node first = call.child(1);
        if (name.view() == functions.here) return ".";
        if (name.view() == functions.root) return "~";
        if (name.view() == functions.above) {
            const std::string file = first ? literal_text(first) : std::string();
            return first && file.empty() ? std::string() : std::string(language::kInParents) + file;
        }
        for (const auto& [function, type] : functions.of_blocks) {
            if (name.view() != function) continue;
            const std::string label = first ? literal_text(first) : std::string();
            return first && label.empty() ? std::string() : named(first ? type + '.' + label : type);
        }
        const std::string inner = first && name.view() == "dirname" ? path(first, depth + 1) : std::string();
        return inner.empty() ? std::string() : language::continued_path(inner, "..");
    }

    static std::string named(std::string_view name) {
        return language::kNamed + std::string(name) + language::kNamed;
    }
    // `local.base`, and `include.root.locals.base`, which is a value of the file that a block names.
    std::string value(Node expr) const {
        const eval::Traversal path = eval::traversal_of(expr);
        constexpr std::size_t kMostWords = 4;
        const bool is_of_block = path.size() > 2 && functions.names_block(path[0].name);
        if (path.size() != 2 && (!is_of_block || path.size() > kMostWords)) return {};
        std::string name = path[0].name;
        for (std::size_t i = 1; i < path.size(); ++i) {
            if (path[i].kind != eval::TraversalStep::Kind::Attr) return {};
            name += '.' + path[i].name;
        }
        return named(name);
    }

    // `"${dirname(find("root.hcl"))}/common"`: a path and what follows it.
    std::string text(Node parts, int depth) const {
        std::string out;
        bool is_first = true;
        for (Node part : parts.children()) {
            if (part.is(NodeKind::Interpolation) && is_first) {
                out = path(part.child(0), depth + 1);
                if (out.empty()) return {};
            } else if (part.is(NodeKind::TemplateLiteral) && !is_first && part.text().starts_with('/') &&
                       part.text().find_first_of("\\$%") == std::string_view::npos) {
                out = language::continued_path(out, part.text());
            } else {
                return {};
            }
            is_first = false;
        }
        return out;
    }

    std::string path(Node expr, int depth) const {
        if (!expr || depth > kDeepest) return {};
        const Node inner = eval::without_parens(expr);
        if (std::string literal = literal_text(inner); !literal.empty()) return literal;
        if (functions == language::PathFunctions()) return fixed_text(inner);
        if (inner.is(NodeKind::Call)) return call(inner, depth);
        return inner.is(NodeKind::Template) ? text(inner, depth) : value(inner);
    }
};

}  // namespace

std::string written_path(Node expr, const language::PathFunctions& functions) {
    return PathReader{functions}.path(expr, 0);
}

std::string read_path(Node expr, const language::Language& language) {
    std::string path = written_path(expr, language::path_functions(language));
    return path.empty() ? path : language::kFromUser + path;
}

}  // namespace hcl::bind
