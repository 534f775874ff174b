// Selects the files of a folder to read: those with HCL file names, and those that a `.hcl-ls.hcl`
// in the folder or above it names, itself or by a pack.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "server/host/file_system.h"

namespace hcl::server {

// Called for each file of a walk, in sorted order within a folder, on one thread. So it sees
// the configuration of a folder before the files that it names, and only searches for
// configurations above the first folder.
class WantedFiles {
  public:
    // Ignores configurations above `top`; empty: uses all. Below the roots, links that lead out of them are
    // not read. `files` must outlive this object.
    WantedFiles(const FileSystem& files, std::vector<std::string> roots, std::string top = {})
        : files_(files), roots_(std::move(roots)), top_(std::move(top)) {}
    bool operator()(const std::string& path);

  private:
    struct Claim {
        std::string folder;  // with a trailing slash
        std::string pattern;
    };
    using Claims = std::shared_ptr<const std::vector<Claim>>;
    const Claims& claims_in(const std::string& folder);
    Claims read(const std::string& folder, const Claims& around) const;

    const FileSystem& files_;
    std::vector<std::string> roots_;
    std::string top_;
    std::map<std::string, Claims> claims_;  // by folder
};

}  // namespace hcl::server
