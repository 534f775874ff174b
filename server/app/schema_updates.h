// Gets the schemas of the workspace's modules in the background, one module after the other. Only where the
// user's own setting, or a command of the client, asks for it. Main thread only.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <thread>

#include "server/app/core.h"
#include "server/app/outgoing.h"
#include "server/app/schema_update.h"

namespace hcl::server {

// The command of the client.
inline constexpr std::string_view kUpdateSchemas = "hcl-ls.updateSchemas";

class SchemaUpdates {
  public:
    SchemaUpdates(Core& core, Outgoing& outgoing) : core_(core), outgoing_(outgoing) {}
    ~SchemaUpdates();  // ends the program that runs
    SchemaUpdates(const SchemaUpdates&) = delete;
    SchemaUpdates& operator=(const SchemaUpdates&) = delete;

    enum class Asked : std::uint8_t {
        BySetting,  // a module where the program failed is tried again when its lock file has changed
        ByCommand,  // and the user is told what came of it
    };
    // The modules whose lock files are in the index, into this folder of schemas.
    void want(const std::function<bool(const std::string& path)>& is_in_workspace,
              const std::string& schema_folder, Asked asked);

    // Some were stored.
    std::function<void()> on_stored;

  private:
    struct Job;

    void next();
    void finish(const Job& job);

    Core& core_;
    Outgoing& outgoing_;
    std::map<std::string, Asked> waiting_;    // by folder
    std::map<std::string, FileStat> failed_;  // the lock files of the folders where it failed
    std::shared_ptr<SchemaUpdater> updater_;  // of the job that runs, or of none
    std::string schema_folder_;
    bool is_running_ = false;
    std::shared_ptr<std::atomic<bool>> stopping_ = std::make_shared<std::atomic<bool>>(false);
    std::thread thread_;
};

}  // namespace hcl::server
