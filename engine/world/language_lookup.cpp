#include "engine/world/language_lookup.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "engine/base/once.h"
#include "engine/base/path.h"
#include "engine/check/call_findings.h"
#include "engine/language/call_folder.h"
#include "engine/language/foreign.h"
#include "engine/language/pack_source.h"
#include "engine/syntax/lex/literal.h"
#include "engine/world/caches.h"
#include "engine/world/config_file.h"
#include "engine/world/extension_lookup.h"
#include "engine/world/file_syntax.h"
#include "engine/world/installed_modules.h"
#include "engine/world/locked_packages.h"
#include "engine/world/named_files.h"
#include "engine/world/named_paths.h"
#include "engine/world/path_order.h"
#include "engine/world/workspace_reader.h"

namespace hcl::world {

// The language of each file and the files of each module. The same object until a file is added, removed or
// renamed, or a configuration changes.
struct Membership {
    using FilesByName = std::unordered_map<std::string, std::vector<FileId>>;
    std::uint64_t names_revision = 0;
    std::shared_ptr<const WorkspaceLanguages> languages;
    std::unordered_map<FileId, language::LanguagePtr> language_of;  // without files that have no language
    FilesByName modules;                                            // in order of precedence
    // Folders, as names of modules, that have modules below them which are files.
    std::unordered_set<std::string> outer_folders;
    FilesByName alike;  // by language and folder, in order of paths
    FilesByName folders;
    FilesByName of_language;  // by its id
    // Languages and folders of modules that files of other languages in the same folder give values to.
    std::unordered_set<std::string> with_values;
    Once<std::vector<FileId>> by_path;  // all files, also those without a language
};

namespace {

// Of a first-line comment.
struct Mark {
    std::string text;
};
// The built-in language that matches the start of the text.
struct LanguageOfContent {
    language::LanguagePtr builtin;
};

std::string beginning_of(const FileState& state) {
    return state.raw_text() ? state.raw_text()->substr(0, language::kLanguageHints)
                            : state.tree()->text({0, std::min(state.size(), language::kLanguageHints)});
}

const std::string& mark_of(const FileState& state) {
    return state.beginning()
        ->get<Mark>([&] { return Mark{std::string(language::language_mark(beginning_of(state)))}; })
        .text;
}

// The built-in language by the name of the file, which its text does not refute.
struct LanguageOfName {
    language::LanguagePtr builtin;
};

const language::LanguagePtr& builtin_by_name(const FileState& state) {
    return state.beginning()
        ->get<LanguageOfName>([&] {
            const FileInfo& info = state.info();
            return LanguageOfName{
                language::builtin_language_of(info.path, info.language, beginning_of(state))};
        })
        .builtin;
}

struct IsForeign {
    bool is = false;  // the language whose names the file goes by does not know its beginning
};

bool looks_foreign(const FileState& state) {
    return state.beginning()
        ->get<IsForeign>([&] {
            // The editor's language id decides if it is known.
            auto is_told = [&] {
                const auto told = language::LanguageSet::builtin().of_file("", state.info().language);
                return told && !told->recognition.is_fallback;
            };
            return IsForeign{is_foreign_text(state.info().path, beginning_of(state)) && !is_told()};
        })
        .is;
}

std::vector<language::LanguagePtr> associated_with(const WorkspaceLanguages& languages,
                                                   const std::string& path) {
    std::vector<language::LanguagePtr> out;
    for (const WorkspaceConfig& config : languages.configs) {
        if (!path.starts_with(config.folder)) continue;
        for (const auto& association : config.associations) out.push_back(association.language);
    }
    return out;
}

// The language that a first-line comment names.
language::LanguagePtr marked(const std::string& mark, const std::vector<language::LanguagePtr>& associated) {
    for (const language::LanguagePtr& one : associated)
        if (one->id == mark) return one;
    return language::LanguageSet::builtin().of_file("", mark);
}

// The same language in the version that the workspace selects.
language::LanguagePtr pinned(const language::LanguagePtr& language,
                             const std::vector<language::LanguagePtr>& associated) {
    for (const language::LanguagePtr& one : associated)
        if (one->id == language->id && one->pack == language->pack) return one;
    return language;
}

language::LanguagePtr associated_by_content(const std::vector<language::LanguagePtr>& associated,
                                            const FileState& state) {
    const bool may_be_hinted = std::ranges::any_of(
        associated, [](const language::LanguagePtr& one) { return one->recognition.content != nullptr; });
    return may_be_hinted ? language::LanguageSet().with(associated).of_content(beginning_of(state)) : nullptr;
}

// Whether one of the patterns matches a path, relative to their folder.
bool matches_any(const std::vector<std::string>& patterns, const std::string& relative) {
    return std::ranges::any_of(
        patterns, [&](const std::string& pattern) { return language::glob_matches(pattern, relative); });
}

language::LanguagePtr find_language(const WorkspaceLanguages& languages, const FileState& state) {
    const std::string& path = state.info().path;
    const language::LanguageSet& builtin = language::LanguageSet::builtin();
    if (file_name_of(path) == kConfigName) return builtin.of_file(path, "");
    std::vector<language::LanguagePtr> associated = associated_with(languages, path);
    if (const std::string& mark = mark_of(state); !mark.empty())
        if (auto named = marked(mark, associated)) return named;
    if (auto role = languages.named.find(state.id()); role != languages.named.end())
        return builtin.find(role->second);
    for (const WorkspaceConfig& config : languages.configs) {
        if (!path.starts_with(config.folder)) continue;
        std::string relative = path.substr(config.folder.size());
        for (const auto& association : config.associations)
            if (matches_any(association.files, relative)) return association.language;
    }
    std::string_view stem = path;
    if (stem.ends_with(".json")) stem.remove_suffix(5);
    if (stem.ends_with(".hcl")) stem.remove_suffix(4);
    if (auto spec = languages.beside.find(std::string(stem)); spec != languages.beside.end() && stem != path)
        return spec->second;
    // The output of a template can be in any language; its file name tells nothing about the template.
    if (state.info().options.syntax == syntax::Syntax::Template) return nullptr;
    const language::LanguagePtr& known = builtin_by_name(state);
    if (known && !known->recognition.is_fallback)
        return looks_foreign(state) ? nullptr : pinned(known, associated);
    for (const language::LanguagePtr& one : associated)
        if (one->id == state.info().language) return one;
    if (auto found = associated_by_content(associated, state)) return found;
    if (const language::LanguagePtr& shown = builtin_by_content(state))
        return looks_foreign(state) ? nullptr : pinned(shown, associated);
    return looks_foreign(state) ? nullptr : known;
}

// The files that a configuration groups with this one.
struct Group {
    std::string name;
    std::size_t place = 0;  // index of the file in the group
};

std::optional<Group> group_of(const WorkspaceLanguages& languages, const language::Language& language,
                              const std::string& path) {
    for (const WorkspaceConfig& config : languages.configs) {
        if (!path.starts_with(config.folder)) continue;
        const std::string_view relative = std::string_view(path).substr(config.folder.size());
        for (const auto& association : config.associations) {
            if (association.language->id != language.id) continue;
            for (std::size_t g = 0; g < association.together.size(); ++g)
                for (std::size_t i = 0; i < association.together[g].size(); ++i)
                    if (language::glob_matches(association.together[g][i], relative))
                        return Group{config.folder + '\n' + std::to_string(g), i};
        }
    }
    return std::nullopt;
}

std::string name_of_module(const WorkspaceLanguages& languages, const language::Language& language,
                           const FileInfo& info) {
    std::string name = language.id + '\n';
    if (const auto group = group_of(languages, language, info.path)) return name + group->name;
    if (language.modules.join == language::Join::Folder)
        name += folder_of(info.path);
    else
        name += info.path.empty() ? std::to_string(info.id.value) : info.path;
    return name;
}

bool is_current(const WorkspaceLanguages& languages, const Snapshot& snapshot) {
    return std::ranges::all_of(languages.inputs, [&](const auto& input) {
        const FileState* state = snapshot.file(input.first);
        return state && state->revision() == input.second;
    });
}

using Additions = language::Language::Additions;

Additions additions_for(const Snapshot& snapshot, const language::Language& language) {
    Additions out;
    if (!language.modules.default_package.empty()) out.schemas = snapshot.schemas();
    if (const check::LanguageExtension* extension = extension_named(snapshot, language.native)) {
        out.schemas = extension->bodies(out.schemas);
        out.functions = extension->functions();
    }
    return out;
}

language::LanguagePtr with_additions(const Snapshot& snapshot, const language::LanguagePtr& language) {
    if (!language) return nullptr;
    const Additions additions = additions_for(snapshot, *language);
    return additions == Additions() ? language
                                    : snapshot.caches()->extended_languages.get(language, additions);
}

// The language of each file; a file without one of its own may have one because others name it.
std::vector<std::pair<const FileState*, language::LanguagePtr>> find_languages(
    const Snapshot& snapshot, const WorkspaceLanguages& languages, NamedFiles& named) {
    std::vector<std::pair<const FileState*, language::LanguagePtr>> out;
    for (const FileState* state : snapshot.files()) {
        language::LanguagePtr language = find_language(languages, *state);
        if (!language) continue;
        named.add(*state, language);
        out.emplace_back(state, std::move(language));
    }
    for (auto& [state, language] : out) {
        if (!language->recognition.is_fallback || !mark_of(*state).empty()) continue;
        if (language::LanguagePtr shown = named.language_of(state->info().path)) language = std::move(shown);
    }
    return out;
}

// Notes the folders above the one of a module that is a file.
void add_outer_folders(const std::string& id, std::string_view path, Membership& out) {
    std::string_view folder = folder_of(path);
    for (int depth = 0; depth < 100 && folder.size() > 1; ++depth) {
        folder = folder_of(folder.substr(0, folder.size() - 1));
        if (!out.outer_folders.insert(id + '\n' + std::string(folder)).second) return;
    }
}

std::shared_ptr<const Membership> find_membership(const Snapshot& snapshot) {
    MembershipCache& cache = snapshot.caches()->membership;
    if (auto known = cache.get(); known && known->names_revision == snapshot.names_revision() &&
                                  is_current(*known->languages, snapshot))
        return known;
    auto out = std::make_shared<Membership>();
    out->names_revision = snapshot.names_revision();
    out->languages = read_workspace_languages(snapshot);
    struct FileOfModule {
        bool is_override;
        std::size_t place;
        std::string_view path;
        FileId id;
    };
    std::unordered_map<std::string, std::vector<FileOfModule>> members;
    NamedFiles named;
    for (auto& [state, language] : find_languages(snapshot, *out->languages, named)) {
        const FileInfo& info = state->info();
        if (named.can_name(*language)) add_outer_folders(language->id, info.path, *out);
        language = with_additions(snapshot, language);
        out->alike[language->id + '\n' + std::string(folder_of(info.path))].push_back(info.id);
        out->folders[std::string(folder_of(info.path))].push_back(info.id);
        out->of_language[language->id].push_back(info.id);
        if (const std::string& set = language->modules.sets.language; !set.empty())
            out->with_values.insert(set + '\n' + std::string(folder_of(info.path)));
        if (info.options.syntax != syntax::Syntax::Template) {
            bool is_override = !language->modules.overrides.empty() &&
                               language::glob_matches(language->modules.overrides, info.path);
            const auto group = group_of(*out->languages, *language, info.path);
            members[name_of_module(*out->languages, *language, info)].push_back(
                {is_override, group ? group->place : 0, info.path, info.id});
        }
        out->language_of.emplace(info.id, std::move(language));
    }
    for (auto& [name, files] : out->alike)
        std::ranges::sort(files, {},
                          [&](FileId id) -> const std::string& { return snapshot.file(id)->info().path; });
    for (auto& [name, list] : members) {
        std::ranges::sort(list, [](const FileOfModule& a, const FileOfModule& b) {
            return std::tie(a.is_override, a.place, a.path) < std::tie(b.is_override, b.place, b.path);
        });
        std::vector<FileId>& ids = out->modules[name];
        for (const FileOfModule& member : list) ids.push_back(member.id);
    }
    cache.set(out);
    return out;
}

struct MembershipOfSnapshot {
    std::shared_ptr<const Membership> value;
};

const Membership& membership_of(const Snapshot& snapshot) {
    return *snapshot.memo()
                .get<MembershipOfSnapshot>([&] { return MembershipOfSnapshot{find_membership(snapshot)}; })
                .value;
}

std::span<const FileId> files_under(const Membership::FilesByName& table, const std::string& name) {
    const auto found = table.find(name);
    return found == table.end() ? std::span<const FileId>() : found->second;
}

}  // namespace

const language::LanguagePtr& builtin_by_content(const FileState& state) {
    return state.beginning()
        ->get<LanguageOfContent>([&] {
            return LanguageOfContent{language::LanguageSet::builtin().of_content(beginning_of(state))};
        })
        .builtin;
}

const WorkspaceLanguages& workspace_languages(const Snapshot& snapshot) {
    return *membership_of(snapshot).languages;
}

bool same_language_hints(const MembershipCache& cache, const FileState& a, const FileState& b) {
    if (mark_of(a) != mark_of(b) || looks_foreign(a) != looks_foreign(b)) return false;
    const FileInfo& info = b.info();
    const language::LanguagePtr& named = builtin_by_name(b);
    if (builtin_by_name(a) != named) return false;
    if (named && !named->recognition.is_fallback) return names_same_files(a, b, *named);
    if (builtin_by_content(a) != builtin_by_content(b)) return false;
    const std::shared_ptr<const Membership> known = cache.get();
    if (!known) return true;
    auto associated = associated_with(*known->languages, info.path);
    return associated_by_content(associated, a) == associated_by_content(associated, b);
}

language::LanguagePtr language_of(const Snapshot& snapshot, const FileState& state) {
    const Membership& members = membership_of(snapshot);
    auto it = members.language_of.find(state.id());
    return it == members.language_of.end() ? nullptr : it->second;
}

std::string unknown_language_of(const Snapshot& snapshot, const FileState& state) {
    const std::string& mark = mark_of(state);
    if (mark.empty()) return {};
    auto associated = associated_with(workspace_languages(snapshot), state.info().path);
    return marked(mark, associated) ? std::string() : mark;
}

const WorkspaceConfig::Missing* missing_language_of(const Snapshot& snapshot, const FileState& state) {
    const std::string& path = state.info().path;
    if (file_name_of(path) == kConfigName || !mark_of(state).empty()) return nullptr;
    for (const WorkspaceConfig& config : workspace_languages(snapshot).configs) {
        if (!path.starts_with(config.folder)) continue;
        const std::string relative = path.substr(config.folder.size());
        for (const auto& association : config.associations)
            if (matches_any(association.files, relative)) return nullptr;
        for (const auto& missing : config.missing)
            if (matches_any(missing.files, relative)) return &missing;
    }
    return nullptr;
}

std::string module_name(const Snapshot& snapshot, const FileState& state) {
    language::LanguagePtr language = language_of(snapshot, state);
    return language ? name_of_module(workspace_languages(snapshot), *language, state.info()) : std::string();
}

bool starts_paths(const Snapshot& snapshot, const language::Language& language, std::string_view path) {
    const std::vector<std::string>& names = language.recognition.files;
    const bool has_name = !names.empty() && (file_name_of(path) == names.front() ||
                                             file_name_of(path) == names.front() + ".json");
    return has_name &&
           !membership_of(snapshot).outer_folders.contains(language.id + '\n' + std::string(folder_of(path)));
}

namespace {

// What `find` finds in the folder or in the nearest folder around it.
template <typename Find>
std::string find_around(std::string folder, const Find& find) {
    for (int depth = 0; depth < 100 && folder.size() > 1; ++depth) {
        if (std::string found = find(folder); !found.empty()) return found;
        folder.pop_back();
        folder.resize(folder_of(folder).size());
    }
    return {};
}

std::string folder_around(std::string_view folder) {
    return std::string(folder_of(folder.substr(0, folder.size() - (folder.size() > 1))));
}

// The modules that were looked for in the folders above a folder.
struct FoundAbove {
    struct Table {
        std::mutex mutex;
        std::unordered_map<std::string, std::string> names;
    };
    std::unique_ptr<Table> table = std::make_unique<Table>();
};

// Finds modules that are files by what other files write.
struct FileNames {
    const Snapshot& snapshot;
    const language::Language& from;
    std::string prefix = from.id + '\n';

