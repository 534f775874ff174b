#include "engine/terraform/lint.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "engine/check/insertion.h"
#include "engine/terraform/place.h"
#include "engine/terragrunt/generated_names.h"

namespace hcl::terraform {

namespace {

constexpr std::string_view kMarker = "tflint-ignore:";
constexpr std::string_view kFileMarker = "tflint-ignore-file:";
constexpr std::uint32_t kLongestLine = 4096;  // longer lines are looked at only near the place

// Whether a comment names the rule behind its marker, in a list that ends where a reason begins.
bool names_rule(std::string_view comment, std::string_view marker, std::string_view rule) {
    const std::size_t at = comment.find(marker);
    if (at == std::string_view::npos) return false;
    comment.remove_prefix(at + marker.size());
    comment = comment.substr(0, comment.find_first_of("\n*/#"));
    while (!comment.empty()) {
        const std::size_t end = std::min(comment.find(','), comment.size());
        std::string_view name = comment.substr(0, end);
        while (!name.empty() && (name.front() == ' ' || name.front() == '\t')) name.remove_prefix(1);
        while (!name.empty() && (name.back() == ' ' || name.back() == '\t' || name.back() == '\r'))
            name.remove_suffix(1);
        if (name == rule || name == "all") return true;
        comment.remove_prefix(std::min(end + 1, comment.size()));
    }
    return false;
}

// The comment that contains an offset; empty when something else is there.
std::string_view comment_at(const syntax::File& file, std::uint32_t offset) {
    const std::uint32_t index = file.chunk_at(offset);
    const std::uint32_t within = offset - file.chunk_start(index);
    // The file owns its chunks, so they outlive this.
    const syntax::Chunk& chunk = *file.chunk(index);
    const auto after = std::ranges::upper_bound(chunk.token_starts, within);
    if (after == chunk.token_starts.begin()) return {};
    const auto token = static_cast<std::uint32_t>(after - chunk.token_starts.begin()) - 1;
    if (token >= chunk.token_kinds.size() || chunk.token_kinds[token] != syntax::TokenKind::Comment)
        return {};
    return chunk.token_text(token);
}

// Whether a comment that begins in a part of the file names the rule.
bool is_named_in(const syntax::File& file, Span part, std::string_view rule) {
    const std::string text = file.text(part);
    for (std::size_t at = text.find(kMarker); at != std::string::npos; at = text.find(kMarker, at + 1))
        if (names_rule(comment_at(file, part.start + static_cast<std::uint32_t>(at)), kMarker, rule))
            return true;
    return false;
}

// From the start of the line before to the end of the line. Read in growing parts, because most lines are
// short.
Span lines_around(const syntax::File& file, Span span) {
    constexpr std::uint32_t kShortLine = 128;
    Span out{0, file.size()};
    for (std::uint32_t length = 2 * kShortLine;; length *= 4) {
        const std::uint32_t from = span.start - std::min(span.start, length);
        const std::string before = file.text({from, span.start});
        const std::size_t own = before.rfind('\n');
        const std::size_t above =
            own == std::string::npos || own == 0 ? std::string::npos : before.rfind('\n', own - 1);
        out.start = above == std::string::npos ? from : from + static_cast<std::uint32_t>(above) + 1;
        if (above != std::string::npos || from == 0 || length >= 2 * kLongestLine) break;
    }
    for (std::uint32_t length = kShortLine;; length *= 4) {
        const std::uint32_t to = std::min(span.start + length, file.size());
        const std::string rest = file.text({span.start, to});
        const std::size_t end = rest.find('\n');
        out.end = end == std::string::npos ? to : span.start + static_cast<std::uint32_t>(end);
        if (end != std::string::npos || to == file.size() || length >= kLongestLine) break;
    }
    return out;
}

}  // namespace

bool is_ignored(const syntax::File& file, std::string_view rule, Span span) {
    if (file.options().syntax != syntax::Syntax::Native || file.size() == 0) return false;
    if (names_rule(comment_at(file, 0), kFileMarker, rule)) return true;
    return is_named_in(file, lines_around(file, span), rule);
}

void offer_removal(Diagnostic& found, const syntax::File& tree, Span declaration) {
    Fix& fix = found.fixes.emplace_back();
    fix.title = "Remove it";
    fix.edits = {{found.file, {check::removed_place(tree, declaration), ""}}};
    fix.preferred = fix.is_removal = true;
}

namespace {

// The variables and locals that queries and tests of the module read, and files that Terragrunt adds to it.
struct NamesReadElsewhere {
    std::set<std::string> names{};

