// Inlay hints of the visible range; a shortened label gets its full text on resolve.
#include "engine/ide/annotation/inlay_hints.h"
#include "protocol/model/generated/hover.h"
#include "server/handlers/encode.h"
#include "server/handlers/handlers.h"
#include "server/handlers/positions.h"

namespace hcl::server {

namespace {

std::string kind_name(ide::HintKind kind) {
    switch (kind) {
        case ide::HintKind::Value:
            return "value";
        case ide::HintKind::Parameter:
            return "parameter";
        case ide::HintKind::Type:
            break;
    }
    return "type";
}

}  // namespace

Reply inlay_hint(const Context& context, const lsp::InlayHintParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    const syntax::File& tree = *state->tree();
    Span span = to_span(tree, params.range, context.unit());
    Positions positions(tree, context.unit());
    std::vector<lsp::InlayHint> hints;
    for (ide::InlayHint& found : ide::inlay_hints(*context.snapshot, state->id(), span, context.cancel)) {
        lsp::InlayHint& hint = hints.emplace_back();
        hint.position = positions.at(found.offset);
        hint.label = std::move(found.label);
        if (found.kind == ide::HintKind::Parameter)
            hint.kind = lsp::InlayHintKind::Parameter;
        else if (found.kind == ide::HintKind::Type)
            hint.kind = lsp::InlayHintKind::Type;
        if (found.is_before)
            hint.padding_right = true;
        else if (found.kind == ide::HintKind::Value)
            hint.padding_left = true;
        if (found.whole.empty()) continue;
        if (context.client->resolves_hint_tooltips)
            hint.data =
                place_data(params.text_document.uri, found.offset, found.offset, kind_name(found.kind));
        else
            hint.tooltip = to_markup(std::move(found.whole), context.client->markdown);
    }
    return reply(hints);
}

Reply inlay_hint_resolve(const Context& context, const lsp::InlayHint& params) {
    lsp::InlayHint hint = params;
    PlaceData place = read_place(params.data);
    if (const world::FileState* state = context.find(place.uri))
        for (ide::InlayHint& found :
             ide::inlay_hints(*context.snapshot, state->id(), place.span, context.cancel))
            if (found.offset == place.span.start && kind_name(found.kind) == place.what &&
                !found.whole.empty())
                hint.tooltip = to_markup(std::move(found.whole), context.client->markdown);
    return reply(hint);
}

}  // namespace hcl::server
