// Runs every fuzz target on its committed seeds, so that a broken target is found without a fuzzer; and one
// target on random inputs (`hcl-tests fuzz TARGET`), for machines without libFuzzer: half of them begin with
// a seed.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
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

// The files of a folder in the order of their names, or one file.
std::vector<std::string> texts_of(const std::filesystem::path& path) {
    std::vector<std::filesystem::path> paths;
    if (std::filesystem::is_directory(path))
        for (const auto& entry : std::filesystem::directory_iterator(path)) paths.push_back(entry.path());
    else if (std::filesystem::exists(path))
        paths.push_back(path);
    std::ranges::sort(paths);
    std::vector<std::string> texts;
    texts.reserve(paths.size());
    for (const auto& each : paths) texts.push_back(text_of(each));
    return texts;
}

std::filesystem::path seeds_of(const std::string& name) {
    return hcl::test::source_root() / "tests/fuzz/seeds" / name;
}

// All inputs of a folder, and the time of the slowest.
int run_files(const char* name, Target target, const std::filesystem::path& path) {
    std::vector<std::string> inputs = texts_of(path);
    target("");  // what is made once for the process
    auto start = std::chrono::steady_clock::now();
    for (const std::string& input : inputs) target(input);
    double milliseconds =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    std::printf("%s: %zu inputs, %.3f ms each\n", name, inputs.size(),
                milliseconds / static_cast<double>(inputs.empty() ? 1 : inputs.size()));
    return 0;
}

// The input that runs, kept in a file when the target fails.
std::string running;

void keep_running(int signal) {
    int file = open("failed-input", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file >= 0) (void)!write(file, running.data(), running.size());
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

std::string random_input(std::mt19937_64& random, std::size_t longest,
                         const std::vector<std::string>& seeds) {
    std::string input(random() % (longest + 1), '\0');
    for (char& c : input) c = static_cast<char>(random());
    if (seeds.empty() || random() % 2 == 0) return input;
    std::string seed = seeds[random() % seeds.size()];
    for (std::uint64_t changed = random() % 4; changed > 0 && !seed.empty(); --changed)
        seed[random() % seed.size()] = static_cast<char>(random());
    return seed + input;
}

}  // namespace

int run_random(int argc, char** argv) {
    auto found = argc > 0 ? targets().find(argv[0]) : targets().end();
    if (found == targets().end()) {
        std::fputs(
            "usage: hcl-tests fuzz TARGET [SECONDS] [SEED] [LENGTH] [FOLDER_OF_SEEDS]\n"
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
    std::vector<std::string> seeds = texts_of(argc > 4 ? argv[4] : seeds_of(found->first));
    for (int signal : {SIGABRT, SIGSEGV}) std::signal(signal, keep_running);
    std::size_t rounds = 0;
    for (; Clock::now() < end; ++rounds) {
        running = random_input(random, longest, seeds);
        found->second(running);
    }
    std::printf("%s: %zu random inputs, none failed\n", argv[0], rounds);
    return 0;
}

TEST_CASE("fuzz targets hold on their seeds") {
    namespace fs = std::filesystem;
    for (const auto& [name, target] : targets()) {
        CAPTURE(name);
        target("");
        fs::path folder = seeds_of(name);
        if (!fs::is_directory(folder)) continue;
        for (const auto& entry : fs::directory_iterator(folder)) {
            std::string path = entry.path().string();
            CAPTURE(path);
            target(text_of(entry.path()));
        }
    }
}

}  // namespace hcl::fuzz
