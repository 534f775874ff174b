// Pull diagnostics. Result ids are hashes of the response, so equal ids mean equal
// findings whatever they depend on.
#include "engine/ide/annotation/diagnostics.h"

#include <unordered_map>

#include "engine/world/installed_modules.h"
#include "protocol/model/generated/diagnostics.h"
#include "server/app/routes.h"
#include "server/handlers/encode.h"
#include "server/handlers/handlers.h"

namespace hcl::server {

namespace {

constexpr std::size_t kStreamBatch = 50;

struct Report {
    std::vector<lsp::Diagnostic> items;
    std::string result_id;
};

Report report_of(const Context& context, FileId file, const Diagnostics& found) {
    Report report;
    report.items = to_diagnostics(found, {*context.snapshot, file, *context.files, *context.client});
    report.result_id = std::to_string(std::hash<std::string>{}(lsp::to_json(report.items)));
    return report;
}

Report report_on(const Context& context, FileId file, const ide::FirstFindings& first = {}) {
    return report_of(context, file, ide::diagnostics_for(*context.snapshot, file, context.cancel, first));
}

std::string full_report(Report report) {
    return lsp::to_json(
        lsp::RelatedFullDocumentDiagnosticReport{std::move(report.items), {}, std::move(report.result_id)});
}

}  // namespace

std::string diagnostics_json(const Diagnostics& diagnostics, const world::Snapshot& snapshot, FileId file,
                             const FileTable& files, const ClientInfo& client) {
    constexpr std::size_t kUsualBytes = 256;  // of one
    std::string out;
    out.reserve(2 + diagnostics.size() * kUsualBytes);
    lsp::JsonWriter writer(out);
    write(writer, to_diagnostics(diagnostics, {snapshot, file, files, client}));
    return out;
}

Reply document_diagnostic(const Context& context, const lsp::DocumentDiagnosticParams& params) {
    const world::FileState* state = context.find(params.text_document.uri);
    if (!state) return reply(lsp::RelatedFullDocumentDiagnosticReport{});
    const FileId id = state->id();
    ide::FirstFindings first;
    if (!params.previous_result_id && context.client->refreshes_diagnostics)
        first = [&](const Diagnostics& found) {
            context.answer_early(full_report(report_of(context, id, found)));
        };
    if (context.is_text_only) {
        const Diagnostics found =
            first ? ide::syntax_diagnostics_for(*context.snapshot, id, context.cancel) : Diagnostics();
        // None would look like the answer.
        if (!found.empty()) first(found);
        return {};
    }
    Report report = report_on(context, id, first);
    if (params.previous_result_id == report.result_id)
        return reply(lsp::RelatedUnchangedDocumentDiagnosticReport{std::move(report.result_id), {}});
    return full_report(std::move(report));
}

Reply workspace_diagnostic(const Context& context, const lsp::WorkspaceDiagnosticParams& params) {
    lsp::WorkspaceDiagnosticReport pending;
    auto flush = [&] {
        context.send_partial(lsp::to_json(pending));
        pending.items.clear();
    };
    auto add = [&](auto item) {
        pending.items.emplace_back(std::move(item));
        if (context.takes_partial() && pending.items.size() >= kStreamBatch) flush();
    };
    std::unordered_map<FileId, const std::string*> previous;
    for (const lsp::PreviousResultId& known : params.previous_result_ids) {
        FileId id = context.files->find_uri(known.uri);
        // Clear the findings of deleted files.
        if (context.snapshot->file(id))
            previous.emplace(id, &known.value);
        else
            add(lsp::WorkspaceFullDocumentDiagnosticReport{known.uri, {}, {}, {}});
    }
    std::vector<const world::FileState*> files = context.snapshot->files();
    std::erase_if(files, [&](const world::FileState* state) {
        return !state->info().is_open &&
               world::is_downloaded(context.snapshot->extensions(), state->info().path);
    });
    if (context.progress) context.progress->begin("Checking the workspace", false);
    std::size_t done = 0;
    for (const world::FileState* state : files) {
        context.cancel.poll();
        Report report = report_on(context, state->id());
        if (context.progress)
            context.progress->report("", static_cast<unsigned>(100 * ++done / files.size()));
        auto known = previous.find(state->id());
        // Skip files that never had findings.
        if (known == previous.end() && report.items.empty()) continue;
        std::optional<std::int32_t> version;
        if (state->info().is_open) version = static_cast<std::int32_t>(state->info().version);
        std::string uri = context.files->uri(state->id());
        if (known != previous.end() && *known->second == report.result_id)
            add(lsp::WorkspaceUnchangedDocumentDiagnosticReport{std::move(uri), std::move(report.result_id),
                                                                version});
        else
            add(lsp::WorkspaceFullDocumentDiagnosticReport{std::move(uri), std::move(report.items), version,
                                                           std::move(report.result_id)});
    }
    if (context.takes_partial() && !pending.items.empty()) flush();
    return reply(pending);
}

}  // namespace hcl::server
