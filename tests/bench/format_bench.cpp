// How fast files are formatted: format-bench FILE... [--rounds=N]
//
// For each file and in sum: reading the text into a tree, finding the edits, and both with the new text, in
// MB/s of one thread (the best of some rounds).
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "engine/format/format.h"

namespace {

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Times {
    double parse = 0;
    double format = 0;
    double all = 0;
};

Times measure(const std::string& text, int rounds) {
    Times best{1e9, 1e9, 1e9};
    for (int i = 0; i < rounds; ++i) {
        double start = now();
        auto file = hcl::syntax::File::parse(text);
        double parsed = now();
        auto edits = hcl::format::format(*file);
        double formatted = now();
        std::string result = hcl::format::apply_edits(text, edits);
        double end = now();
        best.parse = std::min(best.parse, parsed - start);
        best.format = std::min(best.format, formatted - parsed);
        best.all = std::min(best.all, end - start);
        if (result.empty() && !text.empty()) std::abort();
    }
    return best;
}

void print(const char* name, double bytes, const Times& times) {
    std::printf("%10.3f MB   parse %7.1f   format %7.1f   parse, format and write %7.1f MB/s   %s\n",
                bytes / 1e6, bytes / 1e6 / times.parse, bytes / 1e6 / times.format, bytes / 1e6 / times.all,
                name);
}

}  // namespace

int main(int argc, char** argv) {
    int rounds = 20;
    Times sum;
    double bytes = 0;
    int files = 0;
    for (int i = 1; i < argc; ++i) {
        std::string_view argument = argv[i];
        if (argument.starts_with("--rounds=")) {
            rounds = std::max(1, std::atoi(argv[i] + 9));
            continue;
        }
        std::ifstream in(argv[i], std::ios::binary);
        std::string text(std::istreambuf_iterator<char>(in), {});
        if (!in || text.empty()) {
            std::printf("%s: cannot be read, or is empty\n", argv[i]);
            continue;
        }
        Times times = measure(text, rounds);
        if (argc < 20) print(argv[i], static_cast<double>(text.size()), times);
        sum.parse += times.parse;
        sum.format += times.format;
        sum.all += times.all;
        bytes += static_cast<double>(text.size());
        ++files;
    }
    if (files == 0) {
        std::puts("usage: format-bench FILE... [--rounds=N]");
        return 2;
    }
    print("all files", bytes, sum);
    return 0;
}
