// From the engine's answers to LSP's types: positions in the client's unit, URIs, findings; and back.
#pragma once

#include <span>
#include <vector>

#include "engine/source/diagnostic.h"
#include "engine/world/snapshot.h"
#include "protocol/model/generated/base.h"
#include "protocol/model/generated/diagnostics.h"
#include "protocol/rpc/message.h"
#include "server/app/context.h"

namespace hcl::server {

struct EncodeContext {
    const world::Snapshot& snapshot;
    FileId file;  // the file at hand
    const FileTable& files;
    const ClientInfo& client;
};

lsp::Position to_position(const syntax::File& tree, std::uint32_t offset, ColumnUnit unit);
lsp::Range to_range(const syntax::File& tree, Span span, ColumnUnit unit);
// Places outside of the text are clamped into it.
std::uint32_t to_offset(const syntax::File& tree, lsp::Position position, ColumnUnit unit);
Span to_span(const syntax::File& tree, lsp::Range range, ColumnUnit unit);

// Leaves out what the client cannot show.
std::vector<lsp::Diagnostic> to_diagnostics(const Diagnostics& diagnostics, const EncodeContext& context);
std::vector<lsp::TextEdit> to_edits(const syntax::File& tree, std::span<const Edit> edits, ColumnUnit unit);

// Any protocol type as the answer of a handler.
template <typename T>
Reply reply(const T& value) {
    return lsp::to_json(value);
}

}  // namespace hcl::server
