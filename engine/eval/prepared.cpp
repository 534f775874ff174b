#include "engine/eval/prepared.h"

#include <algorithm>

#include "engine/eval/evaluator.h"

namespace hcl::eval {

using syntax::Node;
using syntax::NodeKind;

namespace {

// What is a constant when all of its parts are.
bool may_be_constant(Node node) {
    if (node.is_broken()) return false;
    switch (node.kind()) {
        case NodeKind::Number:
        case NodeKind::Bool:
        case NodeKind::Null:
        case NodeKind::Unary:
        case NodeKind::Binary:
        case NodeKind::Conditional:
        case NodeKind::Paren:
        case NodeKind::Tuple:
        case NodeKind::Object:
        case NodeKind::ObjectItem:
        case NodeKind::Template:
        case NodeKind::Heredoc:
        case NodeKind::TemplateLiteral:
        case NodeKind::Interpolation:
        case NodeKind::GetAttr:
        case NodeKind::Index:
        case NodeKind::LegacyIndex:
            return true;
        default:
            return false;
    }
}

// Parts that have a value of their own.
bool is_expression(Node node) {
    return !node.is(NodeKind::ObjectItem) && !node.is(NodeKind::TemplateLiteral) &&
           !node.is(NodeKind::Interpolation);
}

// False where an interpolation is empty, or all there is.
bool read_pieces(Node node, std::vector<Prepared::Piece>& pieces) {
    std::string_view text;
    for (Node part : node.children()) {
        if (part.is(NodeKind::TemplateLiteral)) {
            if (!text.empty()) pieces.push_back({text, {}});
            text = part.text();
            continue;
        }
        if (part.data().size == 1) return false;
        pieces.push_back({text, part.child(0)});
        text = {};
    }
    if (!text.empty()) pieces.push_back({text, {}});
    return !pieces.empty();
}

}  // namespace

Prepared::Prepared(Node expr, const Rules& rules)
    : Prepared(expr, expr.id(), expr.id() + expr.data().size, rules) {}

Prepared::Prepared(Node expr, std::uint32_t first, std::uint32_t end, const Rules& rules)
    : expr_(expr), first_(first), rules_(&rules), parts_(end - first) {
    find_constants();
}

void Prepared::find_constants() {
    // Nodes stand before their parts.
    std::vector<bool> is_constant(parts_.size());
    auto node_at = [&](std::size_t i) {
        return Node(&expr_.chunk(), expr_.base(), first_ + static_cast<std::uint32_t>(i));
    };
    for (std::size_t i = parts_.size(); i-- > 0;) {
        const Node node = node_at(i);
        bool all = may_be_constant(node);
        // A bare word is a key of its own name.
        bool is_key = node.is(NodeKind::ObjectItem);
        for (Node child : node.children()) {
            if (!all) break;
            all = is_constant[child.id() - first_] || (is_key && child.is(NodeKind::Variable));
            is_key = false;
        }
        is_constant[i] = all;
    }
    // All of them together may not take more than a small multiple of their source.
    const Limits limits{.steps = 1000 + 4 * parts_.size(), .bytes = 4096 + 64 * parts_.size(), .depth = 100};
    Budget budget(limits);
    const MapScope scope;
    const std::shared_ptr<const void> source;
    for (std::size_t i = 0; i < parts_.size();) {
        const Node node = node_at(i);
        Part& part = parts_[i];
        if (is_constant[i] && is_expression(node)) {
            Diagnostics found;
            Evaluator evaluator(&scope, *rules_, budget, source, found, true);
            part.constant = evaluator.run(node);
            // What has something to say says it each time.
            part.has_constant = found.empty() && part.constant.is_wholly_known();
            i += node.data().size;
            continue;
        }
        if (node.is(NodeKind::Variable)) part.name = node.text();
        if (node.is(NodeKind::Template) || node.is(NodeKind::Heredoc)) {
            std::vector<Piece> pieces;
            if (is_simple_template(node) && read_pieces(node, pieces)) {
                pieces_.push_back(std::make_unique<const std::vector<Piece>>(std::move(pieces)));
                part.pieces = pieces_.back().get();
            } else {
                items_.push_back(
                    std::make_unique<const std::vector<syntax::TemplateItem>>(syntax::template_items(node)));
                part.items = items_.back().get();
            }
        }
        ++i;
    }
}

EvalResult evaluate(const Prepared& expr, const Scope* scope, const EvalOptions& options) {
    EvalResult result;
    Budget budget(options.limits, options.cancel);
    Evaluator evaluator(scope, *options.rules, budget, options.source, result.diagnostics,
                        options.warn_about_numbers);
    if (&expr.rules() == options.rules) evaluator.use(expr);
    result.value = evaluator.run(expr.expr());
    return result;
}

Value evaluate(const Prepared& expr, const Scope* scope, const Rules& rules, Budget& budget,
               std::shared_ptr<const void> source, Diagnostics& diagnostics) {
    Evaluator evaluator(scope, rules, budget, source, diagnostics);
    if (&expr.rules() == &rules) evaluator.use(expr);
    return evaluator.run(expr.expr());
}

}  // namespace hcl::eval
