// The mutable state of everything that the engine is told, owned by one thread; and how it becomes Snapshots.
//
// Inputs are plain data: texts, edits, roots, settings. The world never reads a file, a clock or the
// environment. Every change raises the revision at once, so that computations on older snapshots learn that
// they are overtaken.
#pragma once

#include <atomic>
#include <cstdint>
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

    // Adds the file, or replaces all that is known of it. Parsing happens when somebody asks for the tree.
    void set_file(FileInfo info, std::shared_ptr<const std::string> text);
    // Applies edits in order, each in terms of the text after the one before. The file must exist.
    void edit(FileId id, std::span<const Edit> edits, std::int64_t version);
    // Changes what is known beside the text (language, version, ownership); options that differ parse it
    // anew.
    void set_info(FileInfo info);
    void remove(FileId id);
    void set_roots(std::vector<std::string> roots);
    // False when it was known before.
    bool set_known_folders(KnownFolders known);
    void set_settings(Settings settings);
    // Bodies that packs take from elsewhere. Languages that use them are read anew.
    void set_schemas(language::BodySourcePtr schemas);
    // Files that functions read; null: none are known.
    void set_disk(DiskPtr disk);

    // Of this build: those that packs may name.
    void set_extensions(check::LanguageExtensions extensions);

    // The present state. Cheap: the same object until something changes, then a copy of two small tables.
    SnapshotPtr snapshot();
    const FileState* file(FileId id) const;

    // Read by running computations on any thread.
    const std::atomic<std::uint64_t>& revision() const { return revision_; }

    // Forgets the trees of files that no editor has open until those left take about `budget` bytes; they are
    // parsed again on demand. The content stays the same, hence so does the revision. Returns how many were
    // forgotten.
    std::size_t forget_trees(std::size_t budget);

  private:
    void put(FileId id, FileStatePtr state);

    Snapshot::Blocks blocks_;
    std::vector<std::shared_ptr<Snapshot::Block>>
        own_;  // blocks not yet published, by index; null when shared
    std::shared_ptr<const std::vector<std::string>> roots_;
    std::shared_ptr<const KnownFolders> known_folders_ = std::make_shared<const KnownFolders>();
    std::shared_ptr<const Settings> settings_;
    language::BodySourcePtr schemas_;
    DiskPtr disk_;
    std::shared_ptr<const check::LanguageExtensions> extensions_;
    std::shared_ptr<Caches> caches_;
    std::shared_ptr<const Membership> settled_;  // whose files are read in the right version of HCL
    std::atomic<std::uint64_t> revision_{1};
    std::uint64_t names_revision_ = 1;
    SnapshotPtr published_;
};

}  // namespace hcl::world
