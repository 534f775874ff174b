// What editors offer beyond every pack: links to documentation, blocks that follow a rename, refactorings.
// Private to terraform/.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/check/language_extension.h"

namespace hcl::terraform {

// The module that a `source` at the place names; nothing elsewhere.
std::optional<check::ExtensionDefinition> called_module(const check::ExtensionContext& context, FileId file,
                                                        std::uint32_t offset);

// A link to the page of the registry for the type at the place; empty when there is none.
std::string registry_link(const check::ExtensionContext& context, FileId file, std::uint32_t offset);

// A `moved` block, so that objects in the state keep their places; empty for what has none there.
std::string moved_block(const bind::Declaration& declaration, const std::vector<std::string>& from,
                        const std::vector<std::string>& to);

// `count` as `for_each`, with `moved` blocks and the references to instances; nested blocks as `dynamic`.
std::vector<check::ExtensionRefactoring> refactorings_at(const check::ExtensionContext& context, FileId file,
                                                         Span span);

}  // namespace hcl::terraform
