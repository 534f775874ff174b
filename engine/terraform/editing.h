// Editor features that packs cannot express: blocks that follow a rename, refactorings.
// Private to terraform/.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/check/language_extension.h"
#include "engine/terraform/place.h"

namespace hcl::terraform {

// The module that a `source` at the place names; nothing elsewhere.
std::optional<check::ExtensionDefinition> called_module(const check::ExtensionContext& context, FileId file,
                                                        std::uint32_t offset);

// `count` as `for_each`, with `moved` blocks and the references to instances; nested blocks as `dynamic`.
std::vector<check::ExtensionRefactoring> refactorings_at(const check::ExtensionContext& context, FileId file,
                                                         Span span);

// The blocks that a selection consists of, as a module in a new folder: variables for what they refer to,
// outputs for what refers to them, and `moved` blocks.
std::optional<check::ExtensionRefactoring> extraction_to_module(const check::ExtensionContext& context,
                                                                FileId file, Span selection);

// The number of instances of repeated blocks, where it is known and not written.
std::vector<check::ExtensionHint> instance_hints(const check::ExtensionContext& context, FileId file,
                                                 Span span);

// The version in a `provider` block at the place as a requirement of the module.
std::optional<check::ExtensionRefactoring> version_as_requirement(const check::ExtensionContext& context,
                                                                  const Place& place);

// Constraints on the versions of providers, made from those in the lock file.
std::vector<check::ExtensionRefactoring> pins_at(const check::ExtensionContext& context, const Place& place);

}  // namespace hcl::terraform
