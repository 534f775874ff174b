#include "engine/world/module_lookup.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/base/path.h"
#include "engine/language/call_folder.h"
#include "engine/language/path_functions.h"
#include "engine/world/caches.h"
#include "engine/world/called_folders.h"
#include "engine/world/callers.h"
#include "engine/world/language_lookup.h"
#include "engine/world/locked_packages.h"
#include "engine/world/module_share.h"

namespace hcl::world {

namespace {

bool same_inputs(const bind::Module& module, const std::vector<bind::FileInput>& files) {
    if (module.files().size() != files.size()) return false;
    for (std::size_t i = 0; i < files.size(); ++i)
        if (module.files()[i].input.id != files[i].id || module.files()[i].input.tree != files[i].tree)
            return false;
    return true;
}

// The id of a removed file may have been reused.
bool has_other_files(const bind::Module& module, const std::vector<bind::FileInput>& files) {
    return std::ranges::any_of(files, [&](const bind::FileInput& file) {
        const bind::ModuleFile* before = module.file(file.id);
        return before && before->input.path != file.path;
    });
}

// Modules looked up for this snapshot. The cache owns them.
struct ModulesOfSnapshot {
    struct Entry {
        std::weak_ptr<const bind::Module> module;
        std::string cycle;  // also for modules in call cycles; empty: in no cycle
        // Once it was asked for. Callers need no more, so the module need not stay.
        bind::InterfacePtr interface;
    };
    struct Table {
        std::mutex mutex;
        std::unordered_map<std::string, Entry> by_name;
        std::unordered_set<std::string> in_work;  // a thread builds or compares them
        std::condition_variable done{};
    };
    std::shared_ptr<Table> table = std::make_shared<Table>();
};

ModulesOfSnapshot::Table& table_of(const Snapshot& snapshot) {
    return *snapshot.memo().get<ModulesOfSnapshot>([] { return ModulesOfSnapshot(); }).table;
}

// The modules that this thread looks up, one inside of the other.
thread_local std::size_t lookups_here = 0;

// While it exists, another thread that asks for the module waits for it.
class Lookup {
  public:
    // Requires the lock of the table.
    Lookup(ModulesOfSnapshot::Table& table, std::string name)
        : table_(table), name_(std::move(name)), is_first_(table.in_work.insert(name_).second) {
        ++lookups_here;
    }
    ~Lookup() {
        --lookups_here;
        if (!is_first_) return;
        {
            std::lock_guard lock(table_.mutex);
            table_.in_work.erase(name_);
        }
        table_.done.notify_all();
    }
    Lookup(const Lookup&) = delete;
    Lookup& operator=(const Lookup&) = delete;

  private:
    ModulesOfSnapshot::Table& table_;
    std::string name_;
    bool is_first_;
};

// Modules in a call cycle are unknown to each other, regardless of where the lookup starts: the strongly
// connected components of the call graph are computed during the lookup (Tarjan).
struct ModuleFinder {
    const Snapshot& snapshot;
    const Cancel& cancel;
    const bind::OnBound& on_bound;  // of the module that is asked for
    static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
    std::vector<std::string> visiting{};
    struct Unfinished {
        bind::ModulePtr module;
        std::size_t lowest;  // lowest index that it reaches
    };
    // The longest chain of calls that one lookup follows. Of longer ones, the last modules come first.
    static constexpr std::size_t kDeepest = 50;
    // Called modules that were given up meanwhile are built again, one inside of the other, so many deep; and
    // those are kept that do not depend on where that ends.
    static constexpr std::size_t kMostRebuilt = 4;
    static constexpr std::size_t kRebuiltAndKept = 2;
    bool is_cut = false;       // a chain of them was longer
    bool follows_all = false;  // nothing is left to look up first
    bool is_too_deep = false;  // a chain was longer: what was found since then is not the answer
    std::unordered_map<std::string, Unfinished> unfinished{};  // of cycles that are not complete yet
    std::size_t lowest = kNowhere;   // lowest index that calls of the current module lead back to
    std::size_t reached = kNowhere;  // the same for the last looked-up module

    ModulesOfSnapshot::Table& table() const { return table_of(snapshot); }

    bind::InterfacePtr known_interface(const std::string& name) const {
        std::lock_guard lock(table().mutex);
        auto it = table().by_name.find(name);
        return it == table().by_name.end() ? nullptr : it->second.interface;
    }

    void keep_interface(const std::string& name, const bind::InterfacePtr& interface) const {
        std::lock_guard lock(table().mutex);
        if (auto it = table().by_name.find(name); it != table().by_name.end())
            it->second.interface = interface;
    }

