#include "engine/world/extension_lookup.h"

#include "engine/world/caches.h"
#include "engine/world/cross_module.h"
#include "engine/world/language_lookup.h"
#include "engine/world/module_lookup.h"

namespace hcl::world {

const check::LanguageExtension* extension_named(const Snapshot& snapshot, std::string_view name) {
    if (name.empty()) return nullptr;
    for (const auto& extension : snapshot.extensions())
        if (extension->name() == name) return extension.get();
    return nullptr;
}

ExtensionOf extension_of(const Snapshot& snapshot, const bind::ModulePtr& module, const Cancel& cancel) {
    ExtensionOf out{nullptr, {module, snapshot.schemas(), {}, cancel}};
    if (!module || module->files().empty()) return out;
    out.extension = extension_named(snapshot, module->language().native);
    if (!out.extension) return out;
    out.context.is_lenient = snapshot.settings().rules_of(module->files()[0].input.path).is_lenient;
    out.context.other = [&snapshot, &cancel, module](const std::string& folder) {
        return foreign_module(snapshot, *module, folder, "", cancel);
    };
    out.context.in_language = [&snapshot, &cancel, module](const std::string& folder,
                                                           std::string_view language) {
        const bind::FileInput& first = module->files().front().input;
        // No name in the file refers to that module, so the graph does not know it otherwise.
        if (const FileState* state = snapshot.file(first.id))
            snapshot.caches()->calls.add(
                module_name(snapshot, *state),
                name_of_foreign(snapshot, module->language(), first.path, folder, language));
        return foreign_module(snapshot, *module, folder, language, cancel);
    };
    out.context.called = [&snapshot, &cancel](const bind::Module& from, std::string_view folder) {
        return foreign_module(snapshot, from, folder, "", cancel);
    };
    out.context.lacks = [&snapshot, module](const std::string& folder, std::string_view language) {
        const std::string name = name_of_foreign(snapshot, module->language(),
                                                 module->files().front().input.path, folder, language);
        std::string_view there = std::string_view(name).substr(name.find('\n') + 1);
        while (there.size() > 1 && there.ends_with('/')) there.remove_suffix(1);
        return files_of_module(snapshot, name).empty() && snapshot.known_folders().holds(there);
    };
    return out;
}

}  // namespace hcl::world
