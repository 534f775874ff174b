// Requests that the protocol does not have. docs/features.md describes them for clients.
#include "engine/ide/annotation/evaluation.h"
#include "engine/world/language_lookup.h"
#include "protocol/json/writer.h"
#include "protocol/model/generated/hover.h"
#include "protocol/model/generated/structure.h"
#include "server/handlers/encode.h"
#include "server/handlers/handlers.h"

namespace hcl::server {

Reply language_of_file(const Context& context, const lsp::FoldingRangeParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    const language::LanguagePtr language =
        state ? world::language_of(*context.snapshot, *state) : language::LanguagePtr();
    if (!language) return "null";
    std::string out;
    lsp::JsonWriter writer(out);
    writer.begin_object();
    writer.key("id");
    writer.string(language->id);
    writer.key("title");
    writer.string(language->title);
    if (!language->version.empty()) {
        writer.key("version");
        writer.string(language->version);
    }
    // A built-in pack has no file.
    if (context.snapshot->file(language->pack_id)) {
        writer.key("pack");
        writer.string(context.files->uri(language->pack_id));
    }
    writer.end_object();
    return out;
}

Reply evaluate(const Context& context, const lsp::InlayHintParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    const syntax::File& tree = *state->tree();
    const auto found = ide::evaluate(*context.snapshot, state->id(),
                                     to_span(tree, params.range, context.unit()), context.cancel);
    if (!found) return "null";
    std::string out;
    lsp::JsonWriter writer(out);
    writer.begin_object();
    writer.key("range");
    write(writer, to_range(tree, found->span, context.unit()));
    writer.key("type");
    writer.string(found->type);
    writer.key("value");
    writer.string(found->value);
    writer.end_object();
    return out;
}

}  // namespace hcl::server
