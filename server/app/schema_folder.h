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
    // What it was read from: equal stamps mean that nothing changed.
    using Stamp = std::vector<std::tuple<std::string, std::uint64_t, std::int64_t>>;
    Stamp stamp;
};

SchemaFolder::Stamp stamp_of_schemas(const FileSystem& files, const std::string& folder);
// An absent folder has none. A damaged file is a problem, and the others are used.
SchemaFolder read_schemas(const FileSystem& files, const std::string& folder);

}  // namespace hcl::server
