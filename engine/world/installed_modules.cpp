#include "engine/world/installed_modules.h"

#include <algorithm>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>

#include "engine/base/path.h"
#include "engine/language/call_folder.h"
#include "engine/world/caches.h"

namespace hcl::world {

namespace {

// The names of calls, one below the other.
std::string key_of(std::span<const std::string> calls) {
    std::string key;
    for (const std::string& call : calls) key += call + '\n';
    return key;
}

struct Manifest {
    const check::LanguageExtension* extension = nullptr;
    std::string folder;  // of the calling module
    std::map<std::string, check::InstalledModule> by_calls;
    std::unordered_map<std::string, std::vector<std::string>> calls_by_folder;  // keys of by_calls

    std::vector<std::string> folders() const {
        std::vector<std::string> out;
        out.reserve(calls_by_folder.size());
        for (const auto& [there, keys] : calls_by_folder) out.push_back(there);
        std::ranges::sort(out);
        return out;
    }
    check::Download find(const std::string& home, const language::DownloadedCall& call) const;
};
using ManifestPtr = std::shared_ptr<const Manifest>;

std::string folder_in(const Manifest& manifest, std::string_view written) {
    std::string folder = path_from(manifest.folder, written);
    while (folder.ends_with("/.")) folder.resize(folder.size() - 1);
    if (!folder.ends_with('/')) folder += '/';
    return folder;
}

check::Download Manifest::find(const std::string& home, const language::DownloadedCall& call) const {
    using State = check::Download::State;
    check::Download best;
    const auto here = calls_by_folder.find(home);
    if (here == calls_by_folder.end()) return best;
    best.state = State::Missing;
    for (const std::string& calls : here->second) {
        const auto found = by_calls.find(calls + std::string(call.name) + '\n');
        if (found == by_calls.end()) continue;
        const check::InstalledModule& module = found->second;
        best = {extension->fits(module, call.source, call.versions), folder_in(*this, module.folder),
                module.source, module.version};
        if (best.state == State::Fits) return best;
    }
    return best;
}

struct ReadManifest {
    ManifestPtr manifest;
};

ManifestPtr read(const check::LanguageExtension& extension, const FileState& state) {
    return state.memo()
        .get<ReadManifest>([&] {
            auto manifest = std::make_shared<Manifest>();
            manifest->extension = &extension;
            const std::string& path = state.info().path;
            manifest->folder = path.substr(0, path.size() - extension.manifest_file().size());
            const std::string text = state.raw_text() ? *state.raw_text() : state.tree()->text();
            for (check::InstalledModule& one : extension.installed_in(text)) {
                std::string key = key_of(one.calls);
                manifest->calls_by_folder[folder_in(*manifest, one.folder)].push_back(key);
                manifest->by_calls.insert_or_assign(std::move(key), std::move(one));
            }
            return ReadManifest{std::move(manifest)};
        })
        .manifest;
}

}  // namespace

// Valid until files come and go; the manifests themselves are read again when they change.
struct ManifestList {
    std::uint64_t names_revision = 0;
    std::vector<std::pair<FileId, const check::LanguageExtension*>> files;  // by path
};

namespace {

struct ManifestsOfSnapshot {
    std::shared_ptr<const ManifestList> list;
    std::vector<ManifestPtr> manifests;
    std::unordered_map<std::string, std::vector<std::size_t>> by_folder;
};

std::shared_ptr<const ManifestList> list_of(const Snapshot& snapshot) {
    ManifestListCache& cache = snapshot.caches()->manifests;
    if (auto last = cache.get(); last && last->names_revision == snapshot.names_revision()) return last;
    auto list = std::make_shared<ManifestList>();
    list->names_revision = snapshot.names_revision();
    for (const FileState* state : snapshot.files())
        if (const auto* extension = extension_of_manifest(snapshot.extensions(), state->info().path))
            list->files.emplace_back(state->id(), extension);
    std::ranges::sort(list->files, {}, [&](const auto& file) -> const std::string& {
        return snapshot.file(file.first)->info().path;
    });
    cache.set(list);
    return list;
}

const ManifestsOfSnapshot& manifests_of(const Snapshot& snapshot) {
    return snapshot.memo().get<ManifestsOfSnapshot>([&] {
        ManifestsOfSnapshot all;
        all.list = list_of(snapshot);
        for (const auto& [id, extension] : all.list->files) {
            all.manifests.push_back(read(*extension, *snapshot.file(id)));
            for (const auto& [folder, keys] : all.manifests.back()->calls_by_folder)
                all.by_folder[folder].push_back(all.manifests.size() - 1);
        }
        return all;
    });
}

}  // namespace

check::Download download_of(const Snapshot& snapshot, const std::string& home, std::string_view call) {
    const ManifestsOfSnapshot& all = manifests_of(snapshot);
    check::Download best;
    const auto here = all.by_folder.find(home);
    if (here == all.by_folder.end()) return best;
    const language::DownloadedCall wanted = language::downloaded_call(call);
    // The module's own manifest counts before those of its callers.
    for (const bool is_own : {true, false})
        for (const std::size_t index : here->second) {
            const Manifest& manifest = *all.manifests[index];
            if ((manifest.folder == home) != is_own) continue;
            check::Download found = manifest.find(home, wanted);
            const bool is_first = best.state == check::Download::State::Unknown;
            if (found.state == check::Download::State::Fits) return found;
            if (is_first) best = std::move(found);
        }
    return best;
}

const check::LanguageExtension* extension_of_manifest(const check::LanguageExtensions& extensions,
                                                      std::string_view path) {
    for (const auto& extension : extensions) {
        const std::string_view name = extension->manifest_file();
        if (!name.empty() && path.ends_with(name) && path.size() > name.size() &&
            path[path.size() - name.size() - 1] == '/')
            return extension.get();
    }
    return nullptr;
}

bool is_downloaded(const check::LanguageExtensions& extensions, std::string_view path) {
    return std::ranges::any_of(extensions, [&](const auto& extension) {
        const std::string_view folder = folder_of(extension->manifest_file());
        const std::size_t at = folder.empty() ? std::string_view::npos : path.find(folder);
        return at != std::string_view::npos && at > 0 && path[at - 1] == '/';
    });
}

std::optional<ReadManifestFile> manifest_of(const Snapshot& snapshot, const std::string& folder) {
    const ManifestsOfSnapshot& all = manifests_of(snapshot);
    for (std::size_t i = 0; i < all.manifests.size(); ++i)
        if (all.manifests[i]->folder == folder) {
            const FileId id = all.list->files[i].first;
            return ReadManifestFile{id, snapshot.file(id)->revision(), all.manifests[i]->folders()};
        }
    return std::nullopt;
}

std::vector<std::string> folders_of_manifests(const Snapshot& snapshot,
                                              std::span<const ChangedFile> changed) {
    std::vector<std::string> out;
    for (const ChangedFile& file : changed) {
        const auto* extension = extension_of_manifest(snapshot.extensions(), file.path);
        if (!extension) continue;
        out.push_back(file.path.substr(0, file.path.size() - extension->manifest_file().size()));
        if (const FileState* state = snapshot.file(file.id))
            for (std::string& folder : read(*extension, *state)->folders()) out.push_back(std::move(folder));
    }
    return out;
}

}  // namespace hcl::world
