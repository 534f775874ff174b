#include "server/app/seen_paths.h"

#include <algorithm>

#include "server/host/walk.h"

namespace hcl::server {

void SeenPaths::set_roots(const std::vector<std::string>& roots) {
    for (std::set<std::string>* known : {&walked_roots_, &whole_roots_})
        std::erase_if(*known,
                      [&](const std::string& path) { return std::ranges::find(roots, path) == roots.end(); });
}

void SeenPaths::take(const FolderScan& scan, const std::vector<std::string>& roots) {
    auto was_walked = [&](const std::string& path) {
        return std::ranges::any_of(scan.folders,
                                   [&](const auto& f) { return path == f || is_below(path, f); });
    };
    std::erase_if(folders_, was_walked);
    std::erase_if(unseen_folders_, was_walked);
    std::erase_if(unseen_files_, was_walked);
    folders_.insert(scan.seen_folders.begin(), scan.seen_folders.end());
    unseen_folders_.insert(scan.unseen_folders.begin(), scan.unseen_folders.end());
    unseen_files_.insert(scan.unseen_files.begin(), scan.unseen_files.end());
    for (const std::string& root : roots) {
        const bool is_root = std::ranges::find(scan.folders, root) != scan.folders.end();
        if (is_root) walked_roots_.insert(root);
        if (is_root && scan.complete) whole_roots_.insert(root);
        if (!scan.complete &&
            std::ranges::any_of(scan.folders, [&](const auto& f) { return f == root || is_below(f, root); }))
            whole_roots_.erase(root);
    }
}

bool SeenPaths::take_file(const std::string& path, bool is_unseen, bool has_folder) {
    bool is_news = is_unseen ? unseen_files_.insert(path).second : unseen_files_.erase(path) > 0;
    const std::string folder = path.substr(0, path.rfind('/'));
    is_news |= has_folder ? folders_.insert(folder).second : folders_.erase(folder) > 0;
    return is_news;
}

bool SeenPaths::knows_below(const std::string& folder) const {
    auto holds_below = [&](const std::set<std::string>& paths) {
        auto next = paths.lower_bound(folder + "/");
        return next != paths.end() && is_below(*next, folder);
    };
    return folders_.contains(folder) || unseen_folders_.contains(folder) || holds_below(folders_) ||
           holds_below(unseen_folders_) || holds_below(unseen_files_);
}

world::KnownFolders SeenPaths::known_folders() const {
    world::KnownFolders known;
    known.trees.assign(whole_roots_.begin(), whole_roots_.end());
    if (known.trees.empty()) return known;
    known.unseen_trees = unseen_folders_;
    // A folder that exists is not missing, even if it has no files of any language.
    known.unseen_folders = folders_;
    for (const std::string& path : unseen_files_)
        known.unseen_folders.insert(path.substr(0, path.rfind('/')));
    return known;
}

}  // namespace hcl::server
