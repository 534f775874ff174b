// Rename. Refusals carry a reason that editors show.
#include "engine/ide/refactor/rename.h"

#include "protocol/model/generated/edits.h"
#include "server/handlers/encode.h"
#include "server/handlers/handlers.h"

namespace hcl::server {

Reply prepare_rename(const Context& context, const lsp::PrepareRenameParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    const syntax::File& tree = *state->tree();
    std::uint32_t offset = to_offset(tree, params.position, context.unit());
    auto target = ide::prepare_rename(*context.snapshot, state->id(), offset, context.cancel);
    if (target)
        return reply(lsp::PrepareRenamePlaceholder{to_range(tree, target->span, context.unit()),
                                                   std::move(target->name)});
    if (target.error().empty()) return "null";
    return refuse(lsp::ErrorCode::RequestFailed, std::move(target.error()));
}

Reply rename(const Context& context, const lsp::RenameParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    std::uint32_t offset = to_offset(*state->tree(), params.position, context.unit());
    auto edits = ide::rename(*context.snapshot, state->id(), offset, params.new_name, context.cancel);
    if (!edits) return refuse(lsp::ErrorCode::RequestFailed, std::move(edits.error()));
    return reply(to_workspace_edit(context, *edits));
}

}  // namespace hcl::server
