// The user's settings, under "hcl" in the editor's configuration or as initializationOptions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/limits.h"
#include "engine/check/check.h"
#include "protocol/json/document.h"

namespace hcl::server {

struct ServerSettings {
    bool diagnostics = true;              // hcl.diagnostics.enable
    bool workspace_diagnostics = true;    // hcl.diagnostics.workspace: also files that are not open
    std::vector<std::string> exclude;     // hcl.index.exclude: path globs relative to a root
    std::uint32_t index_megabytes = 512;  // hcl.index.maxMegabytes: text of files that are not open
    std::uint32_t tree_megabytes = 256;   // hcl.index.maxTreeMegabytes: their syntax trees
    check::RuleSettings rules;            // hcl.rules: severities by code or name
    bool value_hints = true;              // hcl.inlayHints.values: values of references
    bool parameter_hints = true;          // hcl.inlayHints.parameters: names of parameters before arguments
    bool type_hints = true;               // hcl.inlayHints.types: of attributes without a declared type
    bool reference_lenses = true;         // hcl.codeLens.references: how often a declaration is referred to
    Limits limits;                        // hcl.limits.*: only those that hold everywhere count
    // hcl.terraform.beyond_validate: findings that `terraform validate` does not give and every plan does
    bool beyond_validate = true;
    bool pcl_lenient = false;   // hcl.pcl.lenient: names and types that are wrong are warnings
    std::string schema_folder;  // hcl.schemas.folder: where schemas are; empty: the user's own
    // hcl.schemas.update: runs Terraform or OpenTofu to get them; only the one that holds everywhere counts
    bool update_schemas = false;
    bool operator==(const ServerSettings&) const = default;
};

// Global settings and those of individual roots.
struct SettingsTable {
    struct Root {
        std::string path;
        ServerSettings settings;
        bool operator==(const Root&) const = default;
    };
    ServerSettings global;
    std::vector<Root> roots;

    // The deepest root that contains the path; null: none has its own settings.
    const Root* root_of(std::string_view path) const;
    const ServerSettings& of(std::string_view path) const;
    bool operator==(const SettingsTable&) const = default;
};

// Reads valid settings and starts from the defaults, so that a setting deleted from the configuration returns
// to its default. Each complaint is a sentence for the log.
ServerSettings read_settings(lsp::JsonView value, std::vector<std::string>& complaints);

// One line per setting, for `doctor` and the log.
std::vector<std::string> describe(const ServerSettings& settings);

}  // namespace hcl::server
