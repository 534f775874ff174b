// Schemas in Pulumi's plugin cache: which are used, when they are read, and where they are kept.
#include "server/app/plugin_schemas.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/harness/lsp_client.h"
#include "tests/harness/shell.h"

namespace hcl::server {
namespace plugin_schemas_test {

std::string schema(const std::string& name, const std::string& version, const std::string& input) {
    return R"({"name": ")" + name + R"(", "version": ")" + version + R"(", "resources": {")" + name +
           R"(:index:Cart": {"inputProperties": {")" + input + R"(": {"type": "integer"}}}}})";
}

constexpr std::string_view kProgram = "resource a \"shop:index:Cart\" {\n  size = 1\n}\n";
const std::string kPlugins = "/home/.pulumi/plugins/";

struct Plugins : test::Shell {
    Plugins() {
        console.cache_folder = "/cache";
        console.plugin_folder = "/home/.pulumi/plugins";
    }
    void install(const std::string& folder) {
        files->write(kPlugins + folder + "/pulumi-resource-x",
                     "\x7f"
                     "ELF");
    }
    std::vector<std::string> caches() const {
        std::vector<std::string> names;
        if (auto entries = files->list("/cache/plugins"))
            for (const FolderEntry& entry : *entries) names.push_back(entry.name);
        return names;
    }
};

TEST_CASE("plugin schemas: that of a plugin is read when a program uses the package, and kept") {
    Plugins shell;
    shell.files->write("/w/main.pp", std::string(kProgram));
    shell.files->write("/w/other.tf", "locals {}\n");
    shell.install("resource-shop-v1.0.0");
    CHECK(shell.run({"check", "main.pp"}) == 0);
    const std::string path = kPlugins + "schema-shop-1.0.0-.json";
    shell.files->write(path, schema("shop", "1.0.0", "weight"));
    CHECK(shell.run({"check", "other.tf"}) == 0);
    CHECK(shell.caches().empty());
    CHECK(shell.run({"check", "main.pp"}) == 1);
    CHECK(shell.out.find("unsupported attribute 'size'") != std::string::npos);
    REQUIRE(shell.caches().size() == 1);
    const std::string before = shell.caches()[0];
    CHECK(before.starts_with("pulumi+shop+1.0.0+"));
    // The cache is used: the schema is not read again.
    const int reads = shell.files->reads();
    CHECK(shell.run({"check", "main.pp"}) == 1);
    const int again = shell.files->reads() - reads;
    // Another schema replaces it.
    shell.files->write(path, schema("shop", "1.0.0", "size"));
    CHECK(shell.run({"check", "main.pp"}) == 0);
    REQUIRE(shell.caches().size() == 1);
    CHECK(shell.caches()[0] != before);
    // A corrupt cache is made again.
    shell.files->write("/cache/plugins/" + shell.caches()[0], "no cache");
    CHECK(shell.run({"check", "main.pp"}) == 0);
    CHECK(shell.err.empty());
    CHECK(shell.files->read("/cache/plugins/" + shell.caches()[0]).value_or("").starts_with("HCLSCHEM"));
    // Without a place to keep it, it is read each time.
    shell.console.cache_folder.clear();
    const int kept = shell.files->reads();
    CHECK(shell.run({"check", "main.pp"}) == 0);
    CHECK(shell.files->reads() - kept == again);
    shell.files->write(path, schema("shop", "1.0.0", "weight"));
    CHECK(shell.run({"check", "main.pp"}) == 1);
}

TEST_CASE("plugin schemas: the version that the program names, else the highest") {
    Plugins shell;
    for (const char* version : {"1.0.0", "1.10.0", "1.9.0"}) {
        shell.install("resource-shop-v" + std::string(version));
        shell.files->write(kPlugins + "schema-shop-" + version + "-.json",
                           schema("shop", version, "v" + std::string(1, version[2])));
    }
    auto check = [&](const std::string& input, const std::string& version) {
        shell.files->write(
            "/w/main.pp",
            "resource a \"shop:index:Cart\" {\n  " + input + " = 1\n" +
                (version.empty() ? "" : "  options {\n    version = \"" + version + "\"\n  }\n") + "}\n");
        return shell.run({"check", "main.pp"});
    };
    CHECK(check("v1", "") == 0);
    CHECK(check("v0", "") == 1);
    CHECK(check("v9", "1.9.0") == 0);
    CHECK(check("v1", "1.9.0") == 1);
    // A version that is not there is unknown, and nothing is checked.
    CHECK(check("other", "2.0.0") == 0);
    // The same version in the folder of schemas goes before.
    shell.files->write("/w/shop-1.10.0.json", schema("shop", "1.10.0", "own"));
    CHECK(shell.run({"schema", "add", "shop-1.10.0.json"}) == 0);
    CHECK(check("own", "") == 0);
    CHECK(check("v1", "") == 1);
    CHECK(check("v9", "1.9.0") == 0);
}

