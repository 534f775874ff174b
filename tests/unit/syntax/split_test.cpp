// Long blocks, whose items are chunks of their own: edits within them cost what edits of short ones cost, and
// give what parsing anew gives.
#include <doctest/doctest.h>

#include <random>
#include <set>
#include <string>
#include <vector>

#include "engine/syntax/file/file.h"
#include "tests/harness/random_edits.h"
#include "tests/harness/syntax_check.h"

using namespace hcl;
using namespace hcl::syntax;

namespace {

std::string long_block(std::size_t items, std::string_view name = "web") {
    std::string text = "# about\nresource \"aws_instance\" \"" + std::string(name) + "\" { # why\n";
    for (std::size_t i = 0; i < items; ++i) {
        std::string n = std::to_string(i);
        text += "  arg_" + n + " = [1, \"a-${var.x}\", f(b)]\n\n  # rule\n  rule \"r" + n +
                "\" {\n    from = " + n + "\n    text = <<EOT\n  hello\nEOT\n  }\n";
    }
    return text + "  # the end\n}\n";
}

std::size_t fresh_chunks(const File& before, const File& after) {
    std::set<const Chunk*> old;
    for (std::uint32_t i = 0; i < before.chunk_count(); ++i) old.insert(before.chunk(i).get());
    std::size_t fresh = 0;
    for (std::uint32_t i = 0; i < after.chunk_count(); ++i) fresh += 1 - old.count(after.chunk(i).get());
    return fresh;
}

Edit insertion(const std::string& text, std::string_view before, std::string_view what) {
    auto at = static_cast<std::uint32_t>(text.find(before));
    return {{at, at}, std::string(what)};
}

}  // namespace

TEST_CASE("a long block is cut into its items, and its views do not show it") {
    std::string text = "a = 1\n" + long_block(200) + "z = 2\n";
    FilePtr file = File::parse(text);
    CHECK(test::broken_invariant(*file, text) == "");
    CHECK(file->chunk_count() > 400);
    CHECK(file->diagnostics().empty());
    auto items = file->body().items();
    REQUIRE(items.size() == 3);
    BlockView block = items[1].block();
    CHECK(block.type() == "resource");
    REQUIRE(block.labels().size() == 2);
    CHECK(block.labels()[1].value == "web");
    CHECK(file->text(block.open_brace()) == "{");
    CHECK(file->text(block.close_brace()) == "}");
    CHECK(file->text(block.header_span()) == "resource \"aws_instance\" \"web\"");
    CHECK(block.span().start == text.find("resource"));
    CHECK(block.span().end == text.rfind('}') + 1);
    CHECK(block.body().span().start == block.open_brace().end);
    CHECK(block.body().span().end == block.close_brace().start);
    CHECK(block.body().attributes().size() == 200);
    auto rules = block.body().blocks();
    REQUIRE(rules.size() == 200);
    CHECK(rules[150].labels()[0].value == "r150");
    CHECK(file->text(rules[150].body().attributes()[0].expr.span()) == "150");
    // Places.
    auto at = static_cast<std::uint32_t>(text.find("rule \"r77\""));
    auto lines = static_cast<std::uint32_t>(std::count(text.begin(), text.begin() + at, '\n'));
    CHECK(file->position(at, ColumnUnit::Utf8) == Position{lines, 2});
    CHECK(file->offset({lines, 2}, ColumnUnit::Utf8) == at);
}

