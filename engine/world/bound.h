// Looks up the language of a file and the module that it belongs to.
//
// Packs and `.hcl-ls.hcl` files of a workspace are files of the snapshot like all others, read from there as
// they are at that moment: an edit of a pack holds at once. Modules are built on the ones before
// (bind/module.h); the store that keeps them is shared by all snapshots of a world and changes nothing but
// how long an answer takes.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/bind/module.h"
#include "engine/check/check.h"
#include "engine/language/language.h"
#include "engine/world/snapshot.h"

namespace hcl::world {

// The settings of one `.hcl-ls.hcl` for the files beside and below it.
struct WorkspaceConfig {
    struct Association {
        std::vector<std::string> files;
        language::LanguagePtr language;
    };
    std::string folder;  // with a slash at the end
    std::vector<Association> associations;
    check::RuleSettings rules;
    Diagnostics findings;
    FileId file;
};

struct WorkspaceLanguages {
    std::vector<WorkspaceConfig> configs;                  // inner folders first
    std::map<std::string, language::LanguagePtr> beside;   // path of a spec file without ".hcldec"
    std::vector<std::pair<FileId, std::uint64_t>> inputs;  // what all this was made from
};

// The language of each file and the files of each module. The same object until a file comes, goes or
// changes its name, or a configuration changes.
struct Membership {
    std::uint64_t names_revision = 0;
    std::shared_ptr<const WorkspaceLanguages> languages;
    std::unordered_map<FileId, language::LanguagePtr> language_of;  // files without a language left out
    std::unordered_map<std::string, std::vector<FileId>> modules;   // in the order in which they count
};

class BindStore {
  public:
    std::shared_ptr<const Membership> membership;
    std::map<std::pair<FileId, std::string>, std::pair<std::uint64_t, language::LanguagePtr>> packs;
    struct Kept {
        bind::ModulePtr module;
        std::uint64_t used = 0;  // when somebody last asked for it
        std::size_t units = 0;
    };
    std::unordered_map<std::string, Kept> modules;
    std::size_t units = 0;  // of all of them
    std::uint64_t uses = 0;
    std::mutex mutex;

    bind::ModulePtr find(const std::string& name);
    // Forgets modules of closed files, those first that nobody asked for longest, when there are too many.
    void put(const std::string& name, bind::ModulePtr module, const std::function<bool(FileId)>& is_open);

    // Drops modules with no open file; they are rebuilt on demand.
    void forget_modules(const std::function<bool(FileId)>& is_open);
};

const WorkspaceLanguages& workspace_languages(const Snapshot& snapshot);

// Null when no pack knows the file.
language::LanguagePtr language_of(const Snapshot& snapshot, const FileState& state);
// The language that the first line of the file asks for, when nothing is called that; empty otherwise.
std::string unknown_language_of(const Snapshot& snapshot, const FileState& state);
// Findings of the file checked as a pack.
const Diagnostics& pack_findings(const FileState& state);
// Files with the same name belong to the same module; empty when the file has no language.
std::string module_name(const Snapshot& snapshot, const FileState& state);
// Null when the file has no language or no such file exists.
bind::ModulePtr module_of(const Snapshot& snapshot, FileId file, const Cancel& cancel);
// The name of the module in a folder, as a file of `from` at `path` writes it ("": its own folder), in a
// language ("": the same).
std::string name_of_foreign(const language::Language& from, std::string_view path, std::string_view folder,
                            std::string_view language);
// The first file of a module, by the module's name.
std::optional<FileId> first_file_of(const Snapshot& snapshot, const std::string& name);
// One file of each module whose language may say something of modules of that language.
std::vector<FileId> first_files_of_modules(const Snapshot& snapshot, std::string_view language);
// The rule settings of a file: those of the client, then of the nearest configuration.
check::RuleSettings rules_for(const Snapshot& snapshot, const FileState& state);
// True for files whose content decides what others mean.
bool is_configuration(std::string_view path);
// "a/b/" and "../c.hcl" give "a/c.hcl".
std::string path_from(std::string folder, std::string_view relative);

}  // namespace hcl::world
