// Columns in every unit.
#include "engine/source/position.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

#include "engine/syntax/file/file.h"

using namespace hcl;

TEST_CASE("units of text") {
    struct Row {
        std::string_view text;
        std::uint32_t utf8, utf16, utf32, clusters;
    };
    for (const Row& row :
         {Row{"abc", 3, 3, 3, 3}, Row{"é", 2, 1, 1, 1}, Row{"e\u0301", 3, 2, 2, 1}, Row{"👍", 4, 2, 1, 1},
          Row{"👩‍👩‍👧", 18, 8, 5, 1}, Row{"🇩🇪🇫🇷", 16, 8, 4, 2}, Row{"a\xFFz", 3, 3, 3, 3},
          Row{"\xE2\x82", 2, 2, 2, 2}, Row{"a\r\nb", 4, 4, 4, 3}, Row{"a\rb", 3, 3, 3, 3},
          Row{"각", 3, 1, 1, 1}, Row{"", 0, 0, 0, 0}}) {
        CAPTURE(row.text);
        CHECK(count_units(row.text, ColumnUnit::Utf8) == row.utf8);
        CHECK(count_units(row.text, ColumnUnit::Utf16) == row.utf16);
        CHECK(count_units(row.text, ColumnUnit::Utf32) == row.utf32);
        CHECK(count_units(row.text, ColumnUnit::Grapheme) == row.clusters);
        for (ColumnUnit unit :
             {ColumnUnit::Utf8, ColumnUnit::Utf16, ColumnUnit::Utf32, ColumnUnit::Grapheme}) {
            CHECK(bytes_of_units(row.text, count_units(row.text, unit), unit) == row.text.size());
            CHECK(bytes_of_units(row.text, 1000, unit) == row.text.size());
            CHECK(bytes_of_units(row.text, 0, unit) == 0);
        }
    }
    CHECK(bytes_of_units("👍x", 1, ColumnUnit::Utf16) == 0);
    CHECK(bytes_of_units("👍x", 2, ColumnUnit::Utf16) == 4);
}

TEST_CASE("places in a file and back") {
    const std::string text =
        "\xEF\xBB\xBF"
        "a = \"é👍\"\r\nb = 2\rx\n\n# e\u0301 \xFF\nc {\n  d = 1\n}\nlast = 1";
    auto file = syntax::File::parse(text);
    CHECK(file->line_count() == 8);
    for (ColumnUnit unit : {ColumnUnit::Utf8, ColumnUnit::Utf16, ColumnUnit::Utf32, ColumnUnit::Grapheme}) {
        std::uint32_t line = 0;
        std::uint32_t start = 0;
        for (std::uint32_t at = 0; at <= text.size(); ++at) {
            bool is_return = at > 0 && text[at - 1] == '\r' && (at == text.size() || text[at] != '\n');
            if (at > 0 && (text[at - 1] == '\n' || (is_return && unit != ColumnUnit::Grapheme))) {
                ++line;
                start = at;
            }
            Position position = file->position(at, unit);
            CHECK(position.line == line);
            std::string_view before = std::string_view(text).substr(start, at - start);
            if (unit == ColumnUnit::Grapheme && before.starts_with("\xEF\xBB\xBF")) before.remove_prefix(3);
            CHECK(position.column == count_units(before, unit));
        }
        // Editors see one line more.
        const std::uint32_t more = unit == ColumnUnit::Grapheme ? 0 : 1;
        CHECK(file->offset({6 + more, 0}, unit) == text.find("}\nlast"));
        CHECK(file->offset({99, 0}, unit) == text.size());
        CHECK(file->offset({1, 999}, unit) == text.find(more != 0 ? "\rx" : "\n\n#"));
        CHECK(file->offset({1 + more, 999}, unit) == text.find("\n\n#"));
    }
    CHECK(file->offset({0, 999}, ColumnUnit::Utf16) == text.find("\r\n"));
}

TEST_CASE("line ends of all three kinds, through edits") {
    std::mt19937 random(7);
    const std::string_view pieces[] = {"a = 1", "\r", "\n",    "\r\n", "b {", "}",
                                       "/*",    "*/", "<<A\n", "A\n",  "\"",  "é"};
    auto some = [&] {
        std::string text;
        for (std::uint32_t i = random() % 12; i > 0; --i) text += pieces[random() % std::size(pieces)];
        return text;
    };
    for (int round = 0; round < 300; ++round) {
        std::string text = some() + some() + some();
        auto file = syntax::File::parse(text);
        for (int edit = 0; edit < 4; ++edit) {
            CAPTURE(text);
            Position expected;
            for (std::uint32_t at = 0; at <= text.size(); ++at) {
                bool is_continued = at < text.size() && (text[at] & 0xC0) == 0x80;
                if (!is_continued) {
                    REQUIRE(file->position(at, ColumnUnit::Utf32) == expected);
                    bool is_inside = at > 0 && at < text.size() && text[at - 1] == '\r' && text[at] == '\n';
                    if (!is_inside) REQUIRE(file->offset(expected, ColumnUnit::Utf32) == at);
                }
                if (at == text.size()) break;
                bool is_end =
                    text[at] == '\n' || (text[at] == '\r' && (at + 1 == text.size() || text[at + 1] != '\n'));
                if (is_end)
                    expected = {expected.line + 1, 0};
                else
                    expected.column += !is_continued;
            }
            auto start = static_cast<std::uint32_t>(random() % (text.size() + 1));
            while (start < text.size() && (text[start] & 0xC0) == 0x80) ++start;
            auto end = std::min(static_cast<std::uint32_t>(start + random() % 3),
                                static_cast<std::uint32_t>(text.size()));
            while (end < text.size() && (text[end] & 0xC0) == 0x80) ++end;
            Edit change{{start, end}, some()};
            text.replace(start, end - start, change.replacement);
            file = file->edited({&change, 1});
        }
    }
}
