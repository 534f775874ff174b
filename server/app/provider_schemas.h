// JSON schemas as schema caches: what `terraform providers schema -json` prints (and `tofu`), and the package
// schemas of Pulumi.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace hcl::server {

struct PackageSchemas {
    std::string package;  // its address
    std::size_t count = 0;
    std::string bytes;  // of its cache
};

// One for each provider or package in the text. `file`: the name of the file, which says the version of a
// package whose schema does not.
Result<std::vector<PackageSchemas>> read_schemas_of_json(std::string json, std::string_view file = {});

}  // namespace hcl::server
