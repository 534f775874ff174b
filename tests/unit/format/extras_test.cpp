// Formatting beyond layout, on request of a language.
#include "engine/format/extras.h"

#include <doctest/doctest.h>

#include <string>

namespace hcl::format {

namespace {

std::string formatted_with(std::string_view text,
                           const Extras& extras = {true, true, {{"variable", "type"}}}) {
    auto file = syntax::File::parse(text);
    return apply_edits(text, format_with_extras(*file, {}, extras));
}

}  // namespace

TEST_CASE("format extras: labels in quotes") {
    CHECK(formatted_with("a b \"c\" {\nx=1\n}\n") == "a \"b\" \"c\" {\n  x = 1\n}\n");
    CHECK(formatted_with("a \"b\" /* why */ c {}\n") == "a \"b\" \"c\" {}\n");
    CHECK(formatted_with("a \"\\u00e9\" {}\n") == "a \"\xC3\xA9\" {}\n");
    CHECK(formatted_with("a b {}\n", {}) == "a b {}\n");
    // Blocks with errors are not changed.
    CHECK(formatted_with("a b {\n") == "a b {\n");
}

TEST_CASE("format extras: strings that are one interpolation") {
    CHECK(formatted_with("a = \"${var.x}\" # why\n") == "a = var.x # why\n");
    CHECK(formatted_with("a = \"${b  +  1}\"\n") == "a = b + 1\n");
    CHECK(formatted_with("a = \"${~ b ~}\"\n") == "a = b\n");
    CHECK(formatted_with("a = \"${/* why */ b}\"\n") == "a = /* why */ b\n");
    CHECK(formatted_with("a = \"${f(\"${b}\")}\"\n") == "a = f(\"${b}\")\n");
    CHECK(formatted_with("a = \"${\"${b}\"}\"\n") == "a = \"${b}\"\n");
    CHECK(formatted_with("a = \"\xC3\xA9\"\nb = \"${c}\" # \xC3\xA8\n") ==
          "a = \"\xC3\xA9\"\nb = c # \xC3\xA8\n");
    // On several lines: in parentheses, if it has none.
    CHECK(formatted_with("a = \"${\n  b\n}\"\n") == "a = b\n");
    CHECK(formatted_with("a = \"${f(\n  b)}\"\n") == "a = (f(\nb))\n");
    CHECK(formatted_with("a = \"${(\n  b\n)}\"\n") == "a = (\n  b\n)\n");
    // Only whole values of arguments.
    for (std::string_view kept :
         {"a = \"${b}\" == c\n", "a = \"${b}${c}\"\n", "a = \"x${b}\"\n", "a = [\"${b}\"]\n",
          "a = (\"${b}\")\n", "a = { b = \"${c}\" }\n", "a = \"${}\"\n", "a = \"${<<X\n${b}\nX\n}\"\n"})
        CHECK(formatted_with(kept, {false, true, {}}) == format_text(kept));
    const std::string once = formatted_with("a b {\n  c = \"${d}\"\n}\n");
    CHECK(formatted_with(once) == once);
}

TEST_CASE("format extras: edits are the smallest") {
    auto edits = [](std::string_view text) {
        std::string out;
        std::uint32_t end = 0;
        for (const Edit& edit :
             format_with_extras(*syntax::File::parse(text), {}, {true, true, {{"variable", "type"}}})) {
            CHECK(edit.range.start >= end);
            end = edit.range.end;
            CHECK(text.substr(edit.range.start, edit.range.length()) != edit.replacement);
            out += "[" + std::string(text.substr(edit.range.start, edit.range.length())) + ">" +
                   edit.replacement + "]";
        }
        return out;
    };
    CHECK(edits("a b {\nx = 1\n}\nc = \"${d}\"\n") == "[b>\"b\"][>  ][\"${>][}\">]");
    // A change by both steps is one edit.
    CHECK(edits("abc  =  \"${  d }\"\ne = 1\n") == "[ >][ \"${  >][ }\">][>  ]");
    CHECK(edits("a b  \"c\" {}\n") == "[b  \"c\">\"b\" \"c\"]");
    CHECK(edits("variable \"a\" {\n  type=list\n}\n") == "[> ][list> list(any)]");
    CHECK(edits("a = b\n").empty());
}

TEST_CASE("format extras: old notations of types") {
    auto type = [](const std::string& written) {
        return formatted_with("variable \"v\" { type = " + written + " }\n");
    };
    auto variable = [](const std::string& written) { return "variable \"v\" { type = " + written + " }\n"; };
    CHECK(type("list") == variable("list(any)"));
    CHECK(type("set") == variable("set(any)"));
    CHECK(type("\"string\"") == variable("string"));
    CHECK(type("\"map\"") == variable("map(string)"));
    for (const char* kept : {"string", "\"number\"", "list(string)", "\"${string}\""})
        CHECK(type(kept) == variable(kept));
    // Only in these blocks, at the top level.
    CHECK(formatted_with("a \"b\" {\n  variable \"v\" { type = list }\n}\n") ==
          "a \"b\" {\n  variable \"v\" { type = list }\n}\n");
}

}  // namespace hcl::format
