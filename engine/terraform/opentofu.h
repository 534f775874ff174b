// The program that a file is for: Terraform and OpenTofu read the same files, and each has what the other
// lacks. Private to terraform/.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "engine/check/language_extension.h"

namespace hcl::terraform {

// Either: nothing in the workspace tells.
enum class Program : std::uint8_t { Either, Terraform, OpenTofu };

// By the file's name, otherwise by the registry in the lock file of the module, or by the files of managers
// of versions.
Program program_of(const bind::Module& module, const bind::ModuleFile& file);
// Whether a unit of Terragrunt runs the module, which runs OpenTofu unless it is told otherwise.
bool is_run_by_terragrunt(const check::ExtensionContext& context);

// Whether the path is of a file that only OpenTofu reads.
bool is_read_by_opentofu_alone(std::string_view path);
// The path of the file that counts in its place for the other of the two programs: Terraform reads "main.tf",
// and OpenTofu reads "main.tofu" beside it instead. Empty for other files.
std::string path_of_twin(std::string_view path);

// Whether only OpenTofu has the argument or block in a module, by the types of the blocks around and its
// name.
bool is_only_of_opentofu(std::string_view path);

// Functions that only OpenTofu has.
std::span<const std::string_view> functions_of_opentofu();

// A unit with arguments, blocks, names or functions that only OpenTofu has.
bool needs_opentofu(const bind::BoundUnit& unit);

}  // namespace hcl::terraform