    bool is_there(const std::string& name) const {
        std::lock_guard lock(table().mutex);
        const auto it = table().by_name.find(name);
        return it != table().by_name.end() && !it->second.module.expired();
    }

    std::string cycle_of(const std::string& name) const {
        std::lock_guard lock(table().mutex);
        auto it = table().by_name.find(name);
        return it == table().by_name.end() ? std::string() : it->second.cycle;
    }

    // Whether there is a file of another language, or a folder that has the file under another name.
    bool holds_files_at(std::string_view there) const {
        const FileState* file = first_file_from(snapshot, there);
        if (file && file->info().path == there) return true;
        const std::string folder = std::string(there) + '/';
        file = first_file_from(snapshot, folder);
        return file && file->info().path.starts_with(folder);
    }

    bind::InterfacePtr foreign(const language::Language& from, const std::string& path,
                               std::string_view relative, std::string_view language) {
        // All that is found now is looked up again.
        if (is_too_deep) return nullptr;
        std::string name = name_of_foreign(snapshot, from, path, relative, language);
        std::span<const FileId> files = files_of_module(snapshot, name);
        if (files.empty()) {
            static const bind::InterfacePtr kAbsent = [] {
                auto absent = std::make_shared<bind::Interface>();
                absent->is_absent = true;
                return absent;
            }();
            std::string_view there = std::string_view(name).substr(name.find('\n') + 1);
            while (there.size() > 1 && there.ends_with('/')) there.remove_suffix(1);
            // Other strings may be names in a registry.
            const bool is_path =
                is_relative_path(relative) ||
                ((language::continues_elsewhere(relative) || relative.starts_with(language::kFromUser)) &&
                 is_known_place(name));
            if (!is_path || !language.empty()) return nullptr;
            // A file where a folder must be.
            const FileState* file =
                from.modules.join == language::Join::File ? nullptr : first_file_from(snapshot, there);
            const bool is_file = file && file->info().path == there;
            if (!is_file && !snapshot.known_folders().holds(there)) return nullptr;
            const bool is_other = from.modules.join == language::Join::File && holds_files_at(there);
            return is_other ? nullptr : kAbsent;
        }
        if (auto known = std::ranges::find(visiting, name); known != visiting.end()) {
            lowest = std::min(lowest, static_cast<std::size_t>(known - visiting.begin()));
            return nullptr;
        }
        if (auto known = unfinished.find(name); known != unfinished.end()) {
            lowest = std::min(lowest, known->second.lowest);
            return nullptr;
        }
        if (std::string cycle = cycle_of(visiting.back()); !cycle.empty() && cycle == cycle_of(name))
            return nullptr;
        if (bind::InterfacePtr known = known_interface(name)) return known;
        if (visiting.size() > kDeepest) {
            is_too_deep = !follows_all;
            return nullptr;
        }
        bind::ModulePtr module = find(files.front());
        if (is_too_deep) return nullptr;
        if (reached < visiting.size()) {
            lowest = std::min(lowest, reached);
            return nullptr;
        }
        if (!module) return nullptr;
        // It can have more inputs and outputs than are known.
        bind::InterfacePtr interface = module->is_partly_bound() ? nullptr : bind::interface_of(*module);
        keep_interface(name, interface);
        return interface;
    }

    // The interface of the folder is known to `from`, so its module does not lead back here.
    bind::ModulePtr called(const bind::Module& from, std::string_view folder) {
        const std::string name =
            name_of_foreign(snapshot, from.language(), from.files().front().input.path, folder, "");
        const std::span<const FileId> files = files_of_module(snapshot, name);
        if (files.empty()) return nullptr;
        if (visiting.size() > kMostRebuilt && !is_there(name)) {
            is_cut = true;
            return nullptr;
        }
        return find(files.front());
    }

    // Whether functions that find files are known to start in the folder of the file.
    bool starts_paths_of(const language::Language& language, const std::string& name) const {
        return starts_paths(snapshot, language, std::string_view(name).substr(name.find('\n') + 1)) &&
               language::path_functions(language) != language::PathFunctions();
    }

    bool reads_same_files(const bind::Module& module, const std::string& name) const {
        if (!module.language().evaluation.reads_files) return true;
        const bind::ModuleFiles* files = module.disk_files();
        if (!files) return !snapshot.disk();
        if (files->working() && *files->working() != working_folders(snapshot, name)) return false;
        if (module.language().modules.join == language::Join::File &&
            files->knows_paths() != starts_paths_of(module.language(), name))
            return false;
        return !files->differs_in(snapshot.disk().get());
    }

