#include "server/app/folder_scan.h"

#include <algorithm>
#include <utility>

#include "engine/base/glob.h"
#include "engine/base/path.h"
#include "engine/world/config_file.h"
#include "server/app/configurations.h"
#include "server/app/wanted_files.h"
#include "server/host/walk.h"

namespace hcl::server {

namespace {

// The most folders that are read for a document before its first answer.
constexpr std::size_t kMostFoldersAround = 32;
// The number of files passed to the main loop at once.
constexpr std::size_t kBatchFiles = 64;
constexpr std::size_t kBatchBytes = std::size_t{1} << 20;
constexpr std::size_t kMostProblems = 100;
// The files that are read for one manifest.
constexpr std::size_t kMostDownloaded = 20000;

void walk_folder(const FileSystem& files, const std::string& folder, FolderScan& scan,
                 const ScanHooks& hooks) {
    if (is_hidden(files, scan.roots, folder)) {
        if (files.stat(folder)) scan.unseen_folders.insert(folder);
        return;
    }
    WalkOptions options;
    options.roots = scan.roots;
    WalkVisitor visitor;
    // Configurations and settings apply from the folder's root.
    std::string top;
    for (const std::string& root : scan.roots)
        if (is_below(folder, root) && root.size() > top.size()) top = root;
    if (top.empty()) top = folder;
    WantedFiles is_wanted(files, scan.roots, scan.open, top);
    visitor.folder = [&](const std::string& path) {
        if (path != folder || files.stat(path)) scan.seen_folders.insert(path);
        return !hooks.is_over();
    };
    visitor.file = [&](const std::string& path) {
        if (!is_wanted(path)) return !hooks.is_over();
        if (is_excluded(scan.settings, path, top))
            scan.unseen_files.insert(path);
        else
            scan.paths.push_back(path);
        return !hooks.is_over();
    };
    visitor.link = [&](const std::string& path) { scan.links.insert(path); };
    // They belong to the modules beside them all the same.
    visitor.ignored = [&](const std::string& path) {
        if (is_wanted(path) && !is_excluded(scan.settings, path, top)) scan.ignored.insert(path);
    };
    visitor.unseen = [&](const std::string& path, bool) { scan.unseen_folders.insert(path); };
    visitor.outside = [&](const std::string& path) {
        if (!is_wanted(path)) return;
        scan.unseen_files.insert(path);
        hooks.log(path + ": is a link out of the roots, not followed");
        ++scan.outside;
    };
    visitor.problem = [&](const std::string& message) {
        if (scan.problems.size() < kMostProblems) scan.problems.push_back(message);
    };
    walk(files, folder, options, visitor);
    scan.paths.insert(scan.paths.end(), scan.ignored.begin(), scan.ignored.end());
}

// Adds files that the walk does not reach: configurations above the roots, packs and rule files that
// configurations name, and downloaded modules.
void add_named_files(const FileSystem& files, FolderScan& scan) {
    std::set<std::string> known(scan.paths.begin(), scan.paths.end());
    const std::set<std::string> named_before = std::exchange(scan.named, {});
    auto add = [&](const std::string& path) {
        if (!known.insert(path).second || !files.stat(path)) return;
        scan.paths.push_back(path);
        scan.named.insert(path);
    };
    for (const std::string& path : named_before) add(path);
    const ReadableFolders readable(files, scan.roots);
    for (const std::string& folder : scan.folders)
        if (std::ranges::find(scan.roots, folder) != scan.roots.end())
            for (const std::string& path : configurations_above(folder))
                if (readable.may_configure(path)) add(path);
    const std::uint64_t most = scan.settings.global.limits.indexed_file;
    for (std::size_t i = 0, count = scan.paths.size(); i < count; ++i) {
        const std::string path = scan.paths[i];
        if (!may_name_files(path)) continue;
        if (auto text = files.read(path, most))
            for (const auto& named : read_named(files, path, *text, readable, most, known).files)
                add(named.path);
    }
    std::set<std::string> folders;
    for (const std::string& path : scan.paths) folders.insert(path.substr(0, path.rfind('/')));
    for (const std::string& folder : folders)
        for (const std::string& manifest : manifests_in(folder)) {
            if (!files.stat(manifest) || is_excluded(scan.settings, manifest, folder)) continue;
            if (!readable.contains(manifest)) continue;
            const auto text = files.read(manifest, most);
            if (!text) continue;
            add(manifest);
            for (const std::string& path : downloaded_files(files, manifest, *text, readable))
                if (!is_excluded(scan.settings, path, folder)) add(path);
        }
}

void read_paths(const FileSystem& files, FolderScan& scan, const ScanHooks& hooks) {
    const std::uint64_t most = scan.settings.global.limits.indexed_file;
    std::vector<FoundFile> batch;
    std::size_t bytes = 0;
    auto hand_over = [&] {
        hooks.take(std::move(batch));
        batch = {};
        bytes = 0;
    };
    for (std::size_t i = 0; i < scan.paths.size() && !hooks.is_over(); ++i) {
        const std::string& path = scan.paths[i];
        auto text = files.read(path, most);
        if (!text) {
            hooks.log(text.error().message);
            auto stat = files.stat(path);
            if (stat) scan.unseen_files.insert(path);
            const bool is_large = stat && stat->size > most;
            if (stat && scan.problems.size() < kMostProblems)
                scan.problems.push_back(text.error().message +
                                        (is_large ? ", it is read only when opened" : ""));
            continue;
        }
        bytes += text->size();
        batch.push_back(
            {path, std::make_shared<const std::string>(std::move(*text)), scan.ignored.contains(path),
             scan.links.contains(path) ? origin_of_link(files, path, scan.roots) : std::string()});
        if (batch.size() >= kBatchFiles || bytes >= kBatchBytes) hand_over();
        hooks.progress(i + 1, scan.paths.size());
    }
    if (!batch.empty()) hand_over();
    scan.complete = !hooks.is_over();
}

// Reads files once each.
struct Collector {
    const FileSystem& files;
    const Surroundings& around;
    const ReadableFolders& readable;
    const std::function<bool()>& is_over;
    std::string top;
    std::vector<FoundFile> found;
    std::set<std::string> seen;
    std::set<std::string> links{};

