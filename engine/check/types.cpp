// Values that do not convert to the type of their attribute.
#include "engine/check/rule.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/walk/access.h"

namespace hcl::check {

namespace {

using syntax::Node;
using syntax::NodeKind;

// The part of a literal value at a path, as deep as it is a literal.
Node part_at(Node node, const Path& path) {
    for (const PathStep& step : path) {
        Node inner = eval::without_parens(node);
        Node next;
        if (inner.is(NodeKind::Tuple) || inner.is(NodeKind::JsonArray)) {
            if (!step.key.is_known_number()) return node;
            auto index = step.key.as_number().to_int64();
            if (index && *index >= 0 && *index < 1'000'000)
                next = inner.child(static_cast<std::uint32_t>(*index));
        } else if (inner.is(NodeKind::Object) || inner.is(NodeKind::JsonObject)) {
            if (!step.key.is_known_string()) return node;
            std::string quoted = "\"" + std::string(step.key.as_string()) + "\"";
            for (Node item : inner.children())
                if (Node key = item.child(0);
                    key && item.child(1) && (key.text() == step.key.as_string() || key.text() == quoted))
                    next = item.child(1);
        }
        if (!next) return node;
        node = next;
    }
    return node;
}

}  // namespace

Diagnostic& report_misfit(UnitRule& rule, const bind::BoundAttribute& attribute, const ValueError& error,
                          const Type& wanted) {
    Node part = part_at(attribute.expr, error.path());
    Diagnostic& d =
        rule.report(DiagCode::IncorrectAttributeType, part.span(), {attribute.name, eval::explain(error)});
    // A single value where a list of such values is expected.
    const bool lone = error.path().empty() && (wanted.is_list() || wanted.is_set()) &&
                      (part.is(NodeKind::Template) || part.is(NodeKind::Number) || part.is(NodeKind::Bool));
    if (lone)
        d.fixes.push_back({.title = "Make it a list",
                           .edits = {{{}, {{part.span().start, part.span().start}, "["}},
                                     {{}, {{part.span().end, part.span().end}, "]"}}},
                           .preferred = true});
    return d;
}

void types(UnitRule& rule) {
    for (const bind::Mismatch& mismatch : rule.slot.state->mismatches) {
        const bind::BoundAttribute& attribute = rule.unit.attributes[mismatch.attribute];
        report_misfit(rule, attribute, mismatch.error, attribute.def->type);
    }
}

}  // namespace hcl::check
