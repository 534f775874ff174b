// Findings that are known before the rest of the module is.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/ide/annotation/diagnostics.h"
#include "engine/source/diagnostic.h"
#include "tests/unit/ide/support.h"

namespace hcl::test {

namespace {

std::vector<std::string> described(const Diagnostics& found) {
    std::vector<std::string> out;
    for (const Diagnostic& d : found)
        out.push_back(diag_id(d.code) + " " + std::to_string(d.span.start) + " " + d.title + ": " +
                      d.message);
    return out;
}

// Findings of the file alone, all of which are among those that follow.
std::vector<std::string> first_of(SmallWorld& small, FileId file) {
    const world::SnapshotPtr snapshot = small.world.snapshot();
    std::vector<std::string> first = described(ide::syntax_diagnostics_for(*snapshot, file, {}));
    const std::vector<std::string> all = described(ide::diagnostics_for(*snapshot, file, {}));
    for (const std::string& one : first) CHECK(std::ranges::find(all, one) != all.end());
    return first;
}

}  // namespace

TEST_CASE("first findings: errors of the syntax alone, also in a language that names them in its own way") {
    SmallWorld small;
    const FileId broken =
        small.add("/room/main.tf", "locals {\n  a = \n  b = local.nosuch\n}\nresource {\n}\n");
    const FileId plain = small.add("/plain/a.hcl", "a = \nb = nosuch()\n");
    const FileId of_json = small.add("/room/b.tf.json", "{\"locals\": {\"a\": 1,}}");
    const FileId right = small.add("/room/c.tf", "output \"o\" {\n  value = local.nosuch\n}\n");
    CHECK(first_of(small, broken).size() == 1);
    CHECK(first_of(small, plain).size() == 1);
    CHECK(first_of(small, of_json).size() == 1);
    CHECK(first_of(small, right).empty());
}

TEST_CASE("first findings: comments, levels and files of other programs count") {
    SmallWorld small;
    const FileId whole = small.add("/a/main.tf", "# hcl-ls:ignore-file\nlocals {\n  a = \n}\n");
    const FileId one_line = small.add("/b/main.tf", "locals {\n  # hcl-ls:ignore\n  a = \n  b = \n}\n");
    const FileId foreign =
        small.add("/c/job.nomad.hcl", "job \"a\" {\n  type = [[ .type ]]\n  [[ if .x ]]\n}\n");
    CHECK(first_of(small, whole).size() == ide::diagnostics_for(*small.world.snapshot(), whole, {}).size());
    CHECK(first_of(small, one_line).size() <= 1);
    CHECK(first_of(small, foreign).empty());

    const FileId off = small.add("/d/main.tf", "locals {\n  a = \n}\n");
    REQUIRE(first_of(small, off).size() == 1);
    world::Settings settings;
    settings.rules.levels["*"] = check::RuleSettings::Level::Off;
    small.world.set_settings(settings);
    CHECK(first_of(small, off).empty());
    settings = {};
    settings.diagnostics = false;
    small.world.set_settings(settings);
    CHECK(first_of(small, off).empty());
}

TEST_CASE("first findings: rules of single blocks need no names and values of a large module") {
    SmallWorld small;
    constexpr int kCount = 3000;
    std::string text = "locals {\n  a = 1\n}\nresource \"a\" \"b\" {\n  provider = \"c\"\n}\n";
    for (int i = 0; i < kCount; ++i)
        text += "data \"a\" \"a" + std::to_string(i) + "\" {\n  depends_on = [data.a.a" +
                std::to_string(i + 1) + "]\n}\n";
    text += "data \"a\" \"b\" {\n  depends_on = [\"data.a.a1\"]\n}\n";
    const FileId file = small.add("/room/main.tf", text);
    const world::SnapshotPtr snapshot = small.world.snapshot();
    std::vector<std::string> first;
    const std::vector<std::string> all = described(ide::diagnostics_for(
        *snapshot, file, {}, [&](const Diagnostics& found) { first = described(found); }));
    CHECK(first.size() > 1);
    for (const std::string& one : first) CHECK(std::ranges::find(all, one) != all.end());
}

}  // namespace hcl::test
