#include "tests/harness/all_answers.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "engine/ide/annotation/code_lens.h"
#include "engine/ide/annotation/colors.h"
#include "engine/ide/annotation/diagnostics.h"
#include "engine/ide/annotation/evaluation.h"
#include "engine/ide/annotation/hover.h"
#include "engine/ide/annotation/inlay_hints.h"
#include "engine/ide/annotation/semantic_tokens.h"
#include "engine/ide/completion/completion.h"
#include "engine/ide/completion/signature_help.h"
#include "engine/ide/graph/graph_text.h"
#include "engine/ide/graph/reference_graph.h"
#include "engine/ide/navigation/call_hierarchy.h"
#include "engine/ide/navigation/document_links.h"
#include "engine/ide/navigation/module_calls.h"
#include "engine/ide/navigation/navigation.h"
#include "engine/ide/outline/document_symbols.h"
#include "engine/ide/outline/folding.h"
#include "engine/ide/outline/linked_editing.h"
#include "engine/ide/outline/selection.h"
#include "engine/ide/outline/workspace_symbols.h"
#include "engine/ide/refactor/code_actions.h"
#include "engine/ide/refactor/move_files.h"
#include "engine/ide/refactor/refactor.h"
#include "engine/ide/refactor/rename.h"

namespace hcl::test {

namespace {

class Answers {
  public:
    Answers(const world::Snapshot& snapshot, FileId file, std::string& wrong)
        : snapshot_(snapshot), file_(file), wrong_(wrong) {}

    void at(Span selection);
    void whole();
    std::string text;

  private:
    void add(std::string_view what, std::string_view answer) {
        text.append(what).append(": ").append(answer).append("\n");
    }
    void complain(std::string_view what, std::string_view about) {
        wrong_.append(what).append(" in an answer to ").append(about).append("\n");
    }
    // The place as text; notes one that is outside of its file.
    std::string shown(std::string_view asked, FileId file, Span span) {
        if (!file.is_valid()) file = file_;
        const world::FileState* state = snapshot_.file(file);
        if (!state)
            complain("an unknown file", asked);
        else if (span.start > span.end || span.end > state->size())
            complain("a range outside of its file, " + std::to_string(span.start) + "-" +
                         std::to_string(span.end) + " of " + std::to_string(state->size()) + ",",
                     asked);
        return std::to_string(file.value) + ":" + std::to_string(span.start) + "-" + std::to_string(span.end);
    }
    std::string shown(std::string_view asked, Span span) { return shown(asked, file_, span); }
    void add_edits(std::string_view asked, std::string_view title, const std::vector<FileEdit>& edits);
    void add_calls(std::string_view asked, const std::vector<ide::CallLink>& links);
    void add_symbols(const std::vector<ide::DocumentSymbol>& symbols, Span within);
    void names_at(std::uint32_t offset);
    void changes_at(Span selection);

