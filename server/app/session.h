// One client's session: its parts, and what happens between them. Main thread only.
#pragma once

#include <atomic>
#include <cstdint>
#include <set>
#include <span>
#include <string>

#include "server/app/core.h"
#include "server/app/documents.h"
#include "server/app/outgoing.h"
#include "server/app/progress.h"
#include "server/app/publisher.h"
#include "server/app/workspace.h"

namespace hcl::server {

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

    void opened(FileId id);
    void changed(FileId id);
    void closed(FileId id);

  private:
    ServerSettings read(lsp::JsonView value);
    void apply(SettingsTable table);
    // Tells a client that asks by itself to ask again.
    void refresh_client();

    void index_all();
    void meaning_changed(FileId id);
    // Editors ask for the outline and the colours of what they open; those of a long document take longer
    // than a person should wait.
    void prepare(FileId id);

    // What was said of the settings at hand: the same setting of ten roots is worth one line.
    std::set<std::string> complaints_;
    bool started_ = false;
    bool indexed_ = false;
};

}  // namespace hcl::server
