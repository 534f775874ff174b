#include "engine/world/callers.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/base/ascii.h"
#include "engine/base/path.h"
#include "engine/language/call_folder.h"
#include "engine/syntax/file/file.h"
#include "engine/world/caches.h"
#include "engine/world/called_folders.h"
#include "engine/world/installed_modules.h"
#include "engine/world/language_lookup.h"
#include "engine/world/path_order.h"

namespace hcl::world {

// Files by the name of the module that they may call or set.
struct FilesByModule {
    std::unordered_map<std::string, std::vector<FileId>> calling;
    std::unordered_map<std::string, std::vector<FileId>> setting;
    // Files that find the module in a parent folder, or compute its path.
    std::unordered_map<std::string, std::vector<FileId>> finding;
    // Nothing here depends on more of the files' contents than called_folders() tells.
    bool is_of_names_alone = true;
};

// Kept for the snapshots that follow, until an edit changes what a file may call.
struct CallTable {
    struct Read {
        FileId file;
        std::uint64_t revision = 0;
        FoldersPtr calls;
    };
    struct BlockOfFiles {
        std::weak_ptr<const Snapshot::Block> block;
        std::vector<Read> read;
    };
    using BlockPtr = std::shared_ptr<const BlockOfFiles>;
    std::uint64_t names_revision = 0;
    std::vector<std::pair<FileId, std::uint64_t>> language_inputs;
    std::shared_ptr<const Manifests> manifests;
    std::vector<BlockPtr> blocks;
    std::shared_ptr<const FilesByModule> all;
};

namespace {

void add_calls_of(const Snapshot& snapshot, const FileState& state, FilesByModule& all) {
    const language::LanguagePtr language = language_of(snapshot, state);
    if (!language) return;
    // Other strings are probably names in a registry.
    for (const std::string& folder : *called_folders(snapshot, state)) {
        const bool is_found = folder.starts_with(language::kInParents) ||
                              folder.starts_with(language::kInRepository) ||
                              language::continues_elsewhere(folder);
        if (!is_found && !folder.starts_with('.') && !folder.starts_with(language::kOtherLanguage)) continue;
        // The path depends on the contents of files.
        if (folder.find(language::kNamed) != std::string::npos) all.is_of_names_alone = false;
        auto& table = is_found ? all.finding : all.calling;
        std::string called = name_of_foreign(snapshot, *language, state.info().path, folder, "");
        // A path that is still typed may lead to the file itself.
        if (called != module_name(snapshot, state)) table[std::move(called)].push_back(state.id());
    }
    if (!language->modules.sets.language.empty())
        all.setting[name_of_foreign(snapshot, *language, state.info().path, "",
                                    language->modules.sets.language)]
            .push_back(state.id());
}

// Whether the files of a block may call the same modules as when they were read.
bool has_same_calls(const Snapshot& snapshot, const Snapshot::Block& block,
                    const std::vector<CallTable::Read>& read) {
    auto known = read.begin();
    for (const FileStatePtr& state : block) {
        if (!state) continue;
        if (known == read.end() || known->file != state->id()) return false;
        if (known->revision != state->revision() && *known->calls != *called_folders(snapshot, *state))
            return false;
        ++known;
    }
    return known == read.end();
}

CallTable::BlockPtr read_block(const Snapshot& snapshot,
                               const std::shared_ptr<const Snapshot::Block>& block) {
    CallTable::BlockOfFiles out{block, {}};
    if (block)
        for (const FileStatePtr& state : *block)
            if (state) out.read.push_back({state->id(), state->revision(), called_folders(snapshot, *state)});
    return std::make_shared<const CallTable::BlockOfFiles>(std::move(out));
}

bool is_same(const std::weak_ptr<const Snapshot::Block>& one,
             const std::shared_ptr<const Snapshot::Block>& other) {
    return !one.owner_before(other) && !other.owner_before(one);
}

// The table of before, where edits changed no calls; null otherwise.
std::shared_ptr<const CallTable> updated(const Snapshot& snapshot, const CallTable& last) {
    const Snapshot::Blocks& blocks = snapshot.blocks();
    if (!last.all->is_of_names_alone || last.names_revision != snapshot.names_revision() ||
        last.blocks.size() != blocks.size() || last.manifests != manifests_of(snapshot) ||
        last.language_inputs != workspace_languages(snapshot).inputs)
        return nullptr;
    auto out = std::make_shared<CallTable>(last);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        if (is_same(last.blocks[i]->block, blocks[i])) continue;
        if (!blocks[i] || !has_same_calls(snapshot, *blocks[i], last.blocks[i]->read)) return nullptr;
        out->blocks[i] = read_block(snapshot, blocks[i]);
    }
    return out;
}

std::shared_ptr<const CallTable> new_table(const Snapshot& snapshot) {
    auto out = std::make_shared<CallTable>();
    out->names_revision = snapshot.names_revision();
    out->language_inputs = workspace_languages(snapshot).inputs;
    out->manifests = manifests_of(snapshot);
    for (const auto& block : snapshot.blocks()) out->blocks.push_back(read_block(snapshot, block));
    auto all = std::make_shared<FilesByModule>();
    for (const FileState* state : snapshot.files()) add_calls_of(snapshot, *state, *all);
    out->all = std::move(all);
    return out;
}

const std::shared_ptr<const FilesByModule>& files_by_module(const Snapshot& snapshot) {
    return snapshot.memo().get<std::shared_ptr<const FilesByModule>>([&] {
        CallTableCache& cache = snapshot.caches()->call_table;
        const std::shared_ptr<const CallTable> last = cache.get();
        std::shared_ptr<const CallTable> table = last ? updated(snapshot, *last) : nullptr;
        if (!table) table = new_table(snapshot);
        cache.set(table);
        return table->all;
    });
}

// The last parts of the paths in a file, sorted.
struct EndsOfPaths {
    std::vector<std::string> names;
};

// A part with a slash before it and the end of the string, or a query, behind it.
EndsOfPaths ends_of_paths(std::string_view text) {
    EndsOfPaths out;
    for (std::size_t at = text.find('/'); at != std::string_view::npos; at = text.find('/', at + 1)) {
        std::size_t end = at + 1;
        while (end < text.size() && (ascii::is_name_part(text[end]) || text[end] == '.')) ++end;
        const std::string_view name = text.substr(at + 1, end - at - 1);
        if (end < text.size() && text[end] == '/') ++end;
        if (!name.empty() && end < text.size() && (text[end] == '"' || text[end] == '?'))
            out.names.emplace_back(name);
    }
    std::ranges::sort(out.names);
    out.names.erase(std::unique(out.names.begin(), out.names.end()), out.names.end());
    return out;
}

// Tells apart which files call a module; 0: none does.
std::uint64_t digest_of_callers(const FilesByModule& all, const std::string& name) {
    const auto calling = all.calling.find(name);
    if (calling == all.calling.end()) return 0;
    std::uint64_t digest = 1;
    for (const FileId id : calling->second) digest = digest * 1'000'003 + id.value + 1;
    return digest == 0 ? 1 : digest;
}

bool mentions(const FileState& state, const std::string& name) {
    const EndsOfPaths& ends = state.memo().get<EndsOfPaths>(
        [&] { return ends_of_paths(state.raw_text() ? *state.raw_text() : state.tree()->text()); });
    return std::ranges::binary_search(ends.names, name);
}

}  // namespace

