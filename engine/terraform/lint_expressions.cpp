// Style of expressions and comments.
#include <algorithm>
#include <array>
#include <unordered_map>

#include "engine/eval/analysis/expr_view.h"
#include "engine/terraform/lint.h"

namespace hcl::terraform {

namespace {

using syntax::Node;
using syntax::NodeKind;
using syntax::TokenKind;

// The findings of a unit, which depend only on its text.
struct UnitLint {
    Diagnostics list;
};

constexpr std::string_view kIndex = "terraform_deprecated_index";
constexpr std::string_view kInterpolation = "terraform_deprecated_interpolation";
constexpr std::string_view kLookup = "terraform_deprecated_lookup";

bool is_empty_list(Node node) {
    Node inner = eval::without_parens(node);
    return inner.is(NodeKind::Tuple) && inner.child_count() == 0 && !inner.is_broken();
}

// Whether it can be indexed, or replace a call's argument, without parentheses.
bool is_tight(Node node) {
    switch (node.kind()) {
        case NodeKind::Variable:
        case NodeKind::GetAttr:
        case NodeKind::Index:
        case NodeKind::Call:
        case NodeKind::Paren:
        case NodeKind::Tuple:
        case NodeKind::Object:
            return true;
        default:
            return false;
    }
}

class ExpressionLint {
  public:
    explicit ExpressionLint(Diagnostics& out) : out_(out) {}

    void walk(Node node, Node parent, int depth) {
        if (!node || depth > 200) return;
        switch (node.kind()) {
            case NodeKind::LegacyIndex:
                legacy_index(node);
                break;
            case NodeKind::AttrSplat:
                legacy_splat(node, parent);
                break;
            case NodeKind::Template:
                interpolation(node, parent);
                break;
            case NodeKind::Call:
                lookup(node);
                break;
            case NodeKind::Binary:
                comparison(node);
                break;
            case NodeKind::Object:
                keys(node);
                break;
            default:
                break;
        }
        for (Node child : node.children()) walk(child, node, depth + 1);
    }

  private:
    Diagnostic& report(std::string_view rule, Span span, const std::string& message,
                       Severity severity = Severity::Hint) {
        Diagnostic& d = add_diagnostic(out_, DiagCode::CheckFailed, span, {message});
        d.rule = rule;
        d.severity = severity;
        return d;
    }

    void legacy_index(Node node) {
        const Span step = eval::step_span(node);
        const std::string number(node.token_text(node.token_end() - 1));
        const std::string written = "[" + number + "]";
        // `a.0.1` can be one token.
        const bool is_plain = std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; });
        Diagnostic& d = report(kIndex, step, "An index is written in brackets: " + written + ".");
        if (is_plain) Lint::add_fix(&d, "Write " + written, step, written);
    }

    void legacy_splat(Node node, Node parent) {
        const Span source = node.child(0).span();
        std::uint32_t token = node.first_token();
        while (token < node.token_end() &&
               (node.token_span(token).start < source.end || node.token_kind(token) != TokenKind::Star))
            ++token;
        if (token == node.token_end()) return;
        const Span step{source.end, node.token_span(token).end};
        Diagnostic& d = report(kIndex, step, "Elements are written in brackets: [*].");
        // After ".*" an index applies to the list, after "[*]" to each element.
        const bool is_indexed = parent && (parent.is(NodeKind::Index) || parent.is(NodeKind::LegacyIndex));
        if (!is_indexed) Lint::add_fix(&d, "Write [*]", step, "[*]");
    }

    void interpolation(Node node, Node parent) {
        if (node.is_broken() || node.child_count() != 1 || !node.child(0).is(NodeKind::Interpolation)) return;
        Node inner = node.child(0).child(0);
        if (!inner || node.child(0).is_broken()) return;
        Diagnostic& d = report(kInterpolation, node.span(),
                               "The quotes hold nothing but this expression, which can stand alone.");
        const bool is_key =
            parent && parent.is(NodeKind::ObjectItem) && parent.child(0).span() == node.span();
        std::string text(inner.text());
        const bool is_long = text.find('\n') != std::string::npos;
        const bool needs_parens =
            is_key || is_long || (parent && !inner.is(NodeKind::Paren) && !is_tight(inner));
        if (needs_parens) text = "(" + text + ")";
        Lint::add_fix(&d, "Remove the quotes", node.span(), std::move(text));
    }

    void lookup(Node node) {
        if (eval::call_name(node).view() != "lookup" || node.child_count() != 3 || node.has(syntax::kExpand))
            return;
        Node from = node.child(1);
        std::string source(from.text());
        if (!is_tight(from)) source = "(" + source + ")";
        const std::string written = source + "[" + std::string(node.child(2).text()) + "]";
        Diagnostic& d = report(kLookup, node.span(),
                               "\"lookup\" without a default does what an index does: " + written + ".");
        Lint::add_fix(&d, "Write an index", node.span(), written);
    }