    void read(const std::string& path, bool is_ignored = false) {
        if (is_over() || !seen.insert(path).second) return;
        if (auto text = files.read(path, around.settings.global.limits.indexed_file))
            found.push_back(
                {path, std::make_shared<const std::string>(std::move(*text)), is_ignored,
                 links.contains(path) ? origin_of_link(files, path, around.roots) : std::string()});
    }

    void read_configuration(const std::string& path) {
        if (files.stat(path) && readable.may_configure(path)) read(path);
    }

    // The files of the folder, and of the folders that they name, which may be modules that they call.
    void read_folders() {
        WalkOptions options;
        options.max_depth = 0;
        options.roots = around.roots;
        WalkVisitor visitor;
        WantedFiles is_wanted(files, around.roots, around.open, top);
        visitor.file = [&](const std::string& path) {
            if (is_wanted(path) && !is_excluded(around.settings, path, top)) read(path);
            return !is_over();
        };
        visitor.link = [&](const std::string& path) { links.insert(path); };
        visitor.ignored = [&](const std::string& path) {
            if (is_wanted(path) && !is_excluded(around.settings, path, top)) read(path, true);
        };
        std::vector<std::string> folders;
        if (around.folder == top || !is_left_out(files, top, around.folder + "/", around.roots))
            folders.push_back(around.folder);
        for (std::size_t i = 0; i < folders.size() && i < kMostFoldersAround; ++i) {
            const std::size_t first = found.size();
            walk(files, folders[i], options, visitor);
            for (std::size_t f = first; f < found.size() && !around.root.empty(); ++f)
                for (std::string& named : folders_named_by(found[f].path, *found[f].text))
                    if (is_below(named, top) && std::ranges::find(folders, named) == folders.end() &&
                        !is_hidden(files, around.roots, named))
                        folders.push_back(std::move(named));
        }
        for (const std::string& folder : folders)
            for (const std::string& manifest : manifests_in(folder))
                if (files.stat(manifest) && !is_excluded(around.settings, manifest, top) &&
                    readable.contains(manifest))
                    read(manifest);
    }
};

}  // namespace

std::string origin_of_link(const FileSystem& files, const std::string& path,
                           const std::vector<std::string>& roots) {
    std::string there = files.resolve(path);
    for (const std::string& root : roots) {
        const std::string resolved = files.resolve(root);
        if (is_below(there, resolved)) {
            there.replace(0, resolved.size(), root);
            break;
        }
    }
    return there == path ? std::string() : there;
}

bool is_excluded(const SettingsTable& settings, std::string_view path, std::string_view folder) {
    const SettingsTable::Root* root = settings.root_of(path);
    if (root) folder = root->path;
    if (!is_below(path, folder)) return false;
    path.remove_prefix(folder.size() + (folder.ends_with('/') ? 0 : 1));
    return std::ranges::any_of((root ? root->settings : settings.global).exclude,
                               [&](const std::string& glob) { return match_glob(glob, path); });
}

std::vector<std::string> downloaded_files(const FileSystem& files, const std::string& path,
                                          std::string_view text, const ReadableFolders& readable) {
    std::vector<std::string> out;
    WalkOptions options;
    options.max_depth = 0;
    options.use_ignore_files = false;  // they usually ignore all that is downloaded
    options.roots = readable.resolved();
    for (const std::string& folder : folders_of_manifest(path, text, readable)) {
        WantedFiles is_wanted(files, {folder}, nullptr, folder);
        WalkVisitor visitor;
        visitor.file = [&](const std::string& file) {
            if (is_wanted(file)) out.push_back(file);
            return out.size() < kMostDownloaded;
        };
        if (!walk(files, folder, options, visitor)) break;
    }
    return out;
}

void read_named_files(const FileSystem& files, const std::string& path, std::string_view text,
                      const ReadableFolders& readable, std::uint64_t most_bytes,
                      std::vector<FoundFile>& out) {
    auto add = [&](const std::string& named) {
        if (auto read = files.read(named, most_bytes))
            out.push_back({named, std::make_shared<const std::string>(std::move(*read))});
    };
    if (may_name_files(path))
        for (auto& [named, its_text] :
             read_named(files, path, std::string(text), readable, most_bytes, {}).files)
            out.push_back({named, std::make_shared<const std::string>(std::move(its_text))});
    for (const std::string& file : downloaded_files(files, path, text, readable)) add(file);
}

void run_scan(const FileSystem& files, FolderScan& scan, const ScanHooks& hooks) {
    for (const std::string& folder : scan.folders) walk_folder(files, folder, scan, hooks);
    add_named_files(files, scan);
    read_paths(files, scan, hooks);
}

std::vector<FoundFile> read_surroundings(const FileSystem& files, const Surroundings& around,
                                         const std::function<bool()>& is_over) {
    const bool is_outside = around.root.empty();
    const std::string top = is_outside ? around.folder : around.root;
    const ReadableFolders readable(files, is_outside ? std::vector{around.folder} : around.roots);
    Collector collector{files, around, readable, is_over, top, {}, {}};
    collector.read_folders();
    for (std::string at = around.folder;; at.resize(at.rfind('/'))) {
        for (const std::string& here : configurations_in(at)) collector.read_configuration(here);
        if (at.size() <= top.size()) break;
    }
    if (!is_outside)
        for (const std::string& above : configurations_above(top)) collector.read_configuration(above);
    std::vector<FoundFile>& found = collector.found;
    for (std::size_t i = 0, count = found.size(); i < count; ++i) {
        const auto text = found[i].text;
        const std::string path = found[i].path;
        if (may_name_files(path))
            for (auto& [named, its_text] :
                 read_named(files, path, *text, readable, around.settings.global.limits.indexed_file,
                            collector.seen)
                     .files)
                if (collector.seen.insert(named).second)
                    found.push_back({named, std::make_shared<const std::string>(std::move(its_text))});
        for (const std::string& file : downloaded_files(files, path, *text, readable))
            if (!is_excluded(around.settings, file, top)) collector.read(file);
    }
    return std::move(found);
}

}  // namespace hcl::server
