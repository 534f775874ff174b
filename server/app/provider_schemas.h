// What `terraform providers schema -json` prints (and `tofu`), as schema caches.
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"

namespace hcl::server {

struct PackageSchemas {
    std::string package;  // the address of the provider
    std::size_t count = 0;
    std::string bytes;  // of its cache
};

// One for each provider in the text.
Result<std::vector<PackageSchemas>> read_provider_schemas(std::string json);

}  // namespace hcl::server
