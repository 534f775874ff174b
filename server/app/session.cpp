#include "server/app/session.h"

namespace hcl::server {

Session::Session(Core& shared)
    : core(shared),
      outgoing(shared),
      progress(shared, outgoing),
      documents(shared),
      workspace(shared, documents, progress, outgoing),
      publisher(shared, documents) {
    workspace.on_file = [this](FileId id) { publisher.refreshed(id); };
    workspace.on_indexed = [this] { refresh_client(); };
}

void Session::start() {
    if (std::exchange(started_, true)) return;
    if (core.client->registers_configuration)
        outgoing.call(
            "client/registerCapability",
            R"({"registrations":[{"id":"hcl-ls/configuration",)"
            R"("method":"workspace/didChangeConfiguration","registerOptions":{"section":"hcl"}}]})");
    workspace.watch();
    // The index depends on the settings, so it waits for them.
    if (core.client->gives_configuration)
        pull_configuration();
    else
        index_all();
}

void Session::pull_configuration() {
    outgoing.call("workspace/configuration", R"({"items":[{"section":"hcl"}]})",
                  [this](lsp::JsonView result) {
                      // One item was asked for; a client without settings answers null for it.
                      for (lsp::JsonView item : result)
                          if (item.is_object()) apply_settings(item);
                      // New settings have started it already.
                      if (!indexed_) index_all();
                  });
}

void Session::index_all() {
    indexed_ = true;
    workspace.index_all();
}

void Session::apply_settings(lsp::JsonView value) {
    std::vector<std::string> complaints;
    ServerSettings settings = read_settings(value, complaints);
    for (const std::string& complaint : complaints) outgoing.log_message(MessageKind::Warning, complaint);
    if (settings == core.settings) return;
    core.settings = std::move(settings);
    for (const std::string& line : describe(core.settings)) core.log.line("setting " + line);
    world::Settings shared;
    shared.diagnostics = core.settings.diagnostics;
    core.world.set_settings(shared);
    ++core.edits;
    if (!started_) return;
    publisher.all_changed();
    index_all();
    refresh_client();
}

void Session::refresh_client() {
    const ClientInfo& client = *core.client;
    if (client.pulls_diagnostics && client.refreshes_diagnostics)
        outgoing.call("workspace/diagnostic/refresh", "");
    if (client.refreshes_tokens) outgoing.call("workspace/semanticTokens/refresh", "");
    if (client.refreshes_hints) outgoing.call("workspace/inlayHint/refresh", "");
    if (client.refreshes_lenses) outgoing.call("workspace/codeLens/refresh", "");
    if (client.refreshes_folding) outgoing.call("workspace/foldingRange/refresh", "");
}

void Session::opened(FileId id) {
    publisher.touched(id);
    workspace.index_folder_of(id);
}

void Session::changed(FileId id) {
    publisher.touched(id);
}

void Session::closed(FileId id) {
    workspace.reload(id);
    publisher.refreshed(id);
}

}  // namespace hcl::server
