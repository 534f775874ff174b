// Completion: every item with the range that it replaces.
#include "engine/ide/completion.h"

#include "protocol/model/generated/completion.h"
#include "server/handlers/encode.h"
#include "server/handlers/handlers.h"

namespace hcl::server {

namespace {

lsp::CompletionItemKind to_kind(ide::CompletionKind kind) {
    switch (kind) {
        case ide::CompletionKind::Attribute:
            return lsp::CompletionItemKind::Property;
        case ide::CompletionKind::Block:
            return lsp::CompletionItemKind::Class;
        case ide::CompletionKind::Value:
            return lsp::CompletionItemKind::EnumMember;
        case ide::CompletionKind::Symbol:
            return lsp::CompletionItemKind::Variable;
        case ide::CompletionKind::Function:
            return lsp::CompletionItemKind::Function;
    }
    return lsp::CompletionItemKind::Text;
}

// What must be there first, then what the place is made for; functions last as they are many.
std::string sort_text(const ide::CompletionItem& item) {
    char rank = '2';
    if (item.kind == ide::CompletionKind::Function) rank = '4';
    if (item.kind == ide::CompletionKind::Symbol) rank = '3';
    if (item.is_required) rank = '1';
    if (item.is_deprecated) rank = '5';
    return rank + item.label;
}

}  // namespace

Reply completion(const Context& context, const lsp::CompletionParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    const syntax::File& tree = *state->tree();
    std::uint32_t offset = to_offset(tree, params.position, context.unit());
    ide::Completions found = ide::complete(*context.snapshot, state->id(), offset, context.cancel);
    lsp::CompletionList list;
    lsp::Range range = to_range(tree, found.replaced, context.unit());
    for (ide::CompletionItem& item : found.items) {
        lsp::CompletionItem& out = list.items.emplace_back();
        out.sort_text = sort_text(item);
        out.filter_text = item.label;
        out.text_edit = lsp::TextEdit{range, std::move(item.inserted)};
        out.label = std::move(item.label);
        out.kind = to_kind(item.kind);
        if (!item.detail.empty()) out.detail = std::move(item.detail);
        if (!item.documentation.empty())
            out.documentation = lsp::MarkupContent{
                context.client->markdown ? lsp::MarkupKind::Markdown : lsp::MarkupKind::PlainText,
                std::move(item.documentation)};
    }
    return reply(list);
}

}  // namespace hcl::server
