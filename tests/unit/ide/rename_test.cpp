// Renames that would break another module are refused.
#include "engine/ide/refactor/rename.h"

#include <doctest/doctest.h>

#include "engine/format/format.h"
#include "tests/harness/paths.h"
#include "tests/unit/ide/support.h"

namespace hcl::test {
namespace {

struct TwoFolders : SmallWorld {
    FileId config = add("/w/.hcl-ls.hcl", R"(
language "stack" {
  spec  = "stack.hcldec"
  files = ["**/*.st.hcl"]
}
)");
    FileId pack = add("/w/stack.hcldec", shared_pack("stack.hcldec"));
    FileId net =
        add("/w/net/net.st.hcl", "variable \"size\" {}\nvariable \"zone\" {\n  default = var.size\n}\n");
    FileId main =
        add("/w/main.st.hcl", "module \"net\" {\n  source = \"./net\"\n  size   = 1\n  odd    = 2\n}\n");

    // The edits, or the reason for refusing.
    std::string renamed(FileId file, std::string_view place, std::string_view fresh) {
        std::string all = text(file, {0, world.snapshot()->file(file)->tree()->size()});
        auto edits =
            ide::rename(*world.snapshot(), file, static_cast<std::uint32_t>(all.find(place)), fresh, {});
        if (!edits) return edits.error();
        std::string out;
        for (const FileEdit& edit : *edits)
            out += std::to_string(edit.file.value) + ":" + text(edit.file, edit.edit.range) + " ";
        return out;
    }
};

TEST_CASE("rename across modules: all places, and no conflicts") {
    TwoFolders w;
    // With the blanks behind it, which align the value.
    CHECK(w.renamed(w.net, "size", "amount") == "3:size 3:   2:\"size\" 2:size ");
    CHECK(w.renamed(w.main, "size", "amount") == "3:size 3:   2:\"size\" 2:size ");
    CHECK(w.renamed(w.main, "size", "zone") == "Another variable is called \"zone\" already.");
    for (std::string_view taken : {"source", "odd"})
        CHECK(w.renamed(w.net, "size", taken) ==
              "\"" + std::string(taken) + "\" already means something where another module sets \"size\".");
    CHECK(w.renamed(w.main, "source", "from") == "The argument \"source\" belongs to the language.");
}

TEST_CASE("rename keeps aligned lines aligned, and others as they are") {
    SmallWorld w;
    const std::string before =
        "locals {\n  region = 1\n  name   = 2\n\n  a = local.region\n  other    = local.region\n  b = 3\n}\n";
    const FileId main = w.add("/w/main.tf", before);
    const auto renamed = [&](std::string_view fresh) {
        auto edits = ide::rename(*w.world.snapshot(), main, static_cast<std::uint32_t>(before.find("region")),
                                 fresh, {});
        REQUIRE(edits.has_value());
        std::vector<Edit> own;
        for (const FileEdit& edit : *edits) own.push_back(edit.edit);
        return format::apply_edits(before, own);
    };
    CHECK(renamed("the_region") ==
          "locals {\n  the_region = 1\n  name       = 2\n\n  a = local.the_region\n  other    = "
          "local.the_region\n  b = 3\n}\n");
    CHECK(renamed("at") ==
          "locals {\n  at   = 1\n  name = 2\n\n  a = local.at\n  other    = local.at\n  b = 3\n}\n");
}

// Escapes before a template move what it reads.
TEST_CASE("rename in JSON strings with escapes") {
    SmallWorld w;
    FileId main = w.add("/w/main.tf", "variable \"tag\" {}\n");
    const std::string before = R"({"output": {"o": {"value": "\"\u00e9\" ${var.)";
    const std::string behind = R"(}\n${upper(\"\\\"\")}"}}})";
    FileId other = w.add("/w/other.tf.json", before + "tag" + behind);
    auto edits = ide::rename(*w.world.snapshot(), main, 10, "label", {});
    REQUIRE(edits.has_value());
    std::string out = before + "tag" + behind;
    for (const FileEdit& edit : *edits)
        if (edit.file == other)
            out.replace(edit.edit.range.start, edit.edit.range.end - edit.edit.range.start,
                        edit.edit.replacement);
    CHECK(out == before + "label" + behind);
}

}  // namespace
}  // namespace hcl::test
