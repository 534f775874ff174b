// Edits within lists and objects of thousands of lines: they read what is around the edit, also while
// something is wrong there, and give what parsing anew gives.
#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "engine/syntax/file/file.h"
#include "engine/syntax/file/file_builder.h"
#include "tests/harness/random_edits.h"
#include "tests/harness/syntax_check.h"

using namespace hcl;
using namespace hcl::syntax;

namespace {

std::string elements(std::size_t count, bool is_object, const std::string& indent) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        const std::string n = std::to_string(i);
        const std::string name = is_object ? "k" + n + " = " : "";
        const std::string comma = is_object && i % 3 != 0 ? "" : ",";
        switch (i % 6) {
            case 0:
                text += indent + name + "\"a-${var.x[" + n + "]}\"" + comma + " # why\n";
                break;
            case 1:
                text += indent + name + "{\n" + indent + "  a = [1, 2]\n" + indent + "  \"b\" : f(" + n +
                        ")\n" + indent + "}" + comma + "\n";
                break;
            case 2:
                text += indent + name + "[" + n + ", [true, null]]" + comma + "\n\n";
                break;
            case 3:
                text += indent + "/* two */ " + name + "a.b == " + n + " ? 1 : -2" + comma;
                text += is_object ? "\n" : " ";
                break;
            case 4:
                text += indent + name + "<<EOT\nx = ${y}\nEOT\n" + (is_object ? "" : indent + ",\n");
                break;
            default:
                text += indent + "// more\n" + indent + name + "[for a in b : a]" + comma + "\n";
                break;
        }
    }
    return text;
}

struct Shape {
    const char* name;
    std::string head;
    std::string inside;
    std::string tail;
    std::string text() const { return head + inside + tail; }
};

std::vector<Shape> shapes() {
    return {
        {"list", "a = 1\nx = [\n", elements(160, false, "  "), "]\ny = 2\n"},
        {"object", "a = 1\nx = {\n", elements(160, true, "  "), "}\ny = 2\n"},
        {"list in a block", "b \"c\" {\n  x = [\n", elements(160, false, "    "), "  ]\n}\ny = 2\n"},
        {"object in a long block", "b \"c\" {\n  a = 1\n  x = {\n", elements(160, true, "    "),
         "  }\n  c {\n    d = 1\n  }\n}\ny = 2\n"},
        {"object in an object", "x = {\n  a = 1\n  b = {\n", elements(160, true, "    "),
         "  }\n  c = 2\n}\n"},
        {"list in a list", "x = [\n  1, [\n", elements(160, false, "    "), "  ], 2,\n]\n"},
    };
}

}  // namespace

TEST_CASE("an edit within a long list or object reads what is around it") {
    for (const Shape& shape : shapes()) {
        CAPTURE(shape.name);
        std::string text = shape.text();
        FilePtr file = File::parse(text);
        REQUIRE(file->diagnostics().empty());
        // The first edit finds the elements.
        auto at = static_cast<std::uint32_t>(text.find("[true") + 1);
        auto type = [&](Span range, std::string replacement, bool is_near = true) {
            CAPTURE(range.start);
            CAPTURE(replacement);
            std::uint64_t work = 0;
            Edit edit{range, replacement};
            file = FileBuilder::edited(*file, {&edit, 1}, &work);
            text.replace(range.start, range.length(), replacement);
            if (is_near) CHECK(work < 8000);
            REQUIRE(test::flattened(*file) == test::flattened(*File::parse(text)));
            REQUIRE(test::broken_invariant(*file, text) == "");
        };
        type({at, at}, "x", false);
        type({at, at + 1}, "");
        for (std::string_view place : {"[80, [", "[152, [", "[2, ["}) {
            at = static_cast<std::uint32_t>(text.find(place) + 1);
            for (std::string_view typed :
                 {"x", " y ", "1, ", "1,\n", "[1, 2], ", "\"a\", ", "= ", "a b, ", "f(), ", "1 2 \n", "# c\n",
                  "1e, ", "-", "\"a${b}\"\n,", "&, ", "0", "{}, ", "{ a = 1 }, "}) {
                const auto size = static_cast<std::uint32_t>(typed.size());
                type({at, at}, std::string(typed));
                // Meanwhile, something else goes wrong elsewhere.
                auto other = static_cast<std::uint32_t>(text.find("f(97)"));
                type({other + 1, other + 1}, "(");
                type({other + 1, other + 2}, "", false);
                other = static_cast<std::uint32_t>(text.find("a.b == 99"));
                type({other + 3, other + 3}, "= ", false);
                type({other + 3, other + 5}, "", false);
                type({at, at + size}, "", false);
            }
        }
    }
}

TEST_CASE("random edits in long lists and objects give what parsing anew gives") {
    std::mt19937 random(5);
    const std::vector<std::string> pieces = {
        "{",     "}",       "\"",    "${",        "[",         "]",      "\n", "=",   "a",   ".",
        "<<E\n", "E\n",     "EOT",   ",",         "/*",        "*/",     "#",  ":",   "1, ", " ",
        "\r",    "a = 1\n", "\"b\"", "%{ if x }", "\ny = 1\n", "é",      "~",  "for", "&",   "'",
        "(",     ")",       "\n]",   "\n}",       "  z = 2\n", "c == d", "0x", "...", "?"};
    std::uint64_t near = 0;
    for (const Shape& shape : shapes()) {
        CAPTURE(shape.name);
        const std::string sample = shape.text();
        std::string text = sample;
        FilePtr file = File::parse(text);
        for (int i = 0; i < 500; ++i) {
            auto size = static_cast<std::uint32_t>(text.size());
            Edit edit = test::random_edit(random, size, pieces);
            // Mostly it is typed and taken away again.
            const bool is_undone = random() % 4 != 0;
            if (i % 25 == 0) edit = {{0, size}, sample};
            for (int step = 0; step < (is_undone ? 2 : 1); ++step) {
                std::string before = text;
                std::string removed = text.substr(edit.range.start, edit.range.length());
                text.replace(edit.range.start, edit.range.length(), edit.replacement);
                std::uint64_t work = 0;
                file = FileBuilder::edited(*file, {&edit, 1}, &work);
                near += work < 8000;
                REQUIRE(test::edit_fault(*file, text, before, edit) == "");
                const auto end = edit.range.start + static_cast<std::uint32_t>(edit.replacement.size());
                edit = {{edit.range.start, end}, removed};
            }
        }
    }
    CHECK(near > 2000);
}
