#include "server/app/session.h"

#include "engine/base/json_string.h"
#include "engine/world/language_lookup.h"
#include "server/app/routes.h"
#include "server/host/process.h"

namespace hcl::server {

namespace {

constexpr std::uint32_t kLongDocument = 128 << 10;
// From the closing of a long document to the release of its snapshots.
constexpr Duration kBeforeRelease = std::chrono::seconds(1);
constexpr Duration kPatienceForIndex = std::chrono::seconds(10);
// The tool that writes a lock file may still be installing providers.
constexpr Duration kBeforeUpdate = std::chrono::seconds(2);
constexpr Duration kPatienceForSchemas = std::chrono::milliseconds(200);

// Roots without settings of their own need no entry, except that patterns of excluded paths are relative to
// them. Most clients return the same settings for all roots: then the first ones change nothing, and outdate
// no request.
void drop_equal_roots(SettingsTable& table) {
    const bool is_plain = table.global.exclude.empty() &&
                          std::ranges::all_of(table.roots, [&](const SettingsTable::Root& root) {
                              return root.settings == table.global;
                          });
    if (is_plain) table.roots.clear();
}

}  // namespace

Session::Session(Core& shared)
    : core(shared),
      outgoing(shared),
      progress(shared, outgoing),
      refreshes(shared, outgoing),
      documents(shared),
      arrivals(shared),
      workspace(shared, documents, progress, outgoing),
      publisher(shared, documents),
      schema_updates(shared, outgoing) {
    workspace.on_file = [this](FileId id) {
        has_news_ = true;
        publisher.queue_later(id);
        refresh_if_configuration(id);
        if (core.files.name(id).ends_with(kLockFile)) update_schemas_later();
    };
    workspace.on_indexed = [this] {
        update_schemas_later();
        if (workspace.has_index()) core.timers.cancel("first index");
        if (std::exchange(has_news_, false)) refreshes.all();
        if (on_ready) on_ready();
    };
    workspace.on_read_around = [this] {
        publisher.release_held();
        if (on_ready) on_ready();
    };
    workspace.on_known_folders = [this] {
        has_news_ = true;
        publisher.known_folders_changed();
    };
    schema_updates.on_stored = [this] { look_at_schemas(); };
    workspace.on_disk([this] {
        publisher.all_changed();
        refreshes.all();
    });
    publisher.on_looked_at = [this](FileId id) {
        if (unprepared_.erase(id) > 0) prepare(id);
    };
    publisher.is_held = [this](FileId id) { return workspace.is_reading_around(id) || is_busy(id); };
    documents.on_settled = arrivals.on_settled = [this](FileId id) {
        if (is_busy(id)) return;
        publisher.release_held();
        if (id != Arrivals::kNoDocument) {
            workspace.text_changed(id);
            refresh_if_configuration(id);
        }
        if (on_ready) on_ready();
    };
}

bool Session::must_wait(Needs needs, FileId document) const {
    if (document.is_valid() && (workspace.is_reading_around(document) || is_busy(document))) return true;
    return needs == Needs::Index &&
           (core.timers.is_set("first index") || documents.is_any_busy() || !arrivals.is_empty());
}

void Session::start() {
    if (std::exchange(started_, true)) return;
    if (core.client->registers_configuration)
        outgoing.call(
            "client/registerCapability",
            R"({"registrations":[{"id":"hcl-ls/configuration",)"
            R"("method":"workspace/didChangeConfiguration","registerOptions":{"section":"hcl"}}]})");
    workspace.watch();
    // Requests about the whole workspace wait for the index, but not longer than this.
    if (!workspace.has_index())
        core.timers.set("first index", core.now() + kPatienceForIndex, [this] {
            if (on_ready) on_ready();
        });
    // The index depends on the settings, so request them first; the client collects them while schemas are
    // read.
    if (core.client->gives_configuration) pull_configuration();
    read_schema_folder();
    watch_schema_folder();
    if (!core.client->gives_configuration || has_first_settings_) index_all();
}

void Session::pull_configuration() {
    complaints_.clear();
    // First the global settings, then those of each root.
    std::string items = R"({"items":[{"section":"hcl"})";
    std::vector<std::string> folders;
    for (const Root& root : workspace.roots()) {
        if (root.path.empty()) continue;
        items += ",{\"scopeUri\":" + json_string(root.uri) + ",\"section\":\"hcl\"}";
        folders.push_back(root.path);
    }
    outgoing.call("workspace/configuration", items + "]}",
                  [this, folders = std::move(folders)](lsp::JsonView result) {
                      // A client without settings responds with null, and some return
                      // fewer items than requested.
                      SettingsTable table = core.settings;
                      table.roots.clear();
                      std::size_t index = 0;
                      for (lsp::JsonView item : result) {
                          std::size_t at = index++;
                          if (!item.is_object()) continue;
                          ServerSettings settings = read(item);
                          if (at == 0)
                              table.global = std::move(settings);
                          else if (at <= folders.size())
                              table.roots.push_back({folders[at - 1], std::move(settings)});
                      }
                      drop_equal_roots(table);
                      apply(std::move(table));
                      // New settings have started the index already.
                      if (!indexed_) index_all();
                      if (on_ready) on_ready();
                  });
}

void Session::index_all() {
    indexed_ = true;
    workspace.index_all();
}

ServerSettings Session::read(lsp::JsonView value) {
    std::vector<std::string> complaints;
    ServerSettings settings = read_settings(value, complaints);
    for (const std::string& complaint : complaints)
        if (complaints_.insert(complaint).second) outgoing.log_message(MessageKind::Warning, complaint);
    return settings;
}

void Session::apply_settings(lsp::JsonView value) {
    complaints_.clear();
    apply({read(value), {}});
}

void Session::apply_first_settings(lsp::JsonView value) {
    has_first_settings_ = value.is_object() && value.size() > 0;
    apply_settings(value);
}

void Session::change_roots(std::span<const Root> added, std::span<const Root> removed) {
    workspace.change_roots(added, removed);
    if (core.client->gives_configuration) pull_configuration();
}

void Session::apply(SettingsTable table) {
    if (table == core.settings) return;
    core.settings = std::move(table);
    for (const std::string& line : describe(core.settings.global)) core.log.line("setting " + line);
    for (const SettingsTable::Root& root : core.settings.roots)
        for (const std::string& line : describe(root.settings))
            core.log.line("setting of " + root.path + ": " + line);
    world::Settings shared;
    shared.diagnostics = core.settings.global.diagnostics;
    auto rules_of = [](const ServerSettings& settings) {
        check::RuleSettings rules = settings.rules;
        rules.is_lenient = settings.pcl_lenient;
        if (!settings.beyond_validate) check::leave_to_plans(rules);
        return rules;
    };
    shared.rules = rules_of(core.settings.global);
    for (const SettingsTable::Root& root : core.settings.roots)
        shared.folders.push_back({root.path, root.settings.diagnostics, rules_of(root.settings)});
    shared.hints = {core.settings.global.value_hints, core.settings.global.parameter_hints,
                    core.settings.global.type_hints};
    shared.reference_lenses = core.settings.global.reference_lenses;
    shared.limits = core.settings.global.limits;
    core.world.set_settings(shared);
    ++core.edits;
    if (!started_) return;
    read_schema_folder();
    watch_schema_folder();
    publisher.all_changed();
    index_all();
    refreshes.all();
}

bool Session::read_schema_folder() {
    std::string folder = core.settings.global.schema_folder;
    if (folder.empty()) folder = own_schema_folder(core.host.cache_folder);
    SchemaFolder::Stamp stamp = stamp_of_schemas(*core.host.files, folder);
    std::vector<Plugin> plugins = find_plugins(*core.host.files, core.host.plugin_folder);
    if (folder == schema_folder_ && stamp == schema_stamp_ && plugins == plugins_) return false;
    // Workers can outlive the session, but not the core.
    auto report = [this, &shared = core](const std::string& message) {
        shared.post([this, message] { outgoing.log_message(MessageKind::Warning, message); });
    };
    SchemaFolder found =
        read_schemas(*core.host.files, folder, stamp,
                     plugin_schemas(core.host.files, plugins, core.host.cache_folder, report));
    schema_folder_ = std::move(folder);
    schema_stamp_ = std::move(stamp);
    plugins_ = std::move(plugins);
    for (const std::string& problem : found.problems) outgoing.log_message(MessageKind::Warning, problem);
    core.log.line("schemas in " + schema_folder_ + ": " +
                  std::to_string(found.schemas ? found.schemas->files().size() : 0) + " packages");
    // No schemas at all, where there could be some, is something else than a server without a place for them:
    // then nothing tells how to get them.
    if (!found.schemas && !schema_folder_.empty())
        found.schemas = std::make_shared<const schemas::SchemaSet>(std::vector<schemas::SchemaFilePtr>());
    core.world.set_schemas(std::move(found.schemas));
    ++core.edits;
    return true;
}

void Session::refresh_if_configuration(FileId id) {
    if (!started_ || workspace.is_indexing()) return;
    // A snapshot can replace the states of files, to parse them again.
    const world::SnapshotPtr snapshot = core.world.snapshot();
    const world::FileState* file = snapshot->file(id);
    if (file && world::is_configuration(*snapshot, file->info().path)) refreshes.all();
}

void Session::look_at_schemas() {
    if (!read_schema_folder()) return;
    publisher.all_changed();
    refreshes.all();
}

void Session::watch_schema_folder() {
    if (!core.host.make_watcher || schema_folder_.empty() || schema_folder_ == watched_schemas_) return;
    if (!schema_watcher_)
        schema_watcher_ = core.host.make_watcher([this](const std::vector<FileChange>&) {
            core.post([this] {
                core.timers.set("schemas", core.now() + kPatienceForSchemas, [this] { look_at_schemas(); });
            });
        });
    watched_schemas_ = schema_folder_;
    schema_watcher_->watch({schema_folder_});
}

void Session::update_schemas_later() {
    if (!core.settings.global.update_schemas || !core.host.programs) return;
    core.timers.set("schema update", core.now() + kBeforeUpdate, [this] {
        if (core.settings.global.update_schemas)
            schema_updates.want([this](const std::string& path) { return workspace.contains(path); },
                                schema_folder_, SchemaUpdates::Asked::BySetting);
    });
}

void Session::update_schemas_now() {
    schema_updates.want([this](const std::string& path) { return workspace.contains(path); }, schema_folder_,
                        SchemaUpdates::Asked::ByCommand);
}

void Session::opened(FileId id) {
    look_at_schemas();
    // The providers may have been installed since, for the same lock file.
    update_schemas_later();
    workspace.read_around(id);
    workspace.follow_configuration(id);
    workspace.text_changed(id);
    workspace.look_at_disk();
    publisher.queue_urgent(id);
    if (!is_busy(id)) refresh_if_configuration(id);
    // Both need the module: what it takes is not done twice at once.
    if (core.client->pulls_diagnostics)
        prepare(id);
    else
        unprepared_.insert(id);
}

void Session::prepare(FileId id) {
    const world::FileState* file = core.world.file(id);
    const ClientInfo& client = *core.client;
    if (!file || file->size() < kLongDocument || !(client.nested_symbols || client.asks_tokens)) return;
    auto context = std::make_shared<Context>();
    context->snapshot = core.world.snapshot();
    context->client = core.client;
    context->files = &core.files;
    context->cancel = Cancel(&core.stopping, &core.edits, core.edits.load());
    core.workers.submit(Lane::Background, [this, id, context = std::move(context)] {
        std::string fault;
        Outcome outcome = run_guarded(
            [&] {
                const world::FileState& opened = *context->snapshot->file(id);
                if (context->client->nested_symbols) prepare_outline(*context, opened);
                if (context->client->asks_tokens) prepare_tokens(*context, opened);
            },
            fault);
        if (outcome == Outcome::Failed) core.log.line("preparing a document failed: " + fault);
    });
}

void Session::changed(FileId id) {
    workspace.follow_configuration(id);
    workspace.text_changed(id);
    publisher.queue_urgent(id);
    if (!is_busy(id)) refresh_if_configuration(id);
}

void Session::closed(FileId id) {
    unprepared_.erase(id);
    const world::FileState* file = core.world.file(id);
    if (file && file->size() >= kLongDocument) release_memory_later();
    workspace.reload(id);
    publisher.queue_later(id);
    // Nothing else ends the wait of requests for a text that was being parsed.
    if (on_ready) on_ready();
}

void Session::release_memory_later() {
    core.timers.set("release memory", core.now() + kBeforeRelease, [this] {
        // Running jobs keep older states of the document alive.
        if (!publisher.is_idle()) return release_memory_later();
        core.workers.submit(Lane::Background, [] { release_free_memory(); });
    });
}

}  // namespace hcl::server
