// The folder of schemas: caches that `hcl-ls schema add` made, and JSON files as `terraform providers schema
// -json` prints them.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "engine/schemas/schema_set.h"
#include "server/host/file_system.h"

namespace hcl::server {

inline constexpr std::string_view kSchemaEnding = ".hclschema";

// Where the cache of a package lies: its address without slashes.
std::string schema_path(const std::string& folder, std::string_view package);

struct SchemaFolder {
    std::shared_ptr<const schemas::SchemaSet> schemas;  // null when there are none
    std::vector<std::string> problems;                  // of files that cannot be used, for people
    // Names, sizes and times of the files that were read; equal when nothing changed.
    using Stamp = std::vector<std::tuple<std::string, std::uint64_t, std::int64_t>>;
};

// Where the schemas of this user lie, in the user's cache; empty without one.
std::string own_schema_folder(const std::string& cache_folder);

SchemaFolder::Stamp stamp_of_schemas(const FileSystem& files, const std::string& folder);
// An absent folder has none. A damaged file is a problem, and the others are used.
SchemaFolder read_schemas(const FileSystem& files, const std::string& folder,
                          const SchemaFolder::Stamp& stamp);
inline SchemaFolder read_schemas(const FileSystem& files, const std::string& folder) {
    return read_schemas(files, folder, stamp_of_schemas(files, folder));
}

}  // namespace hcl::server
