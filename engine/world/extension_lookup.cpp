#include "engine/world/extension_lookup.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/base/path.h"
#include "engine/base/suggest.h"
#include "engine/world/caches.h"
#include "engine/world/callers.h"
#include "engine/world/cross_module.h"
#include "engine/world/installed_modules.h"
#include "engine/world/language_lookup.h"
#include "engine/world/module_lookup.h"

namespace hcl::world {

const check::LanguageExtension* extension_named(const Snapshot& snapshot, std::string_view name) {
    if (name.empty()) return nullptr;
    for (const auto& extension : snapshot.extensions())
        if (extension->name() == name) return extension.get();
    return nullptr;
}

namespace {

// `name`: of the module that would be in the folder.
check::BareFolder bare_folder(const Snapshot& snapshot, const std::string& name) {
    using check::BareFolder;
    if (!files_of_module(snapshot, name).empty()) return BareFolder::Unknown;
    const std::size_t end_of_language = name.find('\n');
    const std::string_view language = std::string_view(name).substr(0, end_of_language);
    std::string folder = name.substr(end_of_language + 1);
    while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
    // Where modules are files, one of another language may be there.
    const bool is_file = folder.ends_with(".hcl") || folder.ends_with(".json");
    if (is_file && snapshot.disk() && snapshot.disk()->file(folder)->found == DiskAnswer::Found::File)
        return BareFolder::Unknown;
    if (snapshot.known_folders().holds(folder)) return BareFolder::Missing;
    const DiskAnswerPtr there = snapshot.disk() ? snapshot.disk()->folder(folder, 1) : nullptr;
    if (!there || there->found == DiskAnswer::Found::Unknowable) return BareFolder::Unknown;
    if (there->found != DiskAnswer::Found::Folder) return BareFolder::Missing;
    const bool has_any = std::ranges::any_of(there->files, [&](const std::string& file) {
        const language::LanguagePtr of = language::LanguageSet::builtin().of_file(folder + "/" + file, "");
        return of && of->id == language;
    });
    return has_any ? BareFolder::Unknown : BareFolder::Empty;
}

// The names of the files in the folders above the module's, where its paths start in its own.
std::set<std::string> names_above(const Snapshot& snapshot, const bind::Module& module) {
    std::set<std::string> names;
    const std::string& path = module.files().front().input.path;
    if (!starts_paths(snapshot, module.language(), path)) return names;
    for (std::string_view folder = folder_of(path); folder.size() > 1;) {
        folder = folder_of(folder.substr(0, folder.size() - 1));
        for (const FileId id : files_in_folder(snapshot, std::string(folder)))
            names.insert(std::string(file_name_of(snapshot.file(id)->info().path)));
    }
    return names;
}

// Asked for each call, so the answers are kept.
struct NamesAbove {
    std::optional<std::set<std::string>> names{};
    std::map<std::string, std::string> like{};
};

// Finds the modules that mention this one, lie beside it or call it.
void add_modules_around(const Snapshot& snapshot, const bind::ModulePtr& module, const Cancel& cancel,
                        check::ExtensionContext& context) {
    // Asked for each finding of some kinds, so the answer is kept.
    using Asked = std::pair<std::string, std::size_t>;
    auto known = std::make_shared<std::map<Asked, std::vector<bind::ModulePtr>>>();
    context.mentioning = [&snapshot, &cancel, module, known](std::string_view language, std::size_t most) {
        const auto [asked, is_new] = known->try_emplace(Asked(language, most));
        std::vector<bind::ModulePtr>& found = asked->second;
        if (!is_new) return found;
        const FileState* own = snapshot.file(module->files().front().input.id);
        for (FileId id : files_mentioning(snapshot, *module, language)) {
            if (found.size() == most) break;
            if (own)
                snapshot.caches()->calls.add(module_name(snapshot, *own),
                                             module_name(snapshot, *snapshot.file(id)));
            if (bind::ModulePtr other = module_of(snapshot, id, cancel)) found.push_back(std::move(other));
        }
        return found;
    };
    context.beside = [&snapshot, &cancel, module](std::string_view folder, std::string_view language) {
        std::vector<bind::ModulePtr> found;
        const FileState* own = snapshot.file(module->files().front().input.id);
        if (!own) return found;
        for (FileId id : files_in_folder(snapshot, *own, folder, language)) {
            bind::ModulePtr other = module_of(snapshot, id, cancel);
            if (other && std::ranges::find(found, other) == found.end()) found.push_back(std::move(other));
        }
        return found;
    };
    context.callers = [&snapshot, &cancel](const bind::Module& of, std::size_t most) {
        std::vector<bind::ModulePtr> found;
        for (const FileId id : files_calling(snapshot, of)) {
            if (found.size() == most) break;
            if (bind::ModulePtr caller = module_of(snapshot, id, cancel)) found.push_back(std::move(caller));
        }
        return found;
    };
}

}  // namespace

ExtensionOf extension_of(const Snapshot& snapshot, const bind::ModulePtr& module, const Cancel& cancel) {
    ExtensionOf out{nullptr, {module, snapshot.schemas(), {}, cancel}};
    if (!module || module->files().empty()) return out;
    out.extension = extension_named(snapshot, module->language().native);
    if (!out.extension) return out;
    out.context.workspace = &snapshot.memo();
    out.context.is_lenient = snapshot.settings().rules_of(module->files()[0].input.path).is_lenient;
    out.context.implied = [&snapshot, &cancel, module](const std::string& folder, std::string_view language) {
        const bind::FileInput& first = module->files().front().input;
        // No name in the file refers to that module, so the graph does not know it otherwise.
        if (const FileState* state = snapshot.file(first.id))
            snapshot.caches()->calls.add(
                module_name(snapshot, *state),
                name_of_foreign(snapshot, module->language(), first.path, folder, language));
        return foreign_module(snapshot, *module, folder, language, cancel);
    };
    add_modules_around(snapshot, module, cancel, out.context);
    out.context.alike = [&snapshot, module] {
        const FileState* state = snapshot.file(module->files().front().input.id);
        return state ? files_alike(snapshot, *state) : 1;
    };
    out.context.editor_language = [&snapshot](FileId id) {
        const FileState* state = snapshot.file(id);
        return state ? state->info().language : std::string();
    };
    out.context.called = [&snapshot, &cancel](const bind::Module& from, std::string_view folder) {
        return foreign_module(snapshot, from, folder, "", cancel);
    };
    out.context.bare = [&snapshot, module](const std::string& folder, std::string_view language) {
        const std::string name = name_of_foreign(snapshot, module->language(),
                                                 module->files().front().input.path, folder, language);
        return is_known_place(name) ? bare_folder(snapshot, name) : check::BareFolder::Unknown;
    };
    auto above = std::make_shared<NamesAbove>();
    out.context.like_above = [&snapshot, module, above](const std::string& name) -> std::string {
        if (!above->names) above->names = names_above(snapshot, *module);
        if (above->names->contains(name)) return {};
        auto [like, is_new] = above->like.try_emplace(name);
        if (is_new) like->second = SimilarNames({above->names->begin(), above->names->end()}).nearest(name);
        return like->second;
    };
    out.context.is_called = [&snapshot, module] { return is_called(snapshot, *module); };
    out.context.download = [&snapshot, module](const std::string& folder) {
        return download_of(snapshot, std::string(folder_of(module->files().front().input.path)), folder);
    };
    out.context.uses_elsewhere = [&snapshot, &cancel, module](const std::vector<bind::Symbol>& symbols,
                                                              const std::string& name) {
        return uses_by_extensions(snapshot, *module, symbols, name, cancel);
    };
    return out;
}

std::vector<check::ExtensionName> names_of_others(const Snapshot& snapshot, const bind::ModulePtr& module,
                                                  FileId file, const Cancel& cancel) {
    const ExtensionOf native = extension_of(snapshot, module, cancel);
    if (!native.extension) return {};
    return native.extension->names_of_others(native.context, file);
}

std::vector<check::ExtensionUse> uses_by_extensions(const Snapshot& snapshot, const bind::Module& module,
                                                    const std::vector<bind::Symbol>& symbols,
                                                    const std::string& name, const Cancel& cancel) {
    std::vector<check::ExtensionUse> out;
    for (const FileState* state : snapshot.files()) {
        const language::LanguagePtr language = language_of(snapshot, *state);
        if (!language || language->native.empty() || module.file(state->id())) continue;
        cancel.poll();
        // Nearly all files lack the word.
        const bool has_word = state->raw_text() ? state->raw_text()->find(name) != std::string::npos
                                                : state->tree()->text().find(name) != std::string::npos;
        if (!has_word) continue;
        const bind::ModulePtr other = module_of(snapshot, state->id(), cancel);
        if (!other) continue;
        for (const check::ExtensionName& one : names_of_others(snapshot, other, state->id(), cancel))
            if (std::ranges::any_of(one.symbols, [&](bind::Symbol symbol) {
                    return std::ranges::find(symbols, symbol) != symbols.end();
                }))
                out.push_back({other, state->id(), one.word, one.origin});
    }
    return out;
}

}  // namespace hcl::world
