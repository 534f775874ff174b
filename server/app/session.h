// The session of one client: owns its parts and connects them. Main thread only.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <string>

#include "server/app/core.h"
#include "server/app/documents.h"
#include "server/app/outgoing.h"
#include "server/app/progress.h"
#include "server/app/publisher.h"
#include "server/app/schema_folder.h"
#include "server/app/workspace.h"

namespace hcl::server {

// What must have been read from disk before a question is answered.
enum class Needs : std::uint8_t {
    Folder,  // what decides the meaning of the document, see Workspace::read_around
    Index,   // all files below the roots
};

class Session {
  public:
    explicit Session(Core& shared);

    // Fresh until initialize was answered, ShutDown after shutdown, Exited after exit.
    enum class State { Fresh, Running, ShutDown, Exited };
    State state = State::Fresh;

    Core& core;
    Outgoing outgoing;
    ProgressTable progress;
    Documents documents;
    Workspace workspace;
    Publisher publisher;

    // After `initialized`: registrations, configuration, the first indexing.
    void start();
    // Asks the client for the settings, those of each root too, then applies them.
    void pull_configuration();
    // Settings for all roots alike.
    void apply_settings(lsp::JsonView value);
    void change_roots(std::span<const Root> added, std::span<const Root> removed);

    // What a question needs is not yet read from disk; `on_ready` is called when that may have changed.
    bool must_wait(Needs needs, FileId document) const;
    std::function<void()> on_ready;

    void opened(FileId id);
    void changed(FileId id);
    void closed(FileId id);

  private:
    ServerSettings read(lsp::JsonView value);
    void apply(SettingsTable table);
    // Asks clients that pull diagnostics, tokens or hints to request them again.
    void refresh_client();

    void index_all();
    // Asks the client to request again when the file decides what others mean.
    void refresh_if_configuration(FileId id);
    // Reads the folder of schemas when something in it changed; true when there is something new.
    bool read_schema_folder();
    // Computes the outline and the tokens of a long document in advance, because editors request them
    // as soon as a document is open.
    void prepare(FileId id);
    std::set<FileId> unprepared_;  // opened, and their findings are not yet known

    // Complaints already logged about the current settings: ten roots with one mistake log one line.
    std::set<std::string> complaints_;
    std::string schema_folder_;
    SchemaFolder::Stamp schema_stamp_;
    bool started_ = false;
    bool indexed_ = false;
};

}  // namespace hcl::server
