// The folder of schemas: caches created by `hcl-ls schema add`, and JSON files as printed by
// `terraform providers schema -json`, with the versions in a lock file beside them.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/bind/packages.h"
#include "engine/schemas/schema_set.h"
#include "server/host/file_system.h"

namespace hcl::server {

inline constexpr std::string_view kSchemaEnding = ".hclschema";

// The path of a package's cache, named after its address without slashes, and its version where the address
// does not end with it.
std::string schema_path(const std::string& folder, std::string_view package, std::string_view version = {});

inline constexpr std::string_view kLockFile = ".terraform.lock.hcl";
// The versions of providers that a lock file selects; empty when it cannot be read.
bind::PackageVersions locked_in(const FileSystem& files, const std::string& path);

// A cache that holds nothing but the reason why there is no schema (package_schemas.h).
schemas::SchemaFilePtr damaged_file(const std::string& address, const std::string& reason);

struct SchemaFolder {
    std::shared_ptr<const schemas::SchemaSet> schemas;  // null when there are none
    std::vector<std::string> problems;                  // files that cannot be used, as messages for users
    // Names, sizes and times of the files; equal when nothing changed.
    using Stamp = std::vector<std::tuple<std::string, std::uint64_t, std::int64_t>>;
};

// The user's folder of schemas, inside the cache folder; empty without one.
std::string own_schema_folder(const std::string& cache_folder);

SchemaFolder::Stamp stamp_of_schemas(const FileSystem& files, const std::string& folder);
// Empty for a missing folder. A corrupt file is reported, and the others are used.
// `late`: what is there besides (plugin_schemas.h).
SchemaFolder read_schemas(const FileSystem& files, const std::string& folder,
                          const SchemaFolder::Stamp& stamp, std::vector<schemas::LateFile> late = {});
inline SchemaFolder read_schemas(const FileSystem& files, const std::string& folder,
                                 std::vector<schemas::LateFile> late = {}) {
    return read_schemas(files, folder, stamp_of_schemas(files, folder), std::move(late));
}

}  // namespace hcl::server
