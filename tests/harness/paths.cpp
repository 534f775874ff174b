#include "tests/harness/paths.h"

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace hcl::test {

const std::filesystem::path& source_root() {
    static const std::filesystem::path root = [] {
        const char* given = std::getenv("HCL_SOURCE_DIR");
        return std::filesystem::path(given && *given ? given : HCL_SOURCE_DIR);
    }();
    return root;
}

std::string read_whole_file(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string shared_pack(std::string_view name) {
    return read_whole_file(source_root() / "tests/fixtures/shared" / name);
}

}  // namespace hcl::test
