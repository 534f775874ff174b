// Runs every fuzz target on its committed seeds, so that a broken target is found without the fuzzer.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "tests/fuzz/target.h"

namespace hcl::fuzz {

namespace {
std::map<std::string, Target>& targets() {
    static std::map<std::string, Target> all;
    return all;
}
}  // namespace

Registration::Registration(const char* name, Target target) { targets()[name] = target; }

TEST_CASE("fuzz targets hold on their seeds") {
    namespace fs = std::filesystem;
    for (const auto& [name, target] : targets()) {
        CAPTURE(name);
        target("");
        fs::path folder = fs::path(HCL_SOURCE_DIR) / "tests/fuzz/seeds" / name;
        if (!fs::is_directory(folder)) continue;
        for (const auto& entry : fs::directory_iterator(folder)) {
            std::string path = entry.path().string();
            CAPTURE(path);
            std::ifstream in(path, std::ios::binary);
            target(std::string(std::istreambuf_iterator<char>(in), {}));
        }
    }
}

}  // namespace hcl::fuzz
