// From the engine's answers to LSP's JSON: positions in the client's unit, URIs, findings.
#pragma once

#include <span>
#include <string>

#include "engine/source/diagnostic.h"
#include "engine/world/snapshot.h"
#include "server/app/client_info.h"
#include "server/app/files.h"

namespace hcl::server {

struct EncodeContext {
    const world::Snapshot& snapshot;
    FileId file;  // the file at hand
    const FileTable& files;
    const ClientInfo& client;
};

// {"start":{"line":0,"character":0},"end":{...}}
std::string encode_range(const syntax::File& tree, Span span, ColumnUnit unit);
// A JSON array. Leaves out what the client cannot show.
std::string encode_diagnostics(const Diagnostics& diagnostics, const EncodeContext& context);
// A JSON array of TextEdit.
std::string encode_edits(const syntax::File& tree, std::span<const Edit> edits, ColumnUnit unit);

}  // namespace hcl::server
