// An edit of one block changes answers about others: after it, all must equal those of a new world.
#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "server/app/extensions.h"
#include "tests/harness/all_answers.h"
#include "tests/unit/ide/support.h"

namespace hcl::test {
namespace {

using Texts = std::vector<std::pair<std::string, std::string>>;  // by path

struct Answering : SmallWorld {
    explicit Answering(const Texts& texts) {
        world.set_extensions(server::language_extensions());
        for (const auto& [path, text] : texts) add(path, text);
    }
    // For each file, and at the first place of the word in the first file.
    std::string answers(const Texts& texts, std::string_view word) {
        std::string wrong, out;
        const world::SnapshotPtr snapshot = world.snapshot();
        for (std::uint32_t id = 0; id < texts.size(); ++id) out += answers_for(*snapshot, FileId(id), wrong);
        const auto start = static_cast<std::uint32_t>(texts[0].second.find(word));
        out += answers_at(*snapshot, FileId(0), {start, start}, wrong);
        CHECK(wrong.empty());
        return out;
    }
};

// Replaces `from` in the last file.
void check_edit(Texts texts, std::string_view from, std::string_view to, std::string_view word) {
    CAPTURE(texts.back().second);
    Answering edited(texts);
    const std::string before = edited.answers(texts, word);
    std::string& text = texts.back().second;
    const auto start = static_cast<std::uint32_t>(text.find(from));
    REQUIRE(start < text.size());
    const Edit edit{{start, start + static_cast<std::uint32_t>(from.size())}, std::string(to)};
    edited.world.edit(FileId(static_cast<std::uint32_t>(texts.size() - 1)), std::span(&edit, 1), 0);
    text.replace(start, from.size(), to);
    const std::string after = edited.answers(texts, word);
    CHECK(before != after);
    CHECK(after == Answering(texts).answers(texts, word));
}

TEST_CASE("stale answers: whether a name may be referred to") {
    check_edit({{"/w/root.hcl", "locals {\n  env = 1\n}\n"},
                {"/w/app/terragrunt.hcl",
                 "include \"root\" {\n  path   = \"../root.hcl\"\n  expose = true\n}\n"
                 "locals {\n  e = include.root.locals.env\n}\n"}},
               "  expose = true\n", "", "env");
}

TEST_CASE("stale answers: names inside of another block") {
    check_edit({{"/w/b.my.hcl",
                 "table \"b\" {\n  schema = schema.s\n  column \"x\" {\n    type = int\n  }\n"
                 "  foreign_key \"f\" {\n    columns     = [column.x]\n"
                 "    ref_columns = [table.a.column.id]\n  }\n}\n"},
                {"/w/a.my.hcl",
                 "schema \"s\" {}\ntable \"a\" {\n  schema = schema.s\n  column \"id\" {\n"
                 "    type = int\n  }\n}\n"}},
               "\"id\"", "\"key\"", "column.id");
}

TEST_CASE("stale answers: overrides of what is overridden") {
    const std::string main =
        "target \"lib\" {\n  args = { V = TAG }\n}\nvariable \"TAG\" {\n  default = \"x\"\n}\n";
    const Texts texts{{"/w/docker-bake.override.hcl", "target \"lib\" {\n  dockerfile = \"D\"\n}\n"},
                      {"/w/docker-bake.hcl", main}};
    check_edit(texts, "\"x\"", "\"y\"", "lib");
}

TEST_CASE("stale answers: functions that nothing changed") {
    check_edit(
        {{"/w/docker-bake.json", R"({"target": {"j": {"inherits": ["lib"], "tags": ["${tagged(\"x\")}"]}}})"},
         {"/w/docker-bake.hcl",
          "function \"tagged\" {\n  params = [name]\n  result = \"${name}:${TAG}\"\n}\n"},
         {"/w/docker-bake.override.hcl", "TAG = \"o\"\ntarget \"lib\" {\n  dockerfile = \"D\"\n}\n"}},
        "\ntarget \"lib\" {\n  dockerfile = \"D\"\n}\n", "]\n", "tags");
}

TEST_CASE("stale answers: the first step of a name of two") {
    check_edit(
        {{"/w/main.tofu", "resource \"null_resource\" \"r\" {\n  provider = aws.by[\"eu\"]\n}\n"},
         {"/w/provider.tofu", "provider \"aws\" {\n  alias    = \"by\"\n  for_each = toset([\"eu\"])\n}\n"}},
        "aws", "other", "by");
}

}  // namespace
}  // namespace hcl::test
