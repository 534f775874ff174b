// Package schemas of Pulumi ("NAME-VERSION.json") as schema caches; see provider_schemas.h.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "protocol/json/document.h"
#include "server/app/provider_schemas.h"

namespace hcl::server {

// `file` is the file name, which contains the version when the schema does not.
Result<PackageSchemas> read_package_schema(lsp::JsonView root, std::string_view file);

// A schema that cannot be read, under an address ("pulumi/NAME/VERSION"): programs that use it show the
// reason.
PackageSchemas damaged_package(const std::string& address, const std::string& reason);
// The address of the package that a file is named after; nothing for other names.
std::optional<std::string> package_address_in_name(std::string_view file);

}  // namespace hcl::server
