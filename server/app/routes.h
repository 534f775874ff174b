// The table of all methods that we answer: what each takes, where it runs, and what an edit does to it.
// The rows are in server/handlers/routes.def; dispatch.cpp is the only reader.
#pragma once

#include <cstdint>
#include <string_view>

#include "protocol/json/document.h"
#include "server/app/context.h"
#include "server/app/lanes.h"
#include "server/app/session.h"

namespace hcl::server {

// The effect of an edit on a request that is being computed.
enum class OnEdit : std::uint8_t {
    Retry,   // computed again on the new text: its answer speaks of whole files
    Refuse,  // answered with ContentModified: its positions are about a text that is no more
    Finish,  // answered from the snapshot it began with
};

struct Route {
    std::string_view method;
    bool is_request = true;
    Lane lane = Lane::Mutate;
    OnEdit on_edit = OnEdit::Finish;
    // Exactly one is set. `params` are as the client sent them; wrong ones answer InvalidParams.
    Reply (*query)(const Context& context, lsp::JsonView params) = nullptr;  // any lane but Mutate
    Reply (*mutate)(Session& session, lsp::JsonView params) = nullptr;       // main loop
    Needs needs = Needs::Folder;
};

// Null for a method that we do not know.
const Route* find_route(std::string_view method);

// Written in handlers/, like the routes: what is sent or prepared without a request.
// Findings of a file as the JSON array of a notification.
std::string diagnostics_json(const Diagnostics& diagnostics, const world::Snapshot& snapshot, FileId file,
                             const FileTable& files, const ClientInfo& client);
// Prepares the caches of the first answer about a document before it is requested.
void prepare_outline(const Context& context, const world::FileState& state);
void prepare_tokens(const Context& context, const world::FileState& state);

}  // namespace hcl::server
