// The table of all methods that the server handles: parameters, lane, and the effect of edits. The rows are
// in server/handlers/routes.def; routes.cpp compiles them.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "protocol/json/document.h"
#include "server/app/context.h"
#include "server/app/lanes.h"
#include "server/app/session.h"

namespace hcl::server {

// The effect of an edit on a request that is being computed.
enum class OnEdit : std::uint8_t {
    Retry,   // computed again for the new text: the answer covers whole files
    Refuse,  // answered with ContentModified: its positions refer to an old text
    Finish,  // answered from its snapshot
};

// The effect of a notification whose parameters were read. Main loop, once.
using Notice = std::function<Reply(Session& session)>;

struct Route {
    std::string_view method;
    bool is_request = true;
    Lane lane = Lane::Mutate;
    OnEdit on_edit = OnEdit::Finish;
    // Exactly one is set. `params` are the client's; invalid ones are answered with InvalidParams.
    Reply (*query)(const Context& context, lsp::JsonView params) = nullptr;  // any lane except Mutate
    Reply (*mutate)(Session& session, lsp::JsonView params) = nullptr;       // main loop; requests
    Notice (*read)(lsp::JsonView params) = nullptr;                          // any thread; notifications
    Needs needs = Needs::Folder;
};

// Null for an unknown method.
const Route* find_route(std::string_view method);

// Implemented in handlers/, like the routes: data that is sent or prepared without a request.
// Findings of a file as the JSON array of a notification.
std::string diagnostics_json(const Diagnostics& diagnostics, const world::Snapshot& snapshot, FileId file,
                             const FileTable& files, const ClientInfo& client);
// Fills the caches for the first requests about a document in advance.
void prepare_outline(const Context& context, const world::FileState& state);
void prepare_tokens(const Context& context, const world::FileState& state);

}  // namespace hcl::server
