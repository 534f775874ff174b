#include "server/app/workspace.h"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "engine/base/path.h"
#include "engine/world/config_file.h"
#include "engine/world/file_syntax.h"
#include "engine/world/installed_modules.h"
#include "engine/world/language_lookup.h"
#include "server/app/configurations.h"
#include "server/app/extensions.h"
#include "server/host/walk.h"

namespace hcl::server {

namespace {

// How long indexing waits for the client to accept the progress.
constexpr Duration kPatience = std::chrono::milliseconds(200);
// How long requests about a document wait for the files around it.
constexpr Duration kPatienceForDisk = std::chrono::seconds(2);

// The delay after typing in a configuration before the files that it names are read.
constexpr Duration kPatienceForTyping = std::chrono::milliseconds(100);
// Messages about files that cannot be read.
constexpr std::size_t kMostTold = 100;

}  // namespace

struct Workspace::Scan : FolderScan {
    std::shared_ptr<ProgressTask> progress;
    int read = 0;
};

Workspace::Workspace(Core& core, Documents& documents, ProgressTable& progress, Outgoing& outgoing)
    : core_(core),
      documents_(documents),
      progress_(progress),
      outgoing_(outgoing),
      disk_(core),
      watches_(core, outgoing) {}

void Workspace::set_roots(std::vector<Root> roots) {
    roots_ = std::move(roots);
    std::vector<std::string> paths = root_paths();
    seen_.set_roots(paths);
    disk_.set_roots(paths, [this] { watches_.watch_read_files(disk_.read_files()); });
    core_.world.set_roots(std::move(paths));
    tell_known_folders();
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
    forget_indexed([this](const std::string& path) { return !is_followed(path); });
    // Documents that are open there see the files around them, as all documents outside of the workspace do.
    for (FileId id : documents_.open_files())
        if (!contains(core_.files.path(id))) read_around(id);
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
        roots_, [&](const Root& root) { return root.path.empty() || seen_.is_walked(root.path); });
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
    if (root && seen_.is_walked(root->path)) return;
    std::string folder = path.substr(0, slash);
    if (!reading_around_.insert(folder).second) return;
    core_.timers.set("around " + folder, core_.now() + kPatienceForDisk,
                     [this, folder] { finish_reading_around(folder); });
    core_.workers.submit(Lane::Latency, [this, read = missed_.begin(),
                                         around = Surroundings{folder, root ? root->path : "", core_.settings,
                                                               root_paths(), disk_.open_texts()}] {
        std::vector<FoundFile> found;
        std::string fault;
        run_guarded(
            [&] {
                found =
                    read_surroundings(*core_.host.files, around, [this] { return core_.stopping.load(); });
            },
            fault);
        core_.post([this, read, around, found = std::move(found)] {
            take(found);
            end_read(read);
            finish_reading_around(around.folder);
            // The document may be closed again.
            if (const std::string inside = around.folder + "/";
                !is_followed(inside) && !is_beside_document(inside))
                forget_around(inside);
            if (!found.empty() && around.root.empty() && on_indexed) on_indexed();
        });
    });
}

