// Edits: equal to parsing anew, sharing what they did not touch; and files as they are being typed.
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

constexpr std::string_view kSample =
    "# a file\nvariable \"region\" {\n  type    = string\n  default = \"eu\"\n}\n\nlocals {\n  names = [for "
    "n in var.names : \"${n}-x\"]\n"
    "  text  = <<-EOT\n    hello ${var.region}\n    %{ if a }x%{ endif }\n  EOT\n  map = {\n    a = 1\n    "
    "\"b\" = foo(1, 2)\n  }\n}\n\n"
    "resource \"aws_instance\" \"web\" {\n  ami   = data.aws_ami.x.id\n  count = 2\n\n  network {\n    id = "
    "a.b[0].c\n  }\n\n"
    "  tags = {\n    Name = \"web\"\n  }\n}\n\noutput \"id\" {\n  value = "
    "resource.aws_instance.web[*].id\n}\n";

std::string made_file(std::size_t blocks) {
    std::string text;
    for (std::size_t i = 0; i < blocks; ++i) {
        std::string n = std::to_string(i);
        text += "resource \"thing\" \"r" + n + "\" {\n  name = \"n" + n + "\"\n  size = " + n + "\n}\n\n";
    }
    return text;
}

std::vector<std::string> top_level(const File& file) {
    std::vector<std::string> names;
    for (const BodyItem& item : file.body().items()) {
        if (item.kind == BodyItem::Kind::Bogus) continue;
        std::string name(item.kind == BodyItem::Kind::Block ? item.block().type() : item.attribute().name);
        if (item.kind == BodyItem::Kind::Block)
            for (const LabelView& label : item.block().labels()) name += " " + label.value;
        names.push_back(name);
    }
    return names;
}

}  // namespace

TEST_CASE("random edits give what parsing anew gives") {
    std::mt19937 random(7);
    auto pick = [&](std::size_t below) { return static_cast<std::uint32_t>(random() % below); };
    const std::vector<std::string> pieces = {
        "{",  "}",  "\"", "${",      "[",     "]",   "\n", "=",         "a",     ".", "<<E\n", "E\n",
        "/*", "*/", "#",  "x = 1\n", "b {\n", "}\n", "~}", "%{ if x }", "\n}\n", " ", "é",     "\xFF"};
    std::string text(kSample);
    FilePtr file = File::parse(text);
    for (int i = 0; i < 3000; ++i) {
        auto size = static_cast<std::uint32_t>(text.size());
        Edit edit;
        edit.range.start = pick(size + 1);
        edit.range.end = std::min(size, edit.range.start + (pick(3) == 0 ? pick(20) : pick(2)));
        if (pick(3) != 0) edit.replacement = pieces[pick(pieces.size())];
        if (text.size() > 2000) edit = {{0, size}, std::string(kSample)};
        std::string before = text;
        text.replace(edit.range.start, edit.range.length(), edit.replacement);
        file = file->edited({&edit, 1});
        REQUIRE(test::edit_fault(*file, text, before, edit) == "");
    }
}

TEST_CASE("random edits between an open item and a brace left over give what parsing anew gives") {
    std::mt19937 random(23);
    const std::vector<std::string> pieces = {"{", "}",  "x = 1\n", "b {\n",     "}\n", "a",
                                             "=", "\n", " ",       "  c = 2\n", "\""};
    for (std::string_view open : {"o {\n  a = 1\n\n", "o = {\n  a = 1\n\n", "o {\n  p = {\n    a = 1\n\n"}) {
        for (std::string_view between : {kSample, std::string_view("a = 1\nb = [2]\nc = 3\n"),
                                         std::string_view("a = 1\n  b = 2\n  c {\n  d = 1\n}\ne {}\n")}) {
            const std::string sample =
                "first = 1\n" + std::string(open) + std::string(between) + "}\nlast = 2\n";
            std::string text = sample;
            FilePtr file = File::parse(text);
            for (int i = 0; i < 400; ++i) {
                auto size = static_cast<std::uint32_t>(text.size());
                Edit edit = test::random_edit(random, size, pieces);
                if (i % 3 == 0) edit = {{0, size}, sample};
                std::string before = text;
                text.replace(edit.range.start, edit.range.length(), edit.replacement);
                file = file->edited({&edit, 1});
                REQUIRE(test::edit_fault(*file, text, before, edit) == "");
            }
        }
    }
}

