// initialize to exit: negotiation of capabilities.
#include "protocol/model/generated/lifecycle.h"

#include "protocol/model/generated/server.h"
#include "protocol/model/generated/window.h"
#include "protocol/uri.h"
#include "server/app/session.h"
#include "server/app/version.h"
#include "server/handlers/encode.h"
#include "server/handlers/handlers.h"
#include "server/handlers/token_legend.h"

namespace hcl::server {

namespace {

using lsp::JsonView;

Root root_of(std::string_view uri, std::string_view name) {
    return {std::string(uri), std::string(name), lsp::uri_to_path(uri).value_or("")};
}

std::vector<Root> roots_of(JsonView params) {
    std::vector<Root> roots;
    JsonView folders = params["workspaceFolders"];
    for (JsonView folder : folders)
        if (folder["uri"].is_string())
            roots.push_back(root_of(folder["uri"].as_string(), folder["name"].as_string()));
    if (folders.is_array()) return roots;
    // For older clients.
    if (params["rootUri"].is_string())
        roots.push_back(root_of(params["rootUri"].as_string(), ""));
    else if (params["rootPath"].is_string())
        roots.push_back(root_of(lsp::path_to_uri(params["rootPath"].as_string()), ""));
    return roots;
}

lsp::WorkspaceOptions workspace_options() {
    lsp::WorkspaceOptions workspace;
    lsp::WorkspaceFoldersServerCapabilities folders;
    folders.supported = true;
    folders.change_notifications = true;
    workspace.workspace_folders = folders;
    lsp::FileOperationRegistrationOptions moves;
    moves.filters.push_back({{"**", {}, {}}, "file"});
    lsp::FileOperationOptions operations;
    operations.will_rename = moves;
    operations.did_rename = moves;
    workspace.file_operations = operations;
    return workspace;
}

// Our capabilities for this client.
lsp::ServerCapabilities capabilities(const ClientInfo& client) {
    lsp::ServerCapabilities result;
    result.position_encoding = encoding_name(client.encoding);
    lsp::TextDocumentSyncOptions sync;
    sync.open_close = true;
    sync.change = lsp::TextDocumentSyncKind::Incremental;
    sync.save = true;
    result.text_document_sync = sync;
    lsp::DocumentSymbolOptions symbols;
    symbols.label = "HCL";
    result.document_symbol_provider = symbols;
    result.hover_provider = true;
    lsp::CompletionOptions completion;
    completion.trigger_characters = std::vector<std::string>{".", "\"", "=", "{", "[", "/", "(", ":"};
    completion.resolve_provider = true;
    completion.completion_item = lsp::ServerCompletionItemOptions{true};
    result.completion_provider = completion;
    lsp::SignatureHelpOptions signature;
    signature.trigger_characters = std::vector<std::string>{"(", ","};
    signature.retrigger_characters = std::vector<std::string>{")"};
    result.signature_help_provider = signature;
    lsp::InlayHintOptions hints;
    hints.resolve_provider = true;
    result.inlay_hint_provider = hints;
    if (client.prepares_rename)
        result.rename_provider = lsp::RenameOptions{true, {}};
    else
        result.rename_provider = true;
    result.declaration_provider = true;
    lsp::CodeLensOptions lenses;
    lenses.resolve_provider = true;
    result.code_lens_provider = lenses;
    result.document_link_provider = lsp::DocumentLinkOptions{};
    result.color_provider = true;
    result.call_hierarchy_provider = true;
    result.type_definition_provider = true;
    if (client.pulls_diagnostics) {
        lsp::DiagnosticOptions diagnostics;
        diagnostics.identifier = "hcl";
        diagnostics.inter_file_dependencies = true;
        diagnostics.workspace_diagnostics = true;
        result.diagnostic_provider = diagnostics;
    }
    result.folding_range_provider = true;
    result.selection_range_provider = true;
    lsp::SemanticTokensOptions tokens;
    tokens.legend = token_legend(client);
    tokens.range = true;
    tokens.full = lsp::SemanticTokensFullDelta{true};
    result.semantic_tokens_provider = tokens;
    result.document_formatting_provider = true;
    lsp::DocumentRangeFormattingOptions ranges;
    ranges.ranges_support = true;
    result.document_range_formatting_provider = ranges;
    lsp::DocumentOnTypeFormattingOptions typing;
    typing.first_trigger_character = "\n";
    typing.more_trigger_character = std::vector<std::string>{"}", "="};
    result.document_on_type_formatting_provider = typing;
    result.linked_editing_range_provider = true;
    if (client.code_action_literals) {
        lsp::CodeActionOptions actions;
        actions.code_action_kinds = std::vector<std::string>{
            "quickfix", "refactor.extract", "refactor.inline", "refactor.rewrite", "source.fixAll.hcl"};
        actions.resolve_provider = client.resolves_action_edits;
        result.code_action_provider = actions;
    }
    result.document_highlight_provider = true;
    result.definition_provider = true;
    result.references_provider = true;
    result.workspace_symbol_provider = true;
    lsp::ExecuteCommandOptions commands;
    commands.commands = {std::string(kUpdateSchemas)};
    result.execute_command_provider = commands;
    result.workspace = workspace_options();
    return result;
}

Outgoing::Trace to_trace(std::string_view word) {
    if (word == "verbose") return Outgoing::Trace::Verbose;
    return word == "messages" ? Outgoing::Trace::Messages : Outgoing::Trace::Off;
}

}  // namespace

// Decoded leniently: a malformed capability must not prevent the client from starting.
Reply initialize(Session& session, lsp::JsonView params) {
    if (!params.is_object()) return refuse(lsp::ErrorCode::InvalidParams, "params: expected an object");
    auto client = std::make_shared<const ClientInfo>(digest(params));
    session.core.client = client;
    session.workspace.set_roots(roots_of(params));
    session.outgoing.trace_level = to_trace(params["trace"].as_string());
    session.apply_first_settings(params["initializationOptions"]);
    if (client->process_id > 0 && session.core.host.watch_process)
        session.core.host.watch_process(client->process_id);
    session.core.log.line("client " + client->name + " " + client->version + ", " +
                          std::string(encoding_name(client->encoding)));
    session.state = Session::State::Running;
    lsp::InitializeResult result;
    result.capabilities = capabilities(*client);
    result.server_info = lsp::ServerInfo{"hcl-ls", std::string(version())};
    return reply(result);
}

void initialized(Session& session, lsp::InitializedParams&&) {
    session.start();
}

Reply shutdown(Session& session, lsp::JsonView) {
    session.state = Session::State::ShutDown;
    return "null";
}

void set_trace(Session& session, lsp::SetTraceParams&& params) {
    session.outgoing.trace_level = to_trace(lsp::to_string(params.value));
}

void cancel_progress(Session& session, lsp::WorkDoneProgressCancelParams&& params) {
    session.progress.cancel(lsp::to_json(params.token));
}

}  // namespace hcl::server
