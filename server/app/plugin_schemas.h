// Package schemas in Pulumi's plugin cache. Pulumi asks a plugin for its schema by running it, and writes the
// answer next to the plugin's folder; some plugins contain theirs. Only those files are read: no plugin is
// run.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/schemas/schema_set.h"
#include "server/host/file_system.h"

namespace hcl::server {

// An installed plugin that provides a package.
struct Plugin {
    std::string name;
    std::string version;
    std::string schema;  // path of its schema; empty: there is none
    std::uint64_t size = 0;
    std::int64_t modified_ns = 0;
    auto operator<=>(const Plugin&) const = default;
};

// In the order of the folder; empty for a missing folder. Reads no file.
std::vector<Plugin> find_plugins(const FileSystem& files, const std::string& folder);

// Schemas that are read when a program first uses the package: they can have hundreds of megabytes. What is
// read is kept as a schema cache below `cache_folder`, if that is not empty. `report` receives messages about
// schemas that cannot be read, on any thread.
std::vector<schemas::LateFile> plugin_schemas(const std::shared_ptr<FileSystem>& files,
                                              const std::vector<Plugin>& plugins,
                                              const std::string& cache_folder,
                                              const std::function<void(const std::string&)>& report);

}  // namespace hcl::server
