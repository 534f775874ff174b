// The folders and files that walks over the roots have seen, besides the files of the index.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "engine/world/snapshot.h"
#include "server/app/folder_scan.h"

namespace hcl::server {

class SeenPaths {
  public:
    // Forgets roots that are no longer there.
    void set_roots(const std::vector<std::string>& roots);
    // The results of a scan replace what was known of its folders.
    void take(const FolderScan& scan, const std::vector<std::string>& roots);
    // A file that was looked at again: it exists without being read, its folder exists. True when that is
    // new.
    bool take_file(const std::string& path, bool is_unseen, bool has_folder);

    bool is_walked(const std::string& root) const { return walked_roots_.contains(root); }
    bool knows_below(const std::string& folder) const;
    world::KnownFolders known_folders() const;

  private:
    std::set<std::string> walked_roots_;    // paths
    std::set<std::string> whole_roots_;     // those whose walk came to its end
    std::set<std::string> folders_;         // that exist
    std::set<std::string> unseen_folders_;  // that walks left out, with all below
    std::set<std::string> unseen_files_;    // that exist and are not in the index
};

}  // namespace hcl::server
