// Rename. What cannot be renamed answers why, in words that editors show.
#include "engine/ide/rename.h"

#include "protocol/json/writer.h"
#include "protocol/model/generated/edits.h"
#include "server/handlers/encode.h"
#include "server/handlers/handlers.h"
#include "server/handlers/positions.h"

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
    // Ten thousand places are written straight away; the edits come file by file.
    const bool versioned = context.client->versioned_edits;
    std::string out = versioned ? R"({"documentChanges":[)" : R"({"changes":{)";
    out.reserve(edits->size() * 120);
    for (std::size_t i = 0; i < edits->size();) {
        const FileId file = (*edits)[i].file;
        const world::FileState& changed = *context.snapshot->file(file);
        context.cancel.poll();
        if (i > 0) out += ',';
        std::string uri = json_quote(context.files->uri(file));
        if (versioned) {
            out += R"({"textDocument":{"uri":)" + uri + R"(,"version":)";
            out += changed.info().is_open ? std::to_string(changed.info().version) : "null";
            out += R"(},"edits":[)";
        } else {
            out += uri + ":[";
        }
        Positions positions(*changed.tree(), context.unit());
        for (std::size_t first = i; i < edits->size() && (*edits)[i].file == file; ++i) {
            const Edit& edit = (*edits)[i].edit;
            if (i > first) out += ',';
            out += R"({"range":)";
            append_range(out, positions.range(edit.range));
            out += R"(,"newText":)";
            lsp::append_json_string(out, edit.replacement);
            out += '}';
        }
        out += versioned ? "]}" : "]";
    }
    out += versioned ? "]}" : "}}";
    return out;
}

}  // namespace hcl::server
