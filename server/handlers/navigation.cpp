// Definitions, references and highlights.
#include "engine/ide/navigation/navigation.h"

#include "engine/base/json_string.h"
#include "engine/ide/navigation/document_links.h"
#include "protocol/model/generated/navigation.h"
#include "protocol/uri.h"
#include "server/handlers/encode.h"
#include "server/handlers/handlers.h"
#include "server/handlers/positions.h"

namespace hcl::server {

Reply document_highlight(const Context& context, const lsp::DocumentHighlightParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    const syntax::File& tree = *state->tree();
    std::uint32_t offset = to_offset(tree, params.position, context.unit());
    std::vector<lsp::DocumentHighlight> highlights;
    auto uses = ide::uses_at(*context.snapshot, state->id(), offset, ide::UseScope::File, context.cancel);
    Positions positions(tree, context.unit());
    highlights.reserve(uses.size());
    for (const ide::NameUse& use : uses)
        highlights.push_back({positions.range(use.where.span), use.is_definition
                                                                   ? lsp::DocumentHighlightKind::Write
                                                                   : lsp::DocumentHighlightKind::Read});
    if (uses.empty())
        for (Span span : ide::bracket_pair_at(*context.snapshot, state->id(), offset, context.cancel))
            highlights.push_back({to_range(tree, span, context.unit()), lsp::DocumentHighlightKind::Text});
    return reply(highlights);
}

namespace {

Reply places_of(const Context& context, const world::FileState& from,
                const std::optional<ide::FoundDefinition>& found, bool as_links) {
    if (!found) return "null";
    if (!as_links) {
        std::vector<lsp::Location> places;
        for (const ide::DefinitionPlace& place : found->places)
            places.push_back(
                {context.files->uri(place.file),
                 to_range(*context.snapshot->file(place.file)->tree(), place.name, context.unit())});
        return reply(places);
    }
    std::vector<lsp::LocationLink> links;
    for (const ide::DefinitionPlace& place : found->places) {
        const syntax::File& target = *context.snapshot->file(place.file)->tree();
        lsp::LocationLink& link = links.emplace_back();
        link.target_uri = context.files->uri(place.file);
        link.target_range = to_range(target, place.span, context.unit());
        link.target_selection_range = to_range(target, place.name, context.unit());
        link.origin_selection_range = to_range(*from.tree(), found->origin, context.unit());
    }
    return reply(links);
}

using Finder = std::optional<ide::FoundDefinition> (*)(const world::Snapshot&, FileId, std::uint32_t,
                                                       const Cancel&);

template <typename Params>
Reply find_places(const Context& context, const Params& params, Finder find, bool as_links) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    std::uint32_t offset = to_offset(*state->tree(), params.position, context.unit());
    return places_of(context, *state, find(*context.snapshot, state->id(), offset, context.cancel), as_links);
}

}  // namespace

namespace {

// The file that a path at the place leads to, of whatever kind it is.
Reply linked_file(const Context& context, const lsp::DefinitionParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state || !context.disk) return "null";
    const std::uint32_t offset = to_offset(*state->tree(), params.position, context.unit());
    // Names, such as that of the function around the path, have another meaning.
    if (!ide::uses_at(*context.snapshot, state->id(), offset, ide::UseScope::File, context.cancel).empty())
        return "null";
    for (const ide::DocumentLink& link :
         ide::document_links(*context.snapshot, state->id(), context.cancel)) {
        if (!link.is_path || !link.span.touches(offset)) continue;
        const auto about = context.disk->stat(link.target);
        if (!about || about->is_folder) continue;
        const std::string uri = lsp::path_to_uri(link.target);
        if (!context.client->link_support) return reply(std::vector<lsp::Location>{{uri, {}}});
        lsp::LocationLink found;
        found.target_uri = uri;
        found.origin_selection_range = to_range(*state->tree(), link.span, context.unit());
        return reply(std::vector{std::move(found)});
    }
    return "null";
}

}  // namespace

Reply definition(const Context& context, const lsp::DefinitionParams& params) {
    Reply found = find_places(context, params, &ide::definition_at, context.client->link_support);
    return found && *found == "null" ? linked_file(context, params) : std::move(found);
}

// The declaration is the definition.
Reply declaration(const Context& context, const lsp::DeclarationParams& params) {
    return find_places(context, params, &ide::definition_at, context.client->declaration_links);
}

Reply type_definition(const Context& context, const lsp::TypeDefinitionParams& params) {
    return find_places(context, params, &ide::type_definition_at, context.client->type_definition_links);
}

Reply references(const Context& context, const lsp::ReferenceParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    std::uint32_t offset = to_offset(*state->tree(), params.position, context.unit());
    auto uses =
        ide::uses_at(*context.snapshot, state->id(), offset, ide::UseScope::Workspace, context.cancel);
    // Cache URIs: a symbol may have ten thousand references.
    ListReply list(context, uses.size() * 140);
    std::optional<Positions> positions;
    FileId of;
    std::string begin;
    for (const ide::NameUse& use : uses) {
        if (use.is_definition && !params.context.include_declaration) continue;
        if (!positions || of != use.where.file) {
            of = use.where.file;
            positions.emplace(*context.snapshot->file(of)->tree(), context.unit());
            begin = R"({"uri":)" + json_string(context.files->uri(of)) + R"(,"range":)";
        }
        std::string& out = list.next();
        out += begin;
        append_range(out, positions->range(use.where.span));
        out += '}';
    }
    return list.take();
}

}  // namespace hcl::server
