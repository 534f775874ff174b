// The modules that a package manager has downloaded: which of them a call means, by the manifest of the
// module that it was run in (LanguageExtension::manifest_file).
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/world/language_lookup.h"
#include "engine/world/snapshot.h"

namespace hcl::world {

struct Manifests;

// The module that a manifest belongs to, from its path.
struct ManifestPath {
    std::shared_ptr<const check::LanguageExtension> extension;
    std::string module;  // the folder of the calling module, with a slash at its end
};
std::optional<ManifestPath> manifest_at(const check::LanguageExtensions& extensions, const std::string& path);
// The folder of a module that a manifest lists, with a slash at its end.
std::string folder_of_installed(const ManifestPath& manifest, const check::InstalledModule& module);

// Finds the module that was downloaded for a call in the folder `home`; `call` is the folder that
// bind::called_folder() gives.
check::Download download_of(const Snapshot& snapshot, const std::string& home, std::string_view call);
// Whether the file belongs to a downloaded module: its findings are not reported, and it is not edited.
bool is_downloaded(const check::LanguageExtensions& extensions, std::string_view path);

// All manifests of the snapshot; the same object until one of them changes.
std::shared_ptr<const Manifests> manifests_of(const Snapshot& snapshot);
// The folders of the modules in the manifest of the module in a folder; empty when it has none.
std::vector<std::string> folders_installed_for(const Manifests& manifests, const std::string& module);
// The folders of the modules whose calls may mean other modules than before the manifests among the given
// files changed.
std::vector<std::string> folders_of_changed(const Snapshot& snapshot, std::span<const ChangedFile> changed);

}  // namespace hcl::world
