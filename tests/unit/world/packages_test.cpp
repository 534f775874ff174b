// The packages that a module declares: a change of one binds what names it again, and nothing else.
#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "engine/ide/annotation/diagnostics.h"
#include "engine/schemas/schema_set.h"
#include "engine/world/module_lookup.h"
#include "engine/world/world.h"
#include "server/app/provider_schemas.h"
#include "tests/harness/paths.h"

namespace hcl::test {
namespace packages {

language::BodySourcePtr cloud() {
    auto packages = server::read_schemas_of_json(shared_pack("cloud.schemas.json"));
    REQUIRE(packages);
    std::vector<schemas::SchemaFilePtr> files;
    for (server::PackageSchemas& one : *packages) {
        auto file =
            schemas::SchemaFile::open(std::make_shared<const schemas::BytesInMemory>(std::move(one.bytes)));
        REQUIRE(file);
        files.push_back(*file);
    }
    return std::make_shared<const schemas::SchemaSet>(std::move(files));
}

struct Project {
    world::World world;

    Project(std::string_view versions, std::string_view main, language::BodySourcePtr schemas) {
        world.set_schemas(std::move(schemas));
        set(0, "/w/versions.tf", versions);
        set(1, "/w/main.tf", main);
    }
    void set(std::uint32_t id, const std::string& path, std::string_view text) {
        world.set_file({FileId(id), path, "", {}, true, 0}, std::make_shared<const std::string>(text));
    }
    void edit(std::uint32_t id, std::string_view from, std::string_view to) {
        std::string text = world.file(FileId(id))->tree()->text();
        auto at = static_cast<std::uint32_t>(text.find(from));
        REQUIRE(at < text.size());
        Edit edit{{at, at + static_cast<std::uint32_t>(from.size())}, std::string(to)};
        world.edit(FileId(id), std::span(&edit, 1), 0);
    }
    std::string findings() {
        std::string out;
        for (std::uint32_t id = 0; id < 2; ++id)
            for (const Diagnostic& d : ide::diagnostics_for(*world.snapshot(), FileId(id), {}))
                out += diag_id(d.code) + " " + d.message + "\n";
        return out;
    }
    std::size_t bound() { return world::module_of(*world.snapshot(), FileId(1), {})->counters().bound; }
};

constexpr std::string_view kVersions =
    "terraform {\n  required_providers {\n    cloud = { source = \"example/other\" }\n  }\n}\n";
constexpr std::string_view kMain =
    "resource \"cloud_server\" \"a\" {\n  other = true\n}\n"
    "resource \"thing_one\" \"b\" {\n  other = true\n}\n"
    "output \"o\" {\n  value = cloud_server.a.other\n}\n";

TEST_CASE("packages: a change of one binds its own blocks again") {
    Project project(kVersions, kMain, cloud());
    CHECK(project.findings().empty());
    for (std::string_view to : {"hashicorp/cloud", "nobody/cloud", "example/other"}) {
        std::string before = project.world.file(FileId(0))->tree()->text();
        std::size_t at = before.find("source = \"") + 10;
        std::string old = before.substr(at, before.find('"', at) - at);
        project.edit(0, old, to);
        CHECK(project.bound() == 2);  // the declaration and the resource
        Project fresh(project.world.file(FileId(0))->tree()->text(), kMain,
                      project.world.snapshot()->schemas());
        CHECK(project.findings() == fresh.findings());
    }
    project.edit(0, "example/other", "hashicorp/cloud");
    std::string found = project.findings();
    CHECK(found.find("\"other\"") != std::string::npos);
    // Other content in the block of the declaration does not affect the resources.
    project.edit(0, "terraform {", "terraform {\n  required_version = \"> 1.5\"");
    CHECK(project.bound() == 1);
    CHECK(project.findings() == found);
    // Nor does an edit of a resource concern others.
    project.edit(1, "thing_one", "thing_two");
    CHECK(project.bound() == 1);
}

TEST_CASE("packages: schemas come and go") {
    Project project(kVersions, kMain, nullptr);
    CHECK(project.findings().empty());
    project.edit(1, "other = true", "nosuch = true");
    CHECK(project.findings().empty());
    project.world.set_schemas(cloud());
    CHECK(project.findings().find("nosuch") != std::string::npos);
    project.world.set_schemas(nullptr);
    CHECK(project.findings().empty());
}

}  // namespace packages
}  // namespace hcl::test