TEST_CASE("an edit in a long block reads again only what is around it") {
    std::string text = "a = 1\n" + long_block(400) + "z = 2\n";
    FilePtr file = File::parse(text);
    const std::vector<Edit> edits = {
        insertion(text, "arg_200 =", "x"),
        insertion(text, "arg_200 =", "new = 1\n  "),
        insertion(text, "arg_200 =", "new {\n  "),
        insertion(text, "arg_200 =", "\""),
        insertion(text, "arg_200 =", "x = [\n  "),
        insertion(text, "arg_200 =", "x = {\n  "),
        insertion(text, "= [1, \"a-${var.x}\", f(b)]\n\n  # rule\n  rule \"r200", "="),
        insertion(text, "arg_0 =", "y = 1\n  "),
        insertion(text, "  # the end", "  y = 1\n"),
        insertion(text, "the end", "not "),
        insertion(text, "}\nz = 2", "  y = 1\n"),
        insertion(text, "aws_instance", "x"),
        insertion(text, "# why", "  "),
        insertion(text, "# about", "# more\n"),
        insertion(text, "z = 2", "b {\n"),
        insertion(text, "= 1\n", "x"),
    };
    for (const Edit& edit : edits) {
        CAPTURE(edit.range.start);
        CAPTURE(edit.replacement);
        FilePtr edited = file->edited({&edit, 1});
        std::string new_text = text;
        new_text.replace(edit.range.start, edit.range.length(), edit.replacement);
        FilePtr whole = File::parse(new_text);
        CHECK(test::broken_invariant(*edited, new_text) == "");
        CHECK(test::flattened(*edited) == test::flattened(*whole));
        CHECK(fresh_chunks(*file, *edited) <= 5);
        // And back.
        Edit undo{{edit.range.start, edit.range.start + static_cast<std::uint32_t>(edit.replacement.size())},
                  ""};
        FilePtr back = edited->edited({&undo, 1});
        CHECK(test::flattened(*back) == test::flattened(*file));
        CHECK(fresh_chunks(*edited, *back) <= 5);
    }
}

TEST_CASE("arguments set twice are found across the chunks of a long block") {
    std::string text = long_block(300);
    FilePtr file = File::parse(text);
    auto at = static_cast<std::uint32_t>(text.find("arg_250"));
    Edit edit{{at + 4, at + 7}, "7"};
    FilePtr edited = file->edited({&edit, 1});
    Diagnostics found = edited->diagnostics();
    REQUIRE(found.size() == 1);
    CHECK(found[0].code == DiagCode::AttributeRedefined);
    CHECK(found[0].span.start == at);
    REQUIRE(found[0].related.size() == 1);
    CHECK(found[0].related[0].where.span.start == text.find("arg_7 "));
    Edit other{{at + 4, at + 5}, "250"};
    CHECK(edited->edited({&other, 1})->diagnostics().empty());
    // Many changes of names, so that what is counted is summed up now and then.
    for (int i = 0; i < 1200; ++i) {
        std::string name = "n" + std::to_string(i);
        auto size = static_cast<std::uint32_t>(name.size());
        Edit in{{at, at + 7}, name};
        FilePtr renamed = file->edited({&in, 1});
        CHECK(renamed->diagnostics().empty());
        Edit out{{at, at + size}, "arg_250"};
        file = renamed->edited({&out, 1});
    }
    CHECK(file->diagnostics().empty());
}

TEST_CASE("random edits around and in long blocks give what parsing anew gives") {
    std::mt19937 random(11);
    const std::vector<std::string> pieces = {"{",
                                             "}",
                                             "\"",
                                             "${",
                                             "[",
                                             "]",
                                             "\n",
                                             "=",
                                             "a",
                                             ".",
                                             "<<E\n",
                                             "E\n",
                                             "EOT",
                                             "EOT\n",
                                             "/*",
                                             "*/",
                                             "#",
                                             "x = 1\n",
                                             "b {\n",
                                             "}\n",
                                             "~}",
                                             "%{ if x }",
                                             "\n}\n",
                                             " ",
                                             "é",
                                             "\xFF",
                                             "  ",
                                             "arg_1 = 1\n",
                                             "\ny = 1\n",
                                             "\ny = {\nz = 1\n}\n",
                                             "  b {\n  c = 1\n  }\n"};
    const std::string sample =
        "a = <<EOT\nx\nEOT\n" + long_block(75) + "b {\n  c = 1\n}\n" + long_block(73, "other") + "d = 1\n";
    for (bool hcl1 : {false, true}) {
        ParseOptions options;
        options.hcl1 = hcl1;
        std::string text = sample;
        FilePtr file = File::parse(text, options);
        std::size_t split = 0;
        for (int i = 0; i < 1500; ++i) {
            auto size = static_cast<std::uint32_t>(text.size());
            Edit edit = test::random_edit(random, size, pieces);
            if (i % 12 == 0) edit = {{0, size}, sample};
            std::string before = text;
            text.replace(edit.range.start, edit.range.length(), edit.replacement);
            file = file->edited({&edit, 1});
            for (const BodyItem& item : file->body().items()) split += item.split != nullptr;
            REQUIRE(test::edit_fault(*file, text, before, edit) == "");
        }
        CHECK(split > 1000);
    }
}

