// Hover: the smallest complete handler, and the template for new ones.
#include "engine/ide/annotation/hover.h"

#include "protocol/model/generated/hover.h"
#include "server/handlers/encode.h"
#include "server/handlers/handlers.h"

namespace hcl::server {

Reply hover(const Context& context, const lsp::HoverParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    const syntax::File& tree = *state->tree();
    std::uint32_t offset = to_offset(tree, params.position, context.unit());
    auto found = ide::hover(*context.snapshot, state->id(), offset, context.cancel);
    if (!found) return "null";
    lsp::Hover hover;
    hover.contents.kind = context.client->markdown ? lsp::MarkupKind::Markdown : lsp::MarkupKind::PlainText;
    hover.contents.value = std::move(found->markdown);
    hover.range = to_range(tree, found->span, context.unit());
    return reply(hover);
}

}  // namespace hcl::server
