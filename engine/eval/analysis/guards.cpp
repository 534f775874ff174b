#include "engine/eval/analysis/guards.h"

#include <algorithm>
#include <utility>

#include "engine/eval/analysis/expr_view.h"
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

namespace {

constexpr std::uint32_t kNoChoice = UINT32_MAX;
constexpr std::uint64_t kStepsOfNode = 32;

bool starts_after(std::uint32_t place, const Span& span) {
    return place < span.start;
}

}  // namespace

Guards::Guards(Node expr, std::span<const std::string> functions) : functions_(functions) {
    read(expr);
}

void Guards::read(Node expr) {
    const std::uint32_t end = expr.id() + expr.data().size;
    steps_ += kStepsOfNode * expr.data().size;
    for (std::uint32_t id = expr.id(); id < end; ++id) {
        const Node node(&expr.chunk(), expr.base(), id);
        switch (node.kind()) {
            case NodeKind::Call:
                if ((calls_.empty() || !calls_.back().contains(node.span().start)) &&
                    is_one_of(functions_, call_name(node).view()))
                    calls_.push_back(node.span());
                break;
            case NodeKind::Binary:
                if (node.binary_op() != syntax::BinaryOp::And && node.binary_op() != syntax::BinaryOp::Or)
                    break;
                [[fallthrough]];
            case NodeKind::Conditional:
            case NodeKind::IfDirective: {
                auto around = static_cast<std::uint32_t>(choices_.size()) - 1;  // kNoChoice: there is none
                while (around != kNoChoice && !choices_[around].span.contains(node.span().start))
                    around = choices_[around].around;
                choices_.push_back({node.span(), node.child(0), around});
                break;
            }
            case NodeKind::JsonString: {
                const JsonText text(node);
                if (!text.may_be_template()) break;
                JsonTemplate parsed = text.as_template();
                if (!parsed.root) break;
                read(parsed.root);
                texts_.push_back(std::move(parsed));
                break;
            }
            default:
                break;
        }
    }
}

bool Guards::cover(const NamedPath& path) {
    const std::uint32_t place = path.place.start;
    const auto call = std::upper_bound(calls_.begin(), calls_.end(), place, starts_after);
    if (call != calls_.begin() && std::prev(call)->contains(place)) return true;
    const auto next =
        std::ranges::upper_bound(choices_, place, {}, [](const Choice& c) { return c.span.start; });
    for (auto at = static_cast<std::uint32_t>(next - choices_.begin()) - 1; at != kNoChoice;
         at = choices_[at].around) {
        const Choice& choice = choices_[at];
        const bool depends = choice.span.contains(place) && !choice.condition.span().contains(place);
        const std::uint64_t steps = depends ? choice.condition.data().size : 1;
        if (steps > steps_) return true;
        steps_ -= steps;
        if (depends && looks_for(choice.condition, path, functions_)) return true;
    }
    return false;
}

}  // namespace hcl::eval
