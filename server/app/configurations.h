// The configurations that apply to a folder, and the packs and rule files that they name. A workspace must
// not cause reads elsewhere on the machine, so what its configurations name is read in its own folders and
// repositories only; a configuration above these is the user's own, and can name files anywhere.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "server/host/file_system.h"

namespace hcl::server {

// Folders whose files may be read.
class ReadableFolders {
  public:
    // The folders, and the repositories around them.
    ReadableFolders(const FileSystem& files, const std::vector<std::string>& folders);
    // Links in the path are followed first.
    bool contains(const std::string& path) const;
    // Whether a configuration may be read: in these folders unless it is a link that leads out of them. One
    // above them is the user's own, unless it is a link that leads out of its folder: the archive that was
    // unpacked there could have it.
    bool may_configure(const std::string& path) const;
    const std::vector<std::string>& resolved() const { return resolved_; }
    const std::vector<std::string>& written() const { return written_; }

  private:
    const FileSystem& files_;
    std::vector<std::string> written_;
    std::vector<std::string> resolved_;
};

// `.hcl-ls.hcl` and the rule files of extensions in the folder, whether they exist or not.
std::vector<std::string> configurations_in(const std::string& folder);
// The same for the folders above it.
std::vector<std::string> configurations_above(std::string folder);

struct NamedFile {
    std::string path;
    bool is_readable = false;
};
// Whether it is a configuration or a pack, by its name.
bool may_name_files(std::string_view path);
// The files that a configuration or a pack with this text names: packs, rule files, the pack that it extends.
std::vector<NamedFile> files_named_by(const std::string& path, std::string_view text,
                                      const ReadableFolders& readable);

// The folders that a file of any language may name: its strings that begin with `./` or `../`. They need not
// exist.
std::vector<std::string> folders_named_by(const std::string& path, std::string_view text);

// The manifests of downloaded modules that the module in the folder may have, whether they exist or not.
std::vector<std::string> manifests_in(const std::string& folder);
// The folders of downloaded modules that a manifest with this text lists; nothing for other files. Only those
// that lie beside the manifest, where package managers put them, and lead to no other place.
std::vector<std::string> folders_of_manifest(const std::string& path, std::string_view text,
                                             const ReadableFolders& readable);

struct ConfigurationFiles {
    struct File {
        std::string path;
        std::string text;
    };
    std::vector<File> files;           // packs and rule files, then the configuration itself
    std::vector<std::string> refused;  // named, but in folders that must not be read
};
// Reads the files that a configuration or a pack with this text names, and those that they name in turn,
// except those in `known`.
ConfigurationFiles read_named(const FileSystem& files, const std::string& path, const std::string& text,
                              const ReadableFolders& readable, std::uint64_t most_bytes,
                              const std::set<std::string>& known);
// Reads a configuration and the files that it names, except those in `known`. Files of more than `most_bytes`
// bytes, and those that cannot be read, are left out.
ConfigurationFiles read_configuration(const FileSystem& files, const std::string& path,
                                      const ReadableFolders& readable, std::uint64_t most_bytes,
                                      const std::set<std::string>& known);

}  // namespace hcl::server
