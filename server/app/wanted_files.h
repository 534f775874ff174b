// Selects the files of a folder to read: those with HCL file names, and those that a `.hcl-ls.hcl`
// in the folder or above it names, itself or by a pack.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "server/app/open_texts.h"
#include "server/host/file_system.h"

namespace hcl::server {

// Called for each file of a walk, in sorted order within a folder, on one thread. So it sees
// the configuration of a folder before the files that it names, and only searches for
// configurations above the first folder.
class WantedFiles {
  public:
    // Below the roots, links that lead out of them are not read. `open`: the texts in an editor; null: there
    // are none. Ignores configurations above `top`; empty: uses all. `files` must outlive this object.
    explicit WantedFiles(const FileSystem& files, std::vector<std::string> roots,
                         std::shared_ptr<const OpenTexts> open = nullptr, std::string top = {})
        : files_(files), roots_(std::move(roots)), open_(std::move(open)), top_(std::move(top)) {}
    bool operator()(const std::string& path);

  private:
    struct Claim {
        std::string folder;  // with a trailing slash
        std::string pattern;
    };
    using Claims = std::shared_ptr<const std::vector<Claim>>;
    // Null: it is not open.
    syntax::FilePtr opened(const std::string& path) const;
    const Claims& claims_in(const std::string& folder);
    Claims read(const std::string& folder, const Claims& around) const;

    const FileSystem& files_;
    std::vector<std::string> roots_;
    std::shared_ptr<const OpenTexts> open_;
    std::string top_;
    std::map<std::string, Claims> claims_;  // by folder
};

}  // namespace hcl::server
