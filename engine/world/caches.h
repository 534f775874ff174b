// Caches shared by the snapshots of a world. They affect only how long an answer takes.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/base/id.h"
#include "engine/bind/module.h"
#include "engine/language/language.h"
#include "engine/world/call_graph.h"

namespace hcl::world {

struct CallTable;
struct LockScope;
struct Manifests;
struct Membership;

// The most recently used languages, by pack file, id and version.
class PackCache {
  public:
    // Runs `load` when the revision of the pack differs from the cached one.
    language::LanguagePtr get(FileId pack, std::uint64_t revision, const std::string& id,
                              const std::string& version, const std::function<language::LanguagePtr()>& load);

  private:
    struct Entry {
        std::uint64_t revision = 0;
        language::LanguagePtr language;
        std::uint64_t last_use = 0;
    };
    std::mutex mutex_;
    std::uint64_t uses_ = 0;
    std::map<std::pair<FileId, std::string>, Entry> entries_;
};

// Languages with additions, by those without.
class ExtendedLanguageCache {
  public:
    language::LanguagePtr get(const language::LanguagePtr& plain,
                              const language::Language::Additions& additions);

  private:
    std::mutex mutex_;
    std::map<language::LanguagePtr, language::LanguagePtr> entries_;
};

// The value that was computed last.
template <typename T>
class Latest {
  public:
    std::shared_ptr<const T> get() const {
        std::lock_guard lock(mutex_);
        return value_;
    }
    void set(std::shared_ptr<const T> value) {
        std::lock_guard lock(mutex_);
        value_.swap(value);
    }

  protected:
    mutable std::mutex mutex_;

  private:
    std::shared_ptr<const T> value_;
};

class MembershipCache : public Latest<Membership> {};

// The table of files by the modules that they call; see callers.cpp.
class CallTableCache : public Latest<CallTable> {};

// The lock file of each module (locked_packages.h).
class LockScopeCache : public Latest<LockScope> {
  public:
    // Notes the scope by which dependents are known, and returns the one before; null the first time.
    std::shared_ptr<const LockScope> settle(std::shared_ptr<const LockScope> scope);

  private:
    std::shared_ptr<const LockScope> settled_;
};

// Modules by name. Bounded by the bytes of their texts: beyond the limit, the least recently used closed
// modules are evicted when another is put.
class ModuleCache {
  public:
    using IsOpen = std::function<bool(FileId)>;

    // Null when there is none.
    bind::ModulePtr find(const std::string& name);
    void put(const std::string& name, bind::ModulePtr module, const IsOpen& is_open);
    // Gives up modules with no open file; they are rebuilt on demand.
    std::vector<bind::ModulePtr> drop_closed(const IsOpen& is_open);
    // How many modules were put, and the bytes of those that are kept.
    std::size_t builds() const;
    std::size_t bytes() const;

  private:
    struct Entry {
        bind::ModulePtr module;
        std::uint64_t last_use = 0;
        std::size_t bytes = 0;
    };
    mutable std::mutex mutex_;
    std::unordered_map<std::string, Entry> entries_;
    std::size_t bytes_ = 0;  // of all entries
    std::size_t builds_ = 0;
    std::uint64_t uses_ = 0;
};

// A number for the files that call a module, as findings in it took it last, by its name.
class CalledModules {
  public:
    // `source`: what the number was computed from.
    void note(const std::string& module, std::uint64_t callers, const std::shared_ptr<const void>& source);
    // Takes out the modules that have another number now, and those that are gone.
    std::vector<std::string> take_changed(std::shared_ptr<const void> source,
                                          const std::function<bool(const std::string&)>& is_there,
                                          const std::function<std::uint64_t(const std::string&)>& callers_of);

  private:
    std::mutex mutex_;
    std::unordered_map<std::string, std::uint64_t> answers_;
    std::shared_ptr<const void> source_;  // of all answers; null: they have several
};

struct Caches {
    PackCache packs;
    ExtendedLanguageCache extended_languages;
    MembershipCache membership;
    LockScopeCache locks;
    Latest<Manifests> manifests;  // of downloaded modules (installed_modules.h)
    ModuleCache modules;
    CallTableCache call_table;
    CallGraph calls;  // as of when each module was last built
    CalledModules called;
};

}  // namespace hcl::world