TEST_CASE("plugin schemas: those that cannot be trusted are not used") {
    Plugins shell;
    shell.files->write("/w/main.pp", std::string(kProgram));
    // Not of a plugin.
    shell.files->write(kPlugins + "schema-shop-1.0.0-.json", schema("shop", "1.0.0", "weight"));
    CHECK(shell.run({"check", "main.pp"}) == 0);
    // A plugin that is being installed.
    shell.install("resource-shop-v1.0.0");
    shell.files->write(kPlugins + "resource-shop-v1.0.0.partial", "");
    CHECK(shell.run({"check", "main.pp"}) == 0);
    shell.files->remove(kPlugins + "resource-shop-v1.0.0.partial");
    CHECK(shell.run({"check", "main.pp"}) == 1);
    // A schema of another package, and no schema: reported, and nothing is checked.
    shell.files->write(kPlugins + "schema-shop-1.0.0-.json", schema("other", "1.0.0", "weight"));
    CHECK(shell.run({"check", "main.pp"}) == 1);
    CHECK(shell.out.find("describes a package other than \"shop\"") != std::string::npos);
    CHECK(shell.err.find("describes a package other than \"shop\"") != std::string::npos);
    shell.files->write(kPlugins + "schema-shop-1.0.0-.json", "{");
    CHECK(shell.run({"check", "main.pp"}) == 1);
    CHECK(shell.err.find("schema-shop-1.0.0-.json") != std::string::npos);
    // One that the plugin contains.
    shell.files->remove(kPlugins + "schema-shop-1.0.0-.json");
    shell.files->write(kPlugins + "resource-shop-v1.0.0/schema.json", schema("shop", "", "weight"));
    CHECK(shell.run({"check", "main.pp"}) == 1);
}

// Gives folders a time.
class TimedFiles final : public FileSystem {
  public:
    using FileSystem::read;
    Result<std::string> read(const std::string& path, std::uint64_t most) const override {
        return inner.read(path, most);
    }
    Result<std::vector<FolderEntry>> list(const std::string& path) const override { return inner.list(path); }
    std::optional<FileStat> stat(const std::string& path) const override {
        auto found = inner.stat(path);
        if (found && found->is_folder) found->modified_ns = folder_time;
        return found;
    }
    Result<void> replace(const std::string& path, std::string_view text) override {
        return inner.replace(path, text);
    }
    MemoryFileSystem inner;
    std::int64_t folder_time = 0;
};

TEST_CASE("plugin schemas: finding plugins") {
    TimedFiles files;
    auto add = [&](const std::string& path) { files.inner.write("/p/" + path, "{}"); };
    add("resource-a-v1.0.0/x");
    add("schema-a-1.0.0-.json");
    add("resource-b-v2-v1.0.0-alpha.1/x");
    add("schema-b-v2-1.0.0-alpha.1-.json");
    add("resource-c-v3.0.0/x");
    add("language-d-v1.0.0/x");
    add("resource-e/x");
    add("resource--v/x");
    add("resource-f-v1.0.0");
    add("resource-g-v1.0.0/schema.json");
    auto names = [&] {
        std::string all;
        for (const Plugin& plugin : find_plugins(files, "/p"))
            all += plugin.name + " " + plugin.version + (plugin.schema.empty() ? "; " : " +; ");
        return all;
    };
    CHECK(names() == "a 1.0.0 +; b-v2 1.0.0-alpha.1 +; c 3.0.0; g 1.0.0 +; ");
    // The plugin was installed again after its schema was written. One in its folder came with it.
    files.folder_time = 1'000;
    CHECK(names() == "a 1.0.0; b-v2 1.0.0-alpha.1; c 3.0.0; g 1.0.0 +; ");
    CHECK(find_plugins(files, "").empty());
    CHECK(find_plugins(files, "/nowhere").empty());
}

