#include "engine/world/extension_lookup.h"

#include "engine/world/cross_module.h"
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
    return out;
}

}  // namespace hcl::world
