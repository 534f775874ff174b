// The formatter as a whole: canonical form, minimal edits, broken parts, ranges, typing, JSON.
#include "engine/format/format.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "engine/format/format_parallel.h"

namespace hcl::format {

namespace {

std::string formatted(std::string_view text) {
    return formatted_text(*syntax::File::parse(text));
}

std::string printed(std::string_view text) {
    return formatted_text(*syntax::File::parse(text, {syntax::Syntax::Json, false}), {JsonFiles::Print});
}

// `|` marks the cursor, directly after the typed character.
std::string typed(std::string_view marked) {
    std::string text(marked);
    std::size_t cursor = text.find('|');
    REQUIRE(cursor != std::string::npos);
    REQUIRE(cursor > 0);
    text.erase(cursor, 1);
    auto file = syntax::File::parse(text);
    return apply_edits(text, format_on_type(*file, static_cast<std::uint32_t>(cursor), text[cursor - 1]));
}

// Formats the ranges between pairs of `|`.
std::string in_ranges(std::string_view marked) {
    std::string text;
    std::vector<Span> ranges;
    bool is_open = false;
    for (char c : marked) {
        if (c != '|') {
            text += c;
            continue;
        }
        auto here = static_cast<std::uint32_t>(text.size());
        if (is_open)
            ranges.back().end = here;
        else
            ranges.push_back({here, here});
        is_open = !is_open;
    }
    auto file = syntax::File::parse(text);
    return apply_edits(text, format_ranges(*file, ranges));
}

}  // namespace

TEST_CASE("format: indentation, spaces, alignment") {
    CHECK(formatted("a=1\nbbb=[1,2,3]\n") == "a   = 1\nbbb = [1, 2, 3]\n");
    CHECK(formatted("b \"l\" {\nx=1\nlonger = {\ny= -1\n}\n}\n") ==
          "b \"l\" {\n  x = 1\n  longer = {\n    y = -1\n  }\n}\n");
    CHECK(formatted("a = 1 # one\nbbbb = 22 # two\n") == "a    = 1  # one\nbbbb = 22 # two\n");
    CHECK(formatted("a = f ( x , y... )\n") == "a = f(x, y...)\n");
    CHECK(formatted("a = [for x in [1]: -x if ! y]\n") == "a = [for x in [1] : -x if !y]\n");
    CHECK(formatted("a = x -1\nb = x - -1\n") == "a = x - 1\nb = x - -1\n");
    CHECK(formatted("a={}\nb={x=1}\n") == "a = {}\nb = { x = 1 }\n");
    CHECK(formatted("a = \"${ x }-%{ if y }z%{ endif }\"\n") == "a = \"${x}-%{if y}z%{endif}\"\n");
    CHECK(formatted("a {\n\n\n\tb=1\n}\n") == "a {\n\n\n  b = 1\n}\n");
    CHECK(formatted("a = {\n\"b\" : 1\n\"cc\" : 2\n}\n") == "a = {\n  \"b\" : 1\n  \"cc\" : 2\n}\n");
    CHECK(formatted("") == "");
}

TEST_CASE("format: columns count characters as people do") {
    CHECK(formatted("a = \"\xC3\xA9\" # 1\nb = \"ee\" # 2\n") == "a = \"\xC3\xA9\"  # 1\nb = \"ee\" # 2\n");
    CHECK(formatted("a = \"e\xCC\x81\" # 1\nb = \"ee\" # 2\n") == "a = \"e\xCC\x81\"  # 1\nb = \"ee\" # 2\n");
    CHECK(formatted("a=1\r\nbb=2\r\n") == "a  = 1\r\nbb = 2\r\n");
}

TEST_CASE("format: a very long line does not move many short ones") {
    const std::string key(400'000, 'k');
    std::string text = key + "=1\n";
    for (int i = 0; i < 90'000; ++i) text += "a=1\n";
    const std::string out = formatted(text);
    CHECK(out.size() < 2 * text.size());
    CHECK(out.starts_with(key + " = 1\na = 1\n"));
    CHECK(formatted(out) == out);
    // What people write is aligned.
    const std::string word(300, 'k');
    CHECK(formatted(word + "=1\na=1\n") == word + " = 1\na" + std::string(300, ' ') + "= 1\n");
}

TEST_CASE("format: a byte order mark goes, text in quotes and heredocs stays") {
    CHECK(formatted("\xEF\xBB\xBF"
                    "a=1\n") == "a = 1\n");
    CHECK(formatted("a=\"  x  \"\n") == "a = \"  x  \"\n");
    CHECK(formatted("a=<<E\n  x  \n\ty\nE\n") == "a = <<E\n  x  \n\ty\nE\n");
    CHECK(formatted("a {\nb=<<-E\n  x\n  E\n}\n") == "a {\n  b = <<-E\n  x\n  E\n}\n");
    CHECK(formatted("/* a\n   b */\nc=1\n") == "/* a\n   b */\nc = 1\n");
}

TEST_CASE("format: edits are small and only white space") {
    std::string text = "a = 1\nbb =    2\nccc = 3\n";
    auto file = syntax::File::parse(text);
    auto edits = format(*file);
    REQUIRE(edits.size() == 3);
    CHECK(edits[0] == Edit{{2, 2}, "  "});
    CHECK(edits[1] == Edit{{9, 9}, " "});
    CHECK(edits[2] == Edit{{11, 14}, ""});
    CHECK(apply_edits(text, edits) == "a   = 1\nbb  = 2\nccc = 3\n");
    CHECK(format(*syntax::File::parse(apply_edits(text, edits))).empty());
}

TEST_CASE("format: broken items are not changed, their neighbours are formatted") {
    CHECK(formatted("a=1\nb   =   = 2\nccc=3\n") == "a = 1\nb   =   = 2\nccc = 3\n");
    CHECK(formatted("a {\nx=1\ny   =\nzz=2\n}\nb {\nc=1\n}\n") ==
          "a {\n  x = 1\ny   =\n  zz = 2\n}\nb {\n  c = 1\n}\n");
    CHECK(formatted("a=1\nb = [1,2\nc=3\nd {\ne=1\n}\n") == "a = 1\nb = [1,2\nc = 3\nd {\n  e = 1\n}\n");
    CHECK(formatted("a=1\nb = \"open\nc=3\n") == "a = 1\nb = \"open\nc = 3\n");
    // Unclosed, with and without indentation that shows what belongs to it.
    CHECK(formatted("a {\n  b=1\nc {\nd=2\n}\n") == "a {\n  b=1\nc {\n  d = 2\n}\n");
    CHECK(formatted("a {\nb=1\n\nc {\nd=2\n}\n") == "a {\nb = 1\n\nc {\n  d = 2\n}\n");
    // A broken header keeps the lines that are indented below it.
    CHECK(formatted("a \"b {\n    c=1\n    d=2\n}\nx=1\n") == "a \"b {\n    c=1\n    d=2\n}\nx = 1\n");
    // An error inside a literal does not affect the layout of the rest.
    CHECK(formatted("a {\nb=\"\\q\"\ncc=1\n}\n") == "a {\nb=\"\\q\"\n  cc = 1\n}\n");
}

TEST_CASE("format: without a tree broken text is laid out as well") {
    CHECK(format_text("a {\nb=  =1\n") == "a {\n  b = = 1\n");
    CHECK(format_text("a=1\nb=\"open\nc=2\n") == "a = 1\nb = \"open\nc=2\n");
    CHECK(format_text("a=1\nb=<<E\nc=2\n") == "a = 1\nb = <<E\nc=2\n");
    CHECK(format_text("\"") == "\"");
    CHECK(format_text("a = 1 \t") == "a = 1  ");
}

TEST_CASE("format: ranges") {
    CHECK(in_ranges("a=1\n|b=2|\nc=3\n") == "a=1\nb = 2\nc=3\n");
    CHECK(in_ranges("a=1\n|b=2\n|c=3\n") == "a=1\nb = 2\nc=3\n");
    CHECK(in_ranges("a=1\nb|=|2\nccc=3\n|d|=4\n") == "a=1\nb   = 2\nccc=3\nd   = 4\n");
    CHECK(in_ranges("|a=1\nb=2\n|") == "a = 1\nb = 2\n");
    CHECK(in_ranges("a=1\nb=2\n||") == "a=1\nb=2\n");
}

TEST_CASE("format: typing a line end") {
    CHECK(typed("a {\nb=1\n|\n}\n") == "a {\n  b = 1\n  \n}\n");
    CHECK(typed("a {\n|}\n") == "a {\n}\n");
    CHECK(typed("a {\n|") == "a {\n  ");
    CHECK(typed("x=1\na=1\n|\n") == "x=1\na = 1\n\n");
    CHECK(typed("a = [\n|\n]\n") == "a = [\n  \n]\n");
    CHECK(typed("a {\n  b = 1\n|  c = 2\n}\n") == "a {\n  b = 1\n  c = 2\n}\n");
}

TEST_CASE("format: typing a line end inside an open bracket") {
    CHECK(typed("b = [\n|") == "b = [\n  ");
    CHECK(typed("b = [\n|\n\na = 1\n") == "b = [\n  \n\na = 1\n");
    CHECK(typed("b = [\n\n|") == "b = [\n\n  ");
    CHECK(typed("b = {\n|") == "b = {\n  ");
    CHECK(typed("b = f(\n|") == "b = f(\n  ");
    CHECK(typed("a {\n  b = [\n|") == "a {\n  b = [\n    ");
    CHECK(typed("a {\n  b {\n|\n\nd {\n}\n") == "a {\n  b {\n    \n\nd {\n}\n");
    CHECK(typed("b = = 1\n|") == "b = = 1\n");
}

TEST_CASE("format: typing a brace") {
    CHECK(typed("z=1\na {\nb=1\n}|\nc=1\n") == "z=1\na {\n  b = 1\n}\nc=1\n");
    CHECK(typed("a {\n  b = {\n  c=1\n  }|\n  d=2\n}\n") == "a {\n  b = {\n    c = 1\n  }\n  d=2\n}\n");
}

TEST_CASE("format: typing a brace while the block around is still open") {
    CHECK(typed("a {\n  b {\n    c = 1\n    }|\n") == "a {\n  b {\n    c = 1\n  }\n");
    CHECK(typed("a {\n  b {\n    c = 1\n}|\n\nd {\n}\n") == "a {\n  b {\n    c = 1\n  }\n\nd {\n}\n");
    CHECK(typed("a {\n  b = {\n    c = 1\n    }|\n") == "a {\n  b = {\n    c = 1\n  }\n");
    CHECK(typed("a {\n  b {\n    c = 1\n  }|\n") == "a {\n  b {\n    c = 1\n  }\n");
    CHECK(typed("a {\n  b = { }|\n") == "a {\n  b = { }\n");
    CHECK(typed("a {\n  b = \"${\n  }|\n") == "a {\n  b = \"${\n  }\n");
}

TEST_CASE("format: typing an equals sign") {
    CHECK(typed("a   = 1\nlong=|\n") == "a    = 1\nlong =\n");
    CHECK(typed("a = 1\n\nlong=|\nb = 2\n") == "a = 1\n\nlong =\nb    = 2\n");
    CHECK(typed("x {\nabc=|\n}\n") == "x {\n  abc =\n}\n");
}

TEST_CASE("format: typing is asked about at any place, whatever is there") {
    for (const std::string_view text : {"", "a", "a = 1\n", "a = <<E\n}\nE\n"}) {
        const auto file = syntax::File::parse(text);
        for (std::uint32_t at = 0; at <= text.size(); ++at)
            for (const char c : {'\n', '}', '='})
                for (const Edit& edit : format_on_type(*file, at, c)) CHECK(edit.range.end <= text.size());
    }
}

TEST_CASE("format: json files are printed only when asked") {
    std::string_view text = R"({"a":1,"b":{"c":[1,2,{"d":null}],"e":[ ],"f":{ "g":true }}})";
    auto file = syntax::File::parse(text, {syntax::Syntax::Json, false});
    CHECK(format(*file).empty());
    std::string expected = R"({
  "a": 1,
  "b": {
    "c": [
      1,
      2,
      { "d": null }
    ],
    "e": [],
    "f": { "g": true }
  }
}
)";
    CHECK(printed(text) == expected);
    CHECK(printed(expected) == expected);
    CHECK(printed("[\n1,2]") == "[\n  1,\n  2\n]\n");
    CHECK(printed("{\"a\":1\r\n}") == "{\r\n  \"a\": 1\r\n}\r\n");
    // Guessed structure must not move text.
    CHECK(printed(R"({"a":1,})") == R"({"a":1,})");
}

TEST_CASE("format: templates are text") {
    auto file = syntax::File::parse("${ a }  \n", {syntax::Syntax::Template, false});
    CHECK(format(*file).empty());
}

TEST_CASE("format: a part is laid out as the whole is") {
    const std::string text =
        "a=1\nbbb=2 # x\n\nblock \"l\" {\nx=1 # y\nlonger=[\n1,\n2]\n\n  inner {\nz = f(1,\n2)\n}\n}\nc=1\n"
        "dddd=<<E\n  text\nE\nbroken = [1 2\nfff=1\n\nhead er {\n  left=1\n\n  "
        "behind=2\n}\ne={\na=1\n}\nff=1\n"
        "split {\n" +
        [] {
            std::string items;
            for (int i = 0; i < 200; ++i)
                items += "name" + std::to_string(i) + "=[1,2,3]\n" + (i % 3 == 0 ? "\n" : "");
            return items;
        }() +
        "}\nlast=1";
    auto file = syntax::File::parse(text);
    std::vector<Edit> whole = format(*file);
    for (std::uint32_t line = 0; line < file->line_count(); ++line) {
        std::uint32_t start = file->offset({line, 0}, ColumnUnit::Utf8);
        std::uint32_t end =
            line + 1 < file->line_count() ? file->offset({line + 1, 0}, ColumnUnit::Utf8) : file->size();
        Span range{start, end};
        std::vector<Edit> wanted;
        for (const Edit& edit : whole)
            if (edit.range.start >= start && edit.range.end <= end &&
                (edit.range.start < end || end == file->size()))
                wanted.push_back(edit);
        CAPTURE(text.substr(start, end - start));
        CHECK(apply_edits(text, format_ranges(*file, {&range, 1})) == apply_edits(text, wanted));
    }
}

TEST_CASE("format: a long file formatted in parts equals one formatted at once") {
    std::string text;
    for (int i = 0; text.size() < 3'500'000; ++i) {
        std::string n = std::to_string(i);
        text += "b \"" + n + "\" {\n a = 1 # x\n   longer_" + n + "= f(  2 )\n}\n";
        if (i % 3 != 0) text += "x_" + n + " = <<E\n  ${ a }\nE\n";
        if (i % 7 == 0) text += "\n";
        if (i % 11 == 0) text += "one = {\na=1\n}\n# c\n";
    }
    text += "long {\n";
    for (int i = 0; i < 30'000; ++i) text += "  a_" + std::to_string(i) + "= 1\n  c {\n  }\n";
    text += "}\n   ";
    std::size_t parts = 0;
    ParallelFor run = [&](std::size_t count, const std::function<void(std::size_t)>& work) {
        parts += count;
        for (std::size_t i = count; i-- > 0;) work(i);
    };
    auto file = syntax::File::parse(text);
    CHECK(format(*file, {}, run) == format(*file));
    CHECK(parts >= 3);
    // A file with errors is laid out as a whole.
    parts = 0;
    file = syntax::File::parse(text + "\na = = 1\n");
    CHECK(format(*file, {}, run) == format(*file));
    CHECK(parts == 0);
}

}  // namespace hcl::format
