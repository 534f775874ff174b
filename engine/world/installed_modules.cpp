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
    ManifestPath path;
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
        best = {path.extension->fits(module, call.source, call.versions), folder_of_installed(path, module),
                module.source, module.version};
        if (best.state == State::Fits) return best;
    }
    return best;
}

struct ReadManifest {
    ManifestPtr manifest;
};

ManifestPtr read(ManifestPath path, const FileState& state) {
    return state.memo()
        .get<ReadManifest>([&] {
            auto manifest = std::make_shared<Manifest>();
            manifest->path = std::move(path);
            const std::string text = state.raw_text() ? *state.raw_text() : state.tree()->text();
            for (check::InstalledModule& one : manifest->path.extension->installed_in(text)) {
                std::string key = key_of(one.calls);
                manifest->calls_by_folder[folder_of_installed(manifest->path, one)].push_back(key);
                manifest->by_calls.insert_or_assign(std::move(key), std::move(one));
            }
            return ReadManifest{std::move(manifest)};
        })
        .manifest;
}

}  // namespace

struct Manifests {
    struct One {
        FileId file;
        std::uint64_t revision;
        ManifestPtr manifest;
    };
    std::uint64_t names_revision = 0;
    std::vector<One> list;                                                // by path
    std::unordered_map<std::string, std::vector<std::size_t>> by_folder;  // of all modules that they list
};

namespace {

bool is_current(const Manifests& manifests, const Snapshot& snapshot) {
    return manifests.names_revision == snapshot.names_revision() &&
           std::ranges::all_of(manifests.list, [&](const Manifests::One& one) {
               const FileState* state = snapshot.file(one.file);
               return state && state->revision() == one.revision;
           });
}

std::shared_ptr<const Manifests> read_all(const Snapshot& snapshot) {
    auto all = std::make_shared<Manifests>();
    all->names_revision = snapshot.names_revision();
    for (const FileState* state : snapshot.files())
        if (auto path = manifest_at(snapshot.extensions(), state->info().path))
            all->list.push_back({state->id(), state->revision(), read(*std::move(path), *state)});
    std::ranges::sort(all->list, {}, [](const Manifests::One& one) { return one.manifest->path.module; });
    for (std::size_t i = 0; i < all->list.size(); ++i)
        for (const auto& [folder, keys] : all->list[i].manifest->calls_by_folder)
            all->by_folder[folder].push_back(i);
    return all;
}

}  // namespace

std::shared_ptr<const Manifests> manifests_of(const Snapshot& snapshot) {
    Latest<Manifests>& cache = snapshot.caches()->manifests;
    std::shared_ptr<const Manifests> last = cache.get();
    if (last && is_current(*last, snapshot)) return last;
    cache.set(last = read_all(snapshot));
    return last;
}

check::Download download_of(const Snapshot& snapshot, const std::string& home, std::string_view call) {
    const std::shared_ptr<const Manifests> all = manifests_of(snapshot);
    check::Download best;
    const auto here = all->by_folder.find(home);
    if (here == all->by_folder.end()) return best;
    const language::DownloadedCall wanted = language::downloaded_call(call);
    // The module's own manifest counts before those of its callers.
    for (const bool is_own : {true, false})
        for (const std::size_t index : here->second) {
            const Manifest& manifest = *all->list[index].manifest;
            if ((manifest.path.module == home) != is_own) continue;
            check::Download found = manifest.find(home, wanted);
            if (found.state == check::Download::State::Fits) return found;
            if (best.state == check::Download::State::Unknown) best = std::move(found);
        }
    return best;
}

std::optional<ManifestPath> manifest_at(const check::LanguageExtensions& extensions,
                                        const std::string& path) {
    for (const auto& extension : extensions) {
        const std::string_view name = extension->manifest_file();
        if (name.empty() || !path.ends_with(name)) continue;
        std::string module = path.substr(0, path.size() - name.size());
        if (module.ends_with('/')) return ManifestPath{extension, std::move(module)};
    }
    return std::nullopt;
}

std::string folder_of_installed(const ManifestPath& manifest, const check::InstalledModule& module) {
    std::string folder = path_from(manifest.module, module.folder);
    while (folder.ends_with("/.")) folder.pop_back();
    if (!folder.ends_with('/')) folder += '/';
    return folder;
}

bool is_downloaded(const check::LanguageExtensions& extensions, std::string_view path) {
    return std::ranges::any_of(extensions, [&](const auto& extension) {
        const std::string_view folder = folder_of(extension->manifest_file());
        const std::size_t at = folder.empty() ? std::string_view::npos : path.find(folder);
        return at != std::string_view::npos && at > 0 && path[at - 1] == '/';
    });
}

std::vector<std::string> folders_installed_for(const Manifests& manifests, const std::string& module) {
    for (const Manifests::One& one : manifests.list)
        if (one.manifest->path.module == module) return one.manifest->folders();
    return {};
}

std::vector<std::string> folders_of_changed(const Snapshot& snapshot, std::span<const ChangedFile> changed) {
    std::vector<std::string> out;
    for (const ChangedFile& file : changed) {
        std::optional<ManifestPath> path = manifest_at(snapshot.extensions(), file.path);
        if (!path) continue;
        out.push_back(path->module);
        if (const FileState* state = snapshot.file(file.id))
            for (std::string& folder : read(*std::move(path), *state)->folders())
                out.push_back(std::move(folder));
    }
    return out;
}

}  // namespace hcl::world
