#include "engine/terraform/lint.h"

#include <algorithm>

namespace hcl::terraform {

namespace {

constexpr std::string_view kMarker = "tflint-ignore:";
constexpr std::string_view kFileMarker = "tflint-ignore-file:";

// The rule names in a suppression comment, without the reason after another #.
std::set<std::string, std::less<>> names_in(std::string_view comment, std::string_view marker) {
    std::set<std::string, std::less<>> out;
    std::size_t at = comment.find(marker);
    if (at == std::string_view::npos) return out;
    comment.remove_prefix(at + marker.size());
    comment = comment.substr(0, comment.find('#'));
    std::string name;
    for (char c : comment) {
        const bool is_part = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
        if (is_part) {
            name += c;
        } else if (!name.empty()) {
            out.insert(std::move(name));
            name.clear();
        }
    }
    if (!name.empty()) out.insert(std::move(name));
    return out;
}

}  // namespace

bool Lint::is_ignored(std::string_view rule, Span span) {
    const syntax::File& tree = *input_.file.input.tree;
    if (!knows_ignored_) {
        knows_ignored_ = true;
        for (std::uint32_t i = 0; is_native() && i < tree.chunk_count(); ++i) {
            const syntax::ChunkPtr chunk = tree.chunk(i);
            if (chunk->text.find("tflint-ignore") == std::string_view::npos) continue;
            for (std::uint32_t t = 0; t < chunk->token_kinds.size(); ++t) {
                if (chunk->token_kinds[t] != syntax::TokenKind::Comment) continue;
                auto names = names_in(chunk->token_text(t), kMarker);
                if (i == 0) ignored_in_file_.merge(names_in(chunk->token_text(t), kFileMarker));
                if (names.empty()) continue;
                const std::uint32_t at = tree.chunk_start(i) + chunk->token_starts[t];
                const std::uint32_t line = tree.position(at, ColumnUnit::Utf8).line;
                ignored_[line].insert(names.begin(), names.end());
                ignored_[line + 1].insert(names.begin(), names.end());
            }
        }
    }
    if (ignored_in_file_.contains(rule) || ignored_in_file_.contains("all")) return true;
    if (ignored_.empty()) return false;
    auto found = ignored_.find(tree.position(span.start, ColumnUnit::Utf8).line);
    return found != ignored_.end() && (found->second.contains(rule) || found->second.contains("all"));
}

Diagnostic* Lint::report(std::string_view rule, Span span, const std::string& message) {
    if (is_ignored(rule, span)) return nullptr;
    Diagnostic& d = input_.report(rule, span, message);
    d.title = rule;
    d.severity = Severity::Hint;
    return &d;
}

void Lint::report(const bind::UnitSlot& slot, const Diagnostic& found) {
    if (is_ignored(found.rule, found.span.shifted(slot.base))) return;
    Diagnostic& d = input_.out.emplace_back(found);
    d.title = d.rule;
    d.file = slot.file;
    d.span = found.span.shifted(slot.base);
    for (RelatedPlace& place : d.related) place.where = {slot.file, place.where.span.shifted(slot.base)};
    for (Fix& fix : d.fixes)
        for (FileEdit& edit : fix.edits) {
            edit.file = slot.file;
            edit.edit.range = edit.edit.range.shifted(slot.base);
        }
}

void Lint::add_fix(Diagnostic* finding, std::string title, Span span, std::string text) {
    if (!finding) return;
    finding->fixes.push_back(
        {.title = std::move(title), .edits = {{finding->file, {span, std::move(text)}}}, .preferred = true});
}

void lint_file(const RuleInput& input) {
    Lint lint(input);
    lint_expressions(lint);
    lint_comments(lint);
    lint_declarations(lint);
    lint_sources(lint);
    lint_requirements(lint);
}

}  // namespace hcl::terraform
