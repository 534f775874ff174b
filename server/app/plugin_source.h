// The schemas of a Packer plugin, from its source code: `main.go` names the components, the generated files
// `*.hcl2spec.go` describe their arguments, and `docs-partials` what these are for. Nothing is executed.
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"
#include "server/app/provider_schemas.h"
#include "server/host/file_system.h"

namespace hcl::server {

struct PluginSchemas {
    PackageSchemas schemas;
    std::vector<std::string> problems;  // components whose arguments are not known, as messages for users
};

// `folder`: the one with `go.mod`, an absolute path.
Result<PluginSchemas> read_plugin_source(const FileSystem& files, const std::string& folder);

}  // namespace hcl::server
