// Looks up the language of a file, and the files of the module that it belongs to.
//
// Packs and `.hcl-ls.hcl` files of a workspace are ordinary files of the snapshot, so an
// edit of a pack takes effect at once.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/check/check.h"
#include "engine/check/house_rules.h"
#include "engine/language/language.h"
#include "engine/world/snapshot.h"

namespace hcl::world {

class MembershipCache;

// The settings of one `.hcl-ls.hcl`, for the files in its folder and below.
struct WorkspaceConfig {
    struct Association {
        std::vector<std::string> files;
        language::LanguagePtr language;
        std::vector<std::vector<std::string>> together;  // see ConfigFile
    };
    // A language that is unknown, or whose pack is not there.
    struct Missing {
        std::vector<std::string> files;
        std::string id;
        Diagnostic why;  // among the findings of the configuration
    };
    std::string folder;  // with a trailing slash
    std::vector<Association> associations;
    std::vector<Missing> missing;
    check::RuleSettings rules;
    check::HouseRulesPtr house_rules;  // null: none
    std::vector<FileId> included;      // files with more rules
    Diagnostics findings;
    FileId file;
};

// A configuration of another program that enables rules of an extension beside and below it.
struct RulesFile {
    std::string folder;  // with a slash at the end
    const check::LanguageExtension* extension;
    FileId file;
};

struct WorkspaceLanguages {
    std::vector<WorkspaceConfig> configs;                 // inner folders first
    std::vector<RulesFile> rules_files;                   // inner folders first
    std::map<std::string, language::LanguagePtr> beside;  // path of a spec file without ".hcldec"
    std::vector<FileId> packs;                            // those of the workspace that describe languages
    // The built-in languages of files that configurations name, whatever the files are called: packs, and
    // files with rules.
    std::unordered_map<FileId, std::string_view> named;
    std::vector<std::pair<FileId, std::uint64_t>> inputs;  // files that this was computed from
};

const WorkspaceLanguages& workspace_languages(const Snapshot& snapshot);

// False when the first line or the start of the text may give the two states different languages. Uses the
// workspace languages that were cached last.
bool same_language_hints(const MembershipCache& cache, const FileState& a, const FileState& b);
// The built-in language whose patterns match lines at the start of the text, for files that have none
// otherwise.
const language::LanguagePtr& builtin_by_content(const FileState& state);
// Null when no pack matches the file.
language::LanguagePtr language_of(const Snapshot& snapshot, const FileState& state);
// The language that the first line of the file requests, when it is unknown; empty otherwise.
std::string unknown_language_of(const Snapshot& snapshot, const FileState& state);
// The language that a configuration assigns to the file and that does not exist; null if none.
const WorkspaceConfig::Missing* missing_language_of(const Snapshot& snapshot, const FileState& state);
// Findings of the file checked as a pack.
const Diagnostics& pack_findings(const Snapshot& snapshot, const FileState& state);
// Files with the same name belong to the same module; empty when the file has no language.
std::string module_name(const Snapshot& snapshot, const FileState& state);
// The name of the module in a folder, as a file of `from` at `path` writes it ("": its own folder), in a
// language ("": the same). Where modules are files, that of a file ("": its own).
std::string name_of_foreign(const Snapshot& snapshot, const language::Language& from, std::string_view path,
                            std::string_view folder, std::string_view language);
// Whether a path that a file writes starts there, and not at a file that includes it: units include nothing
// but files above them, and have a name of their own.
bool starts_paths(const Snapshot& snapshot, const language::Language& language, std::string_view path);
// Whether the beginning of the path in such a name was found.
bool is_known_place(std::string_view name);
// The folder that the beginning of a path stands for (language/call_folder.h); empty when it is not known.
// That of the repository is the root of the workspace.
std::string written_folder(const Snapshot& snapshot, const language::Language& from, std::string_view path,
                           std::string_view written);
// The files of the module with this name, in order of precedence; empty when there is none.
std::span<const FileId> files_of_module(const Snapshot& snapshot, const std::string& name);
std::size_t count_modules(const Snapshot& snapshot);
// How many files of its language are in the folder of a file, with itself.
std::size_t files_alike(const Snapshot& snapshot, const FileState& state);
// The files of a language in a folder, which is relative to that of the file, by path.
std::span<const FileId> files_in_folder(const Snapshot& snapshot, const FileState& state,
                                        std::string_view folder, std::string_view language);
// The files with a language whose paths have this folder, which ends with a slash.
std::span<const FileId> files_in_folder(const Snapshot& snapshot, const std::string& folder);
// Whether a file in the folder of this one gives values to modules of its language.
bool has_values_beside(const Snapshot& snapshot, const FileState& state);
// The files of the language with this id.
std::span<const FileId> files_of_language(const Snapshot& snapshot, const std::string& id);
// The first of all files whose path is not less than this one; null when all are.
const FileState* first_file_from(const Snapshot& snapshot, std::string_view path);
struct ChangedFile {
    FileId id;
    std::string path;
};
// The files whose findings may change with the given files: the files of their modules, and of all direct and
// indirect callers, as of when modules were last built. With `names_changed` (files were added, removed or
// changed their language), also those of the modules of all languages in their folders.
std::vector<FileId> dependents_of(const Snapshot& snapshot, std::span<const ChangedFile> changed,
                                  bool names_changed);
// The files whose findings may follow from where the world holds all files: those of modules that call one
// that is not there, directly or not.
std::vector<FileId> dependents_of_absent(const Snapshot& snapshot);
// One file of each module whose language may affect modules of that language.
std::vector<FileId> first_files_of_modules(const Snapshot& snapshot, std::string_view language);
// The file's name matches a built-in language, but its beginning shows that it is not HCL. The language that
// an editor or a configuration sets takes precedence.
bool is_foreign(const Snapshot& snapshot, const FileState& state);
// The language with this id: one that a configuration of the file describes, or of the build; null otherwise.
// With schemas from elsewhere and functions of extensions.
language::LanguagePtr language_called(const Snapshot& snapshot, const FileState& state, std::string_view id);
// True for files whose content decides what others mean.
bool is_configuration(const Snapshot& snapshot, std::string_view path);

}  // namespace hcl::world
