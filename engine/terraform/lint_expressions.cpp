// Style of expressions and comments.
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/bind/scopes.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/traversal.h"
#include "engine/eval/evaluate.h"
#include "engine/terraform/lint.h"

namespace hcl::terraform {

namespace {

using syntax::Node;
using syntax::NodeKind;
using syntax::TokenKind;

// An object with keys that are names of values.
struct NamedKeys {
    std::uint32_t attribute;
    Node object;
};

// A comparison of a name with a literal.
struct NamedComparison {
    std::uint32_t attribute;
    Node operation;
};

// The findings of a unit, which depend only on its text; and what depends on values, too.
struct UnitLint {
    Diagnostics list;
    std::vector<NamedKeys> objects;
    std::vector<NamedComparison> comparisons;
    std::vector<std::uint32_t> counts;

    bool has_values() const { return !objects.empty() || !comparisons.empty(); }
};

struct KeptLint {
    std::unique_ptr<const UnitLint> lint;
};

// The findings of a unit that depend on values.
struct StateLint {
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
        case NodeKind::Template:
            return true;
        default:
            return false;
    }
}

// A key such as `(local.x)`, where names of loops are unknown.
bool is_name_of_value(Node key) {
    return key.is(NodeKind::Paren) && eval::without_parens(key).is(NodeKind::GetAttr) &&
           !eval::traversal_of(eval::without_parens(key)).empty();
}

void add_duplicate_key(Diagnostics& out, const std::string& text, Span place, Span first) {
    Diagnostic& d =
        add_diagnostic(out, DiagCode::CheckFailed, place,
                       {"The key \"" + text + "\" is in this object already, and the last value wins."});
    d.rule = kMapDuplicateKeys;
    d.severity = Severity::Warning;
    d.related.push_back({{{}, first}, "the first one is here"});
}

class ExpressionLint {
  public:
    explicit ExpressionLint(UnitLint& kept) : out_(kept.list), kept_(kept) {}

    void attribute(std::uint32_t index, Node expr) {
        attribute_ = index;
        walk(expr, {}, 0);
    }

  private:
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
                logic(node);
                break;
            case NodeKind::Conditional:
                branches(node);
                break;
            case NodeKind::TemplateLiteral:
                secret(node, node.text());
                break;
            case NodeKind::Heredoc:
                secret_of_lines(node);
                break;
            case NodeKind::Object:
                keys(node);
                break;
            default:
                break;
        }
        const bool is_loop = node.is(NodeKind::ForTuple) || node.is(NodeKind::ForObject);
        loops_ += is_loop ? 1 : 0;
        for (Node child : node.children()) walk(child, node, depth + 1);
        loops_ -= is_loop ? 1 : 0;
    }

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
                          (op == syntax::BinaryOp::Equal ? "== 0" : "!= 0"));
    }

    void logic(Node node) {
        if (const std::optional<bool> result = constant_result(node)) {
            report(kConstantComparison, node.span(),
                   std::string("This is always ") + (*result ? "true" : "false") + ".", Severity::Info);
        } else if (loops_ == 0 && compares_with_literal(node)) {
            kept_.comparisons.push_back({attribute_, node});
        }
    }

    void branches(Node node) {
        const Node condition = eval::without_parens(node.child(0));
        if (node.is_broken() || node.child_count() != 3 || !condition.is(NodeKind::Bool)) return;
        const Node dead = node.child(condition.has(syntax::kTrue) ? 2 : 1);
        report(kUnreachableBranch, dead.span(), "This is never chosen.", Severity::Info).tag =
            DiagTag::Unnecessary;
    }

    // A key whose lines are parts of their own.
    void secret_of_lines(Node heredoc) {
        for (Node line : heredoc.children()) {
            if (!line.is(NodeKind::TemplateLiteral) || !line.text().contains(kKeyBegins)) continue;
            if (secret_in(line.text()).empty())
                secret(line, heredoc.text().substr(line.span().start - heredoc.span().start));
            return;
        }
    }

    void secret(Node place, std::string_view text) {
        const std::string_view kind = secret_in(text);
        if (!kind.empty())
            report(kLiteralSecret, place.span(),
                   "This looks like " + std::string(kind) +
                       ": whoever reads the file has it. Pass it in a sensitive variable.",
                   Severity::Warning);
    }

    void keys(Node node) {
        const bool has_names = loops_ == 0 && std::ranges::any_of(node.children(), [](Node item) {
                                   return item.is(NodeKind::ObjectItem) && is_name_of_value(item.child(0));
                               });
        if (has_names) {
            kept_.objects.push_back({attribute_, node});
            return;
        }
        std::unordered_map<std::string, Span> seen;
        for (Node item : node.children()) {
            Node key = item.is(NodeKind::ObjectItem) ? item.child(0) : Node();
            std::string text = key ? bind::literal_text(key) : std::string();
            if (text.empty() || key.is(NodeKind::Paren)) continue;
            auto [first, is_new] = seen.emplace(text, key.span());
            if (!is_new) add_duplicate_key(out_, text, key.span(), first->second);
        }
    }

    Diagnostics& out_;
    UnitLint& kept_;
    std::uint32_t attribute_ = 0;
    int loops_ = 0;
};