    void comparison(Node node) {
        const syntax::BinaryOp op = node.binary_op();
        if (op != syntax::BinaryOp::Equal && op != syntax::BinaryOp::NotEqual) return;
        const bool is_left = is_empty_list(node.child(0));
        if (!is_left && !is_empty_list(node.child(1))) return;
        Diagnostic& d = report(kEmptyListEquality, node.span(),
                               "Only a tuple can equal []: a list, a set or a map never does. Compare its "
                               "length with 0.");
        d.severity = Severity::Warning;
        Lint::add_fix(&d, "Compare the length", node.span(),
                      "length(" + std::string(node.child(is_left ? 1 : 0).text()) + ") " +
                          (op == syntax::BinaryOp::Equal ? "== 0" : "> 0"));
    }

    void keys(Node node) {
        std::unordered_map<std::string, Span> seen;
        for (Node item : node.children()) {
            Node key = item.is(NodeKind::ObjectItem) ? item.child(0) : Node();
            std::string text = key ? bind::literal_text(key) : std::string();
            if (text.empty() || key.is(NodeKind::Paren)) continue;
            auto [first, is_new] = seen.emplace(text, key.span());
            if (is_new) continue;
            Diagnostic& d =
                report(kMapDuplicateKeys, key.span(),
                       "The key \"" + text + "\" is in this object already, and the last value wins.");
            d.severity = Severity::Warning;
            d.related.push_back({{{}, first->second}, "the first one is here"});
        }
    }

    Diagnostics& out_;
};

const Diagnostics& findings_of(const bind::BoundUnit& unit) {
    return unit.memo
        .get<UnitLint>([&] {
            UnitLint kept;
            ExpressionLint expressions(kept.list);
            for (const bind::BoundAttribute& attribute : unit.attributes)
                if (attribute.expr) expressions.walk(attribute.expr, {}, 0);
            return kept;
        })
        .list;
}

// The children or units that contain such findings; cached with the tree.
struct WithFindings {
    std::vector<std::uint32_t> list;
};

const WithFindings& with_findings(const bind::UnitTree& tree, const Cancel& cancel) {
    return tree.memo().get<WithFindings>([&] {
        cancel.poll();
        WithFindings out;
        for (std::uint32_t i = 0; i < tree.children().size(); ++i)
            if (!with_findings(*tree.children()[i], cancel).list.empty()) out.list.push_back(i);
        for (std::uint32_t i = 0; i < tree.cells().size(); ++i)
            if (tree.cells()[i].unit && !findings_of(*tree.cells()[i].unit).empty()) out.list.push_back(i);
        return out;
    });
}

void report_tree(Lint& lint, const bind::UnitTree& tree, std::uint32_t base) {
    std::uint32_t at = 0;
    for (std::uint32_t index : with_findings(tree, lint.input().context.cancel).list) {
        for (; at < index; ++at)
            base += tree.children().empty() ? tree.cells()[at].size : tree.children()[at]->bytes();
        if (!tree.children().empty()) {
            report_tree(lint, *tree.children()[index], base);
            continue;
        }
        const bind::UnitCell& cell = tree.cells()[index];
        const bind::UnitSlot slot{cell.unit.get(), cell.state.get(), base, cell.label,
                                  lint.input().file.input.id};
        for (const Diagnostic& found : findings_of(*cell.unit))
            if (lint.wants(found.rule)) lint.report(slot, found);
    }
}

}  // namespace

void lint_expressions(Lint& lint) {
    constexpr std::array<std::string_view, 5> kRules{kIndex, kInterpolation, kLookup, kEmptyListEquality,
                                                     kMapDuplicateKeys};
    if (!lint.is_native() || lint.input().file.units->count() == 0) return;
    if (std::ranges::any_of(kRules, [&](std::string_view rule) { return lint.wants(rule); }))
        report_tree(lint, *lint.input().file.units, 0);
}

void lint_comments(Lint& lint) {
    constexpr std::string_view kRule = "terraform_comment_syntax";
    if (!lint.is_native() || !lint.wants(kRule)) return;
    const syntax::File& tree = *lint.input().file.input.tree;
    for (std::uint32_t i = 0; i < tree.chunk_count(); ++i) {
        const syntax::ChunkPtr chunk = tree.chunk(i);
        if (chunk->text.find("//") == std::string_view::npos &&
            chunk->text.find("/*") == std::string_view::npos)
            continue;
        for (std::uint32_t t = 0; t < chunk->token_kinds.size(); ++t) {
            if (chunk->token_kinds[t] != TokenKind::Comment) continue;
            const std::string_view text = chunk->token_text(t);
            const bool is_slashes = text.starts_with("//");
            if (!is_slashes && !(text.starts_with("/*") && text.find('\n') != std::string_view::npos))
                continue;
            Span span = chunk->token_span(t).shifted(tree.chunk_start(i));
            while (span.end > span.start + 2 &&
                   (text[span.length() - 1] == '\n' || text[span.length() - 1] == '\r'))
                --span.end;
            Diagnostic* d = lint.report(kRule, span, "Comments begin with # by convention.");
            if (is_slashes) Lint::add_fix(d, "Begin with #", {span.start, span.start + 2}, "#");
        }
    }
}

}  // namespace hcl::terraform