bool is_called(const Snapshot& snapshot, const bind::Module& module) {
    if (module.files().empty() || !module.language().modules.may_call) return false;
    const std::string name =
        name_of_foreign(snapshot, module.language(), module.files().front().input.path, "", "");
    const std::shared_ptr<const FilesByModule>& all = files_by_module(snapshot);
    const std::uint64_t callers = digest_of_callers(*all, name);
    snapshot.caches()->called.note(name, callers, all);
    return callers != 0;
}

bind::WorkingFolders working_folders(const Snapshot& snapshot, const std::string& name) {
    constexpr std::size_t kMostCallers = 40;
    bind::WorkingFolders out;
    const std::span<const FileId> own = files_of_module(snapshot, name);
    const language::LanguagePtr language =
        own.empty() ? nullptr : language_of(snapshot, *snapshot.file(own.front()));
    if (!language || !language->modules.run_in_caller) return out;
    const std::shared_ptr<const FilesByModule>& table = files_by_module(snapshot);
    const FilesByModule& all = *table;
    out.is_called = all.calling.contains(name);
    snapshot.caches()->called.note(name, digest_of_callers(all, name), table);
    if (!out.is_called) return out;
    std::set<std::string> roots;
    std::set<std::string> callers;
    std::set<std::string> seen{name};
    std::vector<std::string> open{name};
    while (!open.empty()) {
        const std::string one = std::move(open.back());
        open.pop_back();
        const std::string folder = one.substr(one.find('\n') + 1);
        const auto calling = all.calling.find(one);
        if (all.finding.contains(one)) return {.is_called = true};
        if (calling == all.calling.end()) {
            roots.insert(folder);
            continue;
        }
        for (const FileId id : calling->second) {
            const FileState& state = *snapshot.file(id);
            std::string caller = module_name(snapshot, state);
            const std::string from(folder_of(state.info().path));
            // An example or a test of the module, which is used elsewhere, too.
            if (from.starts_with(folder)) return {.is_called = true};
            callers.insert(from);
            if (seen.insert(caller).second) open.push_back(std::move(caller));
        }
        if (seen.size() > kMostCallers) return {.is_called = true};
    }
    out.roots.assign(roots.begin(), roots.end());
    out.callers.assign(callers.begin(), callers.end());
    return out;
}

