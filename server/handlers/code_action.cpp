// Code actions: quick fixes, refactorings, and "fix all".
#include <algorithm>
#include <map>

#include "engine/ide/refactor/code_actions.h"
#include "engine/ide/refactor/refactor.h"
#include "protocol/model/generated/edits.h"
#include "server/handlers/encode.h"
#include "server/handlers/handlers.h"

namespace hcl::server {

namespace {

constexpr std::string_view kQuickFix = "quickfix";
constexpr std::string_view kFixAll = "source.fixAll.hcl";

// Whether a client that requests `asked` wants actions of `kind`: kinds form a tree with the empty kind as
// its root.
bool covers(std::string_view asked, std::string_view kind) {
    if (asked.empty() || asked == kind) return true;
    return kind.size() > asked.size() && kind.starts_with(asked) && kind[asked.size()] == '.';
}

// Whether a finding is one of those that the client asks about.
bool is_asked_about(const std::vector<lsp::Diagnostic>& asked, const std::vector<lsp::Diagnostic>& shown) {
    return std::ranges::any_of(shown, [&](const lsp::Diagnostic& one) {
        return std::ranges::any_of(asked, [&](const lsp::Diagnostic& other) {
            return one.range == other.range && one.message == other.message;
        });
    });
}

// An action that fixes all findings of the same code, when there are several.
void add_fixes_of_kind(const Context& context, const world::FileState& state,
                       const std::map<DiagCode, std::string>& codes, std::vector<lsp::CodeAction>& actions) {
    for (const auto& [code, title] : codes) {
        ide::FixAll all = ide::fix_all_of(*context.snapshot, state.id(), code, context.cancel);
        if (all.mended < 2) continue;
        lsp::CodeAction& action = actions.emplace_back();
        action.title = "Fix all " + std::to_string(all.mended) + " of this kind in this file: " + title;
        action.kind = kQuickFix;
        action.edit = to_workspace_edit(context, all.edits);
    }
}

}  // namespace

Reply code_action(const Context& context, const lsp::CodeActionParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state || !context.client->code_action_literals) return "null";
    const auto& only = params.context.only;
    auto is_wanted = [&](std::string_view kind) {
        return !only ||
               std::ranges::any_of(*only, [&](const std::string& asked) { return covers(asked, kind); });
    };
    Span span = to_span(*state->tree(), params.range, context.unit());
    std::vector<lsp::CodeAction> actions;
    if (is_wanted(kQuickFix)) {
        EncodeContext encode{*context.snapshot, state->id(), *context.files, *context.client};
        std::map<DiagCode, std::string> codes;
        std::vector<ide::QuickFix> fixes =
            ide::quick_fixes(*context.snapshot, state->id(), span, context.cancel);
        std::vector<std::vector<lsp::Diagnostic>> shown;
        shown.reserve(fixes.size());
        for (const ide::QuickFix& found : fixes) shown.push_back(to_diagnostics({found.diagnostic}, encode));
        // The findings of a client may be older than those of this text.
        const bool is_about_some = std::ranges::any_of(
            shown, [&](const auto& one) { return is_asked_about(params.context.diagnostics, one); });
        for (std::size_t i = 0; i < fixes.size(); ++i) {
            ide::QuickFix& found = fixes[i];
            if (is_about_some && !is_asked_about(params.context.diagnostics, shown[i])) continue;
            lsp::CodeAction& action = actions.emplace_back();
            if (found.fix.preferred) codes.emplace(found.diagnostic.code, found.diagnostic.title);
            action.title = std::move(found.fix.title);
            action.kind = kQuickFix;
            action.diagnostics = std::move(shown[i]);
            if (found.fix.preferred) action.is_preferred = true;
            action.edit = to_workspace_edit(context, found.fix.edits);
        }
        add_fixes_of_kind(context, *state, codes, actions);
    }
    for (ide::Refactoring& found :
         ide::refactorings(*context.snapshot, state->id(), span, is_wanted, context.cancel)) {
        if (!found.new_files.empty() && !context.client->creates_files) continue;
        lsp::CodeAction& action = actions.emplace_back();
        action.title = std::move(found.title);
        action.kind = std::move(found.kind);
        if (context.client->resolves_action_edits)
            action.data = place_data(params.text_document.uri, span.start, span.end, found.id);
        else
            action.edit = to_workspace_edit(context, found.edits, found.new_files);
    }
    // "Fix all" only on explicit request: not while the cursor moves.
    bool is_explicit = only || params.context.trigger_kind != lsp::CodeActionTriggerKind::Automatic;
    if (is_explicit && is_wanted(kFixAll)) {
        ide::FixAll all = ide::fix_all(*context.snapshot, state->id(), context.cancel);
        if (!all.edits.empty()) {
            lsp::CodeAction& action = actions.emplace_back();
            action.title = all.mended == 1 ? "Fix the problem in this file that has a sure fix"
                                           : "Fix all " + std::to_string(all.mended) +
                                                 " problems in this file that have a sure fix";
            action.kind = kFixAll;
            action.edit = to_workspace_edit(context, all.edits);
        }
    }
    return reply(actions);
}

Reply code_action_resolve(const Context& context, const lsp::CodeAction& params) {
    lsp::CodeAction action = params;
    PlaceData place = read_place(params.data);
    const world::FileState* state = context.find(place.uri);
    if (!state || action.edit || !action.kind) return reply(action);
    auto is_wanted = [&](std::string_view kind) { return kind == *action.kind; };
    for (const ide::Refactoring& found :
         ide::refactorings(*context.snapshot, state->id(), place.span, is_wanted, context.cancel))
        if (found.id == place.what) {
            action.edit = to_workspace_edit(context, found.edits, found.new_files);
            return reply(action);
        }
    return refuse(lsp::ErrorCode::ContentModified, "The text has changed since this was offered.");
}

}  // namespace hcl::server
