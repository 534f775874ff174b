// Code lenses: positions at once, counts on resolve. The click action is a client command named at
// initialize; without one the lens is plain text.
#include "engine/ide/annotation/code_lens.h"

#include "protocol/json/writer.h"
#include "protocol/model/generated/edits.h"
#include "server/handlers/encode.h"
#include "server/handlers/handlers.h"
#include "server/handlers/positions.h"

namespace hcl::server {

Reply code_lens(const Context& context, const lsp::CodeLensParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    std::vector<lsp::CodeLens> lenses;
    Positions positions(*state->tree(), context.unit());
    for (const ide::CodeLens& found : ide::code_lenses(*context.snapshot, state->id(), context.cancel)) {
        lsp::CodeLens& lens = lenses.emplace_back();
        lens.range = positions.range(found.span);
        if (!found.title.empty()) {
            lens.command.emplace();
            lens.command->title = found.title;
            continue;
        }
        lens.data = place_data(params.text_document.uri, found.span.start, found.span.end, found.of);
    }
    return reply(lenses);
}

Reply code_lens_resolve(const Context& context, const lsp::CodeLens& params) {
    // Some have their titles from the beginning; not all editors look for that.
    if (params.command && params.data.is_absent()) return reply(params);
    lsp::CodeLens lens = params;
    PlaceData place = read_place(params.data);
    const world::FileState* state = context.find(place.uri);
    std::optional<ide::LensUses> found;
    if (state)
        found = ide::lens_uses(*context.snapshot, state->id(), place.what,
                               to_offset(*state->tree(), params.range.start, context.unit()), context.cancel);
    lsp::Command command;
    // Editors show a refusal as text of its own, until they ask for the lenses of the new text.
    if (!found) {
        lens.command = std::move(command);
        return reply(lens);
    }
    lens.range = to_range(*state->tree(), found->span, context.unit());
    command.title = ide::lens_title(place.what, found->uses.size());
    command.command = found->uses.empty() ? "" : context.client->show_references_command;
    if (!command.command.empty()) {
        std::vector<lsp::Location> places;
        places.reserve(found->uses.size());
        for (const Location& use : found->uses)
            places.push_back({context.files->uri(use.file),
                              to_range(*context.snapshot->file(use.file)->tree(), use.span, context.unit())});
        command.arguments.emplace();
        command.arguments->push_back({lsp::to_json(place.uri)});
        command.arguments->push_back({lsp::to_json(lens.range.start)});
        command.arguments->push_back({lsp::to_json(places)});
    }
    lens.command = std::move(command);
    return reply(lens);
}

}  // namespace hcl::server
