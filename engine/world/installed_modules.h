// The modules that a package manager has downloaded: which of them a call means, by the manifest of the
// module that it was run in (LanguageExtension::manifest_file).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/world/language_lookup.h"
#include "engine/world/snapshot.h"

namespace hcl::world {

// What was downloaded for a call in the folder `home`, in the notation of language/call_folder.h.
check::Download download_of(const Snapshot& snapshot, const std::string& home, std::string_view call);
// Whether the file belongs to a downloaded module, which is not the user's to mend.
bool is_downloaded(const check::LanguageExtensions& extensions, std::string_view path);
// The extension whose manifest the path is; null: it is none.
const check::LanguageExtension* extension_of_manifest(const check::LanguageExtensions& extensions,
                                                      std::string_view path);
// The folders with a slash at the end that hold modules of which a changed manifest knows.
std::vector<std::string> folders_of_manifests(const Snapshot& snapshot, std::span<const ChangedFile> changed);
// A manifest that was read, and the folders of the modules that it lists.
struct ReadManifestFile {
    FileId file;
    std::uint64_t revision = 0;
    std::vector<std::string> folders;
};
// The manifest of the module in a folder.
std::optional<ReadManifestFile> manifest_of(const Snapshot& snapshot, const std::string& folder);

}  // namespace hcl::world
