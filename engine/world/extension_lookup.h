// Looks up the extension that the language of a file names, and builds its view of the file's module.
#pragma once

#include <functional>
#include <optional>

#include "engine/check/language_extension.h"
#include "engine/world/snapshot.h"

namespace hcl::world {

struct ExtensionOf {
    const check::LanguageExtension* extension =
        nullptr;  // null: the language names none, or one that this build lacks
    check::ExtensionContext context;
};
// The extension and context live as long as the snapshot.
ExtensionOf extension_of(const Snapshot& snapshot, const bind::ModulePtr& module, const Cancel& cancel);

}  // namespace hcl::world
