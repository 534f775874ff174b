// Editor features for programs in PCL that fixtures cannot express.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "engine/ide/annotation/diagnostics.h"
#include "engine/ide/annotation/hover.h"
#include "engine/ide/annotation/inlay_hints.h"
#include "engine/ide/navigation/document_links.h"
#include "engine/ide/navigation/navigation.h"
#include "engine/ide/refactor/move_files.h"
#include "engine/ide/refactor/rename.h"
#include "engine/pcl/extension.h"
#include "engine/world/world.h"
#include "tests/harness/package_schemas.h"

namespace hcl::test {
namespace pcl_features {

constexpr std::string_view kSchema =
    R"({"name": "shop", "version": "1.0.0", "resources": {"shop:index:Cart": {
  "inputProperties": {"name": {"type": "string"}}, "requiredInputs": ["name"],
  "properties": {"name": {"type": "string"}}, "required": ["name"]}}})";

struct Program {
    world::World world;
    std::vector<std::string> texts;

    Program() {
        world.set_extensions({pcl::make_extension()});
        const std::vector<std::string> schemas{std::string(kSchema)};
        world.set_schemas(schemas_of_json(schemas));
    }
    FileId add(const std::string& path, const std::string& text, const std::string& language = {}) {
        const FileId id(static_cast<std::uint32_t>(texts.size()));
        texts.push_back(text);
        world.set_file({id, path, language, {}, true, 0}, std::make_shared<const std::string>(text));
        return id;
    }
    // The name of the definition of the word that ends `behind`; empty when there is none.
    std::string definition(FileId file, std::string_view behind) {
        const std::string& text = texts[file.value];
        const auto at = static_cast<std::uint32_t>(text.find(behind) + behind.size() - 1);
        const auto found = ide::definition_at(*world.snapshot(), file, at, {});
        if (!found) return {};
        const ide::DefinitionPlace& place = found->places.at(0);
        const std::string& home = texts[place.file.value];
        return std::to_string(place.file.value) + ":" +
               home.substr(place.span.start, home.find('\n', place.span.start) - place.span.start);
    }
};

TEST_CASE("pcl features: definitions of properties are where the program sets them") {
    Program program;
    const FileId main = program.add("/w/main.pp",
                                    "resource cart \"shop:index:Cart\" {\n"
                                    "  name = \"a\"\n"
                                    "  options {\n    ignoreChanges = [name]\n  }\n"
                                    "}\n"
                                    "thing = { inner = { size = 1 } }\n"
                                    "a = cart.name\n"
                                    "b = cart.id\n"
                                    "c = thing.inner.size\n"
                                    "d = thing.other\n"
                                    "component part \"./part\" {\n  label = 1\n}\n"
                                    "e = part.text\n");
    program.add("/w/part/main.pp",
                "config count int {\n  __logicalName = \"label\"\n}\noutput text {\n  value = count\n}\n");
    CHECK(program.definition(main, "a = cart.name") == "0:name = \"a\"");
    CHECK(program.definition(main, "[name") == "0:name = \"a\"");
    CHECK(program.definition(main, "b = cart.id") == "0:resource cart \"shop:index:Cart\" {");
    CHECK(program.definition(main, "c = thing.inner.size") == "0:size = 1 } }");
    CHECK(program.definition(main, "d = thing.other").empty());
    CHECK(program.definition(main, "\n  label") == "1:config count int {");
    CHECK(program.definition(main, "e = part.text") == "1:output text {");
}

TEST_CASE("pcl features: the source of a component leads to the first file of its program") {
    Program program;
    const FileId main =
        program.add("/w/main.pp", "component part \"./part\" {\n}\ncomponent no \"./none\" {\n}\n");
    program.add("/w/part/z.pp", "output z {\n  value = 1\n}\n");
    program.add("/w/part/a.pp", "config a int {\n}\n");
    CHECK(program.definition(main, "./pa") == "2:config a int {");
    CHECK(program.definition(main, "./no").find("config") == std::string::npos);
    const auto links = ide::document_links(*program.world.snapshot(), main, {});
    REQUIRE(links.size() == 1);
    CHECK(links[0].target == "/w/part/a.pp");
    CHECK(links[0].is_path);
    CHECK(program.texts[main.value].substr(links[0].span.start, links[0].span.length()) == "./part");
    const auto hover = ide::hover(*program.world.snapshot(), main, links[0].span.start + 2, {});
    REQUIRE(hover);
    CHECK(hover->markdown.find("config a: int\noutput z: ") != std::string::npos);
}

