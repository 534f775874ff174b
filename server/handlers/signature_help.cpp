// Signature help: always one signature, since functions have no overloads.
#include "engine/ide/completion/signature_help.h"

#include "engine/source/position.h"
#include "protocol/model/generated/hover.h"
#include "server/handlers/encode.h"
#include "server/handlers/handlers.h"

namespace hcl::server {

Reply signature_help(const Context& context, const lsp::SignatureHelpParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    std::uint32_t offset = to_offset(*state->tree(), params.position, context.unit());
    auto found = ide::signature_help(*context.snapshot, state->id(), offset, context.cancel);
    if (!found) return "null";
    lsp::SignatureHelp help;
    lsp::SignatureInformation& signature = help.signatures.emplace_back();
    const bool markdown = context.client->markdown_signatures;
    signature.parameters.emplace();
    for (const ide::SignatureParameter& parameter : found->parameters) {
        lsp::ParameterInformation& out = signature.parameters->emplace_back();
        std::string_view text = std::string_view(found->label);
        if (context.client->label_offsets)
            out.label = std::array{count_units(text.substr(0, parameter.label.start), context.unit()),
                                   count_units(text.substr(0, parameter.label.end), context.unit())};
        else
            out.label = std::string(text.substr(parameter.label.start, parameter.label.length()));
        if (!parameter.documentation.empty())
            out.documentation = to_markup(parameter.documentation, markdown);
    }
    if (!found->documentation.empty())
        signature.documentation = to_markup(std::move(found->documentation), markdown);
    help.active_signature = 0;
    // Past the last parameter none is active; clients without null get an index beyond the list.
    std::size_t active = found->active.value_or(found->parameters.size());
    help.active_parameter.emplace(static_cast<std::uint32_t>(active));
    signature.label = std::move(found->label);
    return reply(help);
}

}  // namespace hcl::server
