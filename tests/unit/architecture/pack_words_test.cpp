// The words of packs: how many there are, and their reference page.
#include <doctest/doctest.h>

#include <set>
#include <string>

#include "tests/harness/pack_words_doc.h"
#include "tests/harness/paths.h"

namespace hcl::test {
namespace {

TEST_CASE("packs: the number of words only falls") {
    // A new word takes the place of another: one idea, one word.
    constexpr std::size_t kMost = 79;
    const std::set<std::string> words = pack_words();
    std::string all;
    for (const std::string& word : words) all += (all.empty() ? "" : " ") + word;
    INFO(words.size(), " words: ", all);
    CHECK(words.size() <= kMost);
}

TEST_CASE("packs: the page of words is the one that is generated") {
    CHECK(read_whole_file(source_root() / "docs" / "pack-words.md") == pack_words_document());
}

}  // namespace
}  // namespace hcl::test