TEST_CASE("an edit keeps the identity of the chunks it does not touch") {
    std::string text = made_file(400);
    FilePtr file = File::parse(text);
    std::set<const Chunk*> before;
    for (std::uint32_t i = 0; i < file->chunk_count(); ++i) before.insert(file->chunk(i).get());
    for (const Edit& edit : {Edit{{5000, 5000}, "x"}, Edit{{5000, 5001}, ""}, Edit{{10'000, 10'000}, "\n"},
                             Edit{{0, 0}, "a = 1\n"}, Edit{{9000, 9000}, "{"}, Edit{{9000, 9000}, "\""}}) {
        FilePtr edited = file->edited({&edit, 1});
        std::size_t fresh = 0;
        for (std::uint32_t i = 0; i < edited->chunk_count(); ++i)
            fresh += 1 - before.count(edited->chunk(i).get());
        CAPTURE(edit.replacement);
        CHECK(fresh <= 3);
    }
}

TEST_CASE("typing a file spoils nothing around the place where it is typed") {
    const std::string head = "variable \"before\" {\n  a = 1\n}\n\n";
    const std::string tail = "\nvariable \"after\" {\n  b = 2\n}\nlast = 3\n";
    const std::vector<std::string> typed = {
        "resource \"aws_instance\" \"web\" {\n  ami = data.x.y[0].id\n  tags = {\n    Name = "
        "\"a-${var.b[\"c\"]}\"\n  }\n  n {\n    list = [1, foo(2, {a = 3})]\n  }\n}\n",
        "x = [for a in b : \"${a}\" if a != null]\n",
        "t = <<EOT\n  text ${a}\nEOT\n",
        "locals { a = 1 }\n",
    };
    for (const std::string& piece : typed) {
        FilePtr file = File::parse(head + tail);
        for (std::size_t i = 0; i < piece.size(); ++i) {
            auto at = static_cast<std::uint32_t>(head.size() + i);
            Edit edit{{at, at}, piece.substr(i, 1)};
            file = file->edited({&edit, 1});
            std::string text = head + piece.substr(0, i + 1) + tail;
            CAPTURE(text);
            REQUIRE(test::flattened(*file) == test::flattened(*File::parse(text)));
            std::vector<std::string> names = top_level(*file);
            REQUIRE(names.size() >= 3);
            CHECK(names.front() == "variable before");
            CHECK(names[names.size() - 2] == "variable after");
            CHECK(names.back() == "last");
            CHECK(file->diagnostics().size() <= 2);
        }
    }
}

TEST_CASE("typing within a block leaves its other items whole") {
    const std::string head = "resource \"a\" \"b\" {\n  first = 1\n";
    const std::string tail =
        "\n  second = 2\n  third {\n    x = 1\n  }\n}\n\noutput \"o\" {\n  value = 1\n}\n";
    const std::vector<std::string> typed = {
        "  name = foo.bar[0].baz\n",    "  m = {\n    k = \"v-${x}\"\n  }\n",
        "  n {\n    l = [1, 2]\n  }\n", "  l = f(a, [1, {b = 2}])\n",
        "  s = \"${a.b}\"\n",           "  dyn \"x\" {\n    y = 1\n  }\n"};
    for (const std::string& piece : typed) {
        for (std::size_t i = 0; i <= piece.size(); ++i) {
            std::string text = head + piece.substr(0, i) + tail;
            CAPTURE(text);
            FilePtr file = File::parse(text);
            auto blocks = file->body().blocks();
            REQUIRE(blocks.size() == 2);
            CHECK(blocks[1].type() == "output");
            std::set<std::string> names;
            for (const auto& attribute : blocks[0].body().attributes())
                names.insert(std::string(attribute.name));
            CHECK(names.count("first") == 1);
            CHECK(names.count("second") == 1);
            CHECK(blocks[0].body().blocks().back().type() == "third");
            CHECK(file->diagnostics().size() <= 2);
        }
    }
}

TEST_CASE("valid text of any layout is valid") {
    for (std::string_view text :
         {"a {\nb {\nx = {\nv = 1\n}\n}\n}\n\nc = 1\n", "a {\n  b {\n    x = 1\n}\ny = 2\n}\n",
          "x = {\na = 1\n}\n", "x = foo({\na = 1\n}, [\n1\n])\n", "a {\n  b {\n  c = 1\n  }\n  d = 2\n}\n",
          "x = \"${{\na = 1\n}.a}\"\n", "a {\n x = <<E\nb = 1\nE\n}\n"})
        CHECK_MESSAGE(File::parse(text)->diagnostics().empty(), text);
}
