// HCL 1: its own grammar, and what becomes of mistakes in it. The recorded cases are in
// tests/conformance/dialects/hcl1parse.jsonl.
#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "engine/syntax/file/file.h"
#include "engine/syntax/hcl1/scan.h"
#include "engine/syntax/lex/literal.h"
#include "tests/harness/random_edits.h"
#include "tests/harness/syntax_check.h"

using namespace hcl;
using namespace hcl::syntax;

namespace {

constexpr ParseOptions kOptions{.syntax = Syntax::Native, .hcl1 = true};

std::vector<std::string> names(const File& file) {
    std::vector<std::string> out;
    for (const BodyItem& item : file.body().items())
        out.push_back(item.kind == BodyItem::Kind::Block       ? std::string(item.block().type())
                      : item.kind == BodyItem::Kind::Attribute ? std::string(item.attribute().name)
                                                               : "?");
    return out;
}

}  // namespace

TEST_CASE("HCL 1: objects, lists and keys stand as people write them") {
    const std::string text =
        "\"key\" = 1\nlistener \"tcp\"\n{\n  a = 1, b = 2\n}\nx = { y = 1 z = 2 }\na { b { c = 0x1F } d = "
        "017 }\n"
        "d.e = [1, { f \"g\" { h = -2 } },]\n";
    FilePtr file = File::parse(text, kOptions);
    CHECK(file->diagnostics().empty());
    CHECK(names(*file) == std::vector<std::string>{"key", "listener", "x", "a", "d.e"});
    CHECK(test::broken_invariant(*file, text) == "");
    CHECK(!File::parse(text)->diagnostics().empty());

    // An object in a list keeps the labels of its keys as objects within each other.
    Node list = file->body().attributes()[1].expr;
    Node item = list.child(1).child(0);
    CHECK(item.child(0).text() == "f");
    CHECK(item.child(1).is(NodeKind::Object));
    CHECK(item.child(1).child(0).child(0).text() == "\"g\"");
}

TEST_CASE("HCL 1: a mistake spoils only its own item") {
    FilePtr file = File::parse("a = 1\nb\nc = 2\nd =\ne = 3\nf = nope\ng \"x\" = {\n  h = 1\n}\n", kOptions);
    CHECK(names(*file) == std::vector<std::string>{"a", "?", "c", "d", "e", "f", "g"});
    CHECK(file->diagnostics().size() == 4);
    file =
        File::parse("path \"a\" {\n  x = [1\n\npath \"b\" {\n  y = 2\n}\nz = \"open\nlast = 3\n", kOptions);
    CHECK(names(*file).back() == "last");
}

TEST_CASE("HCL 1: numbers and strings have their own notation") {
    CHECK(hcl1::decimal("0x1F") == "31");
    CHECK(hcl1::decimal("-017") == "-15");
    CHECK(hcl1::decimal("5.") == "5.0");
    CHECK(hcl1::decimal(".5") == "0.5");
    CHECK(hcl1::decimal("-0") == "0");
    CHECK(!hcl1::decimal("08"));
    CHECK(!hcl1::decimal("1e400"));
    CHECK(!hcl1::decimal("9223372036854775808"));
    CHECK(hcl1::decode_string(R"(\x41\101\u00e9\t$${x}${"\n"})") == "AA\xC3\xA9\t$${x}${\"\\n\"}");
    CHECK(hcl1::decode_string(R"(\377)") == "\xEF\xBF\xBD");
    CHECK(hcl1::decode_heredoc("    a\n      b\n", "    ", true) == "a\n  b\n");
    CHECK(hcl1::decode_heredoc("  a\n b\n", "  ", true) == "  a\n b\n");
    CHECK(hcl1::decode_heredoc("a\r\n", "  ", false) == "a\n  ");
}

TEST_CASE("HCL 1: a line that ends inside of a comment with bad bytes ends no item") {
    const std::string text = "/*\xBF\n\xFF*/\na = 1\n";
    FilePtr file = File::parse(text, kOptions);
    CHECK(names(*file).back() == "a");
    CHECK(file->diagnostics().size() == 1);
    CHECK(test::broken_invariant(*file, text) == "");
    // Without the start of the comment, its end means nothing.
    const Edit edit{{1, 1}, "\n"};
    const std::string now = "/\n*\xBF\n\xFF*/\na = 1\n";
    CHECK(test::edit_fault(*file->edited({&edit, 1}), now, text, edit) == "");
}

TEST_CASE("HCL 1: any text can be edited anywhere") {
    std::mt19937 random(11);
    const std::vector<std::string> pieces = {"{",
                                             "}",
                                             "\"",
                                             "=",
                                             "\n",
                                             ",",
                                             "[",
                                             "]",
                                             "a",
                                             "a = 1\n",
                                             "b {\n",
                                             "}\n",
                                             "# c\n",
                                             "/*",
                                             "*/",
                                             "<<EOF\n",
                                             "EOF\n",
                                             " EOF\n",
                                             "<<-EOF\n",
                                             "${",
                                             "\\",
                                             "0x",
                                             "path \"x\" {\n",
                                             "\"\n",
                                             " ",
                                             "\xFF",
                                             "\n\xFF",
                                             "\n, ",
                                             "true",
                                             "-1e"};
    const std::string sample =
        "path \"a\"\n{\n  capabilities = [\"read\", \"${x\n}\"]\n}\n\nx = {\n  y = <<-EOF\n    t\n    "
        "EOF\n}\n"
        "a = 1, b = 2\nservice {\n  checks = [\n    { id = 1 }\n  ]\n}\n";
    std::string text = sample;
    FilePtr file = File::parse(text, kOptions);
    for (int i = 0; i < 3000; ++i) {
        auto size = static_cast<std::uint32_t>(text.size());
        Edit edit = test::random_edit(random, size, pieces);
        if (i % 15 == 0) edit = {{0, size}, sample};
        std::string before = text;
        text.replace(edit.range.start, edit.range.length(), edit.replacement);
        file = file->edited({&edit, 1});
        REQUIRE(test::edit_fault(*file, text, before, edit) == "");
    }
}
