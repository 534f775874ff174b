// Where the project's own files lie: tests read fixtures, sources and documents from there.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace hcl::test {

// The root of the source tree: HCL_SOURCE_DIR of the environment, else the tree that was built.
const std::filesystem::path& source_root();

std::string read_whole_file(const std::filesystem::path& path);

// A language that several tests and fixtures use: tests/fixtures/shared/NAME.
std::string shared_pack(std::string_view name);

}  // namespace hcl::test
