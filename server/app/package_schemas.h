// Package schemas of Pulumi ("NAME-VERSION.json") as schema caches; see provider_schemas.h.
#pragma once

#include <string_view>

#include "engine/base/result.h"
#include "protocol/json/document.h"
#include "server/app/provider_schemas.h"

namespace hcl::server {

// `file` is the file name, which contains the version when the schema does not.
Result<PackageSchemas> read_package_schema(lsp::JsonView root, std::string_view file);

}  // namespace hcl::server
