#include "engine/world/world.h"

#include <algorithm>
#include <utility>

#include "engine/base/check.h"
#include "engine/world/caches.h"
#include "engine/world/called_folders.h"
#include "engine/world/file_syntax.h"
#include "engine/world/language_lookup.h"

namespace hcl::world {

namespace {

bool same_options(const syntax::ParseOptions& a, const syntax::ParseOptions& b) {
    return a.syntax == b.syntax && a.hcl1 == b.hcl1;
}

bool same_name(const FileInfo& a, const FileInfo& b) {
    return a.path == b.path && a.language == b.language && same_options(a.options, b.options);
}

std::string first_bytes(const FileState& state) {
    constexpr std::uint32_t kBeginning = 256;
    return state.raw_text() ? state.raw_text()->substr(0, kBeginning)
                            : state.tree()->text({0, std::min(state.size(), kBeginning)});
}

// Whether the texts have the same language, and the same syntax of it.
bool same_hints(const MembershipCache& cache, const FileState& a, const FileState& b) {
    return same_language_hints(cache, a, b) &&
           is_json_of_hcl1(first_bytes(a)) == is_json_of_hcl1(first_bytes(b));
}

// A tree with tokens and nodes takes about this many times the size of its text.
constexpr std::size_t kTreeFactor = 6;

constexpr std::uint32_t kLargeText = 1 << 20;

}  // namespace

World::World()
    : roots_(std::make_shared<const std::vector<std::string>>()),
      settings_(std::make_shared<const Settings>()),
      extensions_(std::make_shared<const check::LanguageExtensions>()),
      caches_(std::make_shared<Caches>()) {}

FileStatePtr World::put(FileId id, FileStatePtr state) {
    HCL_CHECK(id.is_valid());
    std::uint32_t index = id.value / Snapshot::kBlock;
    if (index >= blocks_.size()) {
        blocks_.resize(index + 1);
        own_.resize(index + 1);
    }
    if (!own_[index]) {
        own_[index] = blocks_[index] ? std::make_shared<Snapshot::Block>(*blocks_[index])
                                     : std::make_shared<Snapshot::Block>();
        blocks_[index] = own_[index];
    }
    FileStatePtr& place = (*own_[index])[id.value % Snapshot::kBlock];
    bytes_ += state ? state->size() : 0;
    FileStatePtr old = std::exchange(place, std::move(state));
    bytes_ -= old ? old->size() : 0;
    published_ = nullptr;
    if (!old || old->size() < kLargeText) return old;
    release(std::move(old));
    return nullptr;
}

void World::set_release(std::function<void(std::shared_ptr<const void>)> release) {
    release_ = std::move(release);
}

void World::release(std::shared_ptr<const void> object) const {
    if (release_) release_(std::move(object));
}

const FileState* World::file(FileId id) const {
    std::uint32_t index = id.value / Snapshot::kBlock;
    if (!id.is_valid() || index >= blocks_.size() || !blocks_[index]) return nullptr;
    return (*blocks_[index])[id.value % Snapshot::kBlock].get();
}

void World::set_file(FileInfo info, std::shared_ptr<const std::string> text) {
    HCL_CHECK(text != nullptr);
    std::uint64_t revision = ++revision_;
    FileId id = info.id;
    const FileState* old = file(id);
    bool same = old && same_name(old->info(), info);
    auto state = std::make_shared<const FileState>(std::make_shared<const FileInfo>(std::move(info)),
                                                   std::move(text), revision);
    if (!same || !same_hints(caches_->membership, *old, *state)) ++names_revision_;
    put(id, std::move(state));
}

void World::edit(FileId id, std::span<const Edit> edits, std::int64_t version) {
    const FileState* old = file(id);
    HCL_CHECK(old != nullptr);
    edit(id, edits, old->tree()->edited(edits), version);
}

void World::edit(FileId id, std::span<const Edit> edits, syntax::FilePtr edited, std::int64_t version) {
    const FileState* old = file(id);
    HCL_CHECK(old != nullptr);
    std::uint64_t revision = ++revision_;
    auto info = std::make_shared<FileInfo>(old->info());
    info->version = version;
    const bool touches_beginning = std::ranges::any_of(
        edits, [](const Edit& edit) { return edit.range.start < language::kLanguageHints; });
    auto state = std::make_shared<const FileState>(std::move(info), std::move(edited), revision,
                                                   touches_beginning ? nullptr : old->beginning());
    if (edits.size() == 1) note_edit(*old, edits.front(), *state);
    if (touches_beginning && !same_hints(caches_->membership, *old, *state)) ++names_revision_;
    put(id, std::move(state));
}

void World::set_info(FileInfo info) {
    FileId id = info.id;
    const FileState* old = file(id);
    HCL_CHECK(old != nullptr);
    bool keeps_tree = same_options(old->info().options, info.options);
    if (!same_name(old->info(), info)) ++names_revision_;
    auto shared = std::make_shared<const FileInfo>(std::move(info));
    syntax::FilePtr tree = old->tree_if_parsed();
    std::uint64_t revision = ++revision_;
    if (tree && keeps_tree) {
        put(id, std::make_shared<const FileState>(std::move(shared), std::move(tree), revision));
        return;
    }
    auto text = old->raw_text() ? old->raw_text() : std::make_shared<const std::string>(old->tree()->text());
    put(id, std::make_shared<const FileState>(std::move(shared), std::move(text), revision));
}

void World::remove(FileId id) {
    const FileState* old = file(id);
    if (!old) return;
    const bool is_large = old->size() >= kLargeText;
    ++revision_;
    ++names_revision_;
    put(id, nullptr);
    // The module of a removed file may never be built again, and would keep the file's tree alive.
    if (is_large) drop_closed_modules();
}

void World::set_roots(std::vector<std::string> roots) {
    ++revision_;
    roots_ = std::make_shared<const std::vector<std::string>>(std::move(roots));
    published_ = nullptr;
}

bool World::set_known_folders(KnownFolders known) {
    if (known == *known_folders_) return false;
    ++revision_;
    known_folders_ = std::make_shared<const KnownFolders>(std::move(known));
    published_ = nullptr;
    return true;
}

void World::set_settings(Settings settings) {
    if (settings == *settings_) return;
    ++revision_;
    settings_ = std::make_shared<const Settings>(std::move(settings));
    published_ = nullptr;
}

void World::set_schemas(language::BodySourcePtr schemas) {
    if (schemas == schemas_) return;
    ++revision_;
    ++names_revision_;
    schemas_ = std::move(schemas);
    published_ = nullptr;
}

void World::set_disk(DiskPtr disk) {
    if (disk == disk_) return;
    ++revision_;
    disk_ = std::move(disk);
    published_ = nullptr;
}

void World::set_extensions(check::LanguageExtensions extensions) {
    ++revision_;
    extensions_ = std::make_shared<const check::LanguageExtensions>(std::move(extensions));
    published_ = nullptr;
}

SnapshotPtr World::snapshot() {
    if (published_) return published_;
    auto publish = [&] {
        for (auto& block : own_) block = nullptr;
        published_ =
            std::make_shared<const Snapshot>(blocks_, roots_, known_folders_, settings_, schemas_, disk_,
                                             extensions_, caches_, revision_.load(), names_revision_, bytes_);
    };
    publish();
    // Parse files again whose language uses another version of HCL than the one they were parsed with. The
    // language of a file does not depend on that.
    const SnapshotPtr first = published_;
    workspace_languages(*first);
    auto membership = caches_->membership.get();
    if (settled_ == membership) return published_;
    settled_ = std::move(membership);
    bool is_changed = false;
    for (const FileState* state : first->files()) {
        const syntax::ParseOptions known = state->info().options;
        if (known.syntax != syntax::Syntax::Native && !known.hcl1) continue;
        const language::LanguagePtr language = language_of(*first, *state);
        const syntax::ParseOptions wanted = native_options(language.get(), first_bytes(*state));
        if (same_options(known, wanted)) continue;
        auto info = std::make_shared<FileInfo>(state->info());
        info->options = wanted;
        auto text = state->raw_text() ? state->raw_text()
                                      : std::make_shared<const std::string>(state->tree()->text());
        const FileId id = info->id;
        put(id, std::make_shared<const FileState>(std::move(info), std::move(text), ++revision_));
        is_changed = true;
    }
    if (is_changed) publish();
    return published_;
}

std::size_t World::forget_trees(std::size_t budget) {
    struct Candidate {
        FileId id;
        std::size_t bytes;
    };
    std::vector<Candidate> parsed;
    std::size_t total = 0;
    for (const auto& block : blocks_) {
        if (!block) continue;
        for (const FileStatePtr& state : *block) {
            if (!state || state->info().is_open || !state->tree_if_parsed()) continue;
            std::size_t bytes = std::size_t{state->size()} * kTreeFactor;
            parsed.push_back({state->id(), bytes});
            total += bytes;
        }
    }
    auto forgotten = std::make_shared<std::vector<FileStatePtr>>();
    std::size_t count = 0;
    for (const Candidate& candidate : parsed) {
        if (total <= budget) break;
        const FileState* old = file(candidate.id);
        auto text =
            old->raw_text() ? old->raw_text() : std::make_shared<const std::string>(old->tree()->text());
        forgotten->push_back(put(candidate.id, std::make_shared<const FileState>(
                                                   old->shared_info(), std::move(text), old->revision())));
        total -= candidate.bytes;
        ++count;
    }
    if (count == 0) return 0;
    drop_closed_modules();
    release(std::move(forgotten));
    return count;
}

void World::drop_closed_modules() {
    auto dropped =
        std::make_shared<std::vector<bind::ModulePtr>>(caches_->modules.drop_closed([&](FileId id) {
            const FileState* state = file(id);
            return state && state->info().is_open;
        }));
    if (!dropped->empty()) release(std::move(dropped));
}

}  // namespace hcl::world
