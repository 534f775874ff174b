// The documentation of a module as Markdown tables, in the layout that users of terraform-docs know.
#pragma once

#include <string>

#include "engine/bind/module.h"

namespace hcl::terraform {

// Requirements, providers, modules, resources, inputs and outputs; sections with nothing in them say so.
std::string document_module(const bind::Module& module);

}  // namespace hcl::terraform
