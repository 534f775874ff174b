// Runs every fuzz target on its committed seeds, so that a broken target is found without the fuzzer; and one
// target on random inputs (`hcl-tests fuzz TARGET`), where there is no fuzzer or its coverage is not needed.
#include <doctest/doctest.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <string>

#include "tests/fuzz/target.h"
#include "tests/harness/paths.h"

namespace hcl::fuzz {

namespace {
std::map<std::string, Target>& targets() {
    static std::map<std::string, Target> all;
    return all;
}
}  // namespace

Registration::Registration(const char* name, Target target) {
    targets()[name] = target;
}

int run_random(int argc, char** argv) {
    auto found = argc > 0 ? targets().find(argv[0]) : targets().end();
    if (found == targets().end()) {
        std::fputs("usage: hcl-tests fuzz TARGET [SECONDS] [SEED] [LENGTH]\ntargets:", stderr);
        for (const auto& [name, target] : targets()) std::fprintf(stderr, " %s", name.c_str());
        std::fputs("\n", stderr);
        return 2;
    }
    double seconds = argc > 1 ? std::atof(argv[1]) : 10;
    std::mt19937_64 random(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
    std::size_t longest = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 200;
    using Clock = std::chrono::steady_clock;
    auto end = Clock::now() + std::chrono::duration<double>(seconds);
    std::size_t rounds = 0;
    for (; Clock::now() < end; ++rounds) {
        std::string input(random() % (longest + 1), '\0');
        for (char& c : input) c = static_cast<char>(random());
        found->second(input);
    }
    std::printf("%s: %zu random inputs, none failed\n", argv[0], rounds);
    return 0;
}

TEST_CASE("fuzz targets hold on their seeds") {
    namespace fs = std::filesystem;
    for (const auto& [name, target] : targets()) {
        CAPTURE(name);
        target("");
        fs::path folder = hcl::test::source_root() / "tests/fuzz/seeds" / name;
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
