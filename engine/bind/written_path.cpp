#include "engine/bind/written_path.h"

#include "engine/bind/unit.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/language/call_folder.h"
#include "engine/language/path_functions.h"

namespace hcl::bind {

using syntax::Node;
using syntax::NodeKind;

namespace {

constexpr int kDeepest = 8;

struct PathReader {
    const language::PathFunctions& functions;

    // Continues a path: behind a file that is looked for, the rest starts there.
    static std::string joined(const std::string& path, std::string_view rest) {
        const bool is_found =
            path.starts_with(language::kInParents) && path.find(language::kFromThere) == std::string::npos;
        while (rest.starts_with('/')) rest.remove_prefix(1);
        return path + std::string(is_found ? language::kFromThere : "/") + std::string(rest);
    }

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
        const std::string inner = first && name.view() == "dirname" ? path(first, depth + 1) : std::string();
        return inner.empty() ? std::string() : joined(inner, "..");
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
                out = joined(out, part.text());
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
        if (std::string literal = literal_text(inner);
            !literal.empty() || functions == language::PathFunctions())
            return literal;
        if (inner.is(NodeKind::Call)) return call(inner, depth);
        return inner.is(NodeKind::Template) ? text(inner, depth) : std::string();
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
