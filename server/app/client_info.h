// The client's capabilities from `initialize`, reduced to those that affect what we
// send. Immutable afterwards.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/source/position.h"
#include "protocol/json/document.h"

namespace hcl::server {

struct ClientInfo {
    std::string name;
    std::string version;
    std::int64_t process_id = 0;  // 0: unknown

    ColumnUnit encoding = ColumnUnit::Utf16;
    bool watches_files = false;        // supports registration of file watchers
    bool gives_configuration = false;  // workspace/configuration
    bool registers_configuration = false;
    bool shows_progress = false;  // window/workDoneProgress/create
    bool refreshes_tokens = false;
    bool refreshes_hints = false;
    bool refreshes_lenses = false;
    bool refreshes_diagnostics = false;
    bool refreshes_folding = false;
    bool pulls_diagnostics = false;
    bool related_information = false;
    bool code_description = false;
    bool diagnostic_data = false;
    std::vector<int> diagnostic_tags;
    bool nested_symbols = false;
    bool markdown = false;  // in hover
    bool versioned_edits = false;
    bool creates_files = false;  // edits may create files
    bool folds_lines_only = false;
    bool folded_text = false;     // foldingRange.collapsedText
    std::uint32_t max_folds = 0;  // 0: no limit
    bool asks_tokens = false;
    bool label_tokens = false;  // knows the semantic token type "label"
    bool code_action_literals = false;
    bool link_support = false;  // definitions can be links
    bool declaration_links = false;
    bool type_definition_links = false;

    // Completion.
    bool snippets = false;
    bool label_details = false;
    bool commit_characters = false;
    bool deprecated_tags = false;
    bool insert_replace = false;
    bool markdown_completion = false;
    bool resolves_documentation = false;  // and detail, so both can be sent on resolve

    bool markdown_signatures = false;
    bool label_offsets = false;  // parameters as ranges of the signature
    bool prepares_rename = false;
    bool resolves_action_edits = false;
    bool resolves_hint_tooltips = false;
    std::string show_references_command;  // the client's own command for lenses: (uri, position, locations)
};

// `params` are those of initialize.
ClientInfo digest(lsp::JsonView params);

// "utf-16"
std::string_view encoding_name(ColumnUnit unit);

}  // namespace hcl::server
