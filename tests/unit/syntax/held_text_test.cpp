// Texts whose tree would take too much memory are held as plain text.
#include "engine/syntax/file/held_text.h"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/limits.h"
#include "engine/syntax/file/file_builder.h"
#include "tests/harness/texts.h"

using namespace hcl;
using namespace hcl::syntax;
using hcl::test::repeated;

namespace held_text_test {

namespace {

struct Piece {
    const char* text;
    Syntax syntax = Syntax::Native;
    const char* before = "";
};

// Texts that give a large tree when repeated.
const std::vector<Piece> kPieces = {
    {"a = 1\n"},
    {"a=1\n"},
    {"a\n"},
    {"a {}\n"},
    {"a {\n"},
    {"a {\n}\n"},
    {"}\n"},
    {"a ]\n"},
    {" a=1\n", Syntax::Native, "b {\n"},
    {" a\n", Syntax::Native, "b {\n"},
    {"1,", Syntax::Native, "a = ["},
    {"+1", Syntax::Native, "a = 1"},
    {"-", Syntax::Native, "a = "},
    {"!", Syntax::Native, "a = "},
    {".a", Syntax::Native, "a = b"},
    {"[0]", Syntax::Native, "a = b"},
    {"f(", Syntax::Native, "a = "},
    {"${1}", Syntax::Native, "a = \""},
    {"${a}\n", Syntax::Native, "a = <<E\n"},
    {"a = <<A\n"},
    {"\"\n"},
    {"\x7f@"},
    {"\xFF"},
    {"#\n"},
    {"\n"},
    {"0,", Syntax::Json, "["},
    {"[],", Syntax::Json, "["},
    {"{\"a\":1},", Syntax::Json, "["},
    {"\"a\":1,", Syntax::Json, "{"},
    {"[", Syntax::Json},
    {"{]", Syntax::Json},
    {"\"", Syntax::Json},
    {"${1}", Syntax::Template},
};

ParseOptions options_of(Syntax syntax, bool hcl1 = false) {
    ParseOptions options;
    options.syntax = syntax;
    options.hcl1 = hcl1;
    return options;
}

std::string text_of(const Piece& piece, std::size_t size) {
    return piece.before + repeated(piece.text, size);
}

}  // namespace

TEST_CASE("held text: a tree takes at most what its text weighs") {
    constexpr std::size_t kSize = 100'000;
    for (const Piece& piece : kPieces)
        for (bool hcl1 : {false, true}) {
            if (hcl1 && piece.syntax != Syntax::Native) continue;
            CAPTURE(piece.text);
            CAPTURE(hcl1);
            const ParseOptions options = options_of(piece.syntax, hcl1);
            const std::string text = text_of(piece, kSize);
            const FileMemory memory = FileBuilder::memory(*File::parse(text, options));
            // Apart from the text; a few shapes may take half as much again.
            CHECK(memory.total() - memory.text <= tree_weight(text, options) * 3 / 2 + 4096);
        }
}

TEST_CASE("held text: the weight of a text is that of its parts") {
    std::mt19937 random(7);
    const std::string text = "a = [1,\t\"b c\"] # d\r\n\n  e {\n}\n\xC3\xBC<<E\n";
    for (int i = 0; i < 200; ++i) {
        const std::size_t at = 1 + random() % (text.size() - 1);
        const std::string_view all = text;
        for (Syntax syntax : {Syntax::Native, Syntax::Json, Syntax::Template}) {
            const ParseOptions options = options_of(syntax);
            CHECK(tree_weight(all, options) == tree_weight(all.substr(0, at), options) +
                                                   tree_weight(all.substr(at), options, all[at - 1]));
        }
    }
}

TEST_CASE("held text: positions and edits are those of a file with a tree") {
    // Just too heavy, with lines of several kinds.
    const std::string unit = "a=1\r\n\xC3\xBC=2\nb=3\rc=4\n";
    std::string text = repeated(unit, unit.size() * (limits::tree_bytes / tree_weight(unit, {}, '\n') + 1));
    FilePtr held = parse_bounded(text);
    REQUIRE(is_held_as_text(*held));
    CHECK(held->size() == text.size());
    CHECK(held->text() == text);
    CHECK(held->diagnostics().empty());
    CHECK(held->body().items().empty());
    std::mt19937 random(20);
    for (int i = 0; i < 60; ++i) {
        Edit edit;
        edit.range.start = static_cast<std::uint32_t>(random() % text.size());
        if (i % 3 == 0) edit.range.start = static_cast<std::uint32_t>(text.size() - random() % 100);
        edit.range.end = std::min(edit.range.start + static_cast<std::uint32_t>(random() % 100'000),
                                  static_cast<std::uint32_t>(text.size()));
        // No character is cut, and the weight stays.
        const auto is_inside = [&](std::uint32_t at) {
            return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
        };
        if (is_inside(edit.range.start)) --edit.range.start;
        if (is_inside(edit.range.end)) ++edit.range.end;
        edit.replacement = repeated(unit, edit.range.length() + 1 + random() % 30);
        if (i % 4 == 0) edit.replacement += '\r';
        held = held->edited(std::span(&edit, 1));
        text.replace(edit.range.start, edit.range.length(), edit.replacement);
        REQUIRE(is_held_as_text(*held));
        REQUIRE(held->size() == text.size());
    }
    CHECK(held->text() == text);
    const FilePtr fresh = parse_bounded(text);
    REQUIRE(is_held_as_text(*fresh));
    CHECK(held->line_count() == fresh->line_count());
    for (int i = 0; i < 200; ++i) {
        const auto offset = static_cast<std::uint32_t>(random() % text.size());
        for (ColumnUnit unit_of : {ColumnUnit::Utf8, ColumnUnit::Utf16, ColumnUnit::Utf32}) {
            const Position position = held->position(offset, unit_of);
            REQUIRE(position == fresh->position(offset, unit_of));
            REQUIRE(held->offset(position, unit_of) == fresh->offset(position, unit_of));
        }
    }
}

TEST_CASE("held text: an edited file is held exactly when a parse would hold it") {
    const std::string unit = "a = 1\n";
    const std::uint64_t weight = tree_weight(unit, {}, '\n');
    const std::size_t count = limits::tree_bytes / weight;
    const std::string text = repeated(unit, unit.size() * count);
    FilePtr file = parse_bounded(text);
    CHECK_FALSE(is_held_as_text(*file));
    const auto insert = [&](std::uint32_t at, std::uint32_t end, std::string replacement) {
        const Edit edit{{at, end}, std::move(replacement)};
        file = file->edited(std::span(&edit, 1));
    };
    insert(600, 600, unit);
    CHECK(is_held_as_text(*file));
    CHECK(file->text() == unit + text);
    insert(600, 606, "");
    CHECK_FALSE(is_held_as_text(*file));
    CHECK(file->text() == text);
    CHECK(file->body().items().size() == count);
    // A paste, and its removal.
    insert(0, 0, text);
    CHECK(is_held_as_text(*file));
    insert(6, static_cast<std::uint32_t>(text.size()) * 2, "");
    CHECK_FALSE(is_held_as_text(*file));
    CHECK(file->text() == unit);
    CHECK(file->body().items().size() == 1);
}

TEST_CASE("held text: only where it is asked for") {
    const std::string text = repeated("a = 1\n", 20'000'000);
    const FilePtr bounded = parse_bounded(text, options_of(Syntax::Json));
    CHECK(is_held_as_text(*bounded));
    CHECK(bounded->options().syntax == Syntax::Native);
    CHECK_FALSE(bounded->root());
}

}  // namespace held_text_test
