#include "engine/base/suggest.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

namespace hcl {

namespace {

// The definition, without any optimisation.
std::uint32_t plain_distance(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::uint32_t>> table(a.size() + 1, std::vector<std::uint32_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i)
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                table[i][j] = static_cast<std::uint32_t>(i + j);
                continue;
            }
            std::uint32_t cost = table[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            cost = std::min({cost, table[i - 1][j] + 1, table[i][j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                cost = std::min(cost, table[i - 2][j - 2] + 1);
            table[i][j] = cost;
        }
    return table[a.size()][b.size()];
}

std::string random_name(std::mt19937& random, std::size_t longest) {
    std::string name(random() % longest + 1, ' ');
    for (char& c : name) c = "abcA"[random() % 4];
    return name;
}

}  // namespace

TEST_CASE("suggest: distances are exact up to the limit") {
    CHECK(edit_distance("", "", 2) == 0);
    CHECK(edit_distance("kitten", "sitting", 3) == 3);
    CHECK(edit_distance("kitten", "sitting", 2) == 3);
    CHECK(edit_distance("ab", "ba", 2) == 1);
    CHECK(edit_distance("abc", "", 2) == 3);
    CHECK(edit_distance(std::string(1000, 'a'), std::string(1000, 'b'), 3) == 4);
}

TEST_CASE("suggest: the nearest name, in any order of the candidates") {
    std::array<std::string_view, 4> names = {"count", "instance_type", "image", "imagine"};
    CHECK(suggest("imgae", names) == "image");
    CHECK(suggest("instnce_type", names) == "instance_type");
    CHECK(suggest("Count", names) == "count");
    CHECK(suggest("x", names).empty());
    CHECK(suggest("something", names).empty());
}

TEST_CASE("suggest: distances are those of the definition") {
    std::mt19937 random(1);
    for (int i = 0; i < 20'000; ++i) {
        const std::string a = random_name(random, i % 10 == 0 ? 90 : 9);
        const std::string b = random_name(random, i % 10 == 0 ? 90 : 9);
        const std::uint32_t limit = random() % 5;
        CAPTURE(a);
        CAPTURE(b);
        REQUIRE(edit_distance(a, b, limit) == std::min(plain_distance(a, b), limit + 1));
    }
}

TEST_CASE("suggest: names that were prepared give the same answers") {
    std::mt19937 random(2);
    for (int i = 0; i < 2'000; ++i) {
        std::vector<std::string> names(random() % 12);
        KnownNames known;
        for (std::string& name : names) {
            name = random_name(random, 12);
            known.add(name);
        }
        const std::string given = random_name(random, 12);
        Suggester one_by_one(given);
        for (const std::string& name : names) one_by_one.offer(name);
        Suggester prepared(given);
        prepared.offer(known);
        CAPTURE(given);
        REQUIRE(prepared.best() == one_by_one.best());
    }
}

}  // namespace hcl
