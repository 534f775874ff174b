// Document links: URLs, and files that exist.
#include "engine/ide/navigation/document_links.h"
#include "protocol/model/generated/navigation.h"
#include "protocol/uri.h"
#include "server/handlers/encode.h"
#include "server/handlers/handlers.h"

namespace hcl::server {

Reply document_link(const Context& context, const lsp::DocumentLinkParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    std::vector<lsp::DocumentLink> links;
    for (ide::DocumentLink& found : ide::document_links(*context.snapshot, state->id(), context.cancel)) {
        if (found.is_path) {
            auto about = context.disk ? context.disk->stat(found.target) : std::nullopt;
            if (!about || about->is_folder) continue;
        }
        lsp::DocumentLink& link = links.emplace_back();
        link.range = to_range(*state->tree(), found.span, context.unit());
        link.target = found.is_path ? lsp::path_to_uri(found.target) : std::move(found.target);
    }
    return reply(links);
}

}  // namespace hcl::server
