// initialize to exit: what the two sides tell each other of themselves.
#include <nlohmann/json.hpp>

#include "server/app/session.h"
#include "server/app/wire.h"
#include "server/cli/version.h"
#include "server/handlers/handlers.h"
#include "server/handlers/interim_lsp.h"

namespace hcl::server {

namespace {

using nlohmann::json;

std::vector<Root> roots_of(const json& params) {
    std::vector<Root> roots;
    auto add = [&](const std::string& uri, std::string name) {
        std::string path = path_of_uri(normalise_uri(uri));
        while (path.size() > 1 && path.ends_with('/')) path.pop_back();
        roots.push_back({uri, std::move(name), std::move(path)});
    };
    auto folders = params.find("workspaceFolders");
    if (folders != params.end() && folders->is_array()) {
        for (const json& folder : *folders)
            if (folder.is_object() && folder.contains("uri") && folder["uri"].is_string())
                add(folder["uri"].get<std::string>(),
                    folder.contains("name") && folder["name"].is_string() ? folder["name"].get<std::string>() : "");
    } else if (auto root = params.find("rootUri"); root != params.end() && root->is_string()) {
        add(root->get<std::string>(), "");
    } else if (auto path = params.find("rootPath"); path != params.end() && path->is_string()) {
        add(uri_of_path(path->get<std::string>()), "");
    }
    return roots;
}

// What we can do, for this client.
json capabilities(const ClientInfo& client) {
    json filters = json::array();
    for (const char* scheme : {"file", "untitled"}) filters.push_back({{"scheme", scheme}});
    json result = {
        {"positionEncoding", encoding_name(client.encoding)},
        {"textDocumentSync",
         {{"openClose", true}, {"change", 2}, {"save", {{"includeText", false}}}, {"willSave", false}}},
        {"documentSymbolProvider", {{"label", "HCL"}}},
        {"hoverProvider", true},
        {"workspace",
         {{"workspaceFolders", {{"supported", true}, {"changeNotifications", true}}}}},
    };
    if (client.pulls_diagnostics)
        result["diagnosticProvider"] = {
            {"identifier", "hcl"}, {"interFileDependencies", true}, {"workspaceDiagnostics", true}};
    return result;
}

}  // namespace

Reply initialize(Session& session, const lsp::InitializeParams& params) {
    auto client = std::make_shared<const ClientInfo>(digest(params.raw));
    session.core.client = client;
    session.workspace.set_roots(roots_of(params.raw));
    if (auto trace = params.raw.find("trace"); trace != params.raw.end() && trace->is_string())
        set_trace(session, {trace->get<std::string>()});
    if (auto options = params.raw.find("initializationOptions"); options != params.raw.end())
        session.apply_settings(*options);
    if (client->process_id != 0 && session.core.host.watch_process)
        session.core.host.watch_process(client->process_id);
    session.core.log.line("client " + client->name + " " + client->version + ", " +
                          std::string(encoding_name(client->encoding)));
    session.state = Session::State::Running;
    json result = {{"capabilities", capabilities(*client)},
                   {"serverInfo", {{"name", "hcl-ls"}, {"version", version()}}}};
    return result.dump();
}

void initialized(Session& session, const lsp::InitializedParams&) { session.start(); }

Reply shutdown(Session& session, const lsp::NoParams&) {
    session.state = Session::State::ShutDown;
    return "null";
}

void set_trace(Session& session, const lsp::SetTraceParams& params) {
    using Trace = Outgoing::Trace;
    session.outgoing.trace_level = params.value == "verbose"    ? Trace::Verbose
                                   : params.value == "messages" ? Trace::Messages
                                                                : Trace::Off;
}

void cancel_progress(Session& session, const lsp::WorkDoneProgressCancelParams& params) {
    session.progress.cancel(params.token.dump(-1, ' ', false, json::error_handler_t::replace));
}

}  // namespace hcl::server