std::vector<FileId> called_otherwise(const Snapshot& snapshot) {
    const std::vector<std::string> changed = snapshot.caches()->called.take_changed(
        files_by_module(snapshot),
        [&](const std::string& name) { return !files_of_module(snapshot, name).empty(); },
        [&](const std::string& name) { return digest_of_callers(*files_by_module(snapshot), name); });
    std::vector<FileId> out;
    for (const std::string& name : changed) {
        const std::span<const FileId> files = files_of_module(snapshot, name);
        out.insert(out.end(), files.begin(), files.end());
    }
    return out;
}

namespace {

using TableOfFiles = std::unordered_map<std::string, std::vector<FileId>>;

std::vector<FileId> files_in(const Snapshot& snapshot, const bind::Module& module,
                             std::initializer_list<const TableOfFiles*> tables) {
    if (module.files().empty()) return {};
    const std::string name =
        name_of_foreign(snapshot, module.language(), module.files().front().input.path, "", "");
    std::vector<FileId> out;
    for (const TableOfFiles* table : tables)
        if (auto it = table->find(name); it != table->end())
            out.insert(out.end(), it->second.begin(), it->second.end());
    std::ranges::sort(out, PathOrder(snapshot));
    return out;
}

}  // namespace

std::vector<FileId> files_giving_values(const Snapshot& snapshot, const bind::Module& module) {
    const FilesByModule& all = *files_by_module(snapshot);
    return files_in(snapshot, module, {&all.calling, &all.setting});
}

std::vector<FileId> files_calling(const Snapshot& snapshot, const bind::Module& module) {
    const FilesByModule& all = *files_by_module(snapshot);
    return files_in(snapshot, module, {&all.calling, &all.finding});
}

std::vector<FileId> files_mentioning(const Snapshot& snapshot, const bind::Module& module,
                                     std::string_view language) {
    if (module.files().empty()) return {};
    const std::string_view folder = folder_of(module.files().front().input.path);
    const std::string name(file_name_of(folder.substr(0, folder.find_last_not_of('/') + 1)));
    std::vector<FileId> out;
    if (name.empty()) return out;
    for (const FileId id : files_of_language(snapshot, std::string(language)))
        if (mentions(*snapshot.file(id), name)) out.push_back(id);
    std::ranges::sort(out, PathOrder(snapshot));
    return out;
}

}  // namespace hcl::world