// Null when there is nothing, as in most units.
const UnitLint* lint_of(const bind::BoundUnit& unit) {
    const auto find = [&] {
        UnitLint found;
        ExpressionLint expressions(found);
        for (std::uint32_t i = 0; i < unit.attributes.size(); ++i)
            if (unit.attributes[i].expr) expressions.attribute(i, unit.attributes[i].expr);
        found.counts = instance_arguments(unit);
        KeptLint kept;
        if (!found.list.empty() || found.has_values() || !found.counts.empty())
            kept.lint = std::make_unique<const UnitLint>(std::move(found));
        return kept;
    };
    return unit.memo.get<KeptLint>(find).lint.get();
}

// The text of a key; empty when it is unknown.
std::string text_of_key(Node key, const eval::Scope* scope) {
    if (!key.is(NodeKind::Paren)) return bind::literal_text(key);
    if (!is_name_of_value(key)) return {};
    const Value value = eval::evaluate(eval::without_parens(key), scope).value.unmarked_deep();
    return value.is_known_string() ? std::string(value.as_string()) : std::string();
}

// Keys that are written, and those that are the values of names.
void find_duplicates(const NamedKeys& keys, const eval::Scope* scope, Diagnostics& out) {
    std::unordered_map<std::string, Span> seen;
    for (Node item : keys.object.children()) {
        if (!item.is(NodeKind::ObjectItem)) continue;
        const std::string text = text_of_key(item.child(0), scope);
        if (text.empty()) continue;
        auto [first, is_new] = seen.emplace(text, item.child(0).span());
        if (!is_new) add_duplicate_key(out, text, item.child(0).span(), first->second);
    }
}

void add_value_finding(Diagnostics& out, std::string_view rule, Span span, const std::string& message) {
    Diagnostic& d = add_diagnostic(out, DiagCode::CheckFailed, span, {message});
    d.rule = rule;
    d.severity = Severity::Warning;
}

// Kept with the values, because most edits change few of them.
const Diagnostics& value_findings(const bind::Module& module, const bind::UnitSlot& slot,
                                  const UnitLint& kept) {
    const auto find = [&] {
        StateLint out;
        const auto around = bind::module_scope_of(module, slot);
        auto scope_at = [&](std::uint32_t attribute) {
            return bind::scope_of(module, slot, slot.unit->attributes[attribute].body, around);
        };
        for (const NamedKeys& keys : kept.objects)
            find_duplicates(keys, scope_at(keys.attribute).get(), out.list);
        for (const NamedComparison& one : kept.comparisons) {
            const std::string reason = unequal_types(one.operation, scope_at(one.attribute).get());
            const bool is_equality = one.operation.binary_op() == syntax::BinaryOp::Equal;
            if (!reason.empty())
                add_value_finding(out.list, kConstantComparison, one.operation.span(),
                                  reason + " This is always " + (is_equality ? "false." : "true."));
        }
        return out;
    };
    return slot.state->memo.get<StateLint>(find).list;
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
            if (tree.cells()[i].unit && lint_of(*tree.cells()[i].unit)) out.list.push_back(i);
        return out;
    });
}

void report_tree(Lint& lint, LintedCounts& counts, const bind::UnitTree& tree, std::uint32_t base) {
    std::uint32_t at = 0;
    for (std::uint32_t index : with_findings(tree, lint.input().context.cancel).list) {
        for (; at < index; ++at)
            base += tree.children().empty() ? tree.cells()[at].size : tree.children()[at]->bytes();
        if (!tree.children().empty()) {
            report_tree(lint, counts, *tree.children()[index], base);
            continue;
        }
        const bind::UnitCell& cell = tree.cells()[index];
        const bind::UnitSlot slot{cell.unit.get(), cell.state.get(), base, cell.label,
                                  lint.input().file.input.id};
        const UnitLint& kept = *lint_of(*cell.unit);
        for (const Diagnostic& found : kept.list)
            if (lint.wants(found.rule)) lint.report(slot, found);
        if (!slot.state) continue;
        counts.report(lint, slot, kept.counts);
        if (!kept.has_values()) continue;
        for (const Diagnostic& found : value_findings(lint.module(), slot, kept))
            if (lint.wants(found.rule)) lint.report(slot, found);
    }
}

}  // namespace

void lint_expressions(Lint& lint) {
    constexpr std::array<std::string_view, 9> kRules{kIndex,
                                                     kInterpolation,
                                                     kLookup,
                                                     kEmptyListEquality,
                                                     kMapDuplicateKeys,
                                                     kConstantComparison,
                                                     kLiteralSecret,
                                                     kUnknownCount,
                                                     kUnreachableBranch};
    if (!lint.is_native() || lint.input().file.units->count() == 0) return;
    if (std::ranges::none_of(kRules, [&](std::string_view rule) { return lint.wants(rule); })) return;
    LintedCounts counts(lint);
    report_tree(lint, counts, *lint.input().file.units, 0);
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
