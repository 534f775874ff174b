// Locates the project's own files: fixtures, sources, documents.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace hcl::test {

// The root of the source tree: HCL_SOURCE_DIR in the environment, else the tree of this build.
const std::filesystem::path& source_root();

std::string read_whole_file(const std::filesystem::path& path);

// A pack, or schemas of packages, that tests and fixtures share: tests/fixtures/shared/NAME.
std::string shared_pack(std::string_view name);

}  // namespace hcl::test
