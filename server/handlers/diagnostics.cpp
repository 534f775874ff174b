// Diagnostics for clients that ask. Result ids are hashes of what was answered: whatever findings depend on, equal
// ids mean equal findings.
#include <unordered_map>

#include "engine/ide/diagnostics.h"
#include "server/handlers/encode.h"
#include "server/handlers/handlers.h"
#include "server/handlers/interim_lsp.h"

namespace hcl::server {

namespace {

constexpr std::size_t kStreamBatch = 50;

struct Report {
    std::string items;
    std::string result_id;
    bool is_empty = true;
};

Report report_on(const Context& context, FileId file) {
    Diagnostics found = ide::diagnostics_for(*context.snapshot, file, context.cancel);
    Report report;
    report.is_empty = found.empty();
    report.items = encode_diagnostics(found, {*context.snapshot, file, *context.files, *context.client});
    report.result_id = std::to_string(std::hash<std::string>{}(report.items));
    return report;
}

std::string unchanged(const std::string& result_id, std::string_view extra) {
    return "{\"kind\":\"unchanged\",\"resultId\":\"" + result_id + "\"" + std::string(extra) + "}";
}

std::string full(const Report& report, std::string_view extra) {
    return "{\"kind\":\"full\",\"resultId\":\"" + report.result_id + "\",\"items\":" + report.items +
           std::string(extra) + "}";
}

}  // namespace

Reply document_diagnostic(const Context& context, const lsp::DocumentDiagnosticParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return "{\"kind\":\"full\",\"items\":[]}";
    Report report = report_on(context, state->id());
    if (params.previous_result_id && *params.previous_result_id == report.result_id)
        return unchanged(report.result_id, "");
    return full(report, "");
}

Reply workspace_diagnostic(const Context& context, const lsp::WorkspaceDiagnosticParams& params) {
    std::unordered_map<FileId, const std::string*> previous;
    std::string items;
    std::size_t count = 0;
    auto flush = [&] {
        if (count == 0 || !context.takes_partial()) return;
        context.send_partial("{\"items\":[" + items + "]}");
        items.clear();
        count = 0;
    };
    auto add = [&](std::string item) {
        if (!items.empty()) items += ',';
        items += item;
        if (++count >= kStreamBatch) flush();
    };
    auto identity = [](const std::string& uri, const world::FileState* state) {
        bool is_open = state && state->info().is_open;
        return ",\"uri\":" + json_quote(uri) +
               ",\"version\":" + (is_open ? std::to_string(state->info().version) : std::string("null"));
    };
    for (const auto& known : params.previous_result_ids) {
        FileId id = context.files->find_uri(known.uri);
        if (context.snapshot->file(id))
            previous.emplace(id, &known.value);
        else
            add("{\"kind\":\"full\",\"items\":[]" + identity(known.uri, nullptr) + "}");
    }
    std::vector<const world::FileState*> files = context.snapshot->files();
    if (context.progress) context.progress->begin("Checking the workspace", false);
    std::size_t done = 0;
    for (const world::FileState* state : files) {
        context.cancel.poll();
        Report report = report_on(context, state->id());
        auto known = previous.find(state->id());
        if (context.progress)
            context.progress->report("", static_cast<unsigned>(100 * ++done / files.size()));
        std::string who = identity(context.files->uri(state->id()), state);
        if (known != previous.end() && *known->second == report.result_id)
            add(unchanged(report.result_id, who));
        else if (known != previous.end() || !report.is_empty)
            add(full(report, who));
    }
    flush();
    return "{\"items\":[" + items + "]}";
}

}  // namespace hcl::server
