// An immutable state of all files: what a request sees. Derived data (trees, symbols, bound tables) is
// computed on demand, from any thread, and cached in memo slots.
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

// Facts about a file other than its text.
struct FileInfo {
    FileId id;
    std::string path;      // with forward slashes; packs match it, folders group by it; may be any name
    std::string language;  // language id from the editor, may be empty
    syntax::ParseOptions options;
    bool is_open = false;      // in an editor
    std::int64_t version = 0;  // of the document in the editor, when open
    // By version control: what it declares counts, and its findings are shown only when it is open.
    bool is_ignored = false;
    std::string origin{};  // the path of the file that a link leads to; empty: it is no link
};

// A file in one state.
class FileState {
  public:
    // From a text that is not parsed yet, or from a tree that an edit produced.
    FileState(std::shared_ptr<const FileInfo> info, std::shared_ptr<const std::string> text,
              std::uint64_t revision);
    // `beginning`: of the state before the edit, if that left the info and the beginning of the text as they
    // were.
    FileState(std::shared_ptr<const FileInfo> info, syntax::FilePtr tree, std::uint64_t revision,
              std::shared_ptr<const Memo> beginning = nullptr);

    FileId id() const { return info_->id; }
    const FileInfo& info() const { return *info_; }
    const std::shared_ptr<const FileInfo>& shared_info() const { return info_; }
    // The world's revision at which this content appeared: equal numbers mean equal content.
    std::uint64_t revision() const { return revision_; }

    // The tree; parsed by the first call.
    const syntax::FilePtr& tree() const;
    // The tree if it has been parsed already, else null.
    syntax::FilePtr tree_if_parsed() const;
    // The text that the state was created from; null when it was created from a tree.
    const std::shared_ptr<const std::string>& raw_text() const { return text_; }
    std::uint32_t size() const;

    // Caches data derived from this file alone.
    const Memo& memo() const { return memo_; }
    // The same for what depends only on the info and the first language::kLanguageHints bytes of the text.
    // States that differ in neither can share it.
    const std::shared_ptr<const Memo>& beginning() const { return beginning_; }

  private:
    std::shared_ptr<const FileInfo> info_;
    std::shared_ptr<const std::string> text_;
    std::uint64_t revision_;
    Once<syntax::FilePtr> tree_;
    Memo memo_;
    std::shared_ptr<const Memo> beginning_;
};
using FileStatePtr = std::shared_ptr<const FileState>;

// Settings that affect the engine's answers. Plain data; the server fills it from the client's configuration.
struct Settings {
    struct Folder {
        std::string path;  // with forward slashes
        bool diagnostics = true;
        check::RuleSettings rules;  // replaces the rules below
        bool operator==(const Folder&) const = default;
    };
    bool diagnostics = true;
    std::vector<Folder> folders;  // overrides; the deepest folder that contains a file wins
    // Inlay hints.
    struct Hints {
        bool values = true;      // values of references
        bool parameters = true;  // names of parameters before arguments
        bool types = true;       // of attributes without a declared type
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

// Memory in bytes, by kind.
struct MemoryUse {
    std::size_t files = 0;
    std::size_t parsed = 0;
    std::size_t text = 0;   // unparsed texts
    std::size_t trees = 0;  // chunks: text, tokens and nodes
};

// Where the world holds all files that there are: what it does not hold does not exist. No path ends with a
// slash.
struct KnownFolders {
    std::vector<std::string> trees;  // including all subfolders, except those hidden from tools
    std::set<std::string> folders;
    std::set<std::string> unseen_trees{};    // nothing is known of what lies inside
    std::set<std::string> unseen_folders{};  // of what lies in the folder itself
    bool holds(std::string_view folder) const;
    bool operator==(const KnownFolders&) const = default;
};

struct Caches;

class Snapshot {
  public:
    // Files are stored in blocks, so that publishing a new state copies one block and the list of blocks.
    static constexpr std::uint32_t kBlock = 64;
    using Block = std::array<FileStatePtr, kBlock>;
    using Blocks = std::vector<std::shared_ptr<const Block>>;

    Snapshot(Blocks blocks, std::shared_ptr<const std::vector<std::string>> roots,
             std::shared_ptr<const KnownFolders> known_folders, std::shared_ptr<const Settings> settings,
             language::BodySourcePtr schemas, DiskPtr disk,
             std::shared_ptr<const check::LanguageExtensions> extensions, std::shared_ptr<Caches> caches,
             std::uint64_t revision, std::uint64_t names_revision, std::uint64_t bytes);

    std::uint64_t revision() const { return revision_; }
    // Rises when a file is added, removed, renamed or gets other parse options; an edit does not change it.
    std::uint64_t names_revision() const { return names_revision_; }
    // Of the texts of all files.
    std::uint64_t bytes() const { return bytes_; }
    // Null for a file that does not exist in this state.
    const FileState* file(FileId id) const;
    FileStatePtr shared_file(FileId id) const;
    // All files, in the order of their ids.
    std::vector<const FileState*> files() const;
    // Consecutive snapshots share the blocks whose files did not change; some are null.
    const Blocks& blocks() const { return blocks_; }
    const std::vector<std::string>& roots() const { return *roots_; }
    const KnownFolders& known_folders() const { return *known_folders_; }
    const Settings& settings() const { return *settings_; }
    // Schemas that packs refer to; null: none are known.
    const language::BodySourcePtr& schemas() const { return schemas_; }
    // Files that functions read; null: none are known.
    const DiskPtr& disk() const { return disk_; }
    const check::LanguageExtensions& extensions() const { return *extensions_; }
    // Caches data derived from all files together.
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
    std::uint64_t bytes_;
    Memo memo_;
};
using SnapshotPtr = std::shared_ptr<const Snapshot>;

}  // namespace hcl::world
