// Tests the removal of properties of a JSON object.
#include "engine/check/insertion.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "engine/syntax/file/file.h"

namespace hcl::test {
namespace insertion_tests {
namespace {

std::string without(const std::string& text, std::span<const Span> places) {
    syntax::ParseOptions options;
    options.syntax = syntax::Syntax::Json;
    const syntax::FilePtr file = syntax::File::parse(text, options);
    const auto edits = check::removed_properties(*file, places);
    REQUIRE(edits);
    std::string out = text;
    std::uint32_t untouched = file->size();
    for (auto edit = edits->rbegin(); edit != edits->rend(); ++edit) {
        REQUIRE(edit->range.end <= untouched);
        untouched = edit->range.start;
        out.replace(edit->range.start, edit->range.end - edit->range.start, edit->replacement);
    }
    return out;
}

TEST_CASE("any properties of a JSON object go with their commas") {
    std::mt19937 dice(7);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same cases in every run
    const std::vector<std::string> blanks{"", " ", "\n  ", "\r\n\t"};
    auto blank = [&] { return blanks[dice() % blanks.size()]; };
    for (int round = 0; round < 500; ++round) {
        std::string text = "{\"outer\": {" + blank();
        nlohmann::json expected = nlohmann::json::object();
        std::vector<Span> places;
        const std::size_t count = 1 + (dice() % 5);
        for (std::size_t i = 0; i < count; ++i) {
            const std::string key = "k" + std::to_string(i);
            const auto start = static_cast<std::uint32_t>(text.size());
            text += "\"" + key + "\"" + blank() + ":" + blank() + R"({"a": [1, 2]})";
            if (dice() % 2 == 0)
                places.push_back({start, static_cast<std::uint32_t>(text.size())});
            else
                expected[key] = {{"a", {1, 2}}};
            text += blank() + (i + 1 < count ? "," : "") + blank();
        }
        text += "}}";
        CAPTURE(text);
        CHECK(nlohmann::json::parse(without(text, places)) == nlohmann::json{{"outer", expected}});
    }
}

TEST_CASE("lines of properties that go are not left empty") {
    const std::string text = "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}\n";
    auto place = [&](std::string_view property) {
        const auto start = static_cast<std::uint32_t>(text.find(property));
        return Span{start, start + static_cast<std::uint32_t>(property.size())};
    };
    const Span a = place("\"a\": 1");
    const Span b = place("\"b\": 2");
    const Span c = place("\"c\": 3");
    CHECK(without(text, std::vector{a}) == "{\n  \"b\": 2,\n  \"c\": 3\n}\n");
    CHECK(without(text, std::vector{b}) == "{\n  \"a\": 1,\n  \"c\": 3\n}\n");
    CHECK(without(text, std::vector{c}) == "{\n  \"a\": 1,\n  \"b\": 2\n}\n");
    CHECK(without(text, std::vector{b, c}) == "{\n  \"a\": 1\n}\n");
    CHECK(without(text, std::vector{a, b, c}) == "{}\n");
}

}  // namespace
}  // namespace insertion_tests
}  // namespace hcl::test
