// Completion: every item carries the range that it replaces; documentation and details come on resolve.
#include "engine/ide/completion/completion.h"

#include <array>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "engine/syntax/file/line_ends.h"
#include "protocol/model/generated/completion.h"
#include "protocol/uri.h"
#include "server/app/configurations.h"
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
        case ide::CompletionKind::Keyword:
            return lsp::CompletionItemKind::Keyword;
        case ide::CompletionKind::Symbol:
        case ide::CompletionKind::Variable:
            return lsp::CompletionItemKind::Variable;
        case ide::CompletionKind::Member:
            return lsp::CompletionItemKind::Field;
        case ide::CompletionKind::Function:
            return lsp::CompletionItemKind::Function;
        case ide::CompletionKind::File:
            return lsp::CompletionItemKind::File;
        case ide::CompletionKind::Folder:
            return lsp::CompletionItemKind::Folder;
    }
    return lsp::CompletionItemKind::Text;
}

std::string in_six_digits(std::size_t number) {
    std::string digits = std::to_string(number);
    return std::string(digits.size() < 6 ? 6 - digits.size() : 0, '0') + digits;
}

// Lists folders below the roots and in their repositories; without roots, around the document.
std::function<std::vector<ide::FolderItem>(const std::string&)> lister(const Context& context,
                                                                       const std::string& document) {
    std::vector<std::string> roots(context.snapshot->roots().begin(), context.snapshot->roots().end());
    if (roots.empty()) roots.push_back(document.substr(0, document.rfind('/')));
    return [disk = context.disk, roots = std::move(roots)](const std::string& path) {
        std::vector<ide::FolderItem> items;
        if (!ReadableFolders(*disk, roots).contains(path)) return items;
        if (auto found = disk->list(path))
            for (FolderEntry& entry : *found) items.push_back({std::move(entry.name), entry.is_folder});
        return items;
    };
}

ide::CompletionOptions options_for(const Context& context, const std::string& document) {
    ide::CompletionOptions options;
    options.snippets = context.client->snippets;
    options.documentation = !context.client->resolves_documentation;
    if (context.disk) options.list_folder = lister(context, document);
    return options;
}

}  // namespace

namespace {

// A colon continues a token in quotes: "package:module:member". Elsewhere nothing is offered for it.
bool is_in_token(const syntax::File& tree, std::uint32_t offset) {
    constexpr std::uint32_t kLongest = 200;
    const std::uint32_t start = offset > kLongest ? offset - kLongest : 0;
    const std::string before = tree.text({start, offset});
    const std::size_t end = before.find_last_of("\"\n =?([{,");
    return end != std::string::npos && before[end] == '"';
}

}  // namespace

Reply completion(const Context& context, const lsp::CompletionParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "null";
    const ClientInfo& client = *context.client;
    const syntax::File& tree = *state->tree();
    std::uint32_t offset = to_offset(tree, params.position, context.unit());
    if (params.context && params.context->trigger_character == ":" && !is_in_token(tree, offset))
        return "null";
    ide::Completions found = ide::complete(*context.snapshot, state->id(), offset,
                                           options_for(context, state->info().path), context.cancel);
    lsp::CompletionList list;
    list.is_incomplete = found.is_cut;
    const lsp::Range range = to_range(tree, found.replaced, context.unit());
    const lsp::Range insert{range.start,
                            to_position(tree, std::max(found.replaced.start, offset), context.unit())};
    const bool has_both = client.insert_replace && insert.end != range.end;
    const syntax::LineEndStyle line_ends(tree);
    list.items.reserve(found.items.size());
    std::size_t number = 0;
    for (ide::CompletionItem& item : found.items) {
        lsp::CompletionItem& out = list.items.emplace_back();
        // The order is ours; the client filters by the typed text.
        out.sort_text = std::to_string(item.rank) + in_six_digits(number++);
        out.filter_text = item.label;
        if (item.is_snippet) {
            out.insert_text_format = lsp::InsertTextFormat::Snippet;
            if (item.inserted.find('\n') != std::string::npos)
                out.insert_text_mode = lsp::InsertTextMode::AdjustIndentation;
        }
        item.inserted = line_ends.adapted(std::move(item.inserted));
        if (has_both)
            out.text_edit = lsp::InsertReplaceEdit{std::move(item.inserted), insert, range};
        else
            out.text_edit = lsp::TextEdit{range, std::move(item.inserted)};
        if (!item.removed.is_empty())
            out.additional_text_edits =
                std::vector{lsp::TextEdit{to_range(tree, item.removed, context.unit()), ""}};
        out.kind = to_kind(item.kind);
        if (client.label_details && (!item.parameters.empty() || !item.detail.empty())) {
            lsp::CompletionItemLabelDetails details;
            if (!item.parameters.empty()) details.detail = std::move(item.parameters);
            if (!item.detail.empty()) details.description = std::move(item.detail);
            out.label_details = std::move(details);
        } else if (!item.parameters.empty()) {
            out.detail = item.label + item.parameters + (item.detail.empty() ? "" : ": " + item.detail);
        } else if (!item.detail.empty()) {
            out.detail = std::move(item.detail);
        }
        if (client.commit_characters && !item.commit.empty()) {
            out.commit_characters.emplace();
            for (char c : item.commit) out.commit_characters->push_back(std::string(1, c));
        }
        if (item.is_deprecated && client.deprecated_tags)
            out.tags = std::vector{lsp::CompletionItemTag::Deprecated};
        if (item.is_preselected) out.preselect = true;
        if (!item.documentation.empty())
            out.documentation = to_markup(std::move(item.documentation), client.markdown_completion);
        if (client.resolves_documentation)
            out.data = place_data(params.text_document.uri, found.replaced.start, offset, item.label);
        out.label = std::move(item.label);
    }
    return reply(list);
}

// Repeats the request at the start of the word, since more of it may have been typed.
Reply completion_resolve(const Context& context, const lsp::CompletionItem& params) {
    lsp::CompletionItem item = params;
    PlaceData place = read_place(params.data);
    const world::FileState* state = context.find(place.uri);
    if (!state || place.span.start > state->tree()->size()) return reply(item);
    ide::CompletionOptions options = options_for(context, state->info().path);
    options.documentation = true;
    options.only = place.what;
    for (std::uint32_t offset : {place.span.end, place.span.start}) {
        if (offset > state->tree()->size()) continue;
        ide::Completions found =
            ide::complete(*context.snapshot, state->id(), offset, options, context.cancel);
        if (found.items.empty()) continue;
        ide::CompletionItem& again = found.items.front();
        if (!again.documentation.empty())
            item.documentation =
                to_markup(std::move(again.documentation), context.client->markdown_completion);
        break;
    }
    return reply(item);
}

}  // namespace hcl::server
