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

TEST_CASE("first findings: those of a large module, of which the names are known and the values not") {
    std::string text;
    for (int i = 0; i < 6'000; ++i) {
        const std::string n = std::to_string(i);
        text += "data \"a\" \"a" + n + "\" {\n  depends_on = [data.a.a" + std::to_string(i + 1) + "]\n}\n";
        if (i % 1'000 == 0) text += "variable \"v" + n + "\" {\n  typ = string\n  type = data.a.a1\n}\n";
    }
    text += "module \"m\" {\n  sorce = \"./m\"\n  depends_on = [\"data.a.a1\", var.v0[0]]\n}\n";
    text += "locals {\n  a = 1\n}\noutput \"o\" {\n  depends_on = [local.a[0]]\n}\n";
    SmallWorld small;
    const FileId large = small.add("/room/main.tf", text);
    const FileId of_json =
        small.add("/json/main.tf.json",
                  "{\"x\": 1, \"data\": {\"a\": {\"a1\": {\"depends_on\": [\"data.a.a1\"], \"y\": \"" +
                      std::string(200'000, '.') + "\"}}}}");
    for (const FileId file : {large, of_json}) {
        std::vector<std::string> first;
        const auto take = [&](Diagnostics found) { first = described(found); };
        const auto all = described(ide::diagnostics_for(*small.world.snapshot(), file, {}, take));
        CHECK(!first.empty());
        for (const std::string& one : first) CHECK_MESSAGE(std::ranges::find(all, one) != all.end(), one);
    }
}

}  // namespace hcl::test
