#include "engine/world/extension_lookup.h"

#include "engine/world/cross_module.h"
#include "engine/world/module_lookup.h"

namespace hcl::world {

ExtensionOf extension_of(const Snapshot& snapshot, const bind::ModulePtr& module, const Cancel& cancel) {
    ExtensionOf out{nullptr, {module, snapshot.schemas(), {}, cancel}};
    if (!module || module->language().native.empty() || module->files().empty()) return out;
    for (const auto& extension : snapshot.extensions())
        if (extension->name() == module->language().native) out.extension = extension.get();
    if (!out.extension) return out;
    out.context.is_lenient = snapshot.settings().rules_of(module->files()[0].input.path).is_lenient;
    out.context.other = [&snapshot, &cancel, module](const std::string& folder) {
        return foreign_module(snapshot, *module, folder, "", cancel);
    };
    return out;
}

}  // namespace hcl::world
