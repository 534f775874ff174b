// Any bytes, and any edit of them: the invariants of the parser hold.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "engine/base/check.h"
#include "engine/syntax/file/file_builder.h"
#include "tests/fuzz/target.h"
#include "tests/harness/syntax_check.h"

HCL_FUZZ_TARGET(syntax) {
    using namespace hcl;
    using namespace hcl::syntax;
    // The first bytes select the syntax and the place of the edit.
    if (input.size() < 4) return;
    auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(input[i]); };
    ParseOptions options;
    options.hcl1 = (byte(0) & 1) != 0;
    if ((byte(0) & 6) == 6) options.syntax = Syntax::Template;
    std::string_view text = input.substr(4);
    FilePtr file = File::parse(text, options);
    std::string problem = test::broken_invariant(*file, text);
    if (!problem.empty()) std::fprintf(stderr, "%s\n", problem.c_str());
    HCL_CHECK(problem.empty());

    // Parsing in any number of parts gives the same file.
    auto run = [](std::size_t parts, const std::function<void(std::size_t)>& work) {
        for (std::size_t i = parts; i-- > 0;) work(i);
    };
    FilePtr joined = FileBuilder::parse_in_parts(text, options, 2 + byte(1) % 4, run);
    HCL_CHECK(test::flattened(*joined) == test::flattened(*file));

    const auto size = static_cast<std::uint32_t>(text.size());
    std::uint32_t start = size == 0 ? 0 : (byte(1) * 256u + byte(2)) % (size + 1);
    std::uint32_t end = std::min(size, start + byte(3) % 8);
    std::uint32_t from = size == 0 ? 0 : (byte(2) * 256u + byte(3)) % (size + 1);
    Edit edit{{start, end}, std::string(text.substr(from, byte(1) % 12))};
    FilePtr edited = file->edited({&edit, 1});
    std::string new_text(text);
    new_text.replace(start, end - start, edit.replacement);
    FilePtr whole = File::parse(new_text, options);
    HCL_CHECK(test::flattened(*edited) == test::flattened(*whole));
}
