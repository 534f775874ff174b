// The mutable state of all inputs, owned by one thread; it publishes Snapshots.
//
// Inputs are plain data: texts, edits, roots, settings. The world never reads a file, a clock or
// the environment. Every change raises the revision at once, so that computations on older
// snapshots notice that they are outdated.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/source/edit.h"
#include "engine/world/snapshot.h"

namespace hcl::world {

struct Membership;

class World {
  public:
    World();
    World(const World&) = delete;
    World& operator=(const World&) = delete;

    // Adds or replaces the file. It is parsed on demand.
    void set_file(FileInfo info, std::shared_ptr<const std::string> text);
    // Applies edits in order; each refers to the text after the previous one. The file must exist.
    void edit(FileId id, std::span<const Edit> edits, std::int64_t version);
    // The same with the edited tree, which was computed elsewhere from the tree of the file's current state.
    void edit(FileId id, std::span<const Edit> edits, syntax::FilePtr edited, std::int64_t version);
    // Replaces everything except the text (language, version, ownership). Parses
    // again when the parse options differ.
    void set_info(FileInfo info);
    void remove(FileId id);
    void set_roots(std::vector<std::string> roots);
    // False when it was known before.
    bool set_known_folders(KnownFolders known);
    void set_settings(Settings settings);
    // Schemas that packs refer to. Languages that use them are loaded again.
    void set_schemas(language::BodySourcePtr schemas);
    // Files that functions read; null: none are known.
    void set_disk(DiskPtr disk);

    // The extensions of this build, which packs refer to by name.
    void set_extensions(check::LanguageExtensions extensions);

    // Who destroys large states that were replaced, which takes long; without it they are destroyed at once.
    void set_release(std::function<void(std::shared_ptr<const void>)> release);

    // The current state. Cheap: the same object until something changes, then a copy of two small tables.
    SnapshotPtr snapshot();
    const FileState* file(FileId id) const;

    // Polled by running computations on any thread.
    const std::atomic<std::uint64_t>& revision() const { return revision_; }

    // Drops trees of files that are not open in an editor until the rest takes about `budget`
    // bytes; they are parsed again on demand. The content and so the revision stay the same.
    // Returns the number of dropped trees.
    std::size_t forget_trees(std::size_t budget);

  private:
    // Returns the replaced state, or null where it is large: then it was given to release().
    FileStatePtr put(FileId id, FileStatePtr state);
    void drop_closed_modules();
    void release(std::shared_ptr<const void> object) const;

    Snapshot::Blocks blocks_;
    std::vector<std::shared_ptr<Snapshot::Block>>
        own_;  // blocks that are not published yet, by index; null when shared
    std::shared_ptr<const std::vector<std::string>> roots_;
    std::shared_ptr<const KnownFolders> known_folders_ = std::make_shared<const KnownFolders>();
    std::shared_ptr<const Settings> settings_;
    language::BodySourcePtr schemas_;
    DiskPtr disk_;
    std::shared_ptr<const check::LanguageExtensions> extensions_;
    std::shared_ptr<Caches> caches_;
    std::shared_ptr<const Membership> settled_;  // its files are parsed in the right version of HCL
    std::atomic<std::uint64_t> revision_{1};
    std::uint64_t names_revision_ = 1;
    std::uint64_t bytes_ = 0;  // of the texts of all files
    SnapshotPtr published_;
    std::function<void(std::shared_ptr<const void>)> release_;
};

}  // namespace hcl::world
