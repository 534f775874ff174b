#include "server/app/client_info.h"

#include <algorithm>

namespace hcl::server {

namespace {

using lsp::JsonView;

bool is_set(JsonView value) {
    return value.as_bool().value_or(false);
}

bool lists(JsonView array, std::string_view wanted) {
    for (JsonView item : array)
        if (item.as_string() == wanted) return true;
    return false;
}

}  // namespace

ClientInfo digest(JsonView params) {
    ClientInfo info;
    info.name = params["clientInfo"]["name"].as_string();
    info.version = params["clientInfo"]["version"].as_string();
    info.process_id = params["processId"].as_int().value_or(0);

    JsonView caps = params["capabilities"];
    JsonView encodings = caps["general"]["positionEncodings"];
    // We support all encodings at little cost, so the client's preference decides.
    for (JsonView encoding : encodings) {
        std::string_view spelled = encoding.as_string();
        if (spelled == "utf-8")
            info.encoding = ColumnUnit::Utf8;
        else if (spelled == "utf-16")
            info.encoding = ColumnUnit::Utf16;
        else if (spelled == "utf-32")
            info.encoding = ColumnUnit::Utf32;
        else
            continue;
        break;
    }
    info.watches_files = is_set(caps["workspace"]["didChangeWatchedFiles"]["dynamicRegistration"]);
    info.gives_configuration = is_set(caps["workspace"]["configuration"]);
    info.registers_configuration = is_set(caps["workspace"]["didChangeConfiguration"]["dynamicRegistration"]);
    info.shows_progress = is_set(caps["window"]["workDoneProgress"]);
    info.refreshes_tokens = is_set(caps["workspace"]["semanticTokens"]["refreshSupport"]);
    info.refreshes_hints = is_set(caps["workspace"]["inlayHint"]["refreshSupport"]);
    info.refreshes_lenses = is_set(caps["workspace"]["codeLens"]["refreshSupport"]);
    // Helix and Zed use the singular.
    info.refreshes_diagnostics = is_set(caps["workspace"]["diagnostics"]["refreshSupport"]) ||
                                 is_set(caps["workspace"]["diagnostic"]["refreshSupport"]);
    info.refreshes_folding = is_set(caps["workspace"]["foldingRange"]["refreshSupport"]);
    info.pulls_diagnostics = caps["textDocument"]["diagnostic"].is_object();
    JsonView publish = caps["textDocument"]["publishDiagnostics"];
    JsonView pull = caps["textDocument"]["diagnostic"];
    auto either = [&](const char* name) { return is_set(publish[name]) || is_set(pull[name]); };
    info.related_information = either("relatedInformation");
    info.code_description = either("codeDescriptionSupport");
    info.diagnostic_data = either("dataSupport");
    for (JsonView source : {publish, pull})
        for (JsonView tag : source["tagSupport"]["valueSet"])
            if (auto number = tag.as_int()) info.diagnostic_tags.push_back(static_cast<int>(*number));
    info.nested_symbols = is_set(caps["textDocument"]["documentSymbol"]["hierarchicalDocumentSymbolSupport"]);
    info.markdown = lists(caps["textDocument"]["hover"]["contentFormat"], "markdown");
    info.versioned_edits = is_set(caps["workspace"]["workspaceEdit"]["documentChanges"]);
    info.creates_files =
        info.versioned_edits && lists(caps["workspace"]["workspaceEdit"]["resourceOperations"], "create");
    JsonView document = caps["textDocument"];
    info.folded_text = is_set(document["foldingRange"]["foldingRange"]["collapsedText"]);
    info.folds_lines_only = is_set(document["foldingRange"]["lineFoldingOnly"]);
    if (auto limit = document["foldingRange"]["rangeLimit"].as_int(); limit && *limit > 0)
        info.max_folds = static_cast<std::uint32_t>(std::min<std::int64_t>(*limit, 0x7FFF'FFFF));
    info.asks_tokens = document["semanticTokens"].is_object();
    info.label_tokens = lists(document["semanticTokens"]["tokenTypes"], "label");
    info.code_action_literals = document["codeAction"]["codeActionLiteralSupport"].is_object();
    info.link_support = is_set(document["definition"]["linkSupport"]);
    info.declaration_links = is_set(document["declaration"]["linkSupport"]);
    info.type_definition_links = is_set(document["typeDefinition"]["linkSupport"]);
    JsonView item = document["completion"]["completionItem"];
    info.snippets = is_set(item["snippetSupport"]);
    info.label_details = is_set(item["labelDetailsSupport"]);
    info.commit_characters = is_set(item["commitCharactersSupport"]);
    info.insert_replace = is_set(item["insertReplaceSupport"]);
    info.markdown_completion = lists(item["documentationFormat"], "markdown");
    info.resolves_documentation = lists(item["resolveSupport"]["properties"], "documentation");
    for (JsonView tag : item["tagSupport"]["valueSet"])
        if (tag.as_int() == 1) info.deprecated_tags = true;
    JsonView signature = document["signatureHelp"]["signatureInformation"];
    info.markdown_signatures = lists(signature["documentationFormat"], "markdown");
    info.label_offsets = is_set(signature["parameterInformation"]["labelOffsetSupport"]);
    info.prepares_rename = is_set(document["rename"]["prepareSupport"]);
    JsonView action = document["codeAction"];
    info.resolves_action_edits =
        is_set(action["dataSupport"]) && lists(action["resolveSupport"]["properties"], "edit");
    info.show_references_command = caps["experimental"]["showReferencesCommand"].as_string();
    info.resolves_hint_tooltips = lists(document["inlayHint"]["resolveSupport"]["properties"], "tooltip");
    return info;
}

std::string_view encoding_name(ColumnUnit unit) {
    switch (unit) {
        case ColumnUnit::Utf8:
            return "utf-8";
        case ColumnUnit::Utf32:
            return "utf-32";
        case ColumnUnit::Utf16:
        case ColumnUnit::Grapheme:
            break;
    }
    return "utf-16";
}

}  // namespace hcl::server
