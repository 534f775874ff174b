// Strings that packs compute from blocks.
#include "engine/bind/pack_text.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace hcl::test {
namespace {

// clang-format off
constexpr std::string_view kTwoBlocksPack = R"hcl(
object {
  block_list "unit" {
    labels  = ["kind"]
    outline = "${label.kind} (${self.size})"
    link    = label.kind == "x1" ? "https://example.com/${label.kind}" : unknown(string)
    lens = self.size > 1 ? "${self.size * 2} inside" : null
    object {
      attr "size" {
        type = number
      }
    }
  }
  block_list "plain" {
    labels  = ["a", "b"]
    link    = "https://example.com/plain"
    outline = self.secret
    object {
      attr "secret" {
        type      = string
        sensitive = true
      }
    }
  }
}
)hcl";
// clang-format on

TEST_CASE("pack texts: made of labels and attributes, or not at all") {
    auto language = language::Language::load(syntax::File::parse(kTwoBlocksPack), {}, "t");
    CHECK(language->all_findings().empty());
    auto tree = syntax::File::parse(
        "unit \"x1\" {\n  size = 1 + 2\n}\nunit \"y\" {}\nplain \"a\" \"b\" {\n  secret = \"s\"\n}\n");
    auto module = bind::Module::build(language, {{FileId(0), "/a.hcl", tree}}, nullptr, {});
    std::vector<bind::UnitSlot> units;
    module->files()[0].each_unit([&](const bind::UnitSlot& slot) { units.push_back(slot); });
    REQUIRE(units.size() == 3);
    CHECK(bind::outline_name(*module, units[0], 0) == "x1 (3)");
    CHECK(bind::block_link(*module, units[0], 0) == "https://example.com/x1");
    const language::LensDef& lens = units[0].unit->blocks[0].def->lenses[0];
    CHECK(bind::pack_text(*module, units[0], 0, lens.text) == "6 inside");
    // A string with a missing value is empty.
    CHECK(bind::outline_name(*module, units[1], 0) == "unit y");
    CHECK(bind::block_link(*module, units[1], 0).empty());
    CHECK(bind::pack_text(*module, units[1], 0, lens.text).value_or("").empty());
    // A secret is not shown.
    CHECK(bind::outline_name(*module, units[2], 0) == "plain a b");
    CHECK(bind::block_link(*module, units[2], 0) == "https://example.com/plain");
}

}  // namespace
}  // namespace hcl::test
