// Document colours and their presentations.
#include <algorithm>
#include <cmath>

#include "engine/ide/annotation/colors.h"
#include "protocol/model/generated/structure.h"
#include "server/handlers/encode.h"
#include "server/handlers/handlers.h"

namespace hcl::server {

namespace {

std::uint8_t to_byte(double part) {
    return static_cast<std::uint8_t>(std::lround(std::clamp(part, 0.0, 1.0) * 255));
}

}  // namespace

Reply document_color(const Context& context, const lsp::DocumentColorParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    std::vector<lsp::ColorInformation> colors;
    for (const ide::ColorPlace& found : ide::colors(*context.snapshot, state->id(), context.cancel)) {
        auto part = [&](std::size_t i) { return found.color[i] / 255.0; };
        colors.push_back(
            {to_range(*state->tree(), found.span, context.unit()), {part(0), part(1), part(2), part(3)}});
    }
    return reply(colors);
}

Reply color_presentation(const Context& context, const lsp::ColorPresentationParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    std::string now = state->tree()->text(to_span(*state->tree(), params.range, context.unit()));
    ide::Color color{to_byte(params.color.red), to_byte(params.color.green), to_byte(params.color.blue),
                     to_byte(params.color.alpha)};
    lsp::ColorPresentation presentation;
    presentation.label = ide::write_color(color, now);
    presentation.text_edit = lsp::TextEdit{params.range, presentation.label};
    return reply(std::vector{std::move(presentation)});
}

}  // namespace hcl::server
