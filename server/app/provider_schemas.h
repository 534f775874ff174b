// Converts JSON schemas to schema caches: the output of `terraform providers schema -json` (or
// `tofu`), and package schemas of Pulumi.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace hcl::server {

struct PackageSchemas {
    std::string package;  // package address
    std::size_t count = 0;
    std::string bytes;  // the cache
};

// One per provider or package in the text. `file` is the file name, which contains the version of
// a package whose schema has none.
Result<std::vector<PackageSchemas>> read_schemas_of_json(std::string json, std::string_view file = {});

}  // namespace hcl::server
