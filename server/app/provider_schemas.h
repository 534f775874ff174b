// Converts JSON schemas to schema caches: the output of `terraform providers schema -json` (or
// `tofu`), schemas of Packer's plugins in the same form, and package schemas of Pulumi.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/bind/packages.h"
#include "engine/schemas/schema_writer.h"

namespace hcl::server {

// Plugins of Packer are stored under the names of their repositories, which begin with this: their addresses
// in templates can be those of providers.
inline constexpr std::string_view kPluginPrefix = "packer-plugin-";

// What a block of a component of Packer must contain: nothing for a builder, because a build can set the
// rest.
schemas::SchemaBody body_of_component(std::string_view family, schemas::SchemaBody body);

struct PackageSchemas {
    std::string package;  // package address
    std::string version;  // empty: unknown
    std::size_t count = 0;
    std::string bytes;  // the cache
};

// One per provider or package in the text. `file` is the file name, which contains the version of
// a package whose schema has none. `versions`: those of providers, by address; the JSON has none.
Result<std::vector<PackageSchemas>> read_schemas_of_json(std::string json, std::string_view file = {},
                                                         const bind::PackageVersions& versions = {});

}  // namespace hcl::server
