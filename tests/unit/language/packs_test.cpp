// Packs: loading, patterns of file names, and the validity of the built-in packs.
#include <doctest/doctest.h>

#include <string>

#include "engine/decode/spec_file.h"
#include "engine/ide/annotation/diagnostics.h"
#include "engine/language/language.h"
#include "engine/language/value_format.h"
#include "engine/language/version_order.h"
#include "engine/world/file_syntax.h"
#include "engine/world/world.h"
#include "server/app/extensions.h"

namespace hcl::test {
namespace {

using language::Language;

std::shared_ptr<const Language> load(std::string_view text) {
    return Language::load(syntax::File::parse(text), FileId(0), "test");
}

// A pack is a decoder spec with more keywords: `decode` ignores those (engine/decode/spec_file.cpp lists
// them).
TEST_CASE("packs: decoder specs accept every keyword of the pack language") {
    const language::LanguagePtr pack = language::LanguageSet::builtin().find("pack");
    REQUIRE(pack);
    std::size_t checked = 0;
    for (std::string type : {"object", "array", "attr", "block", "block_list", "block_map", "block_set"}) {
        const language::BlockDef* block = pack->root().block(type);
        REQUIRE(block);
        const language::BodyDef& body = block->body->get();
        auto check = [&](const std::string& keyword, const std::string& text) {
            const decode::SpecFile spec = decode::load_spec_file(
                syntax::File::parse(type + " {\n" + text + "\n}\n"), FileId(0), Rules::spec());
            // The format has labels only for blocks that become a map.
            if (keyword == "labels") return;
            for (const Diagnostic& d : spec.diagnostics) {
                const bool is_refused =
                    d.code == DiagCode::UnsupportedArgument || d.code == DiagCode::UnsupportedBlockType;
                CHECK_MESSAGE(!is_refused, "decode does not know \"", keyword, "\" in ", type);
            }
            ++checked;
        };
        for (const language::AttributeDef& attribute : body.attributes)
            check(attribute.name, attribute.name + " = null");
        for (const language::BlockDef& nested : body.blocks) {
            std::string labels;
            for (std::size_t i = 0; i < nested.labels.size(); ++i) labels += " \"x\"";
            check(nested.type, nested.type + labels + " {}");
        }
    }
    CHECK(checked > 200);
}

TEST_CASE("packs: bodies of other packs of this build") {
    auto language = load(R"(
        language "mine" {}
        object {
          block_list "check" {
            object { include = [body.terraform_test.condition] }
          }
          block_list "agent" {
            object { include = [body.agents.circonus] }
          }
          block_list "free" {
            object { include = [body.agents.free] }
          }
        }
    )");
    CHECK(language->all_findings().empty());
    const language::BodyDef& condition = language->root().block("check")->body->get();
    REQUIRE(condition.attribute("error_message"));
    CHECK(condition.attribute("error_message")->is_required);
    CHECK(language->root().block("agent")->body->get().attribute("circonus_api_url"));
    // Names in the other pack belong to that pack.
    const language::BodyDef& free = language->root().block("free")->body->get();
    REQUIRE(free.any_block);
    CHECK(free.any_block->body->get().any_attribute);

    auto wrong = load(R"(
        object {
          include = [body.nowhere.x]
          block_list "check" {
            object { include = [body.terraform_test.conditio] }
          }
        }
    )");
    const Diagnostics findings = wrong->all_findings();
    REQUIRE(findings.size() == 2);
    CHECK(findings[0].message.find("no pack of this build is called \"nowhere\"") != std::string::npos);
    CHECK(findings[1].message.find("has no body \"conditio\"") != std::string::npos);
    CHECK(findings[1].message.find("condition") != std::string::npos);
}

TEST_CASE("packs: an hcldec spec is a pack as it stands") {
    auto language = load(R"(
        object {
          attr "name" {
            type     = string
            required = true
          }
          default "port" {
            attr {
              name = "port"
              type = number
            }
            literal { value = 80 }
          }
          block_list "route" {
            min_items = 1
            object {
              attr "to" { type = string }
            }
          }
          block_map "service" {
            labels = ["kind", "name"]
            object {}
          }
        }
    )");
    CHECK(language->all_findings().empty());
    const language::BodyDef& root = language->root();
    REQUIRE(root.attribute("name"));
    CHECK(root.attribute("name")->is_required);
    CHECK(root.attribute("name")->type == Type::string());
    REQUIRE(root.attribute("port"));
    CHECK(root.attribute("port")->type == Type::number());
    REQUIRE(root.block("route"));
    CHECK(root.block("route")->min_items == 1);
    CHECK(root.block("route")->body->get().attribute("to"));
    REQUIRE(root.block("service"));
    CHECK(root.block("service")->labels.size() == 2);
    CHECK(root.attribute("nothing") == nullptr);
}

TEST_CASE("packs: bodies are compiled when they are asked for") {
    std::string text =
        "object {\n  block_map \"r\" {\n    labels = [\"type\"]\n    case {\n      on = label.type\n      is "
        "= {\n";
    for (int i = 0; i < 1000; ++i)
        text += "        t" + std::to_string(i) + " = body.b" + std::to_string(i) + "\n";
    text += "      }\n    }\n    object {}\n  }\n}\n";
    for (int i = 0; i < 1000; ++i)
        text += "body \"b" + std::to_string(i) + "\" {\n  object {\n    attr \"a" + std::to_string(i) +
                "\" {}\n  }\n}\n";
    auto language = load(text);
    const language::BlockDef* block = language->root().block("r");
    REQUIRE(block);
    REQUIRE(block->cases.size() == 1);
    CHECK(block->cases[0].choices.size() == 1000);
    int compiled = 0;
    for (const auto& [name, body] : language->bodies()) compiled += body->is_compiled();
    CHECK(compiled == 0);
    CHECK(language->body("b7")->get().attribute("a7"));
    for (const auto& [name, body] : language->bodies()) compiled += body->is_compiled();
    CHECK(compiled == 1);
}

TEST_CASE("packs: a body that includes itself ends") {
    auto language = load(
        "object { include = [body.a] }\nbody \"a\" {\n  object {\n    include = [body.b]\n    attr \"x\" "
        "{}\n  }\n}\n"
        "body \"b\" {\n  object {\n    include = [body.a]\n    attr \"y\" {}\n  }\n}\n");
    CHECK(language->all_findings().size() == 2);  // that both do
    CHECK(language->root().attribute("x"));
    CHECK(language->root().attribute("y"));
}

TEST_CASE("packs: those of this build are right") {
    const auto& all = language::LanguageSet::builtin().all();
    CHECK(all.size() >= 4);
    world::World world;
    world.set_extensions(server::language_extensions());
    std::uint32_t next = 0;
    for (const language::BuiltinPack& pack : language::builtin_packs())
        world.set_file(
            {FileId(next++), "/packs/" + std::string(pack.name) + ".pack.hcl", "hcl-pack", {}, false, 0},
            std::make_shared<const std::string>(pack.text));
    world::SnapshotPtr snapshot = world.snapshot();
    next = 0;
    for (const language::BuiltinPack& pack : language::builtin_packs()) {
        INFO(pack.name);
        for (const Diagnostic& d : ide::diagnostics_for(*snapshot, FileId(next), {})) {
            std::string place = snapshot->file(FileId(next))->tree()->text(d.span);
            FAIL_CHECK(diag_id(d.code), " ", d.title, ": ", d.message, " at ", place);
        }
        ++next;
    }
}

TEST_CASE("packs: which language a file is written in") {
    const language::LanguageSet& set = language::LanguageSet::builtin();
    auto id = [&](std::string_view path, std::string_view editor = "") {
        auto language = set.of_file(path, editor);
        return language ? language->id : std::string("(none)");
    };
    CHECK(id("/w/docker-bake.hcl") == "bake");
    CHECK(id("/w/a.tftest.hcl", "terraform") == "terraform-test");
    CHECK(id("/w/a.tfvars", "terraform") == "terraform-values");
    CHECK(id("/w/a.hcl", "terraform") == "terraform");
    CHECK(id("/w/a.pkr.hcl", "terraform") == "terraform");
    CHECK(id("/w/docker-bake.override.json") == "bake");
    CHECK(id("/w/.tflint.hcl") == "tflint");
    CHECK(id("/w/.hcl-ls.hcl") == "hcl-ls");
    CHECK(id("/w/app.hcldec") == "pack");
    CHECK(id("/w/other.hcl") == "hcl");
    CHECK(id("/w/other.tf") == "terraform");
    CHECK(id("/w/other.txt") == "(none)");
    CHECK(id("/w/.terraform.lock.hcl") == "terraform-lock");
    CHECK(id("/w/.terraformrc") == "terraform-cli");
    CHECK(id("/w/any.name", "hcl") == "hcl");
    CHECK(id("/w/prod.s3.tfbackend", "hcl") == "terraform-backend");
    CHECK(id("/w/sentinel.hcl") == "sentinel");
    CHECK(id("/w/waypoint.hcl") == "waypoint");
    CHECK(id("/w/db.pg.hcl") == "atlas-schema");
    CHECK(id("/w/data-volume.hcl") == "nomad-volume");
    CHECK(id("/w/other.hcl", "dockerbake") == "bake");
}

TEST_CASE("packs: files without a language may be HCL 1") {
    world::World world;
    auto said = [&](const std::string& path, std::string_view text) {
        world.set_file({FileId(0), path, "", world::parse_options(path, ""), false, 0},
                       std::make_shared<const std::string>(text));
        return ide::diagnostics_for(*world.snapshot(), FileId(0), {}).size();
    };
    CHECK(said("/w/agent.hcl", "connect {\n  \"sidecar_service\" {}\n}\n") == 0);
    CHECK(said("/w/agent.hcl", "connect {\n  \"sidecar_service\" {}\n}\na = ]\n") > 0);
    CHECK(said("/w/agent.hcl", "a = 1\na = 2\n") == 1);
    CHECK(said("/w/dev.tfrc", "\"disable_checkpoint\" = true\n") == 0);
}

TEST_CASE("packs: versions") {
    using language::compare_versions;
    using language::is_available;
    CHECK(compare_versions("1.10", "1.9") > 0);
    CHECK(compare_versions("v1.2", "1.2.0") == 0);
    CHECK(compare_versions("1.2.0-rc1", "1.2.0") < 0);
    CHECK(compare_versions("1.2.0-rc1", "1.2.0-rc2") < 0);
    CHECK(compare_versions("1.2+build", "1.2") == 0);
    CHECK(compare_versions("", "0") == 0);
    CHECK(is_available("", "9", "0"));
    CHECK(is_available("1.4", "1.4", "1.4"));
    CHECK(is_available("1.4.7", "", "1.4"));
    CHECK_FALSE(is_available("1.5", "", "1.4"));
    CHECK_FALSE(is_available("1.3", "1.4", ""));
    auto language = Language::load(syntax::File::parse("object {\n  attr \"a\" { version = \">= 2\" }\n}\n"),
                                   FileId(0), "test", "1.0");
    CHECK_FALSE(language->root().attribute("a")->notes.is_available);
}

TEST_CASE("packs: the language by the beginning of a file") {
    CHECK(language::language_mark("# hcl-ls:language bake\na = 1\n") == "bake");
    CHECK(language::language_mark("/* hcl-ls:language=bake */ a = 1\n") == "bake");
    CHECK(language::language_mark("a = 1\n# hcl-ls:language bake\n").empty());
    auto hinted = [](std::string_view header) {
        return Language::load(
            syntax::File::parse("language \"x\" {\n" + std::string(header) + "\n}\nobject {}\n"), FileId(0),
            "x");
    };
    auto set = language::LanguageSet().with({hinted("content = \"#!.*app\"")});
    CHECK(set.of_content("#!/usr/bin/app\na = 1\n"));
    CHECK_FALSE(set.of_content("a = 1\n#/usr/bin/app\n"));
    set = language::LanguageSet().with({hinted("content = [\"!x.*\", \"a = .*\", \"b = .*\"]")});
    CHECK(set.of_content("\nb = 1\n"));
    CHECK_FALSE(set.of_content("x = 1\n"));
    set = language::LanguageSet().with({hinted("content = \"shape \\\".*\\\" {\"")});
    CHECK(set.of_content("# note\n\nshape \"a\" {\r\n}\n"));
    CHECK_FALSE(set.of_content("# shape \"a\" {\n"));
}

TEST_CASE("packs: words for editors, with the texts that they make") {
    auto language = load(R"(
        object {
          block_list "unit" {
            label "kind" {}
            label "rest" { optional = many }
            outline   = "${label.kind}: ${self.size}"
            icon      = class
            fold      = "..."
            link      = "https://example.com/${label.kind}"
            snippet   = "size = 1"
            lens = [references, self.size > 1 ? "size ${self.size}" : null]
            symbol {
              address = [unit, label.kind]
              icon    = struct
              visible = file
            }
            object {
              attr "size" {
                type       = number
                default    = 3
                icon       = number
                access = write
                link       = "https://example.com/size"
              }
            }
          }
          label "key" {}
        }
    )");
    CHECK(language->all_findings().empty());
    const language::BlockDef* block = language->root().block("unit");
    REQUIRE(block);
    REQUIRE(block->labels.size() == 3);
    CHECK(block->labels[0].name == "key");
    CHECK(block->labels[2].is_variadic);
    CHECK(block->icon == language::Icon::Class);
    CHECK(block->fold_text);
    CHECK(block->link);
    CHECK(block->notes.link.empty());
    REQUIRE(block->lenses.size() == 2);
    CHECK(block->lenses[1].kind == language::LensDef::Kind::Text);
    CHECK(block->lenses[1].text.needs.contains("size"));
    CHECK(block->symbol->visibility == language::Visibility::File);
    const language::AttributeDef* size = block->body->get().attribute("size");
    REQUIRE(size);
    CHECK(size->default_value->as_number().to_int64() == 3);
    CHECK(size->is_write_only);
    CHECK(size->notes.link == "https://example.com/size");
}

TEST_CASE("packs: patterns of file names") {
    using language::glob_matches;
    CHECK(glob_matches("*.hcl", "/a/b/x.hcl"));
    CHECK(!glob_matches("*.hcl", "/a/b/x.hcl.json"));
    CHECK(glob_matches("deploy/*.hcl", "/a/deploy/x.hcl"));
    CHECK(!glob_matches("deploy/*.hcl", "/a/deploy/sub/x.hcl"));
    CHECK(glob_matches("deploy/**/*.hcl", "/a/deploy/sub/x.hcl"));
    CHECK(glob_matches("x.{hcl,json}", "x.json"));
    CHECK(glob_matches("[a-c]?.hcl", "b1.hcl"));
    CHECK(!glob_matches("[!a-c]?.hcl", "b1.hcl"));
}

TEST_CASE("packs: formats") {
    using language::Format;
    auto good = [](Format format, std::string_view text) {
        return language::format_problem(format, text).empty();
    };
    CHECK(good(Format::Duration, "1h30m"));
    CHECK(good(Format::Duration, "1.5s"));
    CHECK(!good(Format::Duration, "5 minutes"));
    CHECK(good(Format::Cidr, "10.0.0.0/8"));
    CHECK(good(Format::Cidr, "fe80::/10"));
    CHECK(!good(Format::Cidr, "10.0.0.0/33"));
    CHECK(good(Format::Ip, "::1"));
    CHECK(!good(Format::Ip, "256.1.1.1"));
    CHECK(good(Format::Semver, "1.2.3-rc1"));
    CHECK(!good(Format::Semver, "1.2"));
    CHECK(good(Format::Url, "https://example.com"));
    CHECK(!good(Format::Url, "example"));
    CHECK(good(Format::Color, "#ff8800"));
    CHECK(good(Format::Color, "orange"));
    CHECK(good(Format::Color, "rgb(255, 136, 0)"));
    CHECK(!good(Format::Color, "#ff880"));
    CHECK(!good(Format::Color, "255 136 0"));
    CHECK(!good(Format::Color, ""));
    CHECK(!good(Format::Regex, "("));
    CHECK(!good(Format::Json, "{"));
}

TEST_CASE("packs: the pack language lists the icons that the engine knows") {
    language::LanguagePtr packs = language::LanguageSet::builtin().find("pack");
    REQUIRE(packs);
    const language::AttributeDef* icon = packs->body("icon")->get().attribute("icon");
    REQUIRE(icon);
    std::vector<std::string_view> listed;
    listed.reserve(icon->rules.values.size());
    for (const language::Choice& choice : icon->rules.values) listed.push_back(choice.value.as_string());
    const std::vector<std::string_view> known = {
#define HCL_ICON(name, word) word,
#include "engine/language/icons.def"
#undef HCL_ICON
    };
    CHECK(listed == known);
}

}  // namespace
}  // namespace hcl::test
