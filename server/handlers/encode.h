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

namespace hcl::lsp {
struct WorkspaceEdit;
}

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

// Every edit names its file; with versions for clients that take them.
lsp::WorkspaceEdit to_workspace_edit(const Context& context, const std::vector<FileEdit>& edits);
lsp::MarkupContent to_markup(std::string text, bool markdown);

// What comes back with a resolve request: a place in bytes, and which of the things there.
struct PlaceData {
    std::string uri;
    Span span;
    std::string what;
};
lsp::JsonValue place_data(std::string_view uri, std::uint32_t start, std::uint32_t end,
                          std::string_view what);
PlaceData read_place(const lsp::JsonValue& data);

// Any protocol type as the answer of a handler.
template <typename T>
Reply reply(const T& value) {
    return lsp::to_json(value);
}

// A list as the answer, written item by item. A client that takes partial results is sent it in parts, each
// of which it can show at once, and an empty rest.
class ListReply {
  public:
    // `size`: bytes of the whole, roughly.
    explicit ListReply(const Context& context, std::size_t size = 0);
    // Behind what this gives the JSON of the next item is to be appended.
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
