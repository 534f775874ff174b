// The cost of reading, counted rather than timed: bytes lexed or searched, and tokens looked at again. It is
// linear in the length of the text.
#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "engine/syntax/file/file_builder.h"
#include "tests/harness/syntax_check.h"
#include "tests/harness/texts.h"

using namespace hcl;
using namespace hcl::syntax;
using hcl::test::repeated;

namespace {

std::uint64_t work_of(std::string_view text, ParseOptions options) {
    std::uint64_t work = 0;
    FileBuilder::parse(text, options, &work);
    return work;
}

// Texts that invite looking at the same place again and again.
const std::vector<std::string_view> kPieces = {"[",
                                               "x = [",
                                               "{",
                                               "(",
                                               "${",
                                               "%{",
                                               "<<A",
                                               "<<A\n",
                                               "x = <<A\n",
                                               "x = <<A",
                                               "x = <<A\n${",
                                               "\"",
                                               "\"${",
                                               "x = \"${",
                                               "x = \"${\n",
                                               "\n",
                                               "a {\n",
                                               "a {",
                                               "a.",
                                               "a[",
                                               "!",
                                               "a?",
                                               "a ? b : ",
                                               "a ",
                                               "abc ",
                                               "/*",
                                               "x = /*\n",
                                               "}",
                                               "\xFF",
                                               "a = 1\n",
                                               "a {}\n",
                                               "x = {\n",
                                               "x = {",
                                               "a = = 1\n",
                                               "b {\n  c = = 1\n",
                                               "f(",
                                               "x = f(\n",
                                               "x = [\n",
                                               "a \"b\" ",
                                               "a \"b",
                                               "x = \"a\n",
                                               "'",
                                               "%{if ",
                                               "%{ if a }",
                                               "\"%{for ",
                                               "x = 1 + ",
                                               "-",
                                               "x = <<-A\n  B\n",
                                               "x = a ? [\n",
                                               "a = {b = ",
                                               "a.*.",
                                               "a[*]",
                                               "\\",
                                               "\"\\",
                                               "a = b c\n",
                                               "}\n{\n"};

}  // namespace

TEST_CASE("no text costs more to read than in proportion to its length") {
    constexpr std::size_t kSize = 40'000;
    for (bool hcl1 : {false, true}) {
        for (Syntax syntax : {Syntax::Native, Syntax::Template}) {
            ParseOptions options;
            options.syntax = syntax;
            options.hcl1 = hcl1;
            for (std::string_view piece : kPieces) {
                const std::string once = repeated(piece, kSize);
                const std::string twice = repeated(piece, 2 * kSize);
                const auto small = static_cast<double>(work_of(once, options));
                const auto large = static_cast<double>(work_of(twice, options));
                CAPTURE(piece);
                CAPTURE(hcl1);
                CAPTURE(small);
                CAPTURE(large);
                CHECK(large <= 2.2 * small + 4096);
                // And little for each byte: what is behind a mistake is not lexed again and again.
                CHECK(large <= 16.0 * static_cast<double>(twice.size()));
            }
        }
    }
}

