#include "server/app/workspace.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "engine/base/glob.h"
#include "engine/base/json_string.h"
#include "engine/base/path.h"
#include "engine/world/config_file.h"
#include "engine/world/file_syntax.h"
#include "engine/world/language_lookup.h"
#include "server/app/configurations.h"
#include "server/app/wanted_files.h"
#include "server/host/walk.h"

namespace hcl::server {

namespace {

// How long indexing waits for the client to accept the progress.
constexpr Duration kPatience = std::chrono::milliseconds(200);
// How long requests about a document wait for the files around it.
constexpr Duration kPatienceForDisk = std::chrono::seconds(2);
// The most folders that are read for a document before its first answer.
constexpr std::size_t kMostFoldersAround = 32;
// The number of files passed to the main loop at once.
constexpr std::size_t kBatchFiles = 64;
constexpr std::size_t kBatchBytes = std::size_t{1} << 20;

// The delay after typing in a configuration before the files that it names are read.
constexpr Duration kPatienceForTyping = std::chrono::milliseconds(100);
// The delay before the client is asked to watch files that were read.
constexpr Duration kPatienceForReading = std::chrono::milliseconds(500);
// Common extensions of files that functions read: templates, data, keys, scripts. Others
// are watched after they were read.
constexpr std::array<std::string_view, 11> kReadEndings{"tftpl", "tpl", "tmpl", "yaml", "yml", "json",
                                                        "sh",    "txt", "pem",  "pub",  "conf"};
constexpr std::size_t kMostWatchedNames = 200;
// Messages about files that cannot be read.
constexpr std::size_t kMostProblems = 100;

// Created, changed and deleted: 1 + 2 + 4.
std::string watcher_for(std::string_view glob) {
    return "{\"globPattern\":" + json_string("**/" + std::string(glob)) + R"(,"kind":7})";
}

// Globs are relative to the root that sets them; for global settings, to `folder`.
bool is_excluded(const SettingsTable& settings, std::string_view path, std::string_view folder) {
    const SettingsTable::Root* root = settings.root_of(path);
    if (root) folder = root->path;
    if (!is_below(path, folder)) return false;
    path.remove_prefix(folder.size() + (folder.ends_with('/') ? 0 : 1));
    return std::ranges::any_of((root ? root->settings : settings.global).exclude,
                               [&](const std::string& glob) { return match_glob(glob, path); });
}

}  // namespace

// A walk over folders, shared by its job and the main loop.
struct Workspace::Scan {
    std::vector<std::string> folders;
    SettingsTable settings;
    std::vector<std::string> roots;
    std::vector<std::string> paths;     // all files found
    std::vector<std::string> problems;  // skipped items, with reasons
    std::size_t outside = 0;            // links that lead out of the roots
    std::set<std::string> named;        // those of them that were not found by walking
    std::set<std::string> seen_folders;
    std::set<std::string> unseen_folders;
    std::set<std::string> unseen_files;
    bool complete = false;
    std::shared_ptr<ProgressTask> progress;
};

// Adds files that the walk does not reach: configurations above the roots, and packs and rule files that
// configurations name.
void Workspace::add_named_files(const FileSystem& files, Scan& scan) {
    std::set<std::string> known(scan.paths.begin(), scan.paths.end());
    auto add = [&](const std::string& path) {
        if (!known.insert(path).second || !files.stat(path)) return;
        scan.paths.push_back(path);
        scan.named.insert(path);
    };
    for (const std::string& folder : scan.folders)
        if (std::ranges::find(scan.roots, folder) != scan.roots.end())
            for (const std::string& path : configurations_above(folder)) add(path);
    const ReadableFolders readable(files, scan.roots);
    const std::uint64_t most = scan.settings.global.limits.indexed_file;
    for (std::size_t i = 0, count = scan.paths.size(); i < count; ++i) {
        const std::string path = scan.paths[i];
        if (file_name_of(path) != world::kConfigName) continue;
        if (auto text = files.read(path, most))
            for (const NamedFile& named : files_named_by(path, *text, readable))
                if (named.is_readable) add(named.path);
    }
}

Workspace::Workspace(Core& core, Documents& documents, ProgressTable& progress, Outgoing& outgoing)
    : core_(core), documents_(documents), progress_(progress), outgoing_(outgoing) {}

void Workspace::set_roots(std::vector<Root> roots) {
    roots_ = std::move(roots);
    std::vector<std::string> paths = root_paths();
    for (std::set<std::string>* known : {&indexed_roots_, &whole_roots_})
        std::erase_if(*known,
                      [&](const std::string& path) { return std::ranges::find(paths, path) == paths.end(); });
    auto disk = std::make_shared<WorkspaceDisk>(*core_.host.files, paths);
    disk->when_reading([this] {
        core_.post([this] {
            core_.timers.set("watch read files", core_.now() + kPatienceForReading,
                             [this] { watch_read_files(); });
        });
    });
    set_disk(std::move(disk));
    core_.world.set_roots(std::move(paths));
    tell_known_folders();
}

void Workspace::set_disk(WorkspaceDiskPtr disk) {
    disk_ = std::move(disk);
    core_.world.set_disk(disk_);
}

void Workspace::look_at_disk(std::optional<std::vector<std::string>> changed) {
    if (!disk_ || !disk_->was_asked()) return;
    if (!changed)
        changed_on_disk_.reset();
    else if (changed_on_disk_)
        changed_on_disk_->insert(changed_on_disk_->end(), changed->begin(), changed->end());
    // One check at a time: changes meanwhile are left to the next one.
    looks_again_ = is_looking_;
    if (is_looking_) return;
    is_looking_ = true;
    auto paths = std::exchange(changed_on_disk_, std::vector<std::string>());
    core_.workers.submit(Lane::Background,
                         [this, disk = disk_, paths = paths.value_or(std::vector<std::string>())] {
                             std::string fault;
                             WorkspaceDiskPtr now;
                             run_guarded([&] { now = disk->refreshed(paths); }, fault);
                             core_.post([this, disk, now = std::move(now)] {
                                 is_looking_ = false;
                                 if (now && disk_ == disk) {
                                     set_disk(now);
                                     ++core_.edits;
                                     if (on_disk) on_disk();
                                 }
                                 if (looks_again_) look_at_disk(std::vector<std::string>());
                             });
                         });
}

std::vector<std::string> Workspace::root_paths() const {
    std::vector<std::string> paths;
    for (const Root& root : roots_)
        if (!root.path.empty()) paths.push_back(root.path);
    return paths;
}

void Workspace::change_roots(std::span<const Root> added, std::span<const Root> removed) {
    std::vector<Root> roots = roots_;
    std::erase_if(roots, [&](const Root& root) {
        return std::ranges::any_of(removed, [&](const Root& gone) { return gone.uri == root.uri; });
    });
    std::vector<std::string> fresh;
    for (const Root& root : added) {
        if (std::ranges::any_of(roots, [&](const Root& known) { return known.uri == root.uri; })) continue;
        roots.push_back(root);
        if (!root.path.empty()) fresh.push_back(root.path);
    }
    set_roots(std::move(roots));
    std::vector<FileId> orphans;
    for (const auto& [id, bytes] : indexed_)
        if (!is_followed(core_.files.path(id))) orphans.push_back(id);
    std::ranges::sort(orphans);
    for (FileId id : orphans) forget(id);
    ++core_.edits;
    if (!fresh.empty()) index(std::move(fresh));
    watch_roots();
}

bool Workspace::contains(const std::string& path) const {
    return std::ranges::any_of(roots_, [&](const Root& root) { return is_below(path, root.path); });
}

bool Workspace::is_followed(const std::string& path) const {
    return contains(path) || named_files_.contains(path);
}

void Workspace::index_all() {
    told_limit_ = false;
    std::vector<std::string> folders = root_paths();
    if (!folders.empty()) index(std::move(folders));
}

const Root* Workspace::root_of(const std::string& path) const {
    const Root* deepest = nullptr;
    for (const Root& root : roots_)
        if (!root.path.empty() && is_below(path, root.path) &&
            (!deepest || root.path.size() > deepest->path.size()))
            deepest = &root;
    return deepest;
}

bool Workspace::has_index() const {
    return std::ranges::all_of(
        roots_, [&](const Root& root) { return root.path.empty() || indexed_roots_.contains(root.path); });
}

bool Workspace::is_reading_around(FileId id) const {
    if (reading_around_.empty()) return false;
    std::string path = core_.files.path(id);
    std::size_t slash = path.rfind('/');
    return slash != std::string::npos && reading_around_.contains(path.substr(0, slash));
}

void Workspace::read_around(FileId id) {
    std::string path = core_.files.path(id);
    std::size_t slash = path.rfind('/');
    if (slash == std::string::npos || slash == 0) return;
    const Root* root = root_of(path);
    if (root && indexed_roots_.contains(root->path)) return;
    std::string folder = path.substr(0, slash);
    if (!reading_around_.insert(folder).second) return;
    core_.timers.set("around " + folder, core_.now() + kPatienceForDisk,
                     [this, folder] { finish_reading_around(folder); });
    core_.workers.submit(Lane::Latency, [this, folder, is_outside = !root, top = root ? root->path : folder,
                                         settings = core_.settings, roots = root_paths()] {
        const FileSystem& files = *core_.host.files;
        std::vector<Found> found;
        std::set<std::string> seen;
        auto read = [&](const std::string& at) {
            if (core_.stopping || !seen.insert(at).second) return;
            if (auto text = files.read(at, settings.global.limits.indexed_file))
                found.push_back({at, std::make_shared<const std::string>(std::move(*text))});
        };
        std::string fault;
        run_guarded(
            [&] {
                WalkOptions options;
                options.max_depth = 0;
                options.roots = roots;
                WalkVisitor visitor;
                WantedFiles is_wanted(files, top);
                visitor.file = [&](const std::string& at) {
                    if (is_wanted(at) && !is_excluded(settings, at, top)) read(at);
                    return !core_.stopping;
                };
                // And the folders that these files name, which may be modules that they call.
                std::vector<std::string> folders;
                if (folder == top || !is_left_out(files, top, folder + "/", roots)) folders.push_back(folder);
                for (std::size_t i = 0; i < folders.size() && i < kMostFoldersAround; ++i) {
                    const std::size_t first = found.size();
                    walk(files, folders[i], options, visitor);
                    for (std::size_t f = first; f < found.size() && !is_outside; ++f)
                        for (std::string& named : folders_named_by(found[f].path, *found[f].text))
                            if (is_below(named, top) && std::ranges::find(folders, named) == folders.end() &&
                                !is_hidden(files, roots, named))
                                folders.push_back(std::move(named));
                }
                for (std::string at = folder;; at.resize(at.rfind('/'))) {
                    for (const std::string& here : configurations_in(at)) read(here);
                    if (at.size() <= top.size()) break;
                }
                if (!is_outside)
                    for (const std::string& above : configurations_above(top)) read(above);
                const ReadableFolders readable(files, is_outside ? std::vector{folder} : roots);
                for (std::size_t i = 0, count = found.size(); i < count; ++i) {
                    const auto text = found[i].text;
                    for (const NamedFile& named : files_named_by(found[i].path, *text, readable))
                        if (named.is_readable) read(named.path);
                }
            },
            fault);
        core_.post([this, folder, is_outside, found = std::move(found)] {
            take(found);
            finish_reading_around(folder);
            if (!found.empty() && is_outside && on_indexed) on_indexed();
        });
    });
}

void Workspace::follow_configuration(FileId id) {
    const std::string path = core_.files.path(id);
    if (path.empty() || file_name_of(path) != world::kConfigName || !is_followed(path)) return;
    core_.timers.set("configuration " + path, core_.now() + kPatienceForTyping, [this, id, path] {
        const world::FileState* state = core_.world.file(id);
        if (!state || !state->info().is_open) return;
        auto text = std::make_shared<const std::string>(state->tree()->text());
        core_.workers.submit(Lane::Latency, [this, path, text, roots = root_paths(),
                                             most = core_.settings.global.limits.indexed_file] {
            const FileSystem& files = *core_.host.files;
            std::vector<Found> found;
            std::string fault;
            run_guarded(
                [&] {
                    for (const NamedFile& named :
                         files_named_by(path, *text, ReadableFolders(files, roots))) {
                        if (!named.is_readable) continue;
                        if (auto read = files.read(named.path, most))
                            found.push_back(
                                {named.path, std::make_shared<const std::string>(std::move(*read))});
                    }
                },
                fault);
            core_.post([this, found = std::move(found)]() mutable {
                std::erase_if(found, [&](const Found& file) {
                    const FileId known = core_.files.find_path(file.path);
                    return known.is_valid() && core_.world.file(known);
                });
                for (const Found& file : found) named_files_.insert(file.path);
                if (!found.empty()) ++core_.edits;
                take(found);
                std::vector<std::string> again = follow_claims();
                if (!again.empty()) index(std::move(again));
                if (!found.empty() && on_indexed) on_indexed();
            });
        });
    });
}

void Workspace::finish_reading_around(const std::string& folder) {
    core_.timers.cancel("around " + folder);
    if (reading_around_.erase(folder) > 0 && on_read_around) on_read_around();
}

void Workspace::index(std::vector<std::string> folders) {
    auto scan = std::make_shared<Scan>();
    scan->folders = std::move(folders);
    scan->settings = core_.settings;
    scan->roots = root_paths();
    ++running_;
    // The client should see the progress from its beginning, but a client that does not
    // respond must not block the index.
    std::string timer = "index " + std::to_string(next_scan_++);
    scan->progress = progress_.start("Indexing HCL files", true, [this, scan, timer] {
        if (!core_.timers.is_set(timer)) return;
        core_.timers.cancel(timer);
        launch(scan);
    });
    if (scan->progress) {
        core_.timers.set(timer, core_.now() + kPatience, [this, scan] { launch(scan); });
        return;
    }
    launch(scan);
}

bool Workspace::is_over(const Scan& scan) const {
    return core_.stopping || (scan.progress && scan.progress->cancelled);
}

void Workspace::walk_folder(const FileSystem& files, const std::string& folder, Scan& scan) {
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
    WantedFiles is_wanted(files, top);
    visitor.folder = [&](const std::string& path) {
        if (path != folder || files.stat(path)) scan.seen_folders.insert(path);
        return !is_over(scan);
    };
    visitor.file = [&](const std::string& path) {
        if (!is_wanted(path)) return !is_over(scan);
        if (is_excluded(scan.settings, path, top))
            scan.unseen_files.insert(path);
        else
            scan.paths.push_back(path);
        return !is_over(scan);
    };
    visitor.unseen = [&](const std::string& path, bool is_folder) {
        if (is_folder)
            scan.unseen_folders.insert(path);
        else if (is_wanted(path))
            scan.unseen_files.insert(path);
    };
    visitor.outside = [&](const std::string& path) {
        if (!is_wanted(path)) return;
        scan.unseen_files.insert(path);
        core_.log.line(path + ": is a link out of the roots, not followed");
        ++scan.outside;
    };
    visitor.problem = [&](const std::string& message) { scan.problems.push_back(message); };
    walk(files, folder, options, visitor);
}

void Workspace::read_paths(const FileSystem& files, Scan& scan) {
    const std::uint64_t most = scan.settings.global.limits.indexed_file;
    std::vector<Found> batch;
    std::size_t bytes = 0;
    auto hand_over = [&] {
        core_.post([this, batch = std::move(batch)] { take(batch); });
        batch = {};
        bytes = 0;
    };
    for (std::size_t i = 0; i < scan.paths.size() && !is_over(scan); ++i) {
        const std::string& path = scan.paths[i];
        auto text = files.read(path, most);
        if (!text) {
            core_.log.line(text.error().message);
            auto stat = files.stat(path);
            if (stat) scan.unseen_files.insert(path);
            const bool is_large = stat && stat->size > most;
            if (stat && scan.problems.size() < kMostProblems)
                scan.problems.push_back(text.error().message +
                                        (is_large ? ", it is read only when opened" : ""));
            continue;
        }
        bytes += text->size();
        batch.push_back({path, std::make_shared<const std::string>(std::move(*text))});
        if (batch.size() >= kBatchFiles || bytes >= kBatchBytes) hand_over();
        if (scan.progress)
            scan.progress->report(std::to_string(i + 1) + "/" + std::to_string(scan.paths.size()),
                                  static_cast<unsigned>(100 * (i + 1) / scan.paths.size()));
    }
    if (!batch.empty()) hand_over();
    scan.complete = !is_over(scan);
}

void Workspace::launch(const std::shared_ptr<Scan>& scan) {
    core_.workers.submit(Lane::Background, [this, scan] {
        const FileSystem& files = *core_.host.files;
        std::string fault;
        Outcome outcome = run_guarded(
            [&] {
                for (const std::string& folder : scan->folders) walk_folder(files, folder, *scan);
                add_named_files(files, *scan);
                read_paths(files, *scan);
            },
            fault);
        if (outcome == Outcome::Failed) core_.log.line("indexing failed: " + fault);
        core_.post([this, scan] { finish(*scan); });
    });
}

void Workspace::take(const std::vector<Found>& found) {
    for (const Found& file : found) {
        FileId id = file.text ? core_.files.intern_path(file.path) : core_.files.find_path(file.path);
        if (documents_.is_open(id)) continue;
        const world::FileState* known = core_.world.file(id);
        if (!file.text) {
            if (known) forget(id);
            continue;
        }
        // An equal text keeps its tree.
        bool is_same = known && known->raw_text() && *known->raw_text() == *file.text;
        if (is_same && !known->info().is_open) continue;
        auto [entry, is_new] = indexed_.try_emplace(id, 0);
        indexed_bytes_ = indexed_bytes_ - entry->second + file.text->size();
        entry->second = file.text->size();
        if (indexed_bytes_ > std::size_t{core_.settings.global.index_megabytes} << 20) {
            if (!std::exchange(told_limit_, true))
                outgoing_.log_message(MessageKind::Warning,
                                      "The workspace holds more HCL than hcl.index.maxMegabytes allows (" +
                                          std::to_string(core_.settings.global.index_megabytes) +
                                          " MB); the rest is read only when opened.");
            indexed_bytes_ -= entry->second;
            indexed_.erase(entry);
            if (known) {
                core_.world.remove(id);
                if (on_file) on_file(id);
            }
            continue;
        }
        std::string name = core_.files.name(id);
        syntax::ParseOptions options = world::parse_options(name, "");
        world::FileInfo info{id, std::move(name), "", options, false, 0};
        if (is_same)
            core_.world.set_info(std::move(info));
        else
            core_.world.set_file(std::move(info), file.text);
        if (on_file) on_file(id);
    }
}

void Workspace::forget(FileId id) {
    if (auto entry = indexed_.find(id); entry != indexed_.end()) {
        indexed_bytes_ -= entry->second;
        indexed_.erase(entry);
    }
    if (documents_.is_open(id) || !core_.world.file(id)) return;
    core_.world.remove(id);
    if (on_file) on_file(id);
}

void Workspace::finish(const Scan& scan) {
    --running_;
    for (const std::string& problem : scan.problems)
        if (told_problems_.size() < kMostProblems && told_problems_.insert(problem).second)
            outgoing_.log_message(MessageKind::Warning, problem);
    if (scan.outside > 0 && !std::exchange(told_links_, true))
        outgoing_.log_message(MessageKind::Warning,
                              "Links to files outside of the workspace are not followed (" +
                                  std::to_string(scan.outside) + ").");
    named_files_.insert(scan.named.begin(), scan.named.end());
    if (scan.complete) {
        // Files below the folders that were not found again are removed.
        std::unordered_set<std::string_view> there(scan.paths.begin(), scan.paths.end());
        std::vector<FileId> gone;
        for (const auto& [id, bytes] : indexed_) {
            std::string path = core_.files.path(id);
            bool is_inside =
                std::ranges::any_of(scan.folders, [&](const auto& f) { return is_below(path, f); });
            if (is_inside && !there.contains(path) && !named_files_.contains(path)) gone.push_back(id);
        }
        std::ranges::sort(gone);
        for (FileId id : gone) forget(id);
    }
    core_.log.line("indexed " + std::to_string(scan.paths.size()) + " files, " +
                   std::to_string(indexed_bytes_) + " bytes of closed files in all");
    if (scan.progress) scan.progress->end(std::to_string(scan.paths.size()) + " files");
    auto was_walked = [&](const std::string& path) {
        return std::ranges::any_of(scan.folders,
                                   [&](const auto& f) { return path == f || is_below(path, f); });
    };
    std::erase_if(seen_folders_, was_walked);
    std::erase_if(unseen_folders_, was_walked);
    std::erase_if(unseen_files_, was_walked);
    seen_folders_.insert(scan.seen_folders.begin(), scan.seen_folders.end());
    unseen_folders_.insert(scan.unseen_folders.begin(), scan.unseen_folders.end());
    unseen_files_.insert(scan.unseen_files.begin(), scan.unseen_files.end());
    for (const std::string& root : root_paths()) {
        const bool is_root = std::ranges::find(scan.folders, root) != scan.folders.end();
        if (is_root) indexed_roots_.insert(root);
        if (is_root && scan.complete) whole_roots_.insert(root);
        if (!scan.complete &&
            std::ranges::any_of(scan.folders, [&](const auto& f) { return f == root || is_below(f, root); }))
            whole_roots_.erase(root);
    }
    tell_known_folders();
    core_.world.forget_trees(std::size_t{core_.settings.global.tree_megabytes} << 20);
    follow_claims();
    if (on_indexed) on_indexed();
}

void Workspace::tell_known_folders() {
    world::KnownFolders known;
    // Beyond the limit of the index, a file that is not indexed may exist.
    if (!told_limit_) known.trees.assign(whole_roots_.begin(), whole_roots_.end());
    if (!known.trees.empty()) {
        known.unseen_trees = unseen_folders_;
        // A folder that exists is not missing, even if it has no files of any language.
        known.unseen_folders = seen_folders_;
        for (const std::string& path : unseen_files_)
            known.unseen_folders.insert(path.substr(0, path.rfind('/')));
    }
    if (core_.world.set_known_folders(std::move(known)) && on_known_folders) on_known_folders();
}

bool Workspace::knows_below(const std::string& folder) const {
    auto holds_below = [&](const std::set<std::string>& paths) {
        auto next = paths.lower_bound(folder + "/");
        return next != paths.end() && is_below(*next, folder);
    };
    return seen_folders_.contains(folder) || unseen_folders_.contains(folder) || holds_below(seen_folders_) ||
           holds_below(unseen_folders_) || holds_below(unseen_files_) ||
           std::ranges::any_of(
               indexed_, [&](const auto& entry) { return is_below(core_.files.path(entry.first), folder); });
}

void Workspace::reload(FileId id) {
    std::string path = core_.files.path(id);
    // Files that the index does not hold are removed; others are read from disk again.
    const bool is_in_index = indexed_.contains(id) || named_files_.contains(path) ||
                             (contains(path) && (world::is_hcl_path(path) || is_claimed(path)));
    if (path.empty() || !is_in_index) {
        forget(id);
        return;
    }
    files_changed({{FileChange::Kind::Changed, std::move(path)}});
}

struct Workspace::Reading {
    std::uint64_t number;
    std::string path;
    std::string root;
    bool is_excluded;
    std::shared_ptr<const std::string> text{};
    bool is_unseen = false;  // it exists, and is not read
    bool has_folder = true;  // the folder around it exists
};

struct Workspace::Readings {
    std::vector<Reading> list;
    std::vector<std::string> folders;  // created paths that may be folders; later those that are
    std::vector<Found> named_files;    // by configurations among them
};

std::optional<Workspace::Reading> Workspace::reading_of(const FileChange& change) {
    if (!world::is_hcl_path(change.path) && !indexed_.contains(core_.files.find_path(change.path)) &&
        (change.kind == FileChange::Kind::Deleted || !is_claimed(change.path)))
        return std::nullopt;
    const std::uint64_t number = next_reading_++;
    readings_[change.path] = number;
    auto root = std::ranges::find_if(roots_, [&](const Root& r) { return is_below(change.path, r.path); });
    std::string folder = root == roots_.end() ? "" : root->path;
    const bool is_out = !folder.empty() && is_excluded(core_.settings, change.path, folder);
    return Reading{number, change.path, std::move(folder), is_out};
}

void Workspace::read_all(const FileSystem& files, const std::vector<std::string>& roots, std::uint64_t most,
                         Readings& readings) {
    for (Reading& reading : readings.list) {
        const bool is_out = reading.is_excluded ||
                            (!reading.root.empty() && is_left_out(files, reading.root, reading.path, roots));
        if (!is_out)
            if (auto text = files.read(reading.path, most)) {
                reading.text = std::make_shared<const std::string>(std::move(*text));
                continue;
            }
        reading.is_unseen = files.stat(reading.path).has_value();
        reading.has_folder =
            reading.is_unseen || files.stat(reading.path.substr(0, reading.path.rfind('/'))).has_value();
    }
    std::erase_if(readings.folders, [&](const std::string& path) {
        const auto stat = files.stat(path);
        return !stat || !stat->is_folder;
    });
    const ReadableFolders readable(files, roots);
    for (const Reading& reading : readings.list) {
        if (!reading.text) continue;
        for (const NamedFile& named : files_named_by(reading.path, *reading.text, readable)) {
            if (!named.is_readable) continue;
            if (auto text = files.read(named.path, most))
                readings.named_files.push_back(
                    {named.path, std::make_shared<const std::string>(std::move(*text))});
        }
    }
}

void Workspace::take_readings(const Readings& readings) {
    std::vector<Found> found;
    bool is_news = false;
    for (const Reading& reading : readings.list) {
        auto latest = readings_.find(reading.path);
        if (latest == readings_.end() || latest->second != reading.number) continue;
        readings_.erase(latest);
        found.push_back({reading.path, reading.text});
        is_news |= reading.is_unseen ? unseen_files_.insert(reading.path).second
                                     : unseen_files_.erase(reading.path) > 0;
        const std::string folder = reading.path.substr(0, reading.path.rfind('/'));
        is_news |= reading.has_folder ? seen_folders_.insert(folder).second : seen_folders_.erase(folder) > 0;
    }
    if (found.empty()) return;
    for (const Found& named : readings.named_files) {
        named_files_.insert(named.path);
        found.push_back(named);
    }
    ++core_.edits;
    const bool had_all = !told_limit_;
    take(found);
    const bool is_configured = std::ranges::any_of(
        found, [](const Found& file) { return file_name_of(file.path) == world::kConfigName; });
    if (is_configured)
        if (std::vector<std::string> again = follow_claims(); !again.empty()) index(std::move(again));
    if (is_news || (had_all && told_limit_)) tell_known_folders();
    if (on_indexed) on_indexed();
}

void Workspace::files_changed(std::vector<FileChange> changes) {
    auto readings = std::make_shared<Readings>();
    std::vector<std::string> folders;
    std::vector<std::string> read;
    for (const FileChange& change : changes)
        if (disk_ && disk_->was_asked(change.path)) read.push_back(change.path);
    if (!read.empty()) look_at_disk(std::move(read));
    for (FileChange& change : changes) {
        if (change.kind == FileChange::Kind::Rescan)
            folders.push_back(std::move(change.path));
        else if (std::optional<Reading> reading = reading_of(change))
            readings->list.push_back(*std::move(reading));
        // The files of a deleted folder are deleted too; clients need not list them.
        else if (change.kind == FileChange::Kind::Deleted && knows_below(change.path))
            folders.push_back(std::move(change.path));
        // Nor do they list those of a folder that was moved here.
        else if (change.kind == FileChange::Kind::Created && contains(change.path))
            readings->folders.push_back(std::move(change.path));
    }
    if (!folders.empty()) index(std::move(folders));
    if (readings->list.empty() && readings->folders.empty()) return;
    ++running_;
    core_.workers.submit(Lane::Latency, [this, readings, roots = root_paths(),
                                         most = core_.settings.global.limits.indexed_file] {
        std::string fault;
        run_guarded([&] { read_all(*core_.host.files, roots, most, *readings); }, fault);
        core_.post([this, readings] {
            --running_;
            take_readings(*readings);
            if (!readings->folders.empty()) index(std::move(readings->folders));
        });
    });
}

void Workspace::watch() {
    if (core_.client->watches_files) {
        std::string read;
        for (std::string_view ending : kReadEndings)
            read += (read.empty() ? "*.{" : ",") + std::string(ending);
        // Folders are included so that one that is deleted or moved here is noticed.
        outgoing_.call("client/registerCapability",
                       R"({"registrations":[{"id":"hcl-ls/watch","method":"workspace/didChangeWatchedFiles",)"
                       R"("registerOptions":{"watchers":[)" +
                           watcher_for("*.{hcl,tf,tfvars,tofu,nomad,hcldec,zcl,pp,tfbackend}") + "," +
                           watcher_for("*.{hcl,tf,tfvars,tofu,tftest,nomad,tfquery}.json") + "," +
                           watcher_for(read + "}") + "," + R"({"globPattern":"**/","kind":5}]}}]})");
        return;
    }
    watch_roots();
}

void Workspace::watch_read_files() {
    if (!core_.client->watches_files || !disk_) return;
    std::set<std::string> names;
    for (const std::string& path : disk_->read_files()) {
        std::string name = path.substr(path.rfind('/') + 1);
        const bool is_watched = std::ranges::any_of(
            kReadEndings, [&](std::string_view ending) { return name.ends_with("." + std::string(ending)); });
        const bool is_plain = std::ranges::none_of(name, [](char c) {
            return static_cast<unsigned char>(c) < ' ' || std::string_view("*?[]{},!\"\\").contains(c);
        });
        if (!is_watched && is_plain && !name.empty() && names.size() < kMostWatchedNames)
            names.insert(std::move(name));
    }
    if (std::ranges::includes(watched_, names)) return;
    watch_globs("hcl-ls/watch-read", watched_, std::move(names));
}

bool Workspace::is_claimed(std::string_view path) const {
    return std::ranges::any_of(claims_, [&](const auto& claim) {
        const auto& [folder, pattern] = claim;
        return path.starts_with(folder) && language::glob_matches(pattern, path.substr(folder.size()));
    });
}

std::vector<std::string> Workspace::follow_claims() {
    std::set<std::pair<std::string, std::string>> claims;
    const world::SnapshotPtr snapshot = core_.world.snapshot();
    for (const world::WorkspaceConfig& config : world::workspace_languages(*snapshot).configs)
        for (const auto& association : config.associations)
            for (const std::string& pattern : association.files) claims.emplace(config.folder, pattern);
    if (claims == claims_) return {};
    std::set<std::string> roots;
    for (const auto& claim : claims)
        if (const Root* root = claims_.contains(claim) ? nullptr : root_of(claim.first))
            roots.insert(root->path);
    claims_ = std::move(claims);
    watch_claimed_files();
    return {roots.begin(), roots.end()};
}

void Workspace::watch_claimed_files() {
    if (!core_.client->watches_files) return;
    std::set<std::string> globs;
    for (const auto& [folder, pattern] : claims_)
        if (globs.size() < kMostWatchedNames) globs.insert(pattern);
    if (globs != watched_claims_) watch_globs("hcl-ls/watch-claimed", watched_claims_, std::move(globs));
}

void Workspace::watch_globs(std::string_view id, std::set<std::string>& before, std::set<std::string> globs) {
    const std::string registration =
        "\"id\":" + json_string(id) + R"(,"method":"workspace/didChangeWatchedFiles")";
    if (!before.empty())
        outgoing_.call("client/unregisterCapability", R"({"unregisterations":[{)" + registration + "}]}");
    before = std::move(globs);
    if (before.empty()) return;
    std::string watchers;
    for (const std::string& glob : before) watchers += (watchers.empty() ? "" : ",") + watcher_for(glob);
    outgoing_.call(
        "client/registerCapability",
        R"({"registrations":[{)" + registration + R"(,"registerOptions":{"watchers":[)" + watchers + "]}}]}");
}

void Workspace::watch_roots() {
    if (core_.client->watches_files || !core_.host.make_watcher) return;
    if (!watcher_)
        watcher_ = core_.host.make_watcher([this](std::vector<FileChange> changes) {
            core_.post([this, changes = std::move(changes)]() mutable { files_changed(std::move(changes)); });
        });
    watcher_->watch(root_paths());
}

}  // namespace hcl::server
