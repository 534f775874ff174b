// A pack and files from any bytes, and edits of all of them: nothing crashes or hangs, and what is found
// after each edit is what a fresh start finds. Parts of the input are separated by NUL: the pack, two files
// that it governs, one in JSON, and what chooses the edits.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "tests/fuzz/target.h"
#include "tests/harness/replay.h"

HCL_FUZZ_TARGET(replay) {
    std::vector<std::string> parts;
    for (std::size_t at = 0; at <= input.size() && parts.size() < 5;) {
        std::size_t end = parts.size() < 4 ? input.find('\0', at) : input.size();
        if (end == std::string_view::npos) end = input.size();
        parts.emplace_back(input.substr(at, end - at));
        at = end + 1;
    }
    parts.resize(5);
    std::vector<hcl::test::ReplayFile> files = {
        {"/w/.hcl-ls.hcl",
         "language \"t\" {\n  spec  = \"t.pack.hcl\"\n  files = [\"*.t.hcl\", \"*.t.hcl.json\"]\n}\n"},
        {"/w/t.pack.hcl", parts[0]},
        {"/w/a.t.hcl", parts[1]},
        {"/w/b.t.hcl", parts[2]},
        {"/w/c.t.hcl.json", parts[3]},
    };
    const std::string& choices = parts[4];
    std::size_t at = 0;
    std::uint32_t state = 1;
    auto pick = [&](std::uint32_t n) -> std::uint32_t {
        if (n < 2) return 0;
        if (at < choices.size()) state = state * 31 + static_cast<unsigned char>(choices[at++]);
        state = state * 1664525u + 1013904223u;
        return (state >> 8) % n;
    };
    std::string difference = hcl::test::replay(std::move(files), 6, pick);
    if (difference.empty()) return;
    std::fputs(difference.c_str(), stderr);
    std::abort();
}
