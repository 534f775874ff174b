#include "server/app/client_info.h"

#include <nlohmann/json.hpp>

namespace hcl::server {

namespace {

using nlohmann::json;

// The value at a path of names, or null: clients leave out what they please.
const json& at(const json& from, std::initializer_list<const char*> path) {
    static const json kNull;
    const json* here = &from;
    for (const char* name : path) {
        if (!here->is_object()) return kNull;
        auto it = here->find(name);
        if (it == here->end()) return kNull;
        here = &*it;
    }
    return *here;
}

bool flag(const json& from, std::initializer_list<const char*> path) {
    const json& value = at(from, path);
    return value.is_boolean() && value.get<bool>();
}

bool lists(const json& array, std::string_view wanted) {
    if (!array.is_array()) return false;
    for (const json& item : array)
        if (item.is_string() && item.get_ref<const std::string&>() == wanted) return true;
    return false;
}

std::string text(const json& value) { return value.is_string() ? value.get<std::string>() : std::string(); }

}  // namespace

ClientInfo digest(const json& params) {
    ClientInfo info;
    info.name = text(at(params, {"clientInfo", "name"}));
    info.version = text(at(params, {"clientInfo", "version"}));
    const json& process = at(params, {"processId"});
    if (process.is_number_integer()) info.process_id = process.get<std::int64_t>();

    const json& caps = at(params, {"capabilities"});
    const json& encodings = at(caps, {"general", "positionEncodings"});
    // UTF-8 costs us nothing and UTF-32 little; but the client's order is its preference.
    if (encodings.is_array())
        for (const json& encoding : encodings) {
            if (!encoding.is_string()) continue;
            const auto& spelled = encoding.get_ref<const std::string&>();
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
    info.watches_files = flag(caps, {"workspace", "didChangeWatchedFiles", "dynamicRegistration"});
    info.gives_configuration = flag(caps, {"workspace", "configuration"});
    info.registers_configuration = flag(caps, {"workspace", "didChangeConfiguration", "dynamicRegistration"});
    info.shows_progress = flag(caps, {"window", "workDoneProgress"});
    info.refreshes_tokens = flag(caps, {"workspace", "semanticTokens", "refreshSupport"});
    info.refreshes_hints = flag(caps, {"workspace", "inlayHint", "refreshSupport"});
    info.refreshes_lenses = flag(caps, {"workspace", "codeLens", "refreshSupport"});
    info.refreshes_diagnostics = flag(caps, {"workspace", "diagnostics", "refreshSupport"});
    info.refreshes_folding = flag(caps, {"workspace", "foldingRange", "refreshSupport"});
    info.pulls_diagnostics = at(caps, {"textDocument", "diagnostic"}).is_object();
    const json& publish = at(caps, {"textDocument", "publishDiagnostics"});
    const json& pull = at(caps, {"textDocument", "diagnostic"});
    auto either = [&](const char* name) { return flag(publish, {name}) || flag(pull, {name}); };
    info.related_information = either("relatedInformation");
    info.code_description = either("codeDescriptionSupport");
    info.diagnostic_data = either("dataSupport");
    for (const json* source : {&publish, &pull})
        for (const json& tag : at(*source, {"tagSupport", "valueSet"}))
            if (tag.is_number_integer()) info.diagnostic_tags.push_back(tag.get<int>());
    info.nested_symbols =
        flag(caps, {"textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport"});
    info.markdown = lists(at(caps, {"textDocument", "hover", "contentFormat"}), "markdown");
    info.versioned_edits = flag(caps, {"workspace", "workspaceEdit", "documentChanges"});
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
