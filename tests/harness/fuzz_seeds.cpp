// Runs every fuzz target on its committed seeds, so that a broken target is found without a fuzzer; and one
// target on random inputs (`hcl-tests fuzz TARGET`), for machines without libFuzzer.
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
#include <vector>

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

namespace {

std::string text_of(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
}

// All inputs of a folder, and the time of the slowest.
int run_files(const char* name, Target target, const std::filesystem::path& path) {
    std::vector<std::string> inputs;
    if (std::filesystem::is_directory(path))
        for (const auto& entry : std::filesystem::directory_iterator(path))
            inputs.push_back(text_of(entry.path()));
    else
        inputs.push_back(text_of(path));
    target("");  // what is made once for the process
    auto start = std::chrono::steady_clock::now();
    for (const std::string& input : inputs) target(input);
    double milliseconds =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    std::printf("%s: %zu inputs, %.3f ms each\n", name, inputs.size(),
                milliseconds / static_cast<double>(inputs.empty() ? 1 : inputs.size()));
    return 0;
}

}  // namespace

int run_random(int argc, char** argv) {
    auto found = argc > 0 ? targets().find(argv[0]) : targets().end();
    if (found == targets().end()) {
        std::fputs(
            "usage: hcl-tests fuzz TARGET [SECONDS] [SEED] [LENGTH]\n"
            "       hcl-tests fuzz TARGET FILE_OR_FOLDER\ntargets:",
            stderr);
        for (const auto& [name, target] : targets()) std::fprintf(stderr, " %s", name.c_str());
        std::fputs("\n", stderr);
        return 2;
    }
    if (argc > 1 && std::filesystem::exists(argv[1])) return run_files(argv[0], found->second, argv[1]);
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
            target(text_of(entry.path()));
        }
    }
}

}  // namespace hcl::fuzz
