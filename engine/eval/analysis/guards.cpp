#include "engine/eval/analysis/guards.h"

#include <algorithm>

#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/json_string.h"
#include "engine/eval/analysis/variables.h"

namespace hcl::eval {

namespace {

using syntax::Node;
using syntax::NodeKind;

bool is_one_of(std::span<const std::string> functions, std::string_view name) {
    return std::ranges::find(functions, name) != functions.end();
}

std::string_view name_of(const TraversalStep& step) {
    const bool is_key = step.kind == TraversalStep::Kind::Index && step.key.is_known_string();
    return is_key ? step.key.as_string() : std::string_view(step.name);
}

// How many steps of the path the traversal and the path have in common; 0 when they lead to different names.
std::size_t common_steps(const Traversal& traversal, const NamedPath& path) {
    const std::size_t common = std::min(traversal.size(), path.names.size());
    for (std::size_t i = 0; i < common; ++i)
        if (name_of(traversal[i]) != path.names[i]) return 0;
    return common;
}

// Whether a condition looks for the path: it has it in a call of one of `functions`, or has a name of the
// path as a string beside the object that the name is in.
bool looks_for(Node condition, const NamedPath& path, std::span<const std::string> functions) {
    bool is_found = false;
    each_call(condition, [&](Node call, std::string_view function) {
        if (is_found || !is_one_of(functions, function)) return;
        each_reference(call, [&](Node chain, std::string_view) {
            is_found = is_found || common_steps(traversal_of(chain), path) > 0;
        });
    });
    if (is_found) return true;
    std::vector<std::string> wanted;  // names in the objects that the condition has, as literals
    each_reference(condition, [&](Node chain, std::string_view) {
        const Traversal traversal = traversal_of(chain);
        const std::size_t steps = common_steps(traversal, path);
        if (steps == traversal.size() && steps > 0 && steps < path.names.size())
            wanted.push_back('"' + std::string(path.names[steps]) + '"');
    });
    const std::uint32_t end = condition.id() + condition.data().size;
    for (std::uint32_t id = condition.id(); id < end && !wanted.empty(); ++id) {
        const Node node(&condition.chunk(), condition.base(), id);
        if (is_literal_key(node) && is_one_of(wanted, node.text())) return true;
    }
    return false;
}

}  // namespace

std::span<const std::string> error_catching_functions() {
    static const std::vector<std::string> kNames{"try", "can"};
    return kNames;
}

bool is_guarded(Node expr, const NamedPath& path, std::span<const std::string> functions) {
    const std::uint32_t end = expr.id() + expr.data().size;
    for (std::uint32_t id = expr.id(); id < end; ++id) {
        const Node node(&expr.chunk(), expr.base(), id);
        if (!node.span().contains(path.place.start)) continue;
        switch (node.kind()) {
            case NodeKind::Call:
                if (is_one_of(functions, call_name(node).view())) return true;
                break;
            case NodeKind::Binary:
                if (node.binary_op() != syntax::BinaryOp::And && node.binary_op() != syntax::BinaryOp::Or)
                    break;
                [[fallthrough]];
            case NodeKind::Conditional:
            case NodeKind::IfDirective: {
                const Node condition = node.child(0);
                if (!condition.span().contains(path.place.start) && looks_for(condition, path, functions))
                    return true;
                break;
            }
            case NodeKind::JsonString: {
                const JsonText text(node);
                if (!text.may_be_template()) break;
                const JsonTemplate parsed = text.as_template();
                if (parsed.root && is_guarded(parsed.root, path, functions)) return true;
                break;
            }
            default:
                break;
        }
    }
    return false;
}

}  // namespace hcl::eval
