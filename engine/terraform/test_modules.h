// The modules that the runs of a test file test, and the names in a file that belong to other modules.
// Private to terraform/.
#pragma once

#include <string>
#include <vector>

#include "engine/terraform/rules.h"

namespace hcl::terraform {

// The path of a folder as the test file would write it: they count from the tested module, and tests lie
// there, in its folder "tests", or in one that `-test-directory` names: one without a module of its own.
std::string from_test(const check::ExtensionContext& context, const std::string& path,
                      const std::string& source);

// The folder of another module that a run tests; empty: none, or it is not in a folder.
std::string folder_of_module(const RuleInput& input, const bind::UnitSlot& slot,
                             const bind::BoundBlock& block);

// The other module that a run tests, or that of the file; null: it is not known.
bind::ModulePtr tested_by(const RuleInput& input, const bind::UnitSlot& slot, const bind::BoundBlock& run);

// The folders that a file of tests names.
std::vector<check::ExtensionPath> paths_of_test(const check::ExtensionContext& context, FileId file);

// In a file of tests: what belongs to the tested modules. In others: the configurations of providers that
// called modules declare.
std::vector<check::ExtensionName> names_of_other_modules(const check::ExtensionContext& context, FileId file);

}  // namespace hcl::terraform
