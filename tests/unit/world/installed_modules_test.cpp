// Downloaded modules: which of them a call means.
#include "engine/world/installed_modules.h"

#include <doctest/doctest.h>

#include <array>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/ide/annotation/diagnostics.h"
#include "engine/ide/outline/workspace_symbols.h"
#include "engine/ide/refactor/rename.h"
#include "engine/terraform/extension.h"
#include "engine/terraform/module_manifest.h"
#include "engine/world/file_syntax.h"
#include "engine/world/language_lookup.h"
#include "engine/world/world.h"

namespace hcl::test {
namespace {

struct DownloadedWorkspace {
    world::World world;
    std::map<std::string, FileId> ids{};
    std::uint32_t next = 0;

    DownloadedWorkspace() { world.set_extensions({terraform::make_extension()}); }
    void set(const std::string& path, const std::string& text) {
        const auto [it, is_new] = ids.emplace(path, FileId(next));
        next += is_new ? 1 : 0;
        world.set_file({it->second, path, "", world::parse_options(path, ""), true, 0},
                       std::make_shared<const std::string>(text));
    }
    // The texts that findings of the file are about.
    std::vector<std::string> faults(const std::string& path, Severity severity = Severity::Error) {
        std::vector<std::string> out;
        const world::SnapshotPtr snapshot = world.snapshot();
        const auto tree = snapshot->file(ids.at(path))->tree();
        for (const Diagnostic& d : ide::diagnostics_for(*snapshot, ids.at(path), {}))
            if (d.severity == severity) out.push_back(tree->text(d.span));
        return out;
    }
};

using Texts = std::vector<std::string>;

std::string call(const std::string& name, const std::string& source, const std::string& arguments,
                 const std::string& version = "") {
    return "module \"" + name + "\" {\n  source = \"" + source + "\"\n" +
           (version.empty() ? "" : "  version = \"" + version + "\"\n") + "  " + arguments + "\n}\n";
}

// `{"Modules": [...]}` of the entries, each Key, Source, Version and Dir.
std::string manifest(const std::vector<std::array<std::string, 4>>& modules) {
    std::string out;
    for (const auto& [key, source, version, folder] : modules)
        out += (out.empty() ? "" : ",") + (R"({"Key":")" + key) + R"(","Source":")" + source +
               R"(","Version":")" + version + R"(","Dir":")" + folder + R"("})";
    return R"({"Modules":[)" + out + "]}";
}

constexpr const char* kRegistry = "registry.terraform.io/acme/net/aws";

}  // namespace

TEST_CASE("downloaded modules: two versions of one source are kept apart") {
    DownloadedWorkspace w;
    w.set("/w/main.tf", call("old", "acme/net/aws", "a = 1", "~> 1.0") +
                            call("new", "acme/net/aws", "b = 1\n  typo = 1", "~> 2.0"));
    CHECK(w.faults("/w/main.tf").empty());
    w.set("/w/.terraform/modules/old/main.tf", "variable \"a\" {}\n");
    w.set("/w/.terraform/modules/new/main.tf", "variable \"b\" {}\n");
    w.set("/w/.terraform/modules/modules.json",
          manifest({{"", "", "", "."},
                    {"old", kRegistry, "1.4.0", ".terraform/modules/old"},
                    {"new", kRegistry, "2.0.1", ".terraform/modules/new"}}));
    CHECK(w.faults("/w/main.tf") == Texts{"typo"});
    // A version or a source that was not downloaded is unknown.
    const auto warnings = [&] { return w.faults("/w/main.tf", Severity::Warning); };
    CHECK(warnings().empty());
    w.set("/w/main.tf", call("new", "acme/net/aws", "typo = 1", "~> 3.0"));
    CHECK(w.faults("/w/main.tf").empty());
    CHECK(warnings() == Texts{"\"~> 3.0\""});
    w.set("/w/main.tf", call("new", "acme/other/aws", "typo = 1", "~> 2.0"));
    CHECK(w.faults("/w/main.tf").empty());
    CHECK(warnings() == Texts{"\"acme/other/aws\""});
    w.set("/w/main.tf", call("third", "acme/net/aws", "typo = 1"));
    CHECK(w.faults("/w/main.tf").empty());
    CHECK(warnings() == Texts{"\"acme/net/aws\""});
}

TEST_CASE("downloaded modules: those of called modules, by the manifests of all that call them") {
    DownloadedWorkspace w;
    for (const std::string root : {"/w/a/", "/w/b/"}) {
        w.set(root + "main.tf", call("child", "../child", ""));
        w.set(root + ".terraform/modules/child.net/main.tf", "variable \"" + root.substr(3, 1) + "\" {}\n");
    }
    w.set("/w/child/main.tf", call("net", "acme/net/aws", "a = 1"));
    w.set("/w/b/.terraform/modules/modules.json",
          manifest({{"child", "../child", "", "../child"},
                    {"child.net", kRegistry, "1.0.0", ".terraform/modules/child.net"}}));
    CHECK(w.faults("/w/child/main.tf") == Texts{"module \"net\"", "a"});
    // The first root by path counts.
    w.set("/w/a/.terraform/modules/modules.json",
          manifest({{"child", "../child", "", "../child"},
                    {"child.net", kRegistry, "1.0.0", ".terraform/modules/child.net"}}));
    CHECK(w.faults("/w/child/main.tf").empty());
    // The module's own manifest counts before those of its callers.
    w.set("/w/child/.terraform/modules/net/main.tf", "variable \"own\" {}\n");
    w.set("/w/child/.terraform/modules/modules.json",
          manifest({{"", "", "", "."}, {"net", kRegistry, "1.0.0", ".terraform/modules/net"}}));
    CHECK(w.faults("/w/child/main.tf") == Texts{"module \"net\"", "a"});
}