TEST_CASE("an item of a long block may stand where the layout would end the block") {
    const std::string text = "a = 1\n" + long_block(400) + "z = 2\n";
    FilePtr file = File::parse(text);
    const std::vector<Edit> edits = {
        insertion(text, "  rule \"r200\"", "x"),
        insertion(text, "  arg_200 =", "\ny = 1\n"),
        insertion(text, "  arg_200 =", "\ny = {\nz = 1\n}\n"),
        insertion(text, "    from = 200", "form = 1\n"),
        insertion(text, "  arg_200 =", "  b {\n  c = 1\n  }\n"),
        insertion(text, "  arg_200 =", "  b = {\n  c = 1\n  }\n"),
    };
    for (const Edit& edit : edits) {
        CAPTURE(edit.range.start);
        CAPTURE(edit.replacement);
        FilePtr edited = file->edited({&edit, 1});
        std::string new_text = text;
        new_text.insert(edit.range.start, edit.replacement);
        CHECK(test::flattened(*edited) == test::flattened(*File::parse(new_text)));
        CHECK(edited->diagnostics().empty());
        CHECK(fresh_chunks(*file, *edited) <= 5);
        // Typing on elsewhere in it, making it wrong, and ending it early.
        for (std::string_view typed : {"w", "=", "}\n", "w = 1\n"}) {
            CAPTURE(typed);
            Edit more = insertion(new_text, "arg_300 =", typed);
            std::string more_text = new_text;
            more_text.insert(more.range.start, typed);
            FilePtr again = edited->edited({&more, 1});
            CHECK(test::flattened(*again) == test::flattened(*File::parse(more_text)));
            if (again->diagnostics().empty()) CHECK(fresh_chunks(*edited, *again) <= 5);
            Edit undo{{more.range.start, more.range.start + static_cast<std::uint32_t>(typed.size())}, ""};
            CHECK(test::flattened(*again->edited({&undo, 1})) == test::flattened(*edited));
        }
        // And back.
        const auto size = static_cast<std::uint32_t>(edit.replacement.size());
        Edit undo{{edit.range.start, edit.range.start + size}, ""};
        FilePtr back = edited->edited({&undo, 1});
        CHECK(test::flattened(*back) == test::flattened(*file));
        CHECK(fresh_chunks(*edited, *back) <= 5);
    }
}

TEST_CASE("a heredoc or comment without end reads nothing else again") {
    std::string text;
    for (int i = 0; i < 500; ++i)
        text += "a" + std::to_string(i) + " = <<EOT\n  text\nEOT\nb {\n  c = 1 /* x */\n}\n";
    FilePtr file = File::parse(text);
    auto at = static_cast<std::uint32_t>(text.find("a250 = <<EOT") + 12);
    for (const auto& [place, typed] : std::vector<std::pair<std::uint32_t, std::string>>{
             {at, "X"}, {static_cast<std::uint32_t>(text.size()), "/*\n"}}) {
        Edit open{{place, place}, typed};
        FilePtr edited = file->edited({&open, 1});
        std::string new_text = text;
        new_text.insert(place, typed);
        CHECK(test::flattened(*edited) == test::flattened(*File::parse(new_text)));
        CHECK(fresh_chunks(*file, *edited) <= 6);
        CHECK(!edited->diagnostics().empty());
        // Typing on while it is open.
        for (std::string_view where : {"a10 =", "a251 =", "a400 ="}) {
            Edit more = insertion(new_text, where, "z");
            FilePtr again = edited->edited({&more, 1});
            std::string again_text = new_text;
            again_text.insert(more.range.start, "z");
            CHECK(test::flattened(*again) == test::flattened(*File::parse(again_text)));
            CHECK(fresh_chunks(*edited, *again) <= 6);
        }
        // Its end, far away.
        for (std::string_view end : {"EOTX\n", "\n EOTX\n", "*/", "\n*/\n"}) {
            Edit close = insertion(new_text, "a300 =", end);
            std::string closed_text = new_text;
            closed_text.insert(close.range.start, end);
            FilePtr closed = edited->edited({&close, 1});
            CHECK(test::flattened(*closed) == test::flattened(*File::parse(closed_text)));
            Edit undo{{close.range.start, close.range.start + static_cast<std::uint32_t>(end.size())}, ""};
            CHECK(test::flattened(*closed->edited({&undo, 1})) == test::flattened(*edited));
        }
    }
}
