#include "engine/world/extension_lookup.h"

#include "engine/base/path.h"
#include "engine/world/language_lookup.h"
#include "engine/world/module_lookup.h"

namespace hcl::world {

ExtensionOf extension_of(const Snapshot& snapshot, const bind::ModulePtr& module, const Cancel& cancel) {
    ExtensionOf out{nullptr, {module, {}, snapshot.schemas(), {}, cancel}};
    if (!module || module->language().native.empty() || module->files().empty()) return out;
    for (const auto& extension : snapshot.extensions())
        if (extension->name() == module->language().native) out.extension = extension.get();
    if (!out.extension) return out;
    const std::string path = module->files().front().input.path;
    out.context.folder = folder_of(path);
    out.context.other = [&snapshot, &cancel, module, path](const std::string& folder) {
        const std::string name = name_of_foreign(module->language(), folder_of(path), folder, "");
        const std::span<const FileId> files = files_of_module(snapshot, name);
        check::ExtensionContext::Other other;
        if (!files.empty()) other.module = module_of(snapshot, files.front(), cancel);
        other.is_known = other.module != nullptr;
        return other;
    };
    return out;
}

}  // namespace hcl::world
