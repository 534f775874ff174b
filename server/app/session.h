// The session of one client: owns its parts and connects them. Main thread only.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <string>

#include "server/app/arrivals.h"
#include "server/app/core.h"
#include "server/app/documents.h"
#include "server/app/outgoing.h"
#include "server/app/plugin_schemas.h"
#include "server/app/progress.h"
#include "server/app/publisher.h"
#include "server/app/refreshes.h"
#include "server/app/schema_folder.h"
#include "server/app/schema_updates.h"
#include "server/app/workspace.h"

namespace hcl::server {

// The files that must be loaded before a request can be answered.
enum class Needs : std::uint8_t {
    Folder,  // files that determine the meaning of the document, see Workspace::read_around
    Text,    // the same, but the document alone is enough for an early answer
    Index,   // all files below the roots
};

class Session {
  public:
    explicit Session(Core& shared);

    // Fresh until the response to initialize, ShutDown after shutdown, Exited after exit.
    enum class State { Fresh, Running, ShutDown, Exited };
    State state = State::Fresh;

    Core& core;
    Outgoing outgoing;
    ProgressTable progress;
    Refreshes refreshes;
    Documents documents;
    Arrivals arrivals;
    Workspace workspace;
    Publisher publisher;
    SchemaUpdates schema_updates;

    // After `initialized`: registrations, configuration, the first indexing.
    void start();
    // Requests the settings from the client, including those of each root, then applies them.
    void pull_configuration();
    // Applies one object of settings to all roots.
    void apply_settings(lsp::JsonView value);
    // Applies the settings of `initialize`. A client that sends some need not be asked before the index
    // begins.
    void apply_first_settings(lsp::JsonView value);
    // The client asks for it once.
    void update_schemas_now();
    void change_roots(std::span<const Root> added, std::span<const Root> removed);

    // Whether files that a request needs are not loaded yet; `on_ready` is called when that may have changed.
    bool must_wait(Needs needs, FileId document) const;
    std::function<void()> on_ready;
    // Whether the document alone can be answered about: its text and the settings are known.
    bool knows_text(FileId document) const { return document.is_valid() && !is_busy(document) && indexed_; }

    // Its text is being read, parsed or edited.
    bool is_busy(FileId id) const { return arrivals.is_expected(id) || documents.is_busy(id); }
    void opened(FileId id);
    void changed(FileId id);
    void closed(FileId id);

  private:
    ServerSettings read(lsp::JsonView value);
    void apply(SettingsTable table);
    void index_all();
    // Asks the client to request data again when the file affects the analysis of others.
    void refresh_if_configuration(FileId id);
    // Loads the folder of schemas, and finds those of Pulumi's plugins, when the files changed; true when the
    // schemas are different.
    bool read_schema_folder();
    // Reads the folder of schemas again soon after something in it changes.
    void watch_schema_folder();
    void look_at_schemas();
    // Gets the schemas of the workspace's modules soon, if a setting asks for it.
    void update_schemas_later();
    // Computes the outline and the tokens of a long document in advance, because editors request
    // them as soon as a document is open.
    void prepare(FileId id);
    // Gives memory that is free back to the system, a little later.
    void release_memory_later();
    std::set<FileId> unprepared_;  // opened, and their findings are not yet known

    // Problems of the current settings that were logged already: ten roots with one mistake log one line.
    std::set<std::string> complaints_;
    std::string schema_folder_;
    SchemaFolder::Stamp schema_stamp_;
    std::vector<Plugin> plugins_;
    std::unique_ptr<Watcher> schema_watcher_;
    std::string watched_schemas_;  // the folder that it watches
    bool has_first_settings_ = false;
    bool started_ = false;
    bool indexed_ = false;
    // The disk differed from what was known since an index last ended; otherwise no answer has changed.
    bool has_news_ = false;
};

}  // namespace hcl::server
