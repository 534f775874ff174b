#include "engine/ide/annotation/other_files.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/path.h"
#include "engine/bind/resolution.h"
#include "engine/check/fallback_findings.h"
#include "engine/world/language_lookup.h"
#include "engine/world/module_lookup.h"

namespace hcl::ide {

namespace {

using world::FileState;
using world::Snapshot;

bool is_undeclared(const Diagnostic& found) {
    return found.code == DiagCode::UndeclaredName || found.code == DiagCode::UndeclaredText;
}

// A file of values that is usually given to the modules of a folder: one in it, at any depth, or in a folder
// beside it for such files.
bool is_usually_given(std::string_view path, std::string_view folder) {
    constexpr std::array<std::string_view, 8> kFolders{"vars",   "variables", "values",       "pkrvars",
                                                       "config", "configs",   "environments", "envs"};
    if (path.starts_with(folder)) return true;
    if (folder.size() < 2) return false;
    const std::string_view around = folder_of(folder.substr(0, folder.size() - 1));
    if (!path.starts_with(around)) return false;
    path.remove_prefix(around.size());
    return std::ranges::find(kFolders, path.substr(0, path.find('/'))) != kFolders.end();
}

// Whether a file of values that is usually given to the module sets the input.
bool is_set_by_values(const Snapshot& snapshot, const FileState& state, const bind::Module& module,
                      std::string_view input, const Cancel& cancel) {
    const std::string_view folder = folder_of(state.info().path);
    for (const FileState* other : snapshot.files()) {
        if (!is_usually_given(other->info().path, folder)) continue;
        const language::LanguagePtr language = world::language_of(snapshot, *other);
        if (!language || language->modules.sets.language != module.language().id) continue;
        const bind::ModulePtr values = world::module_of(snapshot, other->id(), cancel);
        const bind::ModuleFile* file = values ? values->file(other->id()) : nullptr;
        bool is_set = false;
        if (file)
            file->each_unit([&](const bind::UnitSlot& slot) {
                for (const std::uint32_t i : slot.unit->bodies[0].attributes)
                    is_set = is_set || slot.unit->attributes[i].name == input;
            });
        if (is_set) return true;
    }
    return false;
}

// An own value that the conditions of its input refuse is wrong only where nothing else is given.
bool counts_without_values(const Snapshot& snapshot, const FileState& state, const bind::Module& module,
                           Diagnostic& found, const Cancel& cancel) {
    const std::string_view kind = check::kind_with_fallbacks(module.language());
    if (kind.empty()) return true;
    const std::optional<check::OwnValue> own = check::own_value_at(module, kind, {state.id(), found.span});
    if (!own) return true;
    if (is_set_by_values(snapshot, state, module, own->input, cancel)) return false;
    if (own->is_placeholder) {
        found.severity = Severity::Warning;
        found.message += " So another value must be given.";
    }
    return true;
}

// Links to files, by the path of the file that they lead to.
struct LinksByOrigin {
    std::map<std::string, std::vector<FileId>, std::less<>> files{};

    static const LinksByOrigin& of(const Snapshot& snapshot) {
        return snapshot.memo().get<LinksByOrigin>([&] {
            LinksByOrigin out;
            for (const FileState* state : snapshot.files())
                if (!state->info().origin.empty()) out.files[state->info().origin].push_back(state->id());
            return out;
        });
    }
};

// Whether a name at the place is declared in the module.
bool is_declared_at(const bind::Module& module, FileId id, Span place) {
    const bind::ModuleFile* file = module.file(id);
    bool is_declared = false;
    if (file)
        file->each_unit([&](const bind::UnitSlot& slot) {
            for (const bind::Reference& reference : slot.unit->references)
                if (!is_declared && reference.span.shifted(slot.base).contains(place.start))
                    is_declared = !bind::resolve(module, slot, reference).symbols.empty();
        });
    return is_declared;
}

// Whether the name is declared where another folder has the same file, by a link.
bool is_declared_by_link(const Snapshot& snapshot, const FileState& state, Span place, const Cancel& cancel) {
    const LinksByOrigin& links = LinksByOrigin::of(snapshot);
    if (links.files.empty()) return false;
    const std::string& origin = state.info().origin.empty() ? state.info().path : state.info().origin;
    const auto found = links.files.find(origin);
    if (found == links.files.end()) return false;
    std::vector<FileId> same = found->second;
    if (!state.info().origin.empty())
        if (const FileState* target = world::first_file_from(snapshot, origin);
            target && target->info().path == origin)
            same.push_back(target->id());
    return std::ranges::any_of(same, [&](FileId id) {
        if (id == state.id()) return false;
        const bind::ModulePtr module = world::module_of(snapshot, id, cancel);
        return module && is_declared_at(*module, id, place);
    });
}

}  // namespace

bool counts_beside_others(const Snapshot& snapshot, const FileState& state, const bind::Module& module,
                          Diagnostic& found, const Cancel& cancel) {
    if (found.code == DiagCode::ConditionNotMet)
        return counts_without_values(snapshot, state, module, found, cancel);
    if (!is_undeclared(found)) return true;
    return !is_declared_by_link(snapshot, state, found.span, cancel);
}

}  // namespace hcl::ide