    // The file, or the one in the folder that has a name of the language; empty when there is none.
    std::string find(std::string there) const {
        while (there.size() > 1 && there.ends_with('/')) there.pop_back();
        if (!files_of_module(snapshot, prefix + there).empty()) return prefix + there;
        for (const std::string& name : from.recognition.files)
            if (name.find_first_of("*?[{/") == std::string::npos)
                if (std::string inside = prefix + there + '/' + name;
                    !files_of_module(snapshot, inside).empty())
                    return inside;
        return {};
    }

    // In the nearest of the folders above. Kept, because each unit asks several times.
    std::string find_above(std::string_view folder, std::string_view name) const {
        FoundAbove::Table& known = *snapshot.memo().get<FoundAbove>([] { return FoundAbove(); }).table;
        std::string asked = prefix + std::string(folder) + '\n' + std::string(name);
        {
            std::lock_guard lock(known.mutex);
            if (const auto it = known.names.find(asked); it != known.names.end()) return it->second;
        }
        std::string found = find_around(folder_around(folder),
                                        [&](const std::string& at) { return find(at + std::string(name)); });
        std::lock_guard lock(known.mutex);
        return known.names.emplace(std::move(asked), std::move(found)).first->second;
    }
    // In the nearest folder in which the path leads somewhere.
    std::string find_in_repository(std::string_view folder, std::string_view written) const {
        return find_around(std::string(folder),
                           [&](const std::string& at) { return find(path_from(at, written)); });
    }
    // The path that is written behind a file above; empty when there is no such file.
    std::string path_from_above(std::string_view folder, std::string_view written) const {
        written.remove_prefix(language::kInParents.size());
        const std::size_t rest = written.find(language::kFromThere);
        std::string above = find_above(folder, written.substr(0, rest));
        if (above.empty()) return {};
        above.erase(0, prefix.size());
        if (rest == std::string_view::npos) return above;
        return path_from(above + '/', written.substr(rest + language::kFromThere.size()));
    }
};

// The name of a module that is a file, as another file writes it (language/call_folder.h).
std::string name_of_file(const Snapshot& snapshot, const language::Language& from, std::string_view path,
                         std::string_view written) {
    const FileNames names{snapshot, from};
    if (written.starts_with(language::kFromUser)) {
        const std::string_view rest = written.substr(1);
        if (!rest.starts_with(language::kInRepository) && !starts_paths(snapshot, from, path))
            return names.prefix + std::string(written);
        written = rest;
    }
    const std::string_view folder = folder_of(path);
    std::string there;
    if (written.starts_with(language::kInRepository)) {
        std::string found = names.find_in_repository(folder, written.substr(language::kInRepository.size()));
        return found.empty() ? names.prefix + std::string(written) : found;
    }
    if (written.starts_with(language::kInParents)) {
        there = names.path_from_above(folder, written);
        if (there.empty())
            return names.prefix + std::string(written.substr(
                                      0, written.find(language::kFromThere, language::kInParents.size())));
    } else {
        there = path_from(std::string(folder), written);
    }
    std::string found = names.find(there);
    return found.empty() ? names.prefix + there : found;
}

// A path that begins with a name of the file.
NamedTarget path_of_named(const Snapshot& snapshot, const language::Language& from, std::string_view path,
                          std::string_view written) {
    const std::span<const FileId> own = files_of_module(snapshot, from.id + '\n' + std::string(path));
    const FileState* file = own.empty() ? nullptr : snapshot.file(own.front());
    if (!file) return {};
    return without_name(*file->tree(), from, written, [&](const std::string& there) -> syntax::FilePtr {
        const std::span<const FileId> files =
            files_of_module(snapshot, name_of_file(snapshot, from, path, there));
        const FileState* other = files.empty() ? nullptr : snapshot.file(files.front());
        return other ? other->tree() : nullptr;
    });
}

}  // namespace

std::string name_of_foreign(const Snapshot& snapshot, const language::Language& from, std::string_view path,
                            std::string_view folder, std::string_view language) {
    if (folder.starts_with(language::kOtherLanguage)) {
        const std::size_t end = folder.find(language::kOtherLanguage, 1);
        return name_of_foreign(snapshot, from, path, folder.substr(end + 1), folder.substr(1, end - 1));
    }
    const std::size_t mark = folder.starts_with(language::kFromUser);
    if (folder.substr(mark).starts_with(language::kNamed)) {
        const auto [known, is_certain] = path_of_named(snapshot, from, path, folder.substr(mark));
        std::string unknown = from.id + '\n' + std::string(path) + std::string(folder);
        if (known.empty()) return unknown;
        std::string name =
            name_of_foreign(snapshot, from, path, std::string(folder.substr(0, mark)) + known, language);
        // Other values can be addresses: they are paths if something is there.
        const bool is_path =
            is_certain && (known.starts_with('.') || known.starts_with(language::kInParents) ||
                           known.starts_with(language::kInRepository));
        return is_path || !files_of_module(snapshot, name).empty() ? name : unknown;
    }
    if (language.empty() && from.modules.join == language::Join::File)
        return folder.empty() ? from.id + '\n' + std::string(path)
                              : name_of_file(snapshot, from, path, folder);
    if (!folder.empty() && !language.empty())
        if (const language::LanguagePtr other = language::LanguageSet::builtin().find(language);
            other && other->modules.join == language::Join::File)
            return name_of_file(snapshot, *other, path, folder);
    std::string home(folder_of(path));
    // In the same folder, a module that is a file: if it is the only one.
    if (folder.empty() && !language.empty())
        if (auto it = membership_of(snapshot).alike.find(std::string(language) + '\n' + home);
            it != membership_of(snapshot).alike.end() && it->second.size() == 1)
            if (std::string name =
                    std::string(language) + '\n' + snapshot.file(it->second.front())->info().path;
                !files_of_module(snapshot, name).empty())
                return name;
    if (folder.starts_with(language::kDownloaded)) {
        const check::Download found = download_of(snapshot, home, folder);
        const bool fits = found.state == check::Download::State::Fits;
        return from.id + '\n' + (fits ? found.folder : home + std::string(folder));
    }
    const std::string prefix = std::string(language.empty() ? std::string_view(from.id) : language) + '\n';
    if (folder.starts_with(language::kInParents)) {
        std::string there = FileNames{snapshot, from}.path_from_above(home, folder);
        if (there.empty()) return prefix + std::string(folder);
        return prefix + there + (there.ends_with('/') ? "" : "/");
    }
    auto name_at = [&](const std::string& at, std::string_view relative) {
        std::string there = relative.empty() ? at : path_from(at, relative);
        if (!there.ends_with('/')) there += '/';
        return prefix + there;
    };
    if (!folder.starts_with(language::kInRepository)) return name_at(home, folder);
    std::string found = find_around(home, [&](const std::string& at) {
        std::string name = name_at(at, folder.substr(language::kInRepository.size()));
        return files_of_module(snapshot, name).empty() ? std::string() : name;
    });
    return found.empty() ? prefix + std::string(folder) : found;
}

bool is_known_place(std::string_view name) {
    const std::string_view path = name.substr(name.find('\n') + 1);
    return !path.starts_with(language::kInParents) && !path.starts_with(language::kInRepository) &&
           path.find(language::kNamed) == std::string_view::npos;
}

std::string written_folder(const Snapshot& snapshot, const language::Language& from, std::string_view path,
                           std::string_view written) {
    const std::string_view folder = folder_of(path);
    if (written.starts_with(language::kNamed)) {
        const std::string known = path_of_named(snapshot, from, path, written).path;
        return known.empty() ? known : written_folder(snapshot, from, path, known);
    }
    if (written.starts_with(language::kInParents))
        return FileNames{snapshot, from}.path_from_above(folder, written);
    if (written != language::kInRepository.substr(0, 1)) return path_from(std::string(folder), written);
    std::string_view root;
    for (const std::string& one : snapshot.roots())
        if (path.starts_with(one) && one.size() > root.size()) root = one;
    return std::string(root);
}

std::span<const FileId> files_of_module(const Snapshot& snapshot, const std::string& name) {
    return files_under(membership_of(snapshot).modules, name);
}

std::size_t count_modules(const Snapshot& snapshot) {
    return membership_of(snapshot).modules.size();
}

std::size_t files_alike(const Snapshot& snapshot, const FileState& state) {
    const language::LanguagePtr language = language_of(snapshot, state);
    if (!language) return 1;
    const std::string name = language->id + '\n' + std::string(folder_of(state.info().path));
    auto it = membership_of(snapshot).alike.find(name);
    const std::size_t count = it == membership_of(snapshot).alike.end() ? 1 : it->second.size();
    // When files come to the folder, dependents_of() finds this one.
    if (count >= check::kFilesWithFullShare) snapshot.caches()->calls.add(module_name(snapshot, state), name);
    return count;
}

std::span<const FileId> files_in_folder(const Snapshot& snapshot, const std::string& folder) {
    return files_under(membership_of(snapshot).folders, folder);
}

bool has_values_beside(const Snapshot& snapshot, const FileState& state) {
    const language::LanguagePtr language = language_of(snapshot, state);
    return language && membership_of(snapshot).with_values.contains(
                           language->id + '\n' + std::string(folder_of(state.info().path)));
}

std::span<const FileId> files_of_language(const Snapshot& snapshot, const std::string& id) {
    return files_under(membership_of(snapshot).of_language, id);
}

const FileState* first_file_from(const Snapshot& snapshot, std::string_view path) {
    const auto path_of = [&](FileId id) -> std::string_view { return snapshot.file(id)->info().path; };
    const std::vector<FileId>& all = membership_of(snapshot).by_path.get([&] {
        const std::vector<const FileState*> files = snapshot.files();
        std::vector<FileId> ids(files.size());
        std::ranges::transform(files, ids.begin(), &FileState::id);
        std::ranges::sort(ids, {}, path_of);
        return ids;
    });
    const auto found = std::ranges::lower_bound(all, path, {}, path_of);
    return found == all.end() ? nullptr : snapshot.file(*found);
}

std::span<const FileId> files_in_folder(const Snapshot& snapshot, const FileState& state,
                                        std::string_view folder, std::string_view language) {
    std::string there = path_from(std::string(folder_of(state.info().path)), folder);
    if (!there.empty() && !there.ends_with('/')) there += '/';
    const std::string name = std::string(language) + '\n' + there;
    snapshot.caches()->calls.add(module_name(snapshot, state), name);
    return files_under(membership_of(snapshot).alike, name);
}

namespace {

// The files of these modules and of all that call them, directly or not.
std::vector<FileId> files_calling(const Snapshot& snapshot, const std::vector<std::string>& names) {
    const Membership& members = membership_of(snapshot);
    std::vector<FileId> out;
    for (const std::string& name : snapshot.caches()->calls.callers_of(names))
        if (auto it = members.modules.find(name); it != members.modules.end())
            out.insert(out.end(), it->second.begin(), it->second.end());
    return out;
}

// Adds the names of modules that calls look for in the folder of the repository, that are not there yet, and
// that the files may be.
void add_absent_in_repository(const Snapshot& snapshot, std::span<const ChangedFile> changed,
                              std::set<std::string>& names) {
    for (std::string& name : snapshot.caches()->calls.all_called()) {
        const std::size_t path = name.find('\n') + 1;
        if (path == 0 || name.compare(path, language::kInRepository.size(), language::kInRepository) != 0)
            continue;
        const std::string_view end = std::string_view(name).substr(path + language::kInRepository.size() - 1);
        const bool may_be_there = std::ranges::any_of(changed, [&](const ChangedFile& file) {
            const std::string_view folder = folder_of(file.path);
            return file.path.ends_with(end) || folder.substr(0, folder.size() - 1).ends_with(end);
        });
        if (may_be_there) names.insert(std::move(name));
    }
}

}  // namespace

std::vector<FileId> dependents_of(const Snapshot& snapshot, std::span<const ChangedFile> changed,
                                  bool names_changed) {
    const Membership& members = membership_of(snapshot);
    std::set<std::string> names;
    for (std::string& name : modules_locked_anew(snapshot, changed)) names.insert(std::move(name));
    if (names_changed) add_absent_in_repository(snapshot, changed, names);
    std::set<std::string, std::less<>> folders;
    for (std::string& folder : folders_of_changed(snapshot, changed)) folders.insert(std::move(folder));
    for (const ChangedFile& file : changed) {
        if (const FileState* state = snapshot.file(file.id)) names.insert(module_name(snapshot, *state));
        if (!names_changed) continue;
        // Where modules are files, calls name the file, its folder, or a file in the folders above.
        const std::string folder(folder_of(file.path));
        folders.insert(
            {folder, file.path, std::string(language::kInParents) + std::string(file_name_of(file.path))});
        if (folder.size() > 1) folders.insert(folder.substr(0, folder.size() - 1));
    }
    if (!folders.empty()) {
        auto add_if_there = [&](const std::string& name) {
            const std::string_view path = std::string_view(name).substr(name.find('\n') + 1);
            // A file can be found because it is the only one in its folder.
            if (folders.contains(path) || (names_changed && folders.contains(folder_of(path))))
                names.insert(name);
        };
        for (const auto& [name, files] : members.modules) add_if_there(name);
        for (const std::string& name : snapshot.caches()->calls.all_called()) add_if_there(name);
        // Files may have been added to or removed from a group of the configuration.
        for (const WorkspaceConfig& config : members.languages->configs)
            for (const auto& association : config.associations)
                for (std::size_t g = 0; g < association.together.size(); ++g)
                    names.insert(association.language->id + '\n' + config.folder + '\n' + std::to_string(g));
    }
    return files_calling(snapshot, {names.begin(), names.end()});
}

std::vector<FileId> dependents_of_absent(const Snapshot& snapshot) {
    const Membership& members = membership_of(snapshot);
    std::vector<std::string> names = snapshot.caches()->calls.all_called();
    std::erase_if(names, [&](const std::string& name) { return members.modules.contains(name); });
    return files_calling(snapshot, names);
}

std::vector<FileId> first_files_of_modules(const Snapshot& snapshot, std::string_view language) {
    std::vector<FileId> out;
    const Membership& members = membership_of(snapshot);
    for (const auto& [name, files] : members.modules) {
        const language::Language& own = *members.language_of.at(files.front());
        if (own.id == language || gives_values_to(own, language)) out.push_back(files.front());
    }
    std::ranges::sort(out, PathOrder(snapshot));
    return out;
}

language::LanguagePtr language_called(const Snapshot& snapshot, const FileState& state, std::string_view id) {
    for (const WorkspaceConfig& config : workspace_languages(snapshot).configs)
        for (const WorkspaceConfig::Association& association : config.associations)
            if (association.language->id == id && state.info().path.starts_with(config.folder))
                return with_additions(snapshot, association.language);
    return with_additions(snapshot, language::LanguageSet::builtin().find(id));
}

bool is_configuration(const Snapshot& snapshot, std::string_view path) {
    const std::string_view name = file_name_of(path);
    return name == kConfigName || path.ends_with(kPackEnding) ||
           std::ranges::any_of(snapshot.extensions(),
                               [&](const auto& one) { return !name.empty() && one->rules_file() == name; });
}

bool is_foreign(const Snapshot& snapshot, const FileState& state) {
    return looks_foreign(state) && !language_of(snapshot, state);
}

}  // namespace hcl::world