TEST_CASE("plugin schemas: the server finds a plugin when the next document is opened") {
    hcl::test::LspClient client;
    const std::string program(kProgram);
    client.open("/room/main.pp", program, "pcl");
    client.settle();
    CHECK(client.diagnostics("/room/main.pp").empty());
    client.files().write(kPlugins + "resource-shop-v1.0.0/pulumi-resource-shop", "");
    client.files().write(kPlugins + "schema-shop-1.0.0-.json", schema("shop", "1.0.0", "weight"));
    client.open("/room/other/main.pp", program, "pcl");
    client.settle();
    for (const char* path : {"/room/main.pp", "/room/other/main.pp"})
        CHECK(client.diagnostics(path).dump().contains("unsupported attribute 'size'"));
    // One that cannot be read is said once in the client's log, and where programs need it first.
    client.files().write(kPlugins + "schema-shop-1.0.0-.json", "{");
    client.forget_received();
    client.open("/room/third/main.pp", program, "pcl");
    client.settle();
    for (const char* path : {"/room/main.pp", "/room/third/main.pp"}) {
        CHECK(client.diagnostics(path).size() == 1);
        CHECK(client.diagnostics(path).dump().contains("the schema of package 'shop' cannot be read"));
    }
    std::size_t said = 0;
    for (const hcl::test::json& message : client.received("window/logMessage"))
        said += message.dump().contains("schema-shop-1.0.0-.json");
    CHECK(said == 1);
}

TEST_CASE("plugin schemas: completion of a token reads only that of the package that is written") {
    hcl::test::LspClient client;
    for (const char* name : {"shop", "other"}) {
        const std::string package(name);
        client.files().write(kPlugins + "resource-" + package + "-v1.0.0/pulumi-resource", "");
        client.files().write(kPlugins + "schema-" + package + "-1.0.0-.json",
                             schema(package, "1.0.0", "weight"));
    }
    auto offered = [&](const std::string& path, const std::string& token, std::string_view trigger) {
        const std::string line = "resource a \"" + token;
        client.open(path, line + "\" {\n}\n", "pcl");
        client.settle();
        hcl::test::json params = client.position_params(path, 0, static_cast<std::uint32_t>(line.size()));
        if (!trigger.empty()) params["context"] = {{"triggerKind", 2}, {"triggerCharacter", trigger}};
        const hcl::test::json found = client.result("textDocument/completion", params);
        std::string all;
        if (found.is_object())
            for (const hcl::test::json& item : found["items"]) all += item["label"].get<std::string>() + " ";
        return all;
    };
    const int before = client.files().reads();
    CHECK(offered("/room/a/main.pp", "", "\"") ==
          "other: pulumi:index:Stash pulumi:pulumi:StackReference shop: ");
    CHECK(client.files().reads() == before);
    CHECK(offered("/room/b/main.pp", "shop:", ":") == "shop:index:Cart ");
    CHECK(client.files().reads() == before + 1);
    // It is read now.
    CHECK(offered("/room/c/main.pp", "", "\"") ==
          "other: pulumi:index:Stash pulumi:pulumi:StackReference shop:index:Cart ");
    // A colon that continues no token offers nothing.
    const std::string text = "x = true ? 1 :";
    client.open("/room/d/main.pp", text + "\n", "pcl");
    hcl::test::json params =
        client.position_params("/room/d/main.pp", 0, static_cast<std::uint32_t>(text.size()));
    CHECK(!client.result("textDocument/completion", params).is_null());
    params["context"] = {{"triggerKind", 2}, {"triggerCharacter", ":"}};
    CHECK(client.result("textDocument/completion", params).is_null());
}

TEST_CASE("plugin schemas: doctor lists them") {
    Plugins shell;
    shell.install("resource-shop-v1.0.0");
    shell.install("resource-other-v2.0.0");
    shell.files->write(kPlugins + "schema-shop-1.0.0-.json", schema("shop", "1.0.0", "weight"));
    CHECK(shell.run({"doctor"}) == 0);
    CHECK(shell.out.find("shop 1.0.0") != std::string::npos);
    CHECK(shell.out.find(kPlugins + "schema-shop-1.0.0-.json") != std::string::npos);
    CHECK(shell.out.find("no schema") != std::string::npos);
}

}  // namespace plugin_schemas_test
}  // namespace hcl::server
