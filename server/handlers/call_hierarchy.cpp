// Call hierarchy: items are identified by the position of their name.
#include "engine/ide/navigation/call_hierarchy.h"

#include "protocol/model/generated/navigation.h"
#include "server/handlers/encode.h"
#include "server/handlers/handlers.h"

namespace hcl::server {

namespace {

lsp::CallHierarchyItem to_item(const Context& context, const ide::CallItem& found) {
    const syntax::File& tree = *context.snapshot->file(found.file)->tree();
    lsp::CallHierarchyItem item;
    item.name = found.name;
    item.kind = found.is_function          ? lsp::SymbolKind::Function
                : found.detail == "module" ? lsp::SymbolKind::Module
                                           : lsp::SymbolKind::Class;
    item.uri = context.files->uri(found.file);
    item.range = to_range(tree, found.span, context.unit());
    item.selection_range = to_range(tree, found.word, context.unit());
    item.detail = found.detail;
    return item;
}

std::vector<lsp::Range> to_ranges(const Context& context, FileId file, const std::vector<Span>& spans) {
    std::vector<lsp::Range> ranges;
    ranges.reserve(spans.size());
    for (Span span : spans)
        ranges.push_back(to_range(*context.snapshot->file(file)->tree(), span, context.unit()));
    return ranges;
}

}  // namespace

Reply prepare_call_hierarchy(const Context& context, const lsp::CallHierarchyPrepareParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    std::uint32_t offset = to_offset(*state->tree(), params.position, context.unit());
    auto found = ide::call_item_at(*context.snapshot, state->id(), offset, context.cancel);
    if (!found) return "null";
    return reply(std::vector{to_item(context, *found)});
}

Reply incoming_calls(const Context& context, const lsp::CallHierarchyIncomingCallsParams& params) {
    const world::FileState* state = context.find(params.item.uri);
    if (!state) return "null";
    std::uint32_t offset = to_offset(*state->tree(), params.item.selection_range.start, context.unit());
    std::vector<lsp::CallHierarchyIncomingCall> calls;
    for (const ide::CallLink& link :
         ide::incoming_calls(*context.snapshot, state->id(), offset, context.cancel))
        calls.push_back({to_item(context, link.item), to_ranges(context, link.item.file, link.places)});
    return reply(calls);
}

Reply outgoing_calls(const Context& context, const lsp::CallHierarchyOutgoingCallsParams& params) {
    const world::FileState* state = context.find(params.item.uri);
    if (!state) return "null";
    std::uint32_t offset = to_offset(*state->tree(), params.item.selection_range.start, context.unit());
    // The item of a module is its file. A call may stand there, too.
    auto self = ide::call_item_at(*context.snapshot, state->id(), offset, context.cancel);
    const FileId from = self && self->is_function ? self->file : state->id();
    std::vector<lsp::CallHierarchyOutgoingCall> calls;
    for (const ide::CallLink& link :
         ide::outgoing_calls(*context.snapshot, state->id(), offset, context.cancel))
        calls.push_back({to_item(context, link.item), to_ranges(context, from, link.places)});
    return reply(calls);
}

}  // namespace hcl::server
