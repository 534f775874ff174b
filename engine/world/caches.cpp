#include "engine/world/caches.h"

#include <algorithm>
#include <vector>

namespace hcl::world {

namespace {

// A unit has about ten lines and takes a few kilobytes when bound.
constexpr std::size_t kMostUnits = 40'000;

// The fixed cost of a module, in units.
constexpr std::size_t kModule = 8;
// More than workspaces have.
constexpr std::size_t kMostLanguages = 64;

std::size_t units_of(const bind::Module& module) {
    std::size_t count = kModule;
    for (const bind::ModuleFile& file : module.files()) count += file.units->count();
    return count;
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
        kept = language::Language::load(plain->pack, plain->pack_id, plain->id, plain->version, additions);
    return kept;
}

std::shared_ptr<const Membership> MembershipCache::get() const {
    std::lock_guard lock(mutex_);
    return membership_;
}

void MembershipCache::set(std::shared_ptr<const Membership> membership) {
    std::lock_guard lock(mutex_);
    membership_.swap(membership);
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
    Entry& entry = entries_[name];
    units_ -= entry.units;
    if (entry.module) dropped.push_back(std::move(entry.module));
    entry.units = units_of(*module);
    entry.module = std::move(module);
    entry.last_use = ++uses_;
    units_ += entry.units;
    if (units_ <= kMostUnits) return;
    std::vector<std::pair<std::uint64_t, std::string>> closed;
    for (const auto& [other, kept] : entries_)
        if (other != name && !has_open(*kept.module, is_open)) closed.emplace_back(kept.last_use, other);
    std::ranges::sort(closed);
    for (const auto& [last_use, other] : closed) {
        if (units_ <= kMostUnits / 2) return;
        auto it = entries_.find(other);
        units_ -= it->second.units;
        dropped.push_back(std::move(it->second.module));
        entries_.erase(it);
    }
}

void ModuleCache::drop_closed(const IsOpen& is_open) {
    std::lock_guard lock(mutex_);
    std::erase_if(entries_, [&](const auto& entry) {
        bool goes = !has_open(*entry.second.module, is_open);
        if (goes) units_ -= entry.second.units;
        return goes;
    });
}

}  // namespace hcl::world