    bind::ModulePtr find(FileId id) {
        reached = kNowhere;
        const FileState* state = snapshot.file(id);
        if (!state) return nullptr;
        language::LanguagePtr language = language_of(snapshot, *state);
        if (!language || state->info().options.syntax == syntax::Syntax::Template) return nullptr;
        std::string name = module_name(snapshot, *state);
        std::optional<Lookup> lookup;
        {
            std::unique_lock lock(table().mutex);
            for (;;) {
                if (auto it = table().by_name.find(name); it != table().by_name.end())
                    if (bind::ModulePtr found = it->second.module.lock()) return found;
                // A thread that others wait for must not wait itself.
                if (lookups_here > 0 || !table().in_work.contains(name)) break;
                table().done.wait(lock);
            }
            lookup.emplace(table(), name);
        }
        cancel.poll();
        std::vector<bind::FileInput> files;
        std::uint64_t text = 0;
        for (FileId member : files_of_module(snapshot, name)) {
            const FileState* other = snapshot.file(member);
            files.push_back({member, other->info().path, other->tree()});
            text += other->size();
        }
        const Limits limits = module_share(snapshot).limits(snapshot.settings().limits, text);
        Caches& caches = *snapshot.caches();
        bind::ModulePtr previous = caches.modules.find(name);
        if (previous && has_other_files(*previous, files)) previous = nullptr;
        std::size_t depth = visiting.size();
        std::size_t outer = std::exchange(lowest, kNowhere);
        visiting.push_back(name);
        const std::string path = state->info().path;
        auto foreign_modules = [&](std::string_view relative, std::string_view other) {
            return foreign(*language, path, relative, other);
        };
        auto called_modules = [&](const bind::Module& from, std::string_view relative) {
            return called(from, relative);
        };
        bind::ModulePtr module;
        const bind::LockedPackagesPtr locked = locked_packages(snapshot, name);
        bool is_current = previous && &previous->language() == language.get() &&
                          previous->limits() == limits && same_inputs(*previous, files) &&
                          reads_same_files(*previous, name) && previous->packages().has_same_locked(locked) &&
                          std::ranges::all_of(previous->foreign().by_name, [&](const auto& entry) {
                              bind::InterfacePtr now = foreign_modules(entry.first.first, entry.first.second);
                              return bind::is_same_for(*previous, entry.first.first, entry.second, now);
                          });
        module = is_current ? previous
                            : bind::Module::build(language, std::move(files), previous.get(), cancel,
                                                  {foreign_modules, called_modules, snapshot.disk(),
                                                   depth == 0 ? on_bound : bind::OnBound(), locked,
                                                   [&] { return working_folders(snapshot, name); },
                                                   [&] { return starts_paths_of(*language, name); }},
                                                  limits);
        visiting.pop_back();
        reached = std::exchange(lowest, outer);
        if (is_too_deep || (is_cut && depth > kRebuiltAndKept)) return module;
        keep(name, module, depth);
        if (!is_current) {
            caches.modules.put(name, module, [&](FileId file) {
                const FileState* known = snapshot.file(file);
                return known && known->info().is_open;
            });
            std::vector<std::string> called;
            for (const auto& [call, interface] : module->foreign().by_name)
                called.push_back(name_of_foreign(snapshot, *language, path, call.first, call.second));
            caches.calls.set(name, std::move(called));
            caches.calls.trim(
                [&](const std::string& other) { return !files_of_module(snapshot, other).empty(); });
        }
        return module;
    }

    void keep(const std::string& name, const bind::ModulePtr& module, std::size_t depth) {
        if (reached < depth) {
            unfinished[name] = {module, reached};
            return;
        }
        std::lock_guard lock(table().mutex);
        auto& by_name = table().by_name;
        // The root of a cycle: all modules that lead back to it are members.
        const std::string cycle = reached == kNowhere ? std::string() : name;
        auto put = [&](const std::string& which, const bind::ModulePtr& built) {
            ModulesOfSnapshot::Entry& entry = by_name[which];
            entry.module = built;
            if (!cycle.empty()) entry.cycle = cycle;
        };
        put(name, module);
        std::erase_if(unfinished, [&](const auto& other) {
            if (other.second.lowest < depth) return false;
            put(other.first, other.second.module);
            return true;
        });
    }
};

// The modules that one calls, directly or not, in groups that call each other: a group comes before its
// callers (Tarjan, without recursion).
class CallOrder {
  public:
    CallOrder(const Snapshot& snapshot, const std::string& start) : snapshot_(snapshot) {
        enter(start);
        while (!path_.empty()) step();
    }
    const std::vector<std::vector<std::string>>& groups() const { return groups_; }

