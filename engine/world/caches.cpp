#include "engine/world/caches.h"

#include <algorithm>

namespace hcl::world {

namespace {

// Bytes of text of the modules besides the one that was built last, however large that is: it would not take
// less without those that it depends on. A bound module takes about thirty times as much.
constexpr std::size_t kMostBytes = std::size_t{8} << 20;
// The fixed cost of a module.
constexpr std::size_t kModule = std::size_t{1} << 10;
// More than workspaces have.
constexpr std::size_t kMostLanguages = 64;

std::size_t bytes_of(const bind::Module& module) {
    std::size_t bytes = kModule;
    for (const bind::ModuleFile& file : module.files()) bytes += file.input.tree->size();
    return bytes;
}

bool has_open(const bind::Module& module, const ModuleCache::IsOpen& is_open) {
    return std::ranges::any_of(module.files(),
                               [&](const bind::ModuleFile& file) { return is_open(file.input.id); });
}

}  // namespace

language::LanguagePtr PackCache::get(FileId pack, std::uint64_t revision, const std::string& id,
                                     const std::string& version,
                                     const std::function<language::LanguagePtr()>& load) {
    const std::pair key(pack, id + '@' + version);
    {
        std::lock_guard lock(mutex_);
        auto known = entries_.find(key);
        if (known != entries_.end() && known->second.revision == revision) {
            known->second.last_use = ++uses_;
            return known->second.language;
        }
    }
    language::LanguagePtr language = load();
    std::lock_guard lock(mutex_);
    entries_[key] = {revision, language, ++uses_};
    if (entries_.size() > kMostLanguages)
        entries_.erase(
            std::ranges::min_element(entries_, {}, [](const auto& entry) { return entry.second.last_use; }));
    return language;
}

language::LanguagePtr ExtendedLanguageCache::get(const language::LanguagePtr& plain,
                                                 const language::Language::Additions& additions) {
    std::lock_guard lock(mutex_);
    // Drops the languages whose pack is no longer used elsewhere.
    if (!entries_.contains(plain))
        std::erase_if(entries_, [](const auto& entry) { return entry.first.use_count() == 1; });
    language::LanguagePtr& kept = entries_[plain];
    if (!kept || kept->additions != additions)
        kept = language::Language::load(plain->pack, plain->pack_id, plain->id,
                                        plain->is_version_selected ? plain->version : "", additions);
    return kept;
}

std::shared_ptr<const LockScope> LockScopeCache::settle(std::shared_ptr<const LockScope> scope) {
    std::lock_guard lock(mutex_);
    return std::exchange(settled_, std::move(scope));
}

bind::ModulePtr ModuleCache::find(const std::string& name) {
    std::lock_guard lock(mutex_);
    auto it = entries_.find(name);
    if (it == entries_.end()) return nullptr;
    it->second.last_use = ++uses_;
    return it->second.module;
}

void ModuleCache::put(const std::string& name, bind::ModulePtr module, const IsOpen& is_open) {
    std::vector<bind::ModulePtr> dropped;  // freed after unlocking
    std::lock_guard lock(mutex_);
    ++builds_;
    Entry& entry = entries_[name];
    bytes_ -= entry.bytes;
    if (entry.module) dropped.push_back(std::move(entry.module));
    entry.bytes = bytes_of(*module);
    entry.module = std::move(module);
    entry.last_use = ++uses_;
    bytes_ += entry.bytes;
    const std::size_t own = entry.bytes;
    if (bytes_ - own <= kMostBytes) return;
    std::vector<std::pair<std::uint64_t, std::string>> closed;
    for (const auto& [other, kept] : entries_)
        if (other != name && !has_open(*kept.module, is_open)) closed.emplace_back(kept.last_use, other);
    std::ranges::sort(closed);
    for (const auto& [last_use, other] : closed) {
        if (bytes_ - own <= kMostBytes / 2) return;
        auto it = entries_.find(other);
        bytes_ -= it->second.bytes;
        dropped.push_back(std::move(it->second.module));
        entries_.erase(it);
    }
}

void CalledModules::note(const std::string& module, std::uint64_t callers,
                         const std::shared_ptr<const void>& source) {
    std::lock_guard lock(mutex_);
    answers_.insert_or_assign(module, callers);
    if (source != source_) source_ = nullptr;
}

std::vector<std::string> CalledModules::take_changed(
    std::shared_ptr<const void> source, const std::function<bool(const std::string&)>& is_there,
    const std::function<std::uint64_t(const std::string&)>& callers_of) {
    std::lock_guard lock(mutex_);
    if (source == source_) return {};
    source_ = std::move(source);
    std::vector<std::string> changed;
    std::erase_if(answers_, [&](const auto& entry) {
        if (!is_there(entry.first)) return true;
        if (callers_of(entry.first) == entry.second) return false;
        changed.push_back(entry.first);
        return true;
    });
    return changed;
}

std::size_t ModuleCache::builds() const {
    std::lock_guard lock(mutex_);
    return builds_;
}

std::size_t ModuleCache::bytes() const {
    std::lock_guard lock(mutex_);
    return bytes_;
}

std::vector<bind::ModulePtr> ModuleCache::drop_closed(const IsOpen& is_open) {
    std::vector<bind::ModulePtr> dropped;
    std::lock_guard lock(mutex_);
    std::erase_if(entries_, [&](auto& entry) {
        if (has_open(*entry.second.module, is_open)) return false;
        bytes_ -= entry.second.bytes;
        dropped.push_back(std::move(entry.second.module));
        return true;
    });
    return dropped;
}

}  // namespace hcl::world
