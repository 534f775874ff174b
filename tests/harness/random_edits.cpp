#include "tests/harness/random_edits.h"

#include <algorithm>
#include <iterator>

namespace hcl::test {

namespace {

// Fragments that are awkward in the middle of other text.
constexpr std::string_view kSnippets[] = {
    "{",         "}",           "[",
    "]",         "(",           ")",
    "\"",        "${",          "%{",
    "%{ if a }", "%{ endif }",  "<<EOT\n",
    "<<-EOT\n",  "EOT\n",       "\nEOT\n",
    "/*",        "*/",          "#",
    "//",        "\n",          "\r\n",
    "\r",        "=",           " = ",
    ".",         "...",         "a",
    " b ",       "0",           "1e",
    "::",        "for x in",    "null",
    "$",         "%",           "\\",
    "\\u00",     "é",           "😀",
    "e\xCC\x81", "\xFF",        "\xC3",
    "\t",        " ",           "a = 1\n",
    "b {}\n",    "b \"l\" {\n", "}\n",
    ",",         ":",           "?",
    "!",         "~",           "'",
    "`",         ";",           "\xEF\xBB\xBF",
    "true",      "[*]",         ".*",
    "0.1",
};

}  // namespace

Edit random_edit(std::minstd_rand& random, std::string_view text) {
    auto below = [&](std::size_t n) { return static_cast<std::uint32_t>(n == 0 ? 0 : random() % n); };
    std::uint32_t start = below(text.size() + 1);
    std::uint32_t length = std::min<std::uint32_t>(below(random() % 4 == 0 ? 40 : 3),
                                                   static_cast<std::uint32_t>(text.size()) - start);
    Edit edit{{start, start + length}, {}};
    if (random() % 4 != 0) edit.replacement = kSnippets[below(std::size(kSnippets))];
    if (random() % 6 == 0 && !text.empty()) edit.replacement += text.substr(below(text.size()), below(60));
    return edit;
}

Edit random_edit(std::mt19937& random, std::uint32_t size, std::span<const std::string> pieces) {
    auto pick = [&](std::size_t below) { return static_cast<std::uint32_t>(random() % below); };
    Edit edit;
    edit.range.start = pick(size + 1);
    edit.range.end = std::min(size, edit.range.start + (pick(3) == 0 ? pick(30) : pick(2)));
    if (pick(3) != 0) edit.replacement = pieces[pick(pieces.size())];
    return edit;
}

}  // namespace hcl::test