    const world::Snapshot& snapshot_;
    FileId file_;
    std::string& wrong_;
};

void Answers::add_edits(std::string_view asked, std::string_view title, const std::vector<FileEdit>& edits) {
    std::map<FileId, std::vector<Span>> changed;
    std::string answer(title);
    for (const FileEdit& e : edits) {
        answer += " " + shown(asked, e.file, e.edit.range) + "=" + e.edit.replacement;
        changed[e.file.is_valid() ? e.file : file_].push_back(e.edit.range);
    }
    for (auto& [file, spans] : changed) {
        std::ranges::sort(spans, {}, [](Span s) { return std::pair(s.start, s.end); });
        for (std::size_t i = 1; i < spans.size(); ++i)
            if (spans[i].start < spans[i - 1].end) complain("edits that overlap", answer);
    }
    add(asked, answer);
}

void Answers::add_calls(std::string_view asked, const std::vector<ide::CallLink>& links) {
    for (const ide::CallLink& link : links) {
        std::string answer = link.item.name + " " + shown(asked, link.item.file, link.item.span) + " " +
                             shown(asked, link.item.file, link.item.word);
        for (Span place : link.places)
            answer += " " + std::to_string(place.start) + "-" + std::to_string(place.end);
        add(asked, answer);
    }
}

void Answers::names_at(std::uint32_t offset) {
    if (auto hover = ide::hover(snapshot_, file_, offset, {}))
        add("hover", shown("hover", hover->span) + " " + hover->markdown);
    if (auto found = ide::definition_at(snapshot_, file_, offset, {}))
        for (const ide::DefinitionPlace& place : found->places)
            add("definition", shown("definition", found->origin) + " " +
                                  shown("definition", place.file, place.name) + " " +
                                  shown("definition", place.file, place.span));
    if (auto found = ide::type_definition_at(snapshot_, file_, offset, {}))
        for (const ide::DefinitionPlace& place : found->places)
            add("type definition", shown("type definition", place.file, place.name));
    for (ide::UseScope scope : {ide::UseScope::File, ide::UseScope::Workspace})
        for (const ide::NameUse& use : ide::uses_at(snapshot_, file_, offset, scope, {}))
            add("use",
                shown("references", use.where.file, use.where.span) + (use.is_definition ? " def" : ""));
    for (Span span : ide::bracket_pair_at(snapshot_, file_, offset, {}))
        add("bracket", shown("brackets", span));
    for (Span span : ide::linked_spans(snapshot_, file_, offset, {})) add("linked", shown("linked", span));
    Span inner{offset, offset};
    for (Span span : ide::selection_spans(snapshot_, file_, offset, {})) {
        if (span.start > inner.start || span.end < inner.end)
            complain("a selection that does not contain the one before", "selection ranges");
        add("selection", shown("selection ranges", span));
        inner = span;
    }
    if (auto item = ide::call_item_at(snapshot_, file_, offset, {})) {
        add("call", item->name + " " + shown("calls", item->file, item->span));
        add_calls("incoming calls", ide::incoming_calls(snapshot_, file_, offset, {}));
        add_calls("outgoing calls", ide::outgoing_calls(snapshot_, file_, offset, {}));
    }
    if (auto item = ide::module_item_at(snapshot_, file_, offset, {}))
        add("module", item->name + " " + shown("calls", item->file, item->span));
    if (auto help = ide::signature_help(snapshot_, file_, offset, {})) {
        add("signature", help->label + " " + std::to_string(help->active.value_or(99)));
        for (const ide::SignatureParameter& parameter : help->parameters)
            if (parameter.label.end > help->label.size()) complain("a parameter outside", "signature help");
    }
}

void Answers::changes_at(Span selection) {
    ide::CompletionOptions options;
    options.snippets = true;
    ide::Completions offered = ide::complete(snapshot_, file_, selection.start, options, {});
    add("completion", shown("completion", offered.replaced));
    for (const ide::CompletionItem& item : offered.items)
        add("item", item.label + " " + item.inserted + " " + shown("completion", item.removed) + " " +
                        item.detail + " " + item.documentation);
    if (auto target = ide::prepare_rename(snapshot_, file_, selection.start, {})) {
        add("rename of", target->name + " " + shown("rename", target->span));
        auto edits = ide::rename(snapshot_, file_, selection.start, "renamed", {});
        if (edits)
            add_edits("rename", "", *edits);
        else
            add("rename", edits.error());
    } else {
        add("no rename", target.error());
    }
    for (const ide::QuickFix& fix : ide::quick_fixes(snapshot_, file_, selection, {}))
        add_edits("quick fix", fix.fix.title, fix.fix.edits);
    for (const ide::Refactoring& r :
         ide::refactorings(snapshot_, file_, selection, [](std::string_view) { return true; }, {}))
        add_edits("refactoring", r.id + " " + r.title, r.edits);
    if (auto value = ide::evaluate(snapshot_, file_, selection, {}))
        add("evaluation", shown("evaluation", value->span) + " " + value->type + " " + value->value);
}

void Answers::at(Span selection) {
    names_at(selection.start);
    changes_at(selection);
}

void Answers::add_symbols(const std::vector<ide::DocumentSymbol>& symbols, Span within) {
    for (const ide::DocumentSymbol& symbol : symbols) {
        add("symbol", symbol.name + " " + symbol.detail + " " + shown("symbols", symbol.span) + " " +
                          shown("symbols", symbol.selection));
        if (symbol.selection.start < symbol.span.start || symbol.selection.end > symbol.span.end)
            complain("a name outside of its symbol", "symbols");
        if (symbol.span.start < within.start || symbol.span.end > within.end)
            complain("a symbol outside of the one around it", "symbols");
        add_symbols(symbol.children, symbol.span);
    }
}

void Answers::whole() {
    const world::FileState* state = snapshot_.file(file_);
    if (!state) return;
    Span all{0, state->size()};
    for (const Diagnostic& d : ide::diagnostics_for(snapshot_, file_, {})) {
        add("finding",
            std::string(diag_id(d.code)) + " " + shown("diagnostics", d.file, d.span) + " " + d.message);
        if (d.message.empty()) complain("an empty message", diag_id(d.code));
        for (const RelatedPlace& r : d.related)
            add("related", shown("diagnostics", r.where.file, r.where.span) + " " + r.message);
        for (const Fix& fix : d.fixes) add_edits("fix", fix.title, fix.edits);
    }
    add_edits("fix all", "", ide::fix_all(snapshot_, file_, {}).edits);
    add_symbols(ide::document_symbols(snapshot_, file_, {}), all);
    for (const ide::Fold& fold : ide::folds(snapshot_, file_, {})) add("fold", shown("folds", fold.span));
    for (const ide::DocumentLink& link : ide::document_links(snapshot_, file_, {}))
        add("link", shown("links", link.span) + " " + link.target);
    for (const ide::ColorPlace& color : ide::colors(snapshot_, file_, {}))
        add("color", shown("colors", color.span));
    for (const ide::InlayHint& hint : ide::inlay_hints(snapshot_, file_, all, {}))
        add("hint", shown("hints", {hint.offset, hint.offset}) + " " + hint.label + " " + hint.whole);
    for (const ide::CodeLens& lens : ide::code_lenses(snapshot_, file_, {})) {
        add("lens", shown("lenses", lens.span) + " " + lens.title);
        if (lens.of.empty()) continue;
        if (auto uses = ide::lens_uses(snapshot_, file_, lens.of, lens.span.start, {}))
            for (const Location& use : uses->uses) add("lens use", shown("lenses", use.file, use.span));
    }
    std::pair<std::uint32_t, std::uint32_t> end{0, 0};
    for (const ide::SemanticToken& token :
         ide::semantic_tokens(snapshot_, file_, all, ColumnUnit::Utf16, {})) {
        if (std::pair(token.line, token.column) < end) complain("tokens out of order", "semantic tokens");
        end = {token.line, token.column + token.length};
        add("token", std::to_string(token.line) + ":" + std::to_string(token.column) + "+" +
                         std::to_string(token.length) + " " + std::to_string(static_cast<int>(token.kind)));
    }
    add_calls("calls of the module", ide::calls_of_module(snapshot_, file_, {}));
    add_calls("calls in the module", ide::calls_in_module(snapshot_, file_, {}));
    for (const ide::WorkspaceSymbol& symbol : ide::workspace_symbols(snapshot_, "a", 50, {}))
        add("workspace symbol", symbol.name + " " + symbol.container + " " +
                                    shown("workspace symbols", symbol.where.file, symbol.where.span));
    add_edits("move", "", ide::edits_for_moves(snapshot_, {{"/w/m", "/w/n"}}, {}));
    auto shown_path = [](const std::string& path) { return path; };
    for (ide::GraphLevel level : {ide::GraphLevel::Symbols, ide::GraphLevel::Files, ide::GraphLevel::Modules})
        add("graph",
            ide::graph_as_dot(ide::reference_graph(snapshot_, std::span(&file_, 1), level, shown_path, {})));
}

}  // namespace

std::string answers_at(const world::Snapshot& snapshot, FileId file, Span selection, std::string& wrong) {
    Answers answers(snapshot, file, wrong);
    answers.at(selection);
    return std::move(answers.text);
}

std::string answers_for(const world::Snapshot& snapshot, FileId file, std::string& wrong) {
    Answers answers(snapshot, file, wrong);
    answers.whole();
    return std::move(answers.text);
}

}  // namespace hcl::test
