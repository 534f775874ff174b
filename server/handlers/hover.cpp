// Hover: the smallest handler that is complete, hence the one to copy.
#include "engine/ide/hover.h"

#include "server/handlers/encode.h"
#include "server/handlers/handlers.h"
#include "server/handlers/interim_lsp.h"

namespace hcl::server {

Reply hover(const Context& context, const lsp::HoverParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    const syntax::File& tree = *state->tree();
    std::uint32_t offset = tree.offset({params.position.line, params.position.character}, context.unit());
    auto found = ide::hover(*context.snapshot, state->id(), offset, context.cancel);
    if (!found) return "null";
    return "{\"contents\":{\"kind\":\"" + std::string(context.client->markdown ? "markdown" : "plaintext") +
           "\",\"value\":" + json_quote(found->markdown) +
           "},\"range\":" + encode_range(tree, found->span, context.unit()) + "}";
}

}  // namespace hcl::server
