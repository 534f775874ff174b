// Edits of JSON: equal to parsing anew, reading only what is around them, sharing all other pieces.
#include <doctest/doctest.h>

#include <random>
#include <set>
#include <string>
#include <vector>

#include "engine/syntax/file/file_builder.h"
#include "engine/syntax/tree/chunk_tree.h"
#include "tests/harness/random_edits.h"
#include "tests/harness/syntax_check.h"

using namespace hcl;
using namespace hcl::syntax;

namespace {

constexpr ParseOptions kJson{.syntax = Syntax::Json, .hcl1 = false};

void collect(const ChunkTree& tree, std::vector<StoredChunkPtr>& pieces) {
    tree.for_each(
        0, [](const ChunkSummary&) { return true; },
        [&](const ChunkEntry& entry, std::uint32_t) {
            if (entry.chunk) {
                pieces.push_back(entry.chunk);
                return;
            }
            pieces.push_back(entry.split->open);
            collect(*entry.split->items, pieces);
            pieces.push_back(entry.split->close);
        });
}

std::vector<StoredChunkPtr> pieces_of(const File& file) {
    std::vector<StoredChunkPtr> pieces;
    collect(FileBuilder::chunks(file), pieces);
    return pieces;
}

std::size_t fresh_pieces(const File& before, const File& after) {
    std::set<const Chunk*> old;
    for (const auto& piece : pieces_of(before)) old.insert(piece.get());
    std::size_t fresh = 0;
    for (const auto& piece : pieces_of(after)) fresh += 1 - old.count(piece.get());
    return fresh;
}

std::string long_file(std::size_t count, bool is_minified = false) {
    std::string text = "{\n  \"variable\": {\n";
    for (std::size_t i = 0; i < count; ++i) {
        std::string n = std::to_string(i);
        text += "    \"v" + n + "\": {\n      \"type\": \"string\",\n      \"default\": [1, " + n +
                ", true]\n    }" + (i + 1 < count ? ",\n" : "\n");
    }
    text += "  },\n  \"list\": [\n";
    for (std::size_t i = 0; i < count; ++i)
        text += "    {\"a\": " + std::to_string(i) + ", \"b\": \"x\"}" + (i + 1 < count ? ",\n" : "\n");
    text += "  ],\n  \"last\": null\n}\n";
    if (is_minified) std::erase_if(text, [](char c) { return c == '\n' || c == ' '; });
    return text;
}

// "" when the edited file is what the new text is parsed to.
std::string difference(const File& edited, const std::string& text) {
    FilePtr whole = File::parse(text, kJson);
    if (std::string broken = test::broken_invariant(edited, text); !broken.empty()) return broken;
    if (test::flattened(edited) != test::flattened(*whole)) return "the trees differ";
    std::string joined;
    for (const auto& piece : pieces_of(edited)) joined += piece->text;
    if (joined != text) return "the pieces do not give the text back";
    return "";
}

}  // namespace

TEST_CASE("a long JSON file is cut into its elements, and its tree does not show it") {
    for (bool is_minified : {false, true}) {
        std::string text = long_file(400, is_minified);
        FilePtr file = File::parse(text, kJson);
        CHECK(pieces_of(*file).size() > 200);
        CHECK(difference(*file, text) == "");
        REQUIRE(file->chunk_count() == 1);
        Node root = file->root();
        CHECK(root.is(NodeKind::JsonObject));
        REQUIRE(root.child_count() == 3);
        Node variables = root.child(0).child(1);
        CHECK(variables.child_count() == 400);
        CHECK(variables.child(77).child(0).text() == "\"v77\"");
        CHECK(root.child(1).child(1).child(399).child(0).child(1).text() == "399");
        CHECK(root.child(2).child(1).is(NodeKind::JsonNull));
    }
}

