// Document synchronisation.
#include "protocol/model/generated/sync.h"

#include <utility>

#include "server/app/session.h"
#include "server/handlers/handlers.h"

namespace hcl::server {

void did_open(Session& session, lsp::DidOpenTextDocumentParams&& params) {
    lsp::TextDocumentItem& document = params.text_document;
    session.opened(session.documents.open(document.uri, document.language_id, document.version,
                                          std::move(document.text)));
}

void did_change(Session& session, lsp::DidChangeTextDocumentParams&& params) {
    std::vector<TextChange> changes;
    changes.reserve(params.content_changes.size());
    for (lsp::TextDocumentContentChangeEvent& change : params.content_changes) {
        TextChange own;
        if (change.range)
            own.range = TextChange::Range{{change.range->start.line, change.range->start.character},
                                          {change.range->end.line, change.range->end.character}};
        own.text = std::move(change.text);
        changes.push_back(std::move(own));
    }
    FileId id =
        session.documents.change(params.text_document.uri, params.text_document.version, std::move(changes));
    if (id.is_valid()) session.changed(id);
}

void did_save(Session& session, lsp::DidSaveTextDocumentParams&& params) {
    FileId id = session.core.files.find_uri(params.text_document.uri);
    if (!session.documents.is_open(id)) return;
    // We do not request the text on save; if the client sends it, it is authoritative.
    if (params.text) {
        std::int64_t version = session.core.world.file(id)->info().version;
        session.documents.change(params.text_document.uri, version,
                                 {{std::nullopt, std::move(*params.text)}});
    }
    session.changed(id);
}

void did_close(Session& session, lsp::DidCloseTextDocumentParams&& params) {
    FileId id = session.documents.close(params.text_document.uri);
    if (id.is_valid()) session.closed(id);
}

}  // namespace hcl::server
