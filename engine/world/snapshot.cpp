#include "engine/world/snapshot.h"

#include <algorithm>
#include <mutex>

#include "engine/syntax/file/held_text.h"

namespace hcl::world {

namespace {

const Settings::Folder* deepest_folder(const Settings& settings, std::string_view path) {
    const Settings::Folder* deepest = nullptr;
    for (const Settings::Folder& folder : settings.folders) {
        bool is_inside = path.size() > folder.path.size() && path.starts_with(folder.path) &&
                         (folder.path.ends_with('/') || path[folder.path.size()] == '/');
        if (is_inside && (!deepest || folder.path.size() > deepest->path.size())) deepest = &folder;
    }
    return deepest;
}

// Held while a large text is parsed.
struct Parsing {
    std::unique_ptr<std::mutex> mutex;
};

}  // namespace

bool KnownFolders::holds(std::string_view folder) const {
    if (folders.contains(std::string(folder))) return true;
    if (unseen_folders.contains(std::string(folder))) return false;
    if (!unseen_trees.empty())
        for (std::size_t end = folder.size(); end != std::string_view::npos && end > 0;
             end = folder.rfind('/', end - 1))
            if (unseen_trees.contains(std::string(folder.substr(0, end)))) return false;
    return std::ranges::any_of(trees, [&](const std::string& tree) {
        if (!folder.starts_with(tree)) return false;
        std::string_view inside = folder.substr(tree.size());
        return (inside.empty() || inside.front() == '/') && inside.find("/.") == std::string_view::npos &&
               inside.find("/node_modules") == std::string_view::npos;
    });
}

bool Settings::wants_diagnostics(std::string_view path) const {
    const Folder* folder = deepest_folder(*this, path);
    return folder ? folder->diagnostics : diagnostics;
}

const check::RuleSettings& Settings::rules_of(std::string_view path) const {
    const Folder* folder = deepest_folder(*this, path);
    return folder ? folder->rules : rules;
}

FileState::FileState(std::shared_ptr<const FileInfo> info, std::shared_ptr<const std::string> text,
                     std::uint64_t revision)
    : info_(std::move(info)),
      text_(std::move(text)),
      revision_(revision),
      beginning_(std::make_shared<const Memo>()) {}

FileState::FileState(std::shared_ptr<const FileInfo> info, syntax::FilePtr tree, std::uint64_t revision,
                     std::shared_ptr<const Memo> beginning)
    : info_(std::move(info)),
      revision_(revision),
      beginning_(beginning ? std::move(beginning) : std::make_shared<const Memo>()) {
    tree_.get([&] { return std::move(tree); });
}

const syntax::FilePtr& FileState::tree() const {
    if (tree_.peek() || text_->size() <= syntax::kAlwaysParsed)
        return tree_.get([&] { return syntax::parse_bounded(*text_, info_->options); });
    // The trees of two threads that parse a large text at once would take twice the memory.
    std::scoped_lock lock(*memo_.get<Parsing>([] { return Parsing{std::make_unique<std::mutex>()}; }).mutex);
    return tree_.get([&] { return syntax::parse_bounded(*text_, info_->options); });
}

syntax::FilePtr FileState::tree_if_parsed() const {
    const syntax::FilePtr* ready = tree_.peek();
    return ready ? *ready : nullptr;
}

std::uint32_t FileState::size() const {
    return text_ ? static_cast<std::uint32_t>(text_->size()) : tree()->size();
}

Snapshot::Snapshot(Blocks blocks, std::shared_ptr<const std::vector<std::string>> roots,
                   std::shared_ptr<const KnownFolders> known_folders,
                   std::shared_ptr<const Settings> settings, language::BodySourcePtr schemas, DiskPtr disk,
                   std::shared_ptr<const check::LanguageExtensions> extensions,
                   std::shared_ptr<Caches> caches, std::uint64_t revision, std::uint64_t names_revision,
                   std::uint64_t bytes)
    : blocks_(std::move(blocks)),
      roots_(std::move(roots)),
      known_folders_(std::move(known_folders)),
      settings_(std::move(settings)),
      schemas_(std::move(schemas)),
      disk_(std::move(disk)),
      extensions_(std::move(extensions)),
      caches_(std::move(caches)),
      revision_(revision),
      names_revision_(names_revision),
      bytes_(bytes) {}

const FileState* Snapshot::file(FileId id) const {
    std::uint32_t block = id.value / kBlock;
    if (!id.is_valid() || block >= blocks_.size() || !blocks_[block]) return nullptr;
    return (*blocks_[block])[id.value % kBlock].get();
}

FileStatePtr Snapshot::shared_file(FileId id) const {
    if (!file(id)) return nullptr;
    return (*blocks_[id.value / kBlock])[id.value % kBlock];
}

std::vector<const FileState*> Snapshot::files() const {
    std::vector<const FileState*> all;
    for (const auto& block : blocks_) {
        if (!block) continue;
        for (const FileStatePtr& state : *block)
            if (state) all.push_back(state.get());
    }
    return all;
}

MemoryUse Snapshot::memory() const {
    MemoryUse use;
    for (const FileState* state : files()) {
        ++use.files;
        if (state->raw_text()) use.text += state->raw_text()->capacity();
        syntax::FilePtr tree = state->tree_if_parsed();
        if (!tree) continue;
        ++use.parsed;
        for (std::uint32_t i = 0; i < tree->chunk_count(); ++i) {
            syntax::ChunkPtr chunk = tree->chunk(i);
            use.trees += sizeof(syntax::Chunk) + chunk->text.size() + chunk->token_kinds.size_bytes() +
                         chunk->token_starts.size_bytes() + chunk->nodes.size_bytes();
        }
    }
    return use;
}

}  // namespace hcl::world
