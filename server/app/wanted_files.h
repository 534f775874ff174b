// Which files of a folder are read: those with names of HCL files, and those that the `.hcl-ls.hcl` beside or
// above them names.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "server/host/file_system.h"

namespace hcl::server {

// Asked about each file of a walk, those of a folder in the order of their names, on one thread: so it meets
// the configuration of a folder before the files that this names, and looks for none but those above the
// first folder.
class WantedFiles {
  public:
    // Configurations above `top` do not count; empty: all do. `files` must outlive this.
    explicit WantedFiles(const FileSystem& files, std::string top = {})
        : files_(files), top_(std::move(top)) {}
    bool operator()(const std::string& path);

  private:
    struct Claim {
        std::string folder;  // with a slash
        std::string pattern;
    };
    using Claims = std::shared_ptr<const std::vector<Claim>>;
    const Claims& claims_in(const std::string& folder);
    Claims read(const std::string& folder, const Claims& around) const;

    const FileSystem& files_;
    std::string top_;
    std::map<std::string, Claims> claims_;  // by folder
};

}  // namespace hcl::server
