#include "engine/world/locked_packages.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "engine/base/path.h"
#include "engine/world/caches.h"
#include "engine/world/called_folders.h"
#include "engine/world/installed_modules.h"

namespace hcl::world {

// Valid until files come and go, change their language, or one of those that were read calls other folders.
struct LockScope {
    struct Read {
        FileId file;
        std::uint64_t revision;
        FoldersPtr calls;
    };
    std::uint64_t names_revision = 0;
    std::vector<std::pair<FileId, std::uint64_t>> language_inputs;
    std::vector<Read> read;
    std::shared_ptr<const Manifests> manifests;
    std::unordered_map<std::string, FileId> lock_of;  // by module
    std::unordered_set<std::string> beside;           // the modules with a lock file in their folder
};

namespace {

// The modules that one lock file reaches. More are not followed.
constexpr std::size_t kMostModules = 2000;

// The content of a lock file, as modules beside it and other modules see it.
struct LockContent {
    bind::LockedPackagesPtr own;
    bind::LockedPackagesPtr others;
};

const check::LanguageExtension* extension_of_lock(const Snapshot& snapshot, std::string_view path) {
    for (const auto& extension : snapshot.extensions())
        if (!extension->lock_file().empty() && extension->lock_file() == file_name_of(path))
            return extension.get();
    return nullptr;
}

class ScopeBuilder {
  public:
    ScopeBuilder(const Snapshot& snapshot, LockScope& scope) : snapshot_(snapshot), scope_(scope) {}

    void run() {
        find_locks();
        if (locks_.empty()) return;
        find_members();
        // A module in the folder of a lock file uses that one, whichever module calls it.
        for (const auto& [path, lock] : locks_)
            for (const std::string& name : lock.beside) {
                scope_.lock_of.insert_or_assign(name, lock.file);
                scope_.beside.insert(name);
            }
        for (const auto& [path, lock] : locks_) {
            std::vector<std::string> open = lock.beside;
            add_downloaded(path, lock, open);
            for (std::size_t i = 0; i < open.size() && open.size() < kMostModules; ++i)
                for (FileId id : files_of_module(snapshot_, std::string(open[i])))
                    follow(*snapshot_.file(id), lock.file, open);
        }
    }

  private:
    struct Lock {
        FileId file;
        const check::LanguageExtension* extension;
        std::vector<std::string> beside{};  // the modules in its folder
    };

    void find_locks() {
        for (const FileState* state : snapshot_.files()) {
            const std::string& path = state->info().path;
            if (const check::LanguageExtension* extension = extension_of_lock(snapshot_, path))
                locks_.emplace(folder_of(path), Lock{state->id(), extension});
        }
    }

    void find_members() {
        for (const FileState* state : snapshot_.files()) {
            const auto lock = locks_.find(folder_of(state->info().path));
            if (lock == locks_.end()) continue;
            const language::LanguagePtr language = language_of(snapshot_, *state);
            if (!language || language->native != lock->second.extension->name()) continue;
            std::vector<std::string>& beside = lock->second.beside;
            std::string name = module_name(snapshot_, *state);
            if (std::ranges::find(beside, name) == beside.end()) beside.push_back(std::move(name));
        }
    }

    // Modules that were downloaded for it use its versions.
    void add_downloaded(const std::string& folder, const Lock& lock, std::vector<std::string>& open) {
        for (const std::string& there : folders_installed_for(*scope_.manifests, folder))
            for (const std::string& own : lock.beside) {
                std::string name = own.substr(0, own.find('\n') + 1) + there;
                if (!files_of_module(snapshot_, name).empty() &&
                    scope_.lock_of.emplace(name, lock.file).second)
                    open.push_back(std::move(name));
            }
    }

    void follow(const FileState& file, FileId lock, std::vector<std::string>& open) {
        const FoldersPtr& calls = called_folders(snapshot_, file);
        scope_.read.push_back({file.id(), file.revision(), calls});
        if (calls->empty()) return;
        const language::LanguagePtr language = language_of(snapshot_, file);
        for (const std::string& call : *calls) {
            std::string name = name_of_foreign(snapshot_, *language, file.info().path, call, "");
            if (files_of_module(snapshot_, name).empty()) continue;
            if (scope_.lock_of.emplace(name, lock).second) open.push_back(std::move(name));
        }
    }

    const Snapshot& snapshot_;
    LockScope& scope_;
    std::map<std::string, Lock, std::less<>> locks_;  // by folder
};

bool is_current(const LockScope& scope, const Snapshot& snapshot) {
    return scope.names_revision == snapshot.names_revision() &&
           scope.language_inputs == workspace_languages(snapshot).inputs &&
           scope.manifests == manifests_of(snapshot) &&
           std::ranges::all_of(scope.read, [&](const LockScope::Read& one) {
               const FileState* state = snapshot.file(one.file);
               return state &&
                      (state->revision() == one.revision || *called_folders(snapshot, *state) == *one.calls);
           });
}

using LockScopePtr = std::shared_ptr<const LockScope>;

struct ScopeOfSnapshot {
    LockScopePtr scope;
};

LockScopePtr scope_in(const Snapshot& snapshot) {
    return snapshot.memo()
        .get<ScopeOfSnapshot>([&] {
            LockScopeCache& cache = snapshot.caches()->locks;
            if (LockScopePtr last = cache.get(); last && is_current(*last, snapshot))
                return ScopeOfSnapshot{std::move(last)};
            auto scope = std::make_shared<LockScope>();
            scope->names_revision = snapshot.names_revision();
            scope->language_inputs = workspace_languages(snapshot).inputs;
            scope->manifests = manifests_of(snapshot);
            ScopeBuilder(snapshot, *scope).run();
            cache.set(scope);
            return ScopeOfSnapshot{std::move(scope)};
        })
        .scope;
}

}  // namespace

bind::LockedPackagesPtr locked_packages(const Snapshot& snapshot, const std::string& module) {
    const LockScopePtr scope = scope_in(snapshot);
    const auto found = scope->lock_of.find(module);
    const FileState* lock = found == scope->lock_of.end() ? nullptr : snapshot.file(found->second);
    if (!lock) return nullptr;
    const LockContent& content = lock->memo().get<LockContent>([&] {
        const check::LanguageExtension* extension = extension_of_lock(snapshot, lock->info().path);
        bind::LockedPackages locked{extension ? extension->locked_in(*lock->tree()) : bind::PackageVersions(),
                                    true};
        auto own = std::make_shared<const bind::LockedPackages>(locked);
        locked.is_own = false;
        return LockContent{std::move(own), std::make_shared<const bind::LockedPackages>(std::move(locked))};
    });
    return scope->beside.contains(module) ? content.own : content.others;
}

std::vector<std::string> modules_locked_anew(const Snapshot& snapshot, std::span<const ChangedFile> changed) {
    std::vector<std::string> out;
    const LockScopePtr scope = scope_in(snapshot);
    const LockScopePtr before = snapshot.caches()->locks.settle(scope);
    if (before != scope) {
        auto compare = [&](const LockScope* one, const LockScope* other) {
            if (!one) return;
            for (const auto& [name, file] : one->lock_of) {
                const auto there = other ? other->lock_of.find(name) : one->lock_of.end();
                if (!other || there == other->lock_of.end() || there->second != file) out.push_back(name);
            }
        };
        compare(scope.get(), before.get());
        compare(before.get(), scope.get());
    }
    for (const ChangedFile& file : changed)
        if (extension_of_lock(snapshot, file.path))
            for (const auto& [name, lock] : scope->lock_of)
                if (lock == file.id) out.push_back(name);
    return out;
}

}  // namespace hcl::world
