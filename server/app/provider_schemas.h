// Converts JSON schemas to schema caches: the output of `terraform providers schema -json` (or
// `tofu`), and package schemas of Pulumi.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/bind/packages.h"

namespace hcl::server {

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
