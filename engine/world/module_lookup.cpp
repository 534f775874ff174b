#include "engine/world/module_lookup.h"

#include <algorithm>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/base/path.h"
#include "engine/world/caches.h"
#include "engine/world/language_lookup.h"

namespace hcl::world {

namespace {

bool same_inputs(const bind::Module& module, const std::vector<bind::FileInput>& files) {
    if (module.files().size() != files.size()) return false;
    for (std::size_t i = 0; i < files.size(); ++i)
        if (module.files()[i].input.id != files[i].id || module.files()[i].input.tree != files[i].tree)
            return false;
    return true;
}

// Modules already looked up for this snapshot. The cache owns them.
struct ModulesOfSnapshot {
    struct Table {
        std::mutex mutex;
        std::unordered_map<std::string, std::weak_ptr<const bind::Module>> by_name;
    };
    std::shared_ptr<Table> table = std::make_shared<Table>();
};

// Finds modules and those that they call. In a cycle of calls, a module that is still being built is unknown
// to those that it calls.
struct ModuleFinder {
    const Snapshot& snapshot;
    const Cancel& cancel;
    std::vector<std::string> visiting{};
    std::size_t lowest = static_cast<std::size_t>(-1);  // the outermost module that a call led back to

    bind::InterfacePtr foreign(const language::Language& from, const std::string& folder,
                               std::string_view relative, std::string_view language) {
        std::string name = name_of_foreign(from, folder, relative, language);
        std::span<const FileId> files = files_of_module(snapshot, name);
        if (files.empty()) return nullptr;
        if (auto known = std::ranges::find(visiting, name); known != visiting.end()) {
            lowest = std::min(lowest, static_cast<std::size_t>(known - visiting.begin()));
            return nullptr;
        }
        if (visiting.size() > 50) return nullptr;
        bind::ModulePtr module = find(files.front());
        return module ? bind::interface_of(*module) : nullptr;
    }

    bind::ModulePtr find(FileId id) {
        const FileState* state = snapshot.file(id);
        if (!state) return nullptr;
        language::LanguagePtr language = language_of(snapshot, *state);
        if (!language || state->info().options.syntax == syntax::Syntax::Template) return nullptr;
        std::string name = module_name(snapshot, *state);
        ModulesOfSnapshot::Table& table =
            *snapshot.memo().get<ModulesOfSnapshot>([] { return ModulesOfSnapshot(); }).table;
        {
            std::lock_guard lock(table.mutex);
            if (auto it = table.by_name.find(name); it != table.by_name.end())
                if (bind::ModulePtr found = it->second.lock()) return found;
        }
        std::vector<bind::FileInput> files;
        for (FileId member : files_of_module(snapshot, name)) {
            const FileState* other = snapshot.file(member);
            files.push_back({member, other->info().path, other->tree()});
        }
        ModuleCache& cache = snapshot.caches()->modules;
        bind::ModulePtr previous = cache.find(name);
        std::size_t depth = visiting.size();
        visiting.push_back(name);
        std::string folder(folder_of(state->info().path));
        auto foreign_modules = [&](std::string_view relative, std::string_view other) {
            return foreign(*language, folder, relative, other);
        };
        bind::ModulePtr module;
        bool is_current = previous && previous->shared_language() == language &&
                          same_inputs(*previous, files) &&
                          std::ranges::all_of(previous->all_foreign(), [&](const auto& entry) {
                              bind::InterfacePtr now = foreign_modules(entry.first.first, entry.first.second);
                              return now && entry.second ? now == entry.second || *now == *entry.second
                                                         : now == entry.second;
                          });
        module = is_current ? previous
                            : bind::Module::build(language, std::move(files), previous.get(), cancel,
                                                  foreign_modules);
        visiting.pop_back();
        // Built inside a call cycle: do not cache.
        bool is_whole = lowest >= depth;
        if (is_whole) {
            lowest = static_cast<std::size_t>(-1);
            std::lock_guard lock(table.mutex);
            table.by_name[name] = module;
        }
        if (is_whole && !is_current)
            cache.put(name, module, [&](FileId file) {
                const FileState* known = snapshot.file(file);
                return known && known->info().is_open;
            });
        return module;
    }
};

}  // namespace

bind::ModulePtr module_of(const Snapshot& snapshot, FileId id, const Cancel& cancel) {
    return ModuleFinder{snapshot, cancel}.find(id);
}

}  // namespace hcl::world
