// Pages of the registry for types, providers and modules. Private to terraform/.
#pragma once

#include <string>
#include <vector>

#include "engine/check/language_extension.h"

namespace hcl::terraform {

// A link, in Markdown, to the page of the registry for the type at the place; empty when there is none.
std::string registry_link(const check::ExtensionContext& context, FileId file, std::uint32_t offset);

// The pages of all types, providers and modules that a file names.
std::vector<check::ExtensionLink> registry_links(const check::ExtensionContext& context, FileId file);

}  // namespace hcl::terraform
