// Gets schemas from Terraform or OpenTofu: of the providers that a module has installed, and of named ones.
// Runs programs, so only what the user asks for calls it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/bind/packages.h"
#include "engine/schemas/schema_set.h"
#include "server/app/schema_folder.h"
#include "server/host/file_system.h"
#include "server/host/programs.h"

namespace hcl::server {

// A provider on the command line: "hashicorp/aws", "registry.opentofu.org/x/y@1.2.0".
struct NamedProvider {
    std::string source;
    std::string version;  // empty: the newest
};
// Empty for everything that is no such name.
std::optional<NamedProvider> named_provider(std::string_view text);

struct SchemaUpdateOptions {
    std::string folder;     // of schemas
    std::string program{};  // a whole path; empty: chosen for each module
    std::chrono::milliseconds patience = std::chrono::minutes(5);  // for each run of a program
    std::uint64_t most_output = std::uint64_t{256} << 20;
    bool is_complete = false;    // also where all schemas are stored
    bool is_background = false;  // at low priority
    std::function<bool()> is_cancelled{};
};

// Used by one thread at a time. Keeps what it knows of the folder of schemas.
class SchemaUpdater {
  public:
    SchemaUpdater(FileSystem& files, const Programs& programs, SchemaUpdateOptions options)
        : files_(files), programs_(programs), options_(std::move(options)) {}

    struct Outcome {
        enum class Kind : std::uint8_t {
            Stored,
            Known,           // nothing was to be done
            NotInitialized,  // its providers are not installed
            Failed,
        } kind = Kind::Stored;
        std::string reason{};  // why nothing was stored: a part of a sentence, or the message of the program
        std::vector<std::string> lines{};  // what was stored and removed
    };
    // The schemas of the providers of a root module.
    Outcome update(const std::string& folder);
    // The schema of a provider, which is installed into a temporary folder: this needs the network. What was
    // stored and removed.
    Result<std::vector<std::string>> add(const NamedProvider& provider);

  private:
    bool is_stored(const bind::PackageVersions& locked);
    Result<std::string> program_for(bool is_of_opentofu) const;
    Result<std::string> run(const std::string& program, const std::string& folder,
                            std::vector<std::string> arguments, std::vector<std::string> environment) const;
    Result<std::vector<std::string>> store(const std::string& program, const std::string& folder,
                                           const std::vector<std::string>& environment);

    FileSystem& files_;
    const Programs& programs_;
    SchemaUpdateOptions options_;
    SchemaFolder::Stamp stamp_{};
    schemas::SchemaSetPtr stored_{};
    bool is_read_ = false;
};

}  // namespace hcl::server
