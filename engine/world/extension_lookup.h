// Looks up the extension that the language of a file names, and builds its view of the file's module.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/check/language_extension.h"
#include "engine/world/snapshot.h"

namespace hcl::world {

struct ExtensionOf {
    const check::LanguageExtension* extension =
        nullptr;  // null: the language names none, or one that this build lacks
    check::ExtensionContext context;

    // Null when it has none for the module.
    std::shared_ptr<const eval::FunctionTable> functions() const {
        return extension ? extension->functions_of(context) : nullptr;
    }
};
// The extension of the host that packs call by this name; null when there is none.
const check::LanguageExtension* extension_named(const Snapshot& snapshot, std::string_view name);
// The extension and context live as long as the snapshot.
ExtensionOf extension_of(const Snapshot& snapshot, const bind::ModulePtr& module, const Cancel& cancel);

// The words of a file that name symbols of other modules, as its extension tells.
std::vector<check::ExtensionName> names_of_others(const Snapshot& snapshot, const bind::ModulePtr& module,
                                                  FileId file, const Cancel& cancel);
// The words in files of other modules that name one of these symbols, whose name this is.
std::vector<check::ExtensionUse> uses_by_extensions(const Snapshot& snapshot, const bind::Module& module,
                                                    const std::vector<bind::Symbol>& symbols,
                                                    const std::string& name, const Cancel& cancel);

}  // namespace hcl::world
