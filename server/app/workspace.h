// The workspace: its root folders, the index of HCL files below them, and changes on disk. Main thread only;
// workers walk folders and read files, and post their results.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "server/app/disk_checks.h"
#include "server/app/documents.h"
#include "server/app/file_watches.h"
#include "server/app/folder_scan.h"
#include "server/app/missed_changes.h"
#include "server/app/progress.h"
#include "server/app/seen_paths.h"

namespace hcl::server {

struct Root {
    std::string uri;
    std::string name;
    std::string path;  // empty: not on disk
};

class Workspace {
  public:
    Workspace(Core& core, Documents& documents, ProgressTable& progress, Outgoing& outgoing);

    void set_roots(std::vector<Root> roots);
    void change_roots(std::span<const Root> added, std::span<const Root> removed);
    const std::vector<Root>& roots() const { return roots_; }
    bool contains(const std::string& path) const;  // below a root

    // Indexes all roots; also called when settings changed.
    void index_all();
    // Registers file watchers with the client, or watches the disk itself.
    void watch();
    void files_changed(std::vector<FileChange> changes);
    // Checks whether files that functions read have changed.
    void look_at_disk();
    // A document was opened or changed: functions read its text.
    void text_changed(FileId id) { disk_.text_changed(id); }
    // An editor closed the file: uses its content on disk again.
    void reload(FileId id);
    // A document was opened: loads the files that affect it at once, unless they are indexed. These are the
    // files in its folder, the configurations in and above it, and the packs that they name.
    void read_around(FileId id);
    // Reads what an open configuration names: its text may not be on disk.
    void follow_configuration(FileId id);
    bool is_reading_around(FileId id) const;
    // Whether all roots are indexed.
    bool has_index() const;
    bool is_indexing() const { return running_ > 0; }

    // Called when the index added, changed or removed a file; when indexing ends; and when the
    // files around a document were loaded.
    std::function<void(FileId)> on_file;
    std::function<void()> on_indexed;
    std::function<void()> on_read_around;
    // The set of completely indexed folders changed.
    std::function<void()> on_known_folders;
    // Sets the function that is called when files that functions read have changed.
    void on_disk(std::function<void()> call) { disk_.on_change = std::move(call); }

  private:
    struct Scan;
    struct Reading;
    struct Readings;

    void look_at(std::vector<FileChange> changes);
    void index(std::vector<std::string> folders);
    void launch(const std::shared_ptr<Scan>& scan);
    void look_at_manifests();
    // Whether a changed file may be one of the index: notes that it is being read.
    std::optional<Reading> reading_of(const FileChange& change);
    static void read_all(const FileSystem& files, const std::vector<std::string>& roots, std::uint64_t most,
                         Readings& readings);
    void take_readings(const Readings& readings);
    // Below a root, or named by a configuration of one.
    bool is_followed(const std::string& path) const;
    // No document is open any more in the folder of this file outside of the roots: forgets the files there,
    // and all outside after the last document.
    void forget_around(std::string_view path);
    // In the folder of an open file.
    bool is_beside_document(std::string_view path) const;
    // Adds the roots around the folder, and those in it.
    void add_roots_around(std::string_view folder, std::vector<std::string>& out) const;
    void take(const std::vector<FoundFile>& found);
    // True when the index holds files below the folder, or knows that it left some out.
    bool knows_below(const std::string& folder) const;
    void tell_known_folders();
    const Root* root_of(const std::string& path) const;  // the deepest
    void finish_reading_around(const std::string& folder);
    void forget(FileId id);
    // Forgets the indexed files with such paths, in the order of their ids. Whether there are any.
    bool forget_indexed(const std::function<bool(const std::string&)>& is_unwanted);
    void finish(const Scan& scan);
    // A read in the background ends: files that changed meanwhile are looked at again.
    void end_read(int read);
    void watch_roots();
    // Whether a configuration names the file by a pattern.
    bool is_claimed(std::string_view path) const;
    // Reads the patterns of the configurations again. Returns the roots in which there are new ones.
    std::vector<std::string> follow_claims();
    std::vector<std::string> root_paths() const;  // those on disk

    Core& core_;
    Documents& documents_;
    ProgressTable& progress_;
    Outgoing& outgoing_;
    std::vector<Root> roots_;
    SeenPaths seen_;
    DiskChecks disk_;
    FileWatches watches_;
    std::set<std::string> named_files_;     // what configurations name elsewhere, and configurations above
    std::set<std::string> reading_around_;  // folders of documents
    // Sizes in bytes of the closed files in the index.
    std::unordered_map<FileId, std::size_t> indexed_;
    // The patterns by which configurations name files: the folder of the configuration with a slash, the
    // pattern.
    std::set<std::pair<std::string, std::string>> claims_;
    std::size_t indexed_bytes_ = 0;
    bool told_limit_ = false;
    bool told_links_ = false;
    std::set<std::string> told_problems_;
    int running_ = 0;
    MissedChanges missed_;
    int next_scan_ = 1;
    // Counts the reads of each file, so that results of older reads are dropped.
    std::unordered_map<std::string, std::uint64_t> readings_;
    std::uint64_t next_reading_ = 1;
};

}  // namespace hcl::server
