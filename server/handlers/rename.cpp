// Rename. Refusals carry a reason that editors show.
#include "engine/ide/refactor/rename.h"

#include "engine/ide/refactor/move_files.h"
#include "protocol/model/generated/edits.h"
#include "protocol/model/generated/workspace.h"
#include "protocol/uri.h"
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

// Files and folders that the user moves: what leads to them is written anew.
Reply will_rename_files(const Context& context, const lsp::RenameFilesParams& params) {
    std::vector<ide::MovedPath> moves;
    auto path_of = [](const std::string& uri) {
        std::string path = lsp::uri_to_path(uri).value_or("");
        while (path.size() > 1 && path.ends_with('/')) path.pop_back();
        return path;
    };
    for (const lsp::FileRename& file : params.files) {
        ide::MovedPath move{path_of(file.old_uri), path_of(file.new_uri)};
        if (!move.from.empty() && !move.to.empty() && move.from != move.to) moves.push_back(std::move(move));
    }
    if (moves.empty()) return "null";
    const std::vector<FileEdit> edits = ide::edits_for_moves(*context.snapshot, moves, context.cancel);
    if (edits.empty()) return "null";
    return reply(to_workspace_edit(context, edits));
}

}  // namespace hcl::server