  private:
    struct Node {
        std::vector<std::string> calls;
        std::size_t next = 0;  // the call to follow next
        std::size_t number;
        std::size_t lowest;   // number of an open module that it reaches
        bool is_open = true;  // its group is not complete
    };

    void enter(const std::string& name) {
        Node node{.calls = {}, .number = nodes_.size(), .lowest = nodes_.size()};
        for (FileId id : files_of_module(snapshot_, name)) {
            const FileState& file = *snapshot_.file(id);
            for (const std::string& folder : *called_folders(snapshot_, file))
                node.calls.push_back(
                    name_of_foreign(snapshot_, *language_of(snapshot_, file), file.info().path, folder, ""));
        }
        nodes_.emplace(name, std::move(node));
        path_.push_back(name);
        open_.push_back(name);
    }

    void step() {
        const std::string name = path_.back();
        Node& node = nodes_.at(name);
        while (node.next < node.calls.size()) {
            const std::string& call = node.calls[node.next++];
            auto known = nodes_.find(call);
            if (known == nodes_.end()) {
                if (!files_of_module(snapshot_, call).empty()) return enter(std::string(call));
            } else if (known->second.is_open) {
                node.lowest = std::min(node.lowest, known->second.number);
            }
        }
        path_.pop_back();
        if (!path_.empty()) {
            Node& caller = nodes_.at(path_.back());
            caller.lowest = std::min(caller.lowest, node.lowest);
        }
        if (node.lowest == node.number) close(name);
    }

    void close(const std::string& first) {
        std::vector<std::string>& group = groups_.emplace_back();
        do {
            group.push_back(std::move(open_.back()));
            open_.pop_back();
            nodes_.at(group.back()).is_open = false;
        } while (group.back() != first);
    }

    const Snapshot& snapshot_;
    std::unordered_map<std::string, Node> nodes_;
    std::vector<std::string> path_;
    std::vector<std::string> open_;
    std::vector<std::vector<std::string>> groups_;
};

// Looks up what the module calls, so that no lookup has to go deep.
void find_called_first(const Snapshot& snapshot, FileId id, const Cancel& cancel) {
    const bind::OnBound nothing;
    const CallOrder order(snapshot, module_name(snapshot, *snapshot.file(id)));
    // More than one lookup could follow: their modules are unknown to each other from the start.
    for (const std::vector<std::string>& group : order.groups()) {
        if (group.size() <= ModuleFinder::kDeepest) continue;
        ModulesOfSnapshot::Table& table = table_of(snapshot);
        std::lock_guard lock(table.mutex);
        for (const std::string& name : group) table.by_name[name].cycle = *std::ranges::min_element(group);
    }
    for (const std::vector<std::string>& group : order.groups())
        for (const std::string& name : group) {
            cancel.poll();
            ModuleFinder finder{
                .snapshot = snapshot, .cancel = cancel, .on_bound = nothing, .follows_all = true};
            if (finder.known_interface(name)) continue;
            if (bind::ModulePtr module = finder.find(files_of_module(snapshot, name).front());
                module && !module->is_partly_bound())
                finder.keep_interface(name, bind::interface_of(*module));
        }
}

}  // namespace

bind::ModulePtr module_of(const Snapshot& snapshot, FileId id, const Cancel& cancel,
                          const bind::OnBound& on_bound) {
    ModuleFinder finder{.snapshot = snapshot, .cancel = cancel, .on_bound = on_bound};
    bind::ModulePtr module = finder.find(id);
    if (!finder.is_too_deep) return module;
    find_called_first(snapshot, id, cancel);
    return ModuleFinder{.snapshot = snapshot, .cancel = cancel, .on_bound = on_bound, .follows_all = true}
        .find(id);
}

bool calls_back(const Snapshot& snapshot, const bind::Module& from, std::string_view folder,
                const Cancel& cancel) {
    if (from.files().empty()) return false;
    const bind::OnBound nothing;
    const ModuleFinder finder{.snapshot = snapshot, .cancel = cancel, .on_bound = nothing};
    const std::string& path = from.files().front().input.path;
    const std::string own = finder.cycle_of(name_of_foreign(snapshot, from.language(), path, "", ""));
    return !own.empty() &&
           own == finder.cycle_of(name_of_foreign(snapshot, from.language(), path, folder, ""));
}

bool looks_at_others(const Snapshot& snapshot, const bind::Module& module) {
    if (!module.foreign().by_name.empty()) return true;
    const FileState* state = module.files().empty() ? nullptr : snapshot.file(module.files()[0].input.id);
    return state && snapshot.caches()->calls.has_calls(module_name(snapshot, *state));
}

}  // namespace hcl::world