TEST_CASE("downloaded modules: calls inside of downloaded modules are followed") {
    DownloadedWorkspace w;
    constexpr const char* kDeep = "registry.terraform.io/acme/deep/aws";
    w.set("/w/main.tf", call("m", "acme/net/aws", "count = 2\n  a = 1") +
                            call("p", "acme/net/aws", "a = module.p.out") +
                            "import {\n  to = module.p.module.n.terraform_data.gone\n  id = \"x\"\n}\n");
    for (const std::string key : {"m", "p"}) {
        const std::string folder = "/w/.terraform/modules/" + key;
        w.set(folder + "/main.tf", "variable \"a\" {}\n" + call("n", "acme/deep/aws", "x = var.a") +
                                       "output \"out\" { value = module.n.y }\n");
        w.set(
            folder + ".n/main.tf",
            "provider \"cloud\" {\n  region = \"a\"\n}\nvariable \"x\" {}\noutput \"y\" { value = var.x }\n");
    }
    w.set("/w/.terraform/modules/modules.json",
          manifest({{"", "", "", "."},
                    {"m", kRegistry, "1.0.0", ".terraform/modules/m"},
                    {"m.n", kDeep, "1.0.0", ".terraform/modules/m.n"},
                    {"p", kRegistry, "1.0.0", ".terraform/modules/p"},
                    {"p.n", kDeep, "1.0.0", ".terraform/modules/p.n"}}));
    // A provider configured below a repeated call, a cycle, and a resource that is not there.
    CHECK(w.faults("/w/main.tf") == Texts{"2", "module.p.out", "module.p.module.n.terraform_data.gone"});
}

TEST_CASE("downloaded modules: a change of the manifest is one of all modules in it") {
    DownloadedWorkspace w;
    w.set("/w/main.tf", call("child", "./child", ""));
    w.set("/w/child/main.tf", call("net", "acme/net/aws", "a = 1"));
    w.set("/w/other/main.tf", "");
    w.set("/w/.terraform/modules/modules.json",
          manifest({{"", "", "", "."}, {"child", "./child", "", "child"}}));
    for (const auto& [path, id] : w.ids) (void)w.faults(path);
    const world::ChangedFile changed{w.ids.at("/w/.terraform/modules/modules.json"),
                                     "/w/.terraform/modules/modules.json"};
    std::set<FileId> files;
    for (FileId id : world::dependents_of(*w.world.snapshot(), std::span(&changed, 1), false))
        files.insert(id);
    CHECK(files == std::set<FileId>{w.ids.at("/w/main.tf"), w.ids.at("/w/child/main.tf")});
}

TEST_CASE("downloaded modules: addresses as they are written and listed") {
    using terraform::is_same_source;
    CHECK(is_same_source("acme/net/aws", "registry.terraform.io/acme/net/aws"));
    CHECK(is_same_source("acme/net/aws//modules/x", "registry.opentofu.org/acme/net/aws//modules/x"));
    CHECK(is_same_source("acme/net/aws", "acme/net/aws"));
    CHECK(is_same_source("example.com/acme/net/aws", "example.com/acme/net/aws"));
    CHECK(is_same_source("github.com/a/b//c?ref=v1", "git::https://github.com/a/b.git//c?ref=v1"));
    CHECK(is_same_source("git@github.com:a/b.git", "git::ssh://git@github.com/a/b.git"));
    CHECK(is_same_source("git::https://example.com/b.git?ref=v1", "git::https://example.com/b.git?ref=v1"));
    CHECK(is_same_source("https://example.com/a.zip", "https://example.com/a.zip"));
    CHECK_FALSE(is_same_source("acme/net/aws", "registry.terraform.io/acme/other/aws"));
    CHECK_FALSE(is_same_source("acme/net/aws", "registry.terraform.io/acme/net/aws//modules/x"));
    CHECK_FALSE(is_same_source("github.com/a/b?ref=v2", "git::https://github.com/a/b.git?ref=v1"));
}

TEST_CASE("downloaded modules: broken manifests list what they can") {
    for (const char* text :
         {"", "{", "[]", "{\"Modules\": {}}", "{\"Modules\": [1, {}, {\"Key\": 3}]}", "\xff"})
        CHECK(terraform::modules_of_manifest(text).empty());
    const auto found =
        terraform::modules_of_manifest(R"({"Modules":[{"Key":"a.b","Source":1,"Dir":"x"}, 2, {"Key":"c"}]})");
    REQUIRE(found.size() == 1);
    CHECK(found[0].calls == Texts{"a", "b"});
    CHECK(found[0].folder == "x");
}

TEST_CASE("downloaded modules: they are not the user's to change") {
    DownloadedWorkspace w;
    const std::string text = call("net", "acme/net/aws", "size = 1");
    w.set("/w/main.tf", text);
    w.set("/w/.terraform/modules/net/main.tf", "variable \"size\" {}\n");
    w.set("/w/.terraform/modules/modules.json",
          manifest({{"", "", "", "."}, {"net", kRegistry, "1.0.0", ".terraform/modules/net"}}));
    const world::SnapshotPtr snapshot = w.world.snapshot();
    const auto at = static_cast<std::uint32_t>(text.find("size") + 1);
    const auto renamed = ide::rename(*snapshot, w.ids.at("/w/main.tf"), at, "other", {});
    REQUIRE_FALSE(renamed.has_value());
    CHECK(renamed.error().find("downloaded module") != std::string::npos);
    for (const ide::WorkspaceSymbol& found : ide::workspace_symbols(*snapshot, "size", 10, {}))
        CHECK(found.where.file == w.ids.at("/w/main.tf"));
}

}  // namespace hcl::test
