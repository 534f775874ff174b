// Finds the callers of a module in the workspace.
#pragma once

#include <string>
#include <vector>

#include "engine/bind/module.h"
#include "engine/bind/module_files.h"
#include "engine/world/snapshot.h"

namespace hcl::world {

// The answer is noted: see called_otherwise().
bool is_called(const Snapshot& snapshot, const bind::Module& module);

// Where the relative paths of a module count from, whose name this is (language_lookup.h).
bind::WorkingFolders working_folders(const Snapshot& snapshot, const std::string& name);

// The files of modules that is_called() or working_folders() was asked of, and which other files call now.
std::vector<FileId> called_otherwise(const Snapshot& snapshot);

// The files that may call the module, or give values to its symbols without calling it, by path.
std::vector<FileId> files_giving_values(const Snapshot& snapshot, const bind::Module& module);

// The files that may call the module, also those that look for it in the folders above them or compute its
// path, by path.
std::vector<FileId> files_calling(const Snapshot& snapshot, const bind::Module& module);

// The files of another language with a path that ends in the folder of the module, by path: such a path can
// be a part of an expression, or lead to the repository of the module.
std::vector<FileId> files_mentioning(const Snapshot& snapshot, const bind::Module& module,
                                     std::string_view language);

}  // namespace hcl::world
