// The settings a person can give, under "hcl" in the editor's configuration or as initializationOptions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "protocol/json/document.h"

namespace hcl::server {

struct ServerSettings {
    bool diagnostics = true;              // hcl.diagnostics.enable
    bool workspace_diagnostics = true;    // hcl.diagnostics.workspace: also of files that no editor has open
    std::vector<std::string> exclude;     // hcl.index.exclude: globs of paths below a root
    std::uint32_t index_megabytes = 512;  // hcl.index.maxMegabytes: texts kept of files that are not open
    std::uint32_t tree_megabytes = 256;   // hcl.index.maxTreeMegabytes: trees kept of those
    bool operator==(const ServerSettings&) const = default;
};

// Takes what is there and well formed; each complaint is a sentence for the log. Starts from the defaults, so
// that what a person deletes from the configuration goes back to its default.
ServerSettings read_settings(lsp::JsonView value, std::vector<std::string>& complaints);

// One line a setting, for `doctor` and the log.
std::vector<std::string> describe(const ServerSettings& settings);

}  // namespace hcl::server