TEST_CASE("braces that the layout contradicts are followed at a bounded cost for each byte") {
    const std::string_view inner = "b {\n c {\n d {\n}\n}\n}\n";
    for (std::size_t levels : {10u, 100u, 300u}) {
        CAPTURE(levels);
        const std::string open = repeated("a {\n", 4 * levels);
        const std::string close = repeated("}\n", 2 * levels);
        const std::string whole = open + repeated(inner, 40'000) + close;
        CHECK(work_of(whole, {}) <= 40 * whole.size());
        CHECK(File::parse(whole)->diagnostics().empty());
        // With as many left open as there are closed, and with none closed.
        const std::string half = open + repeated(inner, 40'000) + close.substr(levels & ~std::size_t{1});
        CHECK(work_of(half, {}) <= 40 * half.size());
        const std::string left_open = open + repeated(inner, 40'000);
        CHECK(work_of(left_open, {}) <= 40 * left_open.size());
    }
}

TEST_CASE("an edit of ordinary text looks at what is around it, whatever the length of the file") {
    auto work_of_edit = [](std::size_t blocks) {
        std::string text;
        for (std::size_t i = 0; i < blocks; ++i)
            text += "b \"" + std::to_string(i) + "\" {\n  a = [1, 2]\n  c = \"${x}\"\n}\n\n";
        FilePtr file = File::parse(text);
        std::uint64_t work = 0;
        for (std::string_view typed : {"x", "\"", "{", "[", "\n", "}"}) {
            auto at = static_cast<std::uint32_t>(text.find("a = [", text.size() / 2) + 4);
            Edit edit{{at, at}, std::string(typed)};
            FileBuilder::edited(*file, {&edit, 1}, &work);
        }
        return work;
    };
    CHECK(work_of_edit(4000) <= work_of_edit(400) + 64);
    CHECK(work_of_edit(4000) < 8000);
}

TEST_CASE("an edit of a sound item costs the same with an open item before and a brace left over behind it") {
    std::string text = "open = {\n  a = 1\n\n";
    for (std::size_t i = 0; i < 2000; ++i)
        text += "b \"" + std::to_string(i) + "\" {\n  a = [1, 2]\n  c = \"${x}\"\n}\n\n";
    text += "}\n";
    FilePtr file = File::parse(text);
    REQUIRE(!file->diagnostics().empty());
    std::uint64_t work = 0;
    auto at = static_cast<std::uint32_t>(text.find("1, 2", text.size() / 2));
    Edit edit{{at, at}, "3"};
    FilePtr edited = FileBuilder::edited(*file, {&edit, 1}, &work);
    CHECK(work < 4000);
    CHECK(test::flattened(*edited) == test::flattened(*File::parse(edited->text())));
}

TEST_CASE("an edit of a long block costs the same at any length, where its item is not indented, too") {
    auto work_of_edit = [](std::size_t rules) {
        std::string text = "b {\n";
        for (std::size_t i = 0; i < rules; ++i)
            text += "  name_" + std::to_string(i) + " = \"${x}\"\n  rule {\n    from = 1\n  }\n";
        text += "}\n";
        FilePtr file = File::parse(text);
        std::uint64_t work = 0;
        const auto middle = static_cast<std::uint32_t>(text.find("  rule", text.size() / 2));
        for (std::uint32_t at : {middle, middle + 1, middle + 9, middle + 12}) {
            Edit typed{{at, at}, "x"};
            FilePtr edited = FileBuilder::edited(*file, {&typed, 1}, &work);
            for (std::uint32_t more : {at + 1, at + 200}) {
                Edit next{{more, more}, "y"};
                FileBuilder::edited(*edited, {&next, 1}, &work);
            }
            Edit undo{{at, at + 1}, ""};
            FileBuilder::edited(*edited, {&undo, 1}, &work);
        }
        return work;
    };
    CHECK(work_of_edit(8000) <= work_of_edit(1000) + 256);
    CHECK(work_of_edit(8000) < 16'000);
}

TEST_CASE("an edit before a heredoc without end costs the same at any length, on ends of others, too") {
    auto work_of_edit = [](std::size_t blocks) {
        std::string item = "b {\n  a = <<E\ntext\nE\n}\n";
        std::string text = repeated(item, item.size() * blocks);
        const auto at = static_cast<std::uint32_t>(text.find("\nE\n", text.size() / 2) + 1);
        text += "x = <<END\n" + text;
        FilePtr file = File::parse(text);
        std::uint64_t work = 0;
        for (std::uint32_t place : {at, at + 1}) {
            Edit space{{place, place}, " "};
            FileBuilder::edited(*file, {&space, 1}, &work);
        }
        return work;
    };
    CHECK(work_of_edit(4000) <= work_of_edit(400) + 64);
}

TEST_CASE("of very many findings the first are reported") {
    for (std::string_view piece :
         {"a = 1\n", "a {\n", "x = {\n", "b = = 1\n", "c {\n  d = 1\n  d = 2\n}\n"}) {
        CAPTURE(piece);
        std::string text = repeated(piece, 40'000);
        FilePtr file = File::parse(text);
        Diagnostics found = file->diagnostics();
        CHECK(found.size() == 200);
        CHECK(found.back().span.start < text.size() / 2);
        Edit edit{{20'000, 20'000}, "z"};
        text.insert(20'000, "z");
        CHECK(file->edited({&edit, 1})->diagnostics().size() == File::parse(text)->diagnostics().size());
    }
}
