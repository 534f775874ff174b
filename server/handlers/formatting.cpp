// Formatting of documents, of ranges, and on typing.
#include <algorithm>

#include "engine/syntax/file/held_text.h"
#include "engine/world/language_lookup.h"
#include "protocol/model/generated/edits.h"
#include "server/app/format_extras.h"
#include "server/handlers/encode.h"
#include "server/handlers/handlers.h"

namespace hcl::server {

namespace {

// An explicit request formats JSON files too.
constexpr format::FormatOptions kOptions{.json = format::JsonFiles::Print};

Reply format_spans(const Context& context, const world::FileState& state, std::span<const Span> spans) {
    const syntax::File& tree = *state.tree();
    if (syntax::is_held_as_text(tree)) return "null";
    context.cancel.poll();
    return reply(to_edits(tree, format::format_ranges(tree, spans, kOptions), context.unit()));
}

}  // namespace

Reply formatting(const Context& context, const lsp::DocumentFormattingParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    const syntax::File& tree = *state->tree();
    if (syntax::is_held_as_text(tree)) return "null";
    format::Extras extras;
    if (const language::LanguagePtr language = world::language_of(*context.snapshot, *state))
        extras = format_extras_of(*language);
    return reply(to_edits(tree, format::format_with_extras(tree, kOptions, extras), context.unit()));
}

Reply range_formatting(const Context& context, const lsp::DocumentRangeFormattingParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    Span span = to_span(*state->tree(), params.range, context.unit());
    return format_spans(context, *state, std::span(&span, 1));
}

Reply ranges_formatting(const Context& context, const lsp::DocumentRangesFormattingParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    std::vector<Span> spans;
    spans.reserve(params.ranges.size());
    for (const lsp::Range& range : params.ranges)
        spans.push_back(to_span(*state->tree(), range, context.unit()));
    std::ranges::sort(spans);
    return format_spans(context, *state, spans);
}

Reply on_type_formatting(const Context& context, const lsp::DocumentOnTypeFormattingParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    if (params.ch != "\n" && params.ch != "}" && params.ch != "=") return "null";
    const syntax::File& tree = *state->tree();
    if (syntax::is_held_as_text(tree)) return "null";
    std::uint32_t offset = to_offset(tree, params.position, context.unit());
    return reply(to_edits(tree, format::format_on_type(tree, offset, params.ch[0]), context.unit()));
}

}  // namespace hcl::server
