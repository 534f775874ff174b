// Code actions: quick fixes of findings, and all preferred ones at once.
#include <algorithm>
#include <map>

#include "engine/ide/code_actions.h"
#include "protocol/model/generated/edits.h"
#include "server/handlers/encode.h"
#include "server/handlers/handlers.h"

namespace hcl::server {

namespace {

constexpr std::string_view kQuickFix = "quickfix";
constexpr std::string_view kFixAll = "source.fixAll.hcl";

// Whether a client that asks for `asked` wants actions of `kind`: kinds are trees, and the empty one is their
// root.
bool covers(std::string_view asked, std::string_view kind) {
    if (asked.empty() || asked == kind) return true;
    return kind.size() > asked.size() && kind.starts_with(asked) && kind[asked.size()] == '.';
}

lsp::WorkspaceEdit to_workspace_edit(const Context& context, const std::vector<FileEdit>& edits) {
    std::map<FileId, std::vector<Edit>> by_file;
    for (const FileEdit& edit : edits) by_file[edit.file].push_back(edit.edit);
    lsp::WorkspaceEdit answer;
    if (context.client->versioned_edits)
        answer.document_changes.emplace();
    else
        answer.changes.emplace();
    for (const auto& [file, changes] : by_file) {
        const world::FileState* state = context.snapshot->file(file);
        if (!state) continue;
        std::vector<lsp::TextEdit> texts = to_edits(*state->tree(), changes, context.unit());
        if (!context.client->versioned_edits) {
            (*answer.changes)[context.files->uri(file)] = std::move(texts);
            continue;
        }
        lsp::TextDocumentEdit document;
        document.text_document.uri = context.files->uri(file);
        if (state->info().is_open)
            document.text_document.version = static_cast<std::int32_t>(state->info().version);
        for (lsp::TextEdit& text : texts) document.edits.emplace_back(std::move(text));
        answer.document_changes->emplace_back(std::move(document));
    }
    return answer;
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
    std::vector<lsp::CodeAction> actions;
    if (is_wanted(kQuickFix)) {
        Span span = to_span(*state->tree(), params.range, context.unit());
        EncodeContext encode{*context.snapshot, state->id(), *context.files, *context.client};
        for (ide::QuickFix& found : ide::quick_fixes(*context.snapshot, state->id(), span, context.cancel)) {
            lsp::CodeAction& action = actions.emplace_back();
            action.title = std::move(found.fix.title);
            action.kind = kQuickFix;
            action.diagnostics = to_diagnostics({found.diagnostic}, encode);
            if (found.fix.preferred) action.is_preferred = true;
            action.edit = to_workspace_edit(context, found.fix.edits);
        }
    }
    // Without a wish nobody means the whole file while only the cursor moves.
    bool is_asked = only || params.context.trigger_kind != lsp::CodeActionTriggerKind::Automatic;
    if (is_asked && is_wanted(kFixAll)) {
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

}  // namespace hcl::server
