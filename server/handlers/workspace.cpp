// Workspace changes: settings, folders, watched files.
#include "protocol/model/generated/workspace.h"

#include "protocol/uri.h"
#include "server/app/session.h"
#include "server/handlers/handlers.h"

namespace hcl::server {

void did_change_configuration(Session& session, lsp::DidChangeConfigurationParams&& params) {
    // Clients that support workspace/configuration send null or stale settings here.
    if (session.core.client->gives_configuration)
        session.pull_configuration();
    else
        session.apply_settings(params.settings.parse().root());
}

void did_change_watched_files(Session& session, lsp::DidChangeWatchedFilesParams&& params) {
    std::vector<FileChange> changes;
    for (const lsp::FileEvent& event : params.changes) {
        auto path = lsp::uri_to_path(event.uri);
        if (!path) continue;
        FileChange::Kind kind = event.type == lsp::FileChangeType::Created   ? FileChange::Kind::Created
                                : event.type == lsp::FileChangeType::Deleted ? FileChange::Kind::Deleted
                                                                             : FileChange::Kind::Changed;
        changes.push_back({kind, std::move(*path)});
    }
    session.workspace.files_changed(std::move(changes));
}

// Some clients report a move only here.
void did_rename_files(Session& session, lsp::RenameFilesParams&& params) {
    std::vector<FileChange> changes;
    for (const lsp::FileRename& file : params.files) {
        if (auto path = lsp::uri_to_path(file.old_uri))
            changes.push_back({FileChange::Kind::Deleted, std::move(*path)});
        if (auto path = lsp::uri_to_path(file.new_uri))
            changes.push_back({FileChange::Kind::Created, std::move(*path)});
    }
    session.workspace.files_changed(std::move(changes));
}

void did_change_workspace_folders(Session& session, lsp::DidChangeWorkspaceFoldersParams&& params) {
    auto roots = [](const std::vector<lsp::WorkspaceFolder>& folders) {
        std::vector<Root> list;
        list.reserve(folders.size());
        for (const lsp::WorkspaceFolder& folder : folders)
            list.push_back({folder.uri, folder.name, lsp::uri_to_path(folder.uri).value_or("")});
        return list;
    };
    session.change_roots(roots(params.event.added), roots(params.event.removed));
}

Reply execute_command(Session& session, const lsp::ExecuteCommandParams& params) {
    if (params.command != kUpdateSchemas)
        return refuse(lsp::ErrorCode::InvalidParams, "there is no command \"" + params.command + "\"");
    session.update_schemas_now();
    return "null";
}

}  // namespace hcl::server
