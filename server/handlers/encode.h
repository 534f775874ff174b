// Conversion between the engine's answers and LSP types: positions, URIs, findings.
#pragma once

#include <span>
#include <vector>

#include "engine/source/diagnostic.h"
#include "engine/world/snapshot.h"
#include "protocol/model/generated/base.h"
#include "protocol/model/generated/diagnostics.h"
#include "protocol/rpc/message.h"
#include "server/app/context.h"

namespace hcl::lsp {
struct WorkspaceEdit;
}

namespace hcl::server {

struct EncodeContext {
    const world::Snapshot& snapshot;
    FileId file;  // the document of the request
    const FileTable& files;
    const ClientInfo& client;
};

lsp::Position to_position(const syntax::File& tree, std::uint32_t offset, ColumnUnit unit);
lsp::Range to_range(const syntax::File& tree, Span span, ColumnUnit unit);
// Positions outside the text are clamped.
std::uint32_t to_offset(const syntax::File& tree, lsp::Position position, ColumnUnit unit);
Span to_span(const syntax::File& tree, lsp::Range range, ColumnUnit unit);

// Omits parts that the client does not support.
std::vector<lsp::Diagnostic> to_diagnostics(const Diagnostics& diagnostics, const EncodeContext& context);
std::vector<lsp::TextEdit> to_edits(const syntax::File& tree, std::span<const Edit> edits, ColumnUnit unit);

// Every edit carries its file; versions are added for clients that support them.
// New files need a client that creates files.
lsp::WorkspaceEdit to_workspace_edit(const Context& context, const std::vector<FileEdit>& edits,
                                     const std::vector<check::NewFile>& new_files = {});
lsp::MarkupContent to_markup(std::string text, bool markdown);

// The `data` of an item for its resolve request: an offset, and the item's identity there.
struct PlaceData {
    std::string uri;
    Span span;
    std::string what;
};
lsp::JsonValue place_data(std::string_view uri, std::uint32_t start, std::uint32_t end,
                          std::string_view what);
PlaceData read_place(const lsp::JsonValue& data);

// Encodes any protocol type as the reply of a handler.
template <typename T>
Reply reply(const T& value) {
    return lsp::to_json(value);
}

// A list reply that is written item by item. A client with partial results gets it in batches, followed by an
// empty result.
class ListReply {
  public:
    // `size`: estimated total bytes.
    explicit ListReply(const Context& context, std::size_t size = 0);
    // Returns the buffer to which the JSON of the next item must be appended.
    std::string& next();
    Reply take();

  private:
    void send();

    const Context& context_;
    std::string out_ = "[";
    std::size_t items_ = 0;  // in `out_`
};

template <typename T>
Reply reply_in_parts(const Context& context, const std::vector<T>& items) {
    ListReply list(context);
    for (const T& item : items) {
        lsp::JsonWriter writer(list.next());
        write(writer, item);
    }
    return list.take();
}

}  // namespace hcl::server