TEST_CASE("pcl features: folders that are moved take the sources of components along") {
    Program program;
    const FileId main = program.add("/w/main.pp", "component part \"./part\" {\n}\n");
    program.add("/w/part/main.pp", "config a int {\n}\n");
    const auto edits = ide::edits_for_moves(*program.world.snapshot(), {{"/w/part", "/w/lib/part"}}, {});
    REQUIRE(edits.size() == 1);
    CHECK(edits[0].file == main);
    CHECK(edits[0].edit.replacement == "./lib/part");
    CHECK(edits[0].edit.range == Span{16, 22});
}

TEST_CASE("pcl features: nothing is renamed to what repeated resources see") {
    Program program;
    const FileId main = program.add("/w/main.pp", "resource cart \"shop:index:Cart\" {\n  name = \"a\"\n}\n");
    CHECK(ide::rename(*program.world.snapshot(), main, 10, "basket", {}).has_value());
    const auto refused = ide::rename(*program.world.snapshot(), main, 10, "range", {});
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error() == "\"range\" means something else in some expressions of the language.");
}

TEST_CASE("pcl features: lenient programs have warnings") {
    for (const bool is_lenient : {false, true}) {
        Program program;
        world::Settings settings;
        settings.rules.is_lenient = is_lenient;
        program.world.set_settings(settings);
        const FileId main =
            program.add("/w/main.pp", "a = nope\nresource cart \"shop:index:Cart\" {\n  bogus = 1\n}\n");
        const Diagnostics found = ide::diagnostics_for(*program.world.snapshot(), main, {});
        CHECK(found.size() == 3);
        CHECK(has_errors(found) != is_lenient);
        // Another setting holds at once.
        settings.rules.is_lenient = !is_lenient;
        program.world.set_settings(settings);
        CHECK(has_errors(ide::diagnostics_for(*program.world.snapshot(), main, {})) == is_lenient);
    }
}

TEST_CASE("pcl features: Puppet manifests are ignored, unless the editor sets the language") {
    for (const std::string text :
         {"class web (\n  String $package = 'nginx',\n) {\n}\n", "# All.\nnode 'web01' {\n  include web\n}\n",
          "package { 'httpd':\n  ensure => installed,\n}\n", "$port = 80\n", "include apache\n"}) {
        Program program;
        const FileId manifest = program.add("/w/init.pp", text);
        const FileId told = program.add("/w/told.pp", text, "pcl");
        const FileId other = program.add("/w/main.pp", "a = nope\n");
        CAPTURE(text);
        CHECK(ide::diagnostics_for(*program.world.snapshot(), manifest, {}).empty());
        CHECK(!ide::diagnostics_for(*program.world.snapshot(), told, {}).empty());
        CHECK(!ide::diagnostics_for(*program.world.snapshot(), other, {}).empty());
        // It becomes a program.
        const Edit edit{{0, static_cast<std::uint32_t>(text.size())}, "a = nope2\n"};
        program.world.edit(manifest, std::span(&edit, 1), 1);
        CHECK(!ide::diagnostics_for(*program.world.snapshot(), manifest, {}).empty());
    }
    Program program;
    // The text of another file is none of this one's.
    const FileId script =
        program.add("/w/main.pp", "script = <<EOT\n$value = 1\ninclude web\nEOT\nx = nope\n");
    CHECK(ide::diagnostics_for(*program.world.snapshot(), script, {}).size() == 1);
}

TEST_CASE("pcl features: hints name the types of resources") {
    Program program;
    const FileId main = program.add("/w/main.pp",
                                    "resource cart \"shop:index:Cart\" {\n  name = \"a\"\n}\n"
                                    "all = [for one in [cart] : one.name]\n"
                                    "copy = cart\n");
    std::string shown;
    for (const ide::InlayHint& hint : ide::inlay_hints(*program.world.snapshot(), main, {0, 1000}, {}))
        shown += (shown.empty() ? "" : ", ") + hint.label;
    CHECK(shown == ": list(output(string)), : Cart, : Cart");
}

}  // namespace pcl_features
}  // namespace hcl::test
