// Path patterns and ignore files. Separated by NUL: a path, and the lines of an ignore file, each of which is
// also matched as a pattern. The rules of a file say what the last of its lines says that matches alone.
#include <string>
#include <string_view>

#include "engine/base/check.h"
#include "engine/base/glob.h"
#include "server/host/ignore.h"
#include "tests/fuzz/target.h"

namespace {

using namespace hcl;
using Verdict = server::IgnoreRules::Verdict;

// The path as a pattern that matches it alone.
std::string escaped(std::string_view path) {
    std::string out;
    for (char c : path) {
        if (std::string_view("*?[]{},\\!").find(c) != std::string_view::npos) out += '\\';
        out += c;
    }
    return out;
}

}  // namespace

HCL_FUZZ_TARGET(patterns) {
    const std::size_t split = std::min(input.find('\0'), input.size());
    const std::string_view path = input.substr(0, split);
    const std::string_view text = input.substr(std::min(split + 1, input.size()));

    HCL_CHECK(match_glob(escaped(path), path));
    HCL_CHECK(match_glob("**", path));

    const server::IgnoreRules rules = server::IgnoreRules::parse(text);
    for (const bool is_folder : {false, true}) {
        Verdict last = Verdict::None;
        bool is_bounded = true;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            const std::string_view line = text.substr(at, end - at);
            at = end + 1;
            match_glob(line, path);
            match_glob(line, path, {.braces = false});
            fault_of_glob(line);
            const Verdict one = server::IgnoreRules::parse(line).match(path, is_folder);
            if (one == Verdict::TooLong) is_bounded = false;
            if (one != Verdict::None) last = one;
        }
        const Verdict whole = rules.match(path, is_folder);
        // The steps for one path are those of all lines together.
        if (is_bounded && whole != Verdict::TooLong) HCL_CHECK(whole == last);
    }
}
