// The view of a request: one immutable state of all files. Nothing here changes after publication; what is
// derived (trees, symbols, bound tables) is computed on demand and kept in memo slots, from any thread.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/disk.h"
#include "engine/base/id.h"
#include "engine/base/limits.h"
#include "engine/check/check.h"
#include "engine/check/language_extension.h"
#include "engine/language/body_source.h"
#include "engine/syntax/file/file.h"
#include "engine/world/memo.h"

namespace hcl::world {

// Facts about a file besides its text.
struct FileInfo {
    FileId id;
    std::string path;      // with forward slashes: what packs match and how folders group; may be any name
    std::string language;  // the language id that the editor gave, empty when it gave none
    syntax::ParseOptions options;
    bool is_open = false;      // an editor owns the text
    std::int64_t version = 0;  // the editor's number of the text, when open
};

// One file in one state.
class FileState {
  public:
    // From a text that nobody has parsed yet, or from a tree that an edit gave.
    FileState(std::shared_ptr<const FileInfo> info, std::shared_ptr<const std::string> text,
              std::uint64_t revision);
    FileState(std::shared_ptr<const FileInfo> info, syntax::FilePtr tree, std::uint64_t revision);

    FileId id() const { return info_->id; }
    const FileInfo& info() const { return *info_; }
    const std::shared_ptr<const FileInfo>& shared_info() const { return info_; }
    // The world's revision at which this content appeared: equal numbers mean equal content.
    std::uint64_t revision() const { return revision_; }

    // The tree; parses at the first call.
    const syntax::FilePtr& tree() const;
    // The tree if it is there already.
    syntax::FilePtr tree_if_parsed() const;
    // The text that the state was made from; null when it was made from a tree.
    const std::shared_ptr<const std::string>& raw_text() const { return text_; }
    std::uint32_t size() const;

    // Data that features derive from this file alone.
    const Memo& memo() const { return memo_; }

  private:
    std::shared_ptr<const FileInfo> info_;
    std::shared_ptr<const std::string> text_;
    std::uint64_t revision_;
    Once<syntax::FilePtr> tree_;
    Memo memo_;
};
using FileStatePtr = std::shared_ptr<const FileState>;

// Settings that change what the engine says. Plain data; the server fills it from the client's configuration.
struct Settings {
    struct Folder {
        std::string path;  // with forward slashes
        bool diagnostics = true;
        check::RuleSettings rules;  // instead of those below
        bool operator==(const Folder&) const = default;
    };
    bool diagnostics = true;
    std::vector<Folder> folders;  // where it is wanted otherwise; the deepest that holds a file decides
    // Inlay hints.
    struct Hints {
        bool values = true;      // what references are worth
        bool parameters = true;  // names of parameters before arguments
        bool types = true;       // of attributes that nobody gave a type
        bool operator==(const Hints&) const = default;
    };
    Hints hints;
    Limits limits;
    bool reference_lenses = true;  // how often a declaration is referred to, above it
    bool wants_diagnostics(std::string_view path) const;
    check::RuleSettings rules;
    const check::RuleSettings& rules_of(std::string_view path) const;
    bool operator==(const Settings&) const = default;
};

// Bytes by what they are for.
struct MemoryUse {
    std::size_t files = 0;
    std::size_t parsed = 0;
    std::size_t text = 0;   // unparsed texts
    std::size_t trees = 0;  // chunks: text, tokens and nodes
};

// Where the world holds all files that there are: what it does not hold does not exist. No path ends with a
// slash.
struct KnownFolders {
    std::vector<std::string> trees;  // with all folders inside, except those that tools hide
    std::set<std::string> folders;
    std::set<std::string> unseen_trees{};    // nothing is known of what lies inside
    std::set<std::string> unseen_folders{};  // of what lies in the folder itself
    bool holds(std::string_view folder) const;
    bool operator==(const KnownFolders&) const = default;
};

struct Caches;

class Snapshot {
  public:
    // Files lie in blocks so that publishing a new state copies one block and the list of blocks.
    static constexpr std::uint32_t kBlock = 64;
    using Block = std::array<FileStatePtr, kBlock>;
    using Blocks = std::vector<std::shared_ptr<const Block>>;

    Snapshot(Blocks blocks, std::shared_ptr<const std::vector<std::string>> roots,
             std::shared_ptr<const KnownFolders> known_folders, std::shared_ptr<const Settings> settings,
             language::BodySourcePtr schemas, DiskPtr disk,
             std::shared_ptr<const check::LanguageExtensions> extensions, std::shared_ptr<Caches> caches,
             std::uint64_t revision, std::uint64_t names_revision);

    std::uint64_t revision() const { return revision_; }
    // Rises when a file comes, goes, or is called or read otherwise; an edit leaves it.
    std::uint64_t names_revision() const { return names_revision_; }
    // Null for a file that does not exist in this state.
    const FileState* file(FileId id) const;
    FileStatePtr shared_file(FileId id) const;
    // All files, in the order of their ids.
    std::vector<const FileState*> files() const;
    const std::vector<std::string>& roots() const { return *roots_; }
    const KnownFolders& known_folders() const { return *known_folders_; }
    const Settings& settings() const { return *settings_; }
    // Bodies that packs take from elsewhere; null: none are known.
    const language::BodySourcePtr& schemas() const { return schemas_; }
    // Files that functions read; null: none are known.
    const DiskPtr& disk() const { return disk_; }
    const check::LanguageExtensions& extensions() const { return *extensions_; }
    // Data that features derive from all files together.
    const Memo& memo() const { return memo_; }
    // Caches shared by consecutive snapshots; see caches.h.
    const std::shared_ptr<Caches>& caches() const { return caches_; }

    MemoryUse memory() const;

  private:
    Blocks blocks_;
    std::shared_ptr<const std::vector<std::string>> roots_;
    std::shared_ptr<const KnownFolders> known_folders_;
    std::shared_ptr<const Settings> settings_;
    language::BodySourcePtr schemas_;
    DiskPtr disk_;
    std::shared_ptr<const check::LanguageExtensions> extensions_;
    std::shared_ptr<Caches> caches_;
    std::uint64_t revision_;
    std::uint64_t names_revision_;
    Memo memo_;
};
using SnapshotPtr = std::shared_ptr<const Snapshot>;

}  // namespace hcl::world