    explicit NamesReadElsewhere(const check::ExtensionContext& context) {
        if (!context.beside) return;
        using Place = std::pair<std::string_view, std::string_view>;
        for (const auto& [folder, language] :
             {Place{"", "terraform-query"}, Place{"", "terraform-test"}, Place{"tests", "terraform-test"}})
            for (const bind::ModulePtr& other : context.beside(folder, language)) add(*other);
        if (!context.implied || !context.called) return;
        if (const bind::ModulePtr unit = context.implied("terragrunt.hcl", "terragrunt"))
            names.merge(terragrunt::generated_names(context, unit).read);
        terragrunt::any_unit_running(context, [&](const bind::ModulePtr& unit) {
            names.merge(terragrunt::generated_names(context, unit).read);
            return false;
        });
    }
    void add(const bind::Module& other) {
        for (const bind::ModuleFile& file : other.files())
            file.each_unit([&](const bind::UnitSlot& slot) {
                for (const bind::Reference& reference : slot.unit->references)
                    if (!reference.is_text && reference.steps.size() > 1 &&
                        (reference.steps[0].name == "var" || reference.steps[0].name == "local"))
                        names.insert(reference.steps[0].name + "." + reference.steps[1].name);
            });
    }
};

// Whether a query, a test or a generated file reads the variable or local. TFLint does not count that.
bool is_read_elsewhere(const check::ExtensionContext& context, const Diagnostic& found) {
    const bool is_variable = found.arg(0) == "variable";
    if (!is_variable && found.arg(0) != "local") return false;
    const auto& read = context.memo->get<NamesReadElsewhere>([&] { return NamesReadElsewhere(context); });
    return read.names.contains((is_variable ? "var." : "local.") + std::string(found.arg(1)));
}

}  // namespace

bool counts_as_convention(const check::ExtensionContext& context, const bind::ModuleFile& file,
                          Diagnostic& found) {
    if (found.code != DiagCode::UnusedSymbol) return true;
    if (context.switches_off && context.switches_off(kUnusedDeclarations)) return false;
    // Terraform accepts them. They are a mistake where the convention is switched on.
    const bool is_agreed = context.wants && context.wants(kUnusedDeclarations, false);
    if (!is_agreed && is_read_elsewhere(context, found)) return false;
    found.severity = is_agreed ? Severity::Warning : Severity::Info;
    if (is_ignored(*file.input.tree, kUnusedDeclarations, found.span)) return false;
    if (is_agreed && file.input.tree->options().syntax == syntax::Syntax::Native)
        if (const std::optional<Place> place = place_at(file, found.span); place && place->outer()) {
            const bool is_local = place->outer()->type == "locals" && place->attribute;
            const Span declaration = is_local ? place->attribute->span : place->inner()->span;
            offer_removal(found, *file.input.tree, declaration.shifted(place->slot.base));
        }
    return true;
}

Diagnostic* Lint::report(std::string_view rule, Span span, const std::string& message) {
    if (is_ignored(*input_.file.input.tree, rule, span)) return nullptr;
    Diagnostic& d = input_.report(DiagCode::CheckFailed, span, {message});
    d.title = d.rule = rule;
    d.severity = Severity::Hint;
    return &d;
}

void Lint::report(const bind::UnitSlot& slot, const Diagnostic& found) {
    if (is_ignored(*input_.file.input.tree, found.rule, found.span.shifted(slot.base))) return;
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

std::string_view Lint::option(std::string_view path) const {
    if (!input_.context.options) return {};
    const auto found = input_.context.options->find(path);
    return found == input_.context.options->end() ? std::string_view() : found->second;
}

void Lint::add_removal(Diagnostic* finding, Span declaration) const {
    if (finding && is_native()) offer_removal(*finding, *input_.file.input.tree, declaration);
}

void lint_file(const RuleInput& input) {
    Lint lint(input);
    lint_expressions(lint);
    lint_calls(lint);
    lint_comments(lint);
    lint_declarations(lint);
    lint_sources(lint);
    lint_requirements(lint);
}

}  // namespace hcl::terraform