TEST_CASE("an edit in a long JSON file reads again only the elements around it") {
    struct Case {
        std::string_view before;
        std::string_view typed;
        std::size_t erased = 0;
    };
    const std::vector<Case> cases = {
        {"\"v200\"", "\"new\": 1,\n    "},
        {"\"v200\"", "\"new\": {\n    "},
        {"\"v200\"", "\""},
        {"\"v200\"", "}"},
        {"v200\"", "x"},
        {"200, true", "[1, 2], "},
        {"200, true", "{"},
        {"200, true", "tru "},
        {"{\"a\": 200,", "{\"c\": 1},\n    "},
        {"{\"a\": 200,", ",", 0},
        {"200, \"b\"", "1"},
        {", true]\n    }\n  },", "5"},
        {"\"v0\"", "\"first\": 0, "},
        {"\n    \"v300\"", "\n"},
        {"\"last\"", "\"x\": 1, "},
        {"\"v200\"", "", 14},
    };
    for (bool is_minified : {false, true}) {
        for (const Case& one : cases) {
            std::string text = long_file(400, is_minified);
            std::string before(one.before);
            if (is_minified) std::erase_if(before, [](char c) { return c == '\n' || c == ' '; });
            FilePtr file = File::parse(text, kJson);
            auto at = static_cast<std::uint32_t>(text.find(before));
            REQUIRE(at < text.size());
            Edit edit{{at, at + static_cast<std::uint32_t>(one.erased)}, std::string(one.typed)};
            std::uint64_t work = 0;
            FilePtr edited = FileBuilder::edited(*file, {&edit, 1}, &work);
            std::string now = text;
            now.replace(at, one.erased, one.typed);
            CAPTURE(one.before);
            CAPTURE(one.typed);
            CAPTURE(is_minified);
            CHECK(difference(*edited, now) == "");
            // Without line ends, nothing but the brackets says where an open one should have ended; and one
            // more changes how all that follows on its line is indented.
            bool is_bound = one.typed != "}";
            if (is_minified)
                is_bound = is_bound && one.typed != "{" && one.typed != "\"" && one.erased == 0 &&
                           one.typed.find('\n') == std::string_view::npos;
            if (is_bound) {
                CHECK(fresh_pieces(*file, *edited) <= 4);
                CHECK(work < 2500);
            }
            Edit undo{{at, at + static_cast<std::uint32_t>(one.typed.size())}, text.substr(at, one.erased)};
            FilePtr back = edited->edited({&undo, 1});
            CHECK(difference(*back, text) == "");
            // Short elements share a piece; an edit may leave one more.
            CHECK(pieces_of(*back).size() <= pieces_of(*file).size() + 1);
            if (is_bound) CHECK(fresh_pieces(*edited, *back) <= 4);
        }
    }
}

TEST_CASE("a long object is cut though it is the only one in what is around") {
    std::string text = "{\"resource\": [{\"a\": {";
    for (int i = 0; i < 600; ++i) text += "\n  \"r" + std::to_string(i) + "\": [1, 2],";
    text += "\n  \"last\": 0}}]}\n";
    FilePtr file = File::parse(text, kJson);
    // Short elements share a piece.
    CHECK(pieces_of(*file).size() > 100);
    auto at = static_cast<std::uint32_t>(text.find("r300"));
    Edit edit{{at, at}, "x"};
    FilePtr edited = file->edited({&edit, 1});
    text.insert(at, "x");
    CHECK(difference(*edited, text) == "");
    CHECK(fresh_pieces(*file, *edited) == 1);
}

TEST_CASE("what an edit of JSON reads does not grow with the file") {
    auto work_of = [](std::size_t count) {
        std::string text = long_file(count);
        FilePtr file = File::parse(text, kJson);
        std::uint64_t work = 0;
        for (std::string_view typed : {"x", "\"", "{", "[", "\n", ",", ":", "1"}) {
            auto at = static_cast<std::uint32_t>(text.find("\"v300\"") + 3);
            Edit edit{{at, at}, std::string(typed)};
            FileBuilder::edited(*file, {&edit, 1}, &work);
        }
        return work;
    };
    CHECK(work_of(4000) <= work_of(400) + 256);
}

TEST_CASE("random edits of JSON give what parsing anew gives") {
    std::mt19937 random(23);
    const std::vector<std::string> pieces = {"{",    "}",     "[",        "]",    ",",
                                             ":",    "\"",    "\n",       " ",    "1",
                                             "null", "\"a\"", "\"a\": ",  "/*",   "*/",
                                             "//",   "'",     "\"b\": {", "},",   "\n  ",
                                             "\xFF", "=",     ",,",       "[1, ", "{\"c\": 2},\n",
                                             "\\",   "#"};
    for (bool is_minified : {false, true}) {
        const std::string sample = long_file(130, is_minified);
        std::string text = sample;
        FilePtr file = File::parse(text, kJson);
        std::size_t shared = 0;
        for (int i = 0; i < 1500; ++i) {
            auto size = static_cast<std::uint32_t>(text.size());
            Edit edit = test::random_edit(random, size, pieces);
            if (i % 6 == 0) edit = {{0, size}, sample};
            std::string before = text;
            text.replace(edit.range.start, edit.range.length(), edit.replacement);
            FilePtr edited = file->edited({&edit, 1});
            shared += fresh_pieces(*file, *edited) < 8;
            file = edited;
            if (std::string problem = difference(*file, text); !problem.empty()) {
                CAPTURE(i);
                CAPTURE(edit.range.start);
                CAPTURE(edit.range.end);
                CAPTURE(edit.replacement);
                FAIL(problem << "; the text before: " << before);
            }
        }
        CHECK(shared > 300);
    }
}

TEST_CASE("an opening bracket inside a broken word counts where others are edited") {
    for (const std::string word : {"ia{", "ia[", "\xA4{"}) {
        CAPTURE(word);
        std::string text = "{\"a\": [";
        for (int i = 0; i < 400; ++i)
            text += std::string("\n    ") + (i % 100 == 50 ? word : "{\"c\": [1, 2]}") + ",";
        text += "0], \"d\": null}";
        for (const std::string closer : {"\n   },", "\n   ],"}) {
            const std::size_t at = text.find('\n', text.size() / 2);
            const Edit edit{{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at)}, closer};
            FilePtr edited = File::parse(text, kJson)->edited({&edit, 1});
            CHECK(difference(*edited, std::string(text).insert(at, closer)) == "");
        }
    }
}
