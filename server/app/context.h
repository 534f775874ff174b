// The input of a query: a snapshot and everything needed to encode the engine's answer for the client. All of
// it is immutable or thread-safe; a Context can be used on any thread.
#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "engine/base/cancel.h"
#include "engine/world/snapshot.h"
#include "server/app/client_info.h"
#include "server/app/files.h"
#include "server/app/outbox.h"
#include "server/app/progress.h"
#include "server/app/token_cache.h"
#include "server/host/file_system.h"

namespace hcl::server {

struct Failure {
    lsp::ErrorCode code = lsp::ErrorCode::InternalError;
    std::string message;
};

// The result as JSON text, or an error.
using Reply = std::expected<std::string, Failure>;

inline std::unexpected<Failure> refuse(lsp::ErrorCode code, std::string message) {
    return std::unexpected(Failure{code, std::move(message)});
}

struct Context {
    world::SnapshotPtr snapshot;
    std::shared_ptr<const ClientInfo> client;
    const FileTable* files = nullptr;
    Outbox* outbox = nullptr;
    TokenCache* tokens = nullptr;
    std::shared_ptr<const FileSystem> disk;  // for completion of file names; may be null
    Cancel cancel;
    std::string partial_token;  // JSON text; empty: no partial results
    // Answers with what is known so far; the client is asked to request the rest. May be null.
    std::function<void(const std::string&)> answer_early;
    // The files that determine the meaning of the document are being read: only `answer_early` counts.
    bool is_text_only = false;
    std::shared_ptr<ProgressTask> progress;  // null: the client gave no progress token

    ColumnUnit unit() const { return client->encoding; }
    bool takes_partial() const { return !partial_token.empty(); }
    void send_partial(std::string_view value) const {
        outbox->notify("$/progress",
                       "{\"token\":" + partial_token + ",\"value\":" + std::string(value) + "}");
    }
    // Null when the file is unknown.
    const world::FileState* find(std::string_view uri) const { return snapshot->file(files->find_uri(uri)); }
};

}  // namespace hcl::server
