// The folder of schemas: the command that fills it, writers at the same time, and files that are damaged.
#include "server/app/schema_folder.h"

#include <doctest/doctest.h>

#include <atomic>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "server/app/provider_schemas.h"
#include "tests/harness/conformance/temporary_folder.h"
#include "tests/harness/paths.h"
#include "tests/harness/shell.h"

namespace hcl::server {
namespace schema_folder_test {

struct Shell : test::Shell {
    Shell() {
        console.cache_folder = "/cache";
        input = test::shared_pack("cloud.schemas.json");
    }
};

constexpr std::string_view kFile = "/cache/schemas/registry.terraform.io+hashicorp+cloud.hclschema";

TEST_CASE("schema folder: add, list, check, remove") {
    Shell shell;
    shell.files->write("/w/main.tf", "resource \"cloud_server\" \"a\" {\n  nme = 1\n}\n");
    CHECK(shell.run({"check", "main.tf"}) == 0);
    CHECK(shell.run({"schema", "add", "-"}) == 0);
    CHECK(shell.out.find("registry.terraform.io/hashicorp/cloud: 7 schemas") != std::string::npos);
    CHECK(shell.run({"schema", "list"}) == 0);
    CHECK(shell.out.find("registry.terraform.io/hashicorp/cloud: data 1, ephemeral 1, function 1, provider "
                         "1, resource 3") != std::string::npos);
    CHECK(shell.run({"check", "main.tf"}) == 1);
    CHECK(shell.out.find("nme") != std::string::npos);
    shell.files->write("/elsewhere/readme", "");
    CHECK(shell.run({"check", "--schemas=/elsewhere", "main.tf"}) == 0);
    CHECK(shell.run({"check", "--schemas=/nowhere", "main.tf"}) == 2);
    CHECK(shell.err.find("\"/nowhere\" in --schemas is not a readable folder") != std::string::npos);
    CHECK(shell.run({"schema", "remove", "hashicorp/cloud"}) == 0);
    CHECK_FALSE(shell.files->stat(std::string(kFile)));
    CHECK(shell.run({"check", "main.tf"}) == 0);
    CHECK(shell.run({"schema", "add", "/w/main.tf"}) == 2);
    CHECK(shell.run({"schema", "remove", "hashicorp/cloud"}) == 2);
    CHECK(shell.run({"schema"}) == 2);
}

TEST_CASE("schema folder: damaged files are reported, and replaced by adding them again") {
    Shell shell;
    shell.files->write("/w/main.tf", "resource \"cloud_server\" \"a\" {\n  nme = 1\n}\n");
    REQUIRE(shell.run({"schema", "add", "-"}) == 0);
    const std::string whole = shell.files->read(std::string(kFile)).value_or("");
    // Its end: a record.
    std::string bytes = whole;
    bytes[bytes.size() - 40] = static_cast<char>(bytes[bytes.size() - 40] ^ 1);
    shell.files->write(std::string(kFile), bytes);
    CHECK(shell.run({"schema", "list"}) == 2);
    CHECK(shell.err.find("is damaged") != std::string::npos);
    CHECK(shell.run({"check", "main.tf"}) == 1);
    CHECK(shell.out.find("HCL6041") != std::string::npos);
    CHECK(shell.out.find("nme") == std::string::npos);
    // Cut.
    shell.files->write(std::string(kFile), whole.substr(0, whole.size() / 2));
    CHECK(shell.run({"check", "main.tf"}) == 0);
    CHECK(shell.err.find("is damaged") != std::string::npos);
    REQUIRE(shell.run({"schema", "add", "-"}) == 0);
    CHECK(shell.run({"check", "main.tf"}) == 1);
    CHECK(shell.err.find("is damaged") == std::string::npos);
}

TEST_CASE("schema folder: a package schema that cannot be read is reported where a program needs it first") {
    Shell shell;
    shell.files->write("/w/main.pp",
                       "resource a \"shop:index:Cart\" {\n}\nresource b \"shop:index:Cart\" {\n}\n"
                       "c = invoke(\"shop:index:price\", {})\n");
    shell.files->write("/w/schemas/shop-1.0.0.json", "{ \"name\": \"shop\", ");
    CHECK(shell.run({"check", "--schemas=/w/schemas", "--short", "main.pp"}) == 1);
    const std::size_t first = shell.out.find("the schema of package 'shop' cannot be read");
    REQUIRE(first != std::string::npos);
    CHECK(shell.out.starts_with("main.pp:1:12: warning: "));
    CHECK(shell.out.find("/w/schemas/shop-1.0.0.json") != std::string::npos);
    CHECK(shell.out.find("cannot be read", first + 60) == std::string::npos);
    // Another version can be read.
    shell.files->write("/w/schemas/shop-0.9.0.json",
                       R"({"name": "shop", "version": "0.9.0", "resources": {"shop:index:Cart": {}}})");
    shell.run({"check", "--schemas=/w/schemas", "--short", "main.pp"});
    CHECK(shell.out.find("cannot be read") == std::string::npos);
}

TEST_CASE("schema folder: two writers and a reader at the same time") {
    const test::TemporaryFolder made;
    const std::filesystem::path& folder = made.path;
    std::shared_ptr<FileSystem> files = make_real_file_system();
    REQUIRE(files->make_folder(folder.string() + "/a/b"));
    const std::string path = schema_path(folder.string() + "/a/b", "host/space/cloud");
    auto packages = read_schemas_of_json(test::shared_pack("cloud.schemas.json"));
    REQUIRE(packages);
    std::atomic<bool> is_done = false;
    auto write = [&](const std::string& bytes) {
        for (int i = 0; i < 60; ++i) (void)files->replace(path, bytes);
    };
    REQUIRE(files->replace(path, (*packages)[0].bytes));
    std::atomic<int> wrong = 0;
    std::thread reader([&] {
        while (!is_done) {
            auto bytes = files->open(path);
            auto file = bytes ? schemas::SchemaFile::open(*bytes)
                              : Result<schemas::SchemaFilePtr>(fail(bytes.error().message));
            if (!file || (*file)->damage()) ++wrong;
        }
    });
    std::thread first([&] { write((*packages)[0].bytes); });
    std::thread second([&] { write((*packages)[1].bytes); });
    first.join();
    second.join();
    is_done = true;
    reader.join();
    CHECK(wrong == 0);
    // A file that is open stays what it was, whatever is done to its place.
    auto bytes = files->open(path);
    REQUIRE(bytes);
    REQUIRE(files->remove_file(path));
    auto file = schemas::SchemaFile::open(*bytes);
    REQUIRE(file);
    CHECK_FALSE((*file)->damage());
    // One that is cut in its place is damaged, and nothing worse.
    REQUIRE(files->replace(path, (*packages)[0].bytes));
    auto cut = files->open(path);
    REQUIRE(cut);
    auto opened = schemas::SchemaFile::open(*cut);
    REQUIRE(opened);
    std::filesystem::resize_file(path, 100);
    CHECK((*opened)->damage());
}

}  // namespace schema_folder_test
}  // namespace hcl::server