void Workspace::follow_configuration(FileId id) {
    const std::string path = core_.files.path(id);
    if (path.empty() || !may_name_files(path) || !is_followed(path)) return;
    core_.timers.set("configuration " + path, core_.now() + kPatienceForTyping, [this, id, path] {
        const world::FileState* state = core_.world.file(id);
        if (!state || !state->info().is_open) return;
        core_.workers.submit(
            Lane::Large,
            [this, path, read = missed_.begin(), opened = core_.world.snapshot()->shared_file(id),
             roots = root_paths(), most = core_.settings.global.limits.indexed_file] {
                const FileSystem& files = *core_.host.files;
                std::vector<FoundFile> found;
                std::string fault;
                run_guarded(
                    [&] {
                        const std::string text = opened->tree()->text();
                        read_named_files(files, path, text, ReadableFolders(files, roots), most, found);
                    },
                    fault);
                core_.post([this, read, found = std::move(found)]() mutable {
                    std::erase_if(found, [&](const FoundFile& file) {
                        const FileId known = core_.files.find_path(file.path);
                        return known.is_valid() && core_.world.file(known);
                    });
                    for (const FoundFile& file : found) named_files_.insert(file.path);
                    if (!found.empty()) ++core_.edits;
                    take(found);
                    end_read(read);
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
    scan->open = disk_.open_texts();
    scan->read = missed_.begin();
    for (const std::string& path : named_files_)
        if (std::ranges::any_of(scan->folders, [&](const auto& f) { return is_below(path, f); }))
            scan->named.insert(path);
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

void Workspace::launch(const std::shared_ptr<Scan>& scan) {
    core_.workers.submit(Lane::Background, [this, scan] {
        ScanHooks hooks;
        hooks.is_over = [&] { return core_.stopping || (scan->progress && scan->progress->cancelled); };
        hooks.log = [&](const std::string& line) { core_.log.line(line); };
        hooks.take = [&](std::vector<FoundFile> batch) {
            core_.post([this, batch = std::move(batch)] { take(batch); });
        };
        hooks.progress = [&](std::size_t done, std::size_t all) {
            if (scan->progress)
                scan->progress->report(std::to_string(done) + "/" + std::to_string(all),
                                       static_cast<unsigned>(100 * done / all));
        };
        std::string fault;
        Outcome outcome = run_guarded([&] { run_scan(*core_.host.files, *scan, hooks); }, fault);
        if (outcome == Outcome::Failed) core_.log.line("indexing failed: " + fault);
        core_.post([this, scan] { finish(*scan); });
    });
}

void Workspace::take(const std::vector<FoundFile>& found) {
    std::vector<std::string> read;
    for (const FoundFile& file : found)
        if (file.text) read.push_back(file.path);
    watches_.note_read(read);
    for (const FoundFile& file : found) {
        FileId id = file.text ? core_.files.intern_path(file.path) : core_.files.find_path(file.path);
        const world::FileState* known = core_.world.file(id);
        if (documents_.is_open(id)) {
            // Only the disk tells.
            if (known && known->info().origin != file.origin) {
                world::FileInfo info = known->info();
                info.origin = file.origin;
                core_.world.set_info(std::move(info));
            }
            continue;
        }
        if (!file.text) {
            if (known) forget(id);
            continue;
        }
        // An equal text keeps its tree.
        bool is_same = known && known->raw_text() && *known->raw_text() == *file.text;
        if (is_same && !known->info().is_open && known->info().is_ignored == file.is_ignored &&
            known->info().origin == file.origin)
            continue;
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
        world::FileInfo info{id, std::move(name), "", options, false, 0, file.is_ignored, file.origin};
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

bool Workspace::forget_indexed(const std::function<bool(const std::string&)>& is_unwanted) {
    std::vector<FileId> unwanted;
    for (const auto& [id, bytes] : indexed_)
        if (is_unwanted(core_.files.path(id))) unwanted.push_back(id);
    std::ranges::sort(unwanted);
    for (const FileId id : unwanted) forget(id);
    return !unwanted.empty();
}

void Workspace::finish(const Scan& scan) {
    --running_;
    for (const std::string& problem : scan.problems)
        if (told_problems_.size() < kMostTold && told_problems_.insert(problem).second)
            outgoing_.log_message(MessageKind::Warning, problem);
    if (scan.outside > 0 && !std::exchange(told_links_, true))
        outgoing_.log_message(MessageKind::Warning,
                              "Links to files outside of the workspace are not followed (" +
                                  std::to_string(scan.outside) + ").");
    named_files_.insert(scan.named.begin(), scan.named.end());
    if (scan.complete) {
        // Files below the folders that were not found again are removed.
        std::unordered_set<std::string_view> there(scan.paths.begin(), scan.paths.end());
        forget_indexed([&](const std::string& path) {
            return !there.contains(path) &&
                   std::ranges::any_of(scan.folders, [&](const auto& f) { return is_below(path, f); });
        });
    }
    core_.log.line("indexed " + std::to_string(scan.paths.size()) + " files, " +
                   std::to_string(indexed_bytes_) + " bytes of closed files in all");
    if (scan.progress) scan.progress->end(std::to_string(scan.paths.size()) + " files");
    seen_.take(scan, root_paths());
    tell_known_folders();
    core_.world.forget_trees(std::size_t{core_.settings.global.tree_megabytes} << 20);
    follow_claims();
    end_read(scan.read);
    if (on_indexed) on_indexed();
}

void Workspace::end_read(int read) {
    std::vector<FileChange> changes = missed_.end(read);
    if (changes.size() >= MissedChanges::kMost) {
        changes.clear();
        for (std::string& root : root_paths()) changes.push_back({FileChange::Kind::Rescan, std::move(root)});
    }
    if (!changes.empty()) look_at(std::move(changes));
}

void Workspace::tell_known_folders() {
    // Beyond the limit of the index, a file that is not indexed may exist.
    world::KnownFolders known = told_limit_ ? world::KnownFolders() : seen_.known_folders();
    if (core_.world.set_known_folders(std::move(known)) && on_known_folders) on_known_folders();
}

bool Workspace::knows_below(const std::string& folder) const {
    return seen_.knows_below(folder) || std::ranges::any_of(indexed_, [&](const auto& entry) {
               return is_below(core_.files.path(entry.first), folder);
           });
}

void Workspace::reload(FileId id) {
    disk_.closed(id);
    std::string path = core_.files.path(id);
    // Files that the index does not hold are removed; others are read from disk again.
    const bool is_in_index = indexed_.contains(id) || named_files_.contains(path) ||
                             (contains(path) && (world::is_hcl_path(path) || is_claimed(path)));
    const bool is_elsewhere = !path.empty() && !is_followed(path) && !is_beside_document(path);
    if (path.empty() || !is_in_index || is_elsewhere)
        forget(id);
    else
        files_changed({{FileChange::Kind::Changed, path}});
    if (is_elsewhere) forget_around(path);
}

void Workspace::forget_around(std::string_view path) {
    const bool is_last = std::ranges::all_of(documents_.open_files(),
                                             [&](FileId id) { return contains(core_.files.path(id)); });
    const bool is_any = forget_indexed([&](const std::string& other) {
        return !is_followed(other) && (is_last || folder_of(other) == folder_of(path));
    });
    if (!is_any) return;
    ++core_.edits;
    if (on_indexed) on_indexed();
}

struct Workspace::Reading {
    std::uint64_t number;
    std::string path;
    std::string root;
    bool is_excluded;
    bool is_named;  // its folder may be one that walks leave out
    std::shared_ptr<const std::string> text{};
    bool is_unseen = false;  // it exists, and is not read
    bool is_ignored = false;
    std::string origin{};    // of a link
    bool has_folder = true;  // the folder around it exists
};

struct Workspace::Readings {
    std::vector<Reading> list;
    std::vector<std::string> folders;    // created paths that may be folders; later those that are
    std::vector<FoundFile> named_files;  // by configurations among them
};

std::optional<Workspace::Reading> Workspace::reading_of(const FileChange& change) {
    const bool is_manifest = world::manifest_at(language_extensions(), change.path).has_value();
    const bool is_known = indexed_.contains(core_.files.find_path(change.path));
    if (!is_manifest && !world::is_hcl_path(change.path) && !is_known &&
        (change.kind == FileChange::Kind::Deleted || !is_claimed(change.path)))
        return std::nullopt;
    if (!is_known && !is_followed(change.path) && !is_beside_document(change.path)) return std::nullopt;
    const std::uint64_t number = next_reading_++;
    readings_[change.path] = number;
    auto root = std::ranges::find_if(roots_, [&](const Root& r) { return is_below(change.path, r.path); });
    std::string folder = root == roots_.end() ? "" : root->path;
    const bool is_out = !folder.empty() && is_excluded(core_.settings, change.path, folder);
    return Reading{number, change.path, std::move(folder), is_out,
                   is_manifest || named_files_.contains(change.path)};
}

bool Workspace::is_beside_document(std::string_view path) const {
    return std::ranges::any_of(documents_.open_files(),
                               [&](FileId id) { return folder_of(core_.files.path(id)) == folder_of(path); });
}

void Workspace::add_roots_around(std::string_view folder, std::vector<std::string>& out) const {
    for (const Root& root : roots_) {
        if (root.path.empty()) continue;
        if (folder == root.path || is_below(folder, root.path) || is_below(root.path, folder))
            out.push_back(root.path);
    }
}

void Workspace::read_all(const FileSystem& files, const std::vector<std::string>& roots, std::uint64_t most,
                         Readings& readings) {
    for (Reading& reading : readings.list) {
        Reach reach = Reach::Found;
        if (!reading.is_named && !reading.root.empty())
            reach = reach_of(files, reading.root, reading.path, roots);
        reading.is_ignored = reach == Reach::Ignored;
        if (!reading.is_excluded && reach != Reach::LeftOut)
            if (auto text = files.read(reading.path, most)) {
                reading.text = std::make_shared<const std::string>(std::move(*text));
                reading.origin = origin_of_link(files, reading.path, roots);
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
    for (const Reading& reading : readings.list)
        if (reading.text)
            read_named_files(files, reading.path, *reading.text, readable, most, readings.named_files);
}

void Workspace::take_readings(const Readings& readings) {
    std::vector<FoundFile> found;
    bool is_news = false;
    for (const Reading& reading : readings.list) {
        auto latest = readings_.find(reading.path);
        if (latest == readings_.end() || latest->second != reading.number) continue;
        readings_.erase(latest);
        found.push_back({reading.path, reading.text, reading.is_ignored, reading.origin});
        is_news |= seen_.take_file(reading.path, reading.is_unseen, reading.has_folder);
    }
    if (found.empty()) return;
    for (const FoundFile& named : readings.named_files) {
        named_files_.insert(named.path);
        found.push_back(named);
    }
    ++core_.edits;
    const bool had_all = !told_limit_;
    take(found);
    const bool is_configured = std::ranges::any_of(
        found, [](const FoundFile& file) { return file_name_of(file.path) == world::kConfigName; });
    if (is_configured)
        if (std::vector<std::string> again = follow_claims(); !again.empty()) index(std::move(again));
    if (is_news || (had_all && told_limit_)) tell_known_folders();
    if (on_indexed) on_indexed();
}

void Workspace::files_changed(std::vector<FileChange> changes) {
    std::vector<std::string> read;
    for (const FileChange& change : changes) {
        missed_.note(change);
        if (disk_.note_change(change.path)) read.push_back(change.path);
    }
    if (!read.empty()) disk_.check(std::move(read));
    look_at(std::move(changes));
}

void Workspace::look_at(std::vector<FileChange> changes) {
    auto readings = std::make_shared<Readings>();
    std::vector<std::string> folders;
    for (FileChange& change : changes) {
        if (change.kind == FileChange::Kind::Rescan) folders.push_back(std::move(change.path));
        // Other files count now. Rules also hold for the roots inside of the folder.
        else if (is_ignore_file(change.path))
            add_roots_around(change.path.substr(0, change.path.rfind('/')), folders);
        else if (std::optional<Reading> reading = reading_of(change))
            readings->list.push_back(*std::move(reading));
        // The files of a deleted folder are deleted too; clients need not list them.
        else if (change.kind == FileChange::Kind::Deleted && knows_below(change.path))
            folders.push_back(std::move(change.path));
        // Nor do they list those of a folder that was moved here.
        else if (change.kind == FileChange::Kind::Created && contains(change.path))
            readings->folders.push_back(std::move(change.path));
    }
    std::ranges::sort(folders);
    folders.erase(std::ranges::unique(folders).begin(), folders.end());
    if (!folders.empty()) index(std::move(folders));
    if (readings->list.empty() && readings->folders.empty()) return;
    ++running_;
    // Reading a configuration or manifest also reads the files that it names.
    const bool reads_others = std::ranges::any_of(readings->list, [&](const Reading& reading) {
        return may_name_files(reading.path) ||
               world::manifest_at(language_extensions(), reading.path).has_value();
    });
    const int read = reads_others ? missed_.begin() : 0;
    core_.workers.submit(Lane::Latency, [this, readings, read, roots = root_paths(),
                                         most = core_.settings.global.limits.indexed_file] {
        std::string fault;
        run_guarded([&] { read_all(*core_.host.files, roots, most, *readings); }, fault);
        core_.post([this, readings, read] {
            --running_;
            take_readings(*readings);
            end_read(read);
            if (!readings->folders.empty()) index(std::move(readings->folders));
        });
    });
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
    for (const world::WorkspaceConfig& config : world::workspace_languages(*snapshot).configs) {
        auto claim = [&](const auto& languages) {
            for (const auto& one : languages)
                for (const std::string& pattern : one.files) claims.emplace(config.folder, pattern);
        };
        claim(config.associations);
        // Their packs may come later.
        claim(config.missing);
    }
    if (claims == claims_) return {};
    // Files that no pattern matches any more are removed from the index by a new scan.
    std::set<std::string> roots;
    auto look_again = [&](const auto& some, const auto& others) {
        for (const auto& claim : some)
            if (const Root* root = others.contains(claim) ? nullptr : root_of(claim.first))
                roots.insert(root->path);
    };
    look_again(claims, claims_);
    look_again(claims_, claims);
    claims_ = std::move(claims);
    std::set<std::string> patterns;
    for (const auto& [folder, pattern] : claims_) patterns.insert(pattern);
    watches_.watch_claimed_files(patterns);
    return {roots.begin(), roots.end()};
}

void Workspace::watch() {
    if (!watches_.start()) watch_roots();
}

void Workspace::watch_roots() {
    watches_.watch_roots(root_paths(),
                         [this](std::vector<FileChange> changes) { files_changed(std::move(changes)); });
}

void Workspace::look_at_disk() {
    disk_.check();
    look_at_manifests();
}

// Watchers leave out the folders of tools, in which manifests lie.
void Workspace::look_at_manifests() {
    std::map<std::string, std::shared_ptr<const std::string>> known;
    for (const FileId id : documents_.open_files()) {
        const std::string path = core_.files.path(id);
        const std::size_t slash = path.rfind('/');
        if (slash == std::string::npos || !contains(path)) continue;
        for (const std::string& manifest : manifests_in(path.substr(0, slash))) {
            const world::FileState* state = core_.world.file(core_.files.find_path(manifest));
            known[manifest] = state ? state->raw_text() : nullptr;
        }
    }
    if (known.empty()) return;
    core_.workers.submit(
        Lane::Background, [this, known = std::move(known), most = core_.settings.global.limits.indexed_file] {
            std::vector<FileChange> changes;
            std::string fault;
            run_guarded(
                [&] {
                    for (const auto& [path, text] : known) {
                        if (!text && !core_.host.files->stat(path)) continue;
                        const auto now = core_.host.files->read(path, most);
                        if (now ? !text || *text != *now : text != nullptr)
                            changes.push_back({FileChange::Kind::Changed, path});
                    }
                },
                fault);
            if (changes.empty()) return;
            core_.post([this, changes = std::move(changes)]() mutable { files_changed(std::move(changes)); });
        });
}

}  // namespace hcl::server
