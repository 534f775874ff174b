// Schemas of several versions of a package: which one a module uses.
#include <doctest/doctest.h>

#include <map>
#include <memory>
#include <random>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/ide/annotation/diagnostics.h"
#include "engine/schemas/schema_set.h"
#include "engine/terraform/extension.h"
#include "engine/world/language_lookup.h"
#include "engine/world/module_lookup.h"
#include "engine/world/world.h"
#include "server/app/provider_schemas.h"

namespace hcl::test {
namespace {

constexpr std::string_view kAddress = "registry.terraform.io/acme/cloud";

// A cache in which the resource cloud_box takes one argument, with the name of the version.
schemas::SchemaFilePtr version(const std::string& number, const std::string& argument,
                               const std::string& address = std::string(kAddress)) {
    const std::string json =
        R"({"provider_schemas": {")" + address +
        R"(": {"provider": {"block": {}}, "resource_schemas": {"cloud_box": {"block": {"attributes": {")" +
        argument + R"(": {"type": "string", "optional": true}}}}}}}})";
    bind::PackageVersions versions;
    if (!number.empty()) versions[address] = number;
    auto read = server::read_schemas_of_json(json, "", versions);
    REQUIRE(read);
    auto file =
        schemas::SchemaFile::open(std::make_shared<const schemas::BytesInMemory>(read->front().bytes));
    REQUIRE(file);
    CHECK((*file)->version() == number);
    return *file;
}

struct LockedWorkspace {
    world::World world;
    std::map<std::string, FileId> ids{};
    std::map<std::string, std::string> shown{};
    std::vector<world::ChangedFile> changed{};
    std::uint64_t names_revision = 0;
    std::uint32_t next = 0;

    explicit LockedWorkspace(std::vector<schemas::SchemaFilePtr> files) {
        world.set_extensions({terraform::make_extension()});
        world.set_schemas(std::make_shared<const schemas::SchemaSet>(std::move(files)));
    }
    void set(const std::string& path, const std::string& text) {
        const auto [it, is_new] = ids.emplace(path, FileId(next));
        next += is_new ? 1 : 0;
        changed.push_back({it->second, path});
        world.set_file({it->second, path, "", {}, true, 0}, std::make_shared<const std::string>(text));
    }
    void remove(const std::string& path) {
        changed.push_back({ids.at(path), path});
        world.remove(ids.at(path));
        ids.erase(path);
        shown.erase(path);
    }
    // Does what a server does after changes; the files that were looked at.
    std::set<std::string> refresh() {
        const world::SnapshotPtr snapshot = world.snapshot();
        const bool names_changed =
            std::exchange(names_revision, snapshot->names_revision()) != names_revision;
        std::set<std::string> looked;
        std::set<FileId> files;
        for (FileId id : world::dependents_of(*snapshot, changed, names_changed)) files.insert(id);
        for (const world::ChangedFile& file : std::exchange(changed, {})) files.insert(file.id);
        for (const auto& [path, id] : ids)
            if (files.contains(id)) {
                shown[path] = findings(path);
                looked.insert(path);
            }
        return looked;
    }
    bind::ModulePtr module(const std::string& path) {
        return world::module_of(*world.snapshot(), ids.at(path), {});
    }
    std::size_t bound(const std::string& path) { return module(path)->counters().bound; }
    // The codes of the findings of a file, with the text that each is about.
    std::string findings(const std::string& path) {
        std::string out;
        const world::SnapshotPtr snapshot = world.snapshot();
        const auto tree = snapshot->file(ids.at(path))->tree();
        for (const Diagnostic& d : ide::diagnostics_for(*snapshot, ids.at(path), {}))
            out += diag_id(d.code) + " " + tree->text(d.span) + "\n";
        return out;
    }
};

std::vector<schemas::SchemaFilePtr> three() {
    return {version("1.5.0", "one"), version("2.0.0", "two"), version("3.1.0", "three")};
}

std::string requiring(const std::string& constraint) {
    return "terraform {\n  required_providers {\n    cloud = { source = \"acme/cloud\"" +
           (constraint.empty() ? "" : ", version = \"" + constraint + "\"") + " }\n  }\n}\n";
}
std::string lock_file(const std::string& number, const std::string& address = std::string(kAddress)) {
    return "provider \"" + address + "\" {\n  version = \"" + number + "\"\n}\n";
}
std::string box(const std::string& argument) {
    return "resource \"cloud_box\" \"a\" {\n  " + argument + " = \"\"\n}\n";
}

}  // namespace

TEST_CASE("package versions: the newest one that the module admits") {
    LockedWorkspace w(three());
    w.set("/w/main.tf", requiring("") + box("three"));
    CHECK(w.findings("/w/main.tf").empty());
    w.set("/w/main.tf", requiring("~> 2.0") + box("three"));
    CHECK(w.findings("/w/main.tf") == "HCL4002 three\n");
    w.set("/w/main.tf", requiring("~> 2.0") + box("two"));
    CHECK(w.findings("/w/main.tf").empty());
    w.set("/w/main.tf", requiring("< 2") + box("one"));
    CHECK(w.findings("/w/main.tf").empty());
    // None: the newest, and a hint says so.
    w.set("/w/main.tf", requiring("~> 9.0") + box("three"));
    CHECK(w.findings("/w/main.tf") == "HCL6043 cloud\n");
}

TEST_CASE("package versions: that of the lock file, for each root its own, and for what it calls") {
    LockedWorkspace w(three());
    for (const char* root : {"a", "b"}) {
        w.set("/w/" + std::string(root) + "/main.tf", requiring("") +
                                                          box(std::string(root) == "a" ? "one" : "two") +
                                                          "module \"m\" {\n  source = \"./m\"\n}\n");
        w.set("/w/" + std::string(root) + "/m/main.tf", requiring("") + box("one"));
    }
    w.set("/w/a/.terraform.lock.hcl", lock_file("1.5.0"));
    w.set("/w/b/.terraform.lock.hcl", lock_file("2.0.0"));
    CHECK(w.findings("/w/a/main.tf").empty());
    CHECK(w.findings("/w/b/main.tf").empty());
    CHECK(w.findings("/w/a/m/main.tf").empty());
    CHECK(w.findings("/w/b/m/main.tf") == "HCL4002 one\n");
    w.refresh();
    // The lock file changes: what depends on it is asked for again, and other modules are not.
    w.set("/w/b/.terraform.lock.hcl", lock_file("1.5.0"));
    CHECK(w.refresh() == std::set<std::string>{"/w/b/main.tf", "/w/b/m/main.tf", "/w/b/.terraform.lock.hcl"});
    CHECK(w.findings("/w/b/main.tf") == "HCL4002 two\n");
    CHECK(w.findings("/w/b/m/main.tf").empty());
    // It goes: the newest one counts.
    w.remove("/w/b/.terraform.lock.hcl");
    CHECK(w.findings("/w/b/m/main.tf") == "HCL4002 one\n");
}

TEST_CASE("package versions: without the locked one, the nearest one, and one hint at the root") {
    for (const auto& [locked, argument] :
         {std::pair("1.5.1", "one"), std::pair("1.2.0", "one"), std::pair("2.9.0", "two"),
          std::pair("3.0.9", "three"), std::pair("2.0.0-beta1", "two"), std::pair("9.0.0", "three"),
          std::pair("0.9.0", "one"), std::pair("v3.0.0", "three")}) {
        CAPTURE(locked);
        LockedWorkspace w(three());
        w.set("/w/main.tf", requiring("~> 2.0") + box(argument) + "module \"m\" {\n  source = \"./m\"\n}\n");
        w.set("/w/m/main.tf", requiring("") + box(argument));
        w.set("/w/.terraform.lock.hcl", lock_file(locked));
        CHECK(w.findings("/w/main.tf") == "HCL6043 cloud\n");
        CHECK(w.findings("/w/m/main.tf").empty());
    }
    // The provider is not listed in required_providers.
    const std::string other = "registry.terraform.io/hashicorp/cloud";
    LockedWorkspace w({version("2.0.0", "two", other), version("3.0.0", "three", other)});
    w.set("/w/main.tf", "provider \"cloud\" {}\n" + box("two"));
    w.set("/w/.terraform.lock.hcl", lock_file("2.4.0", other));
    CHECK(w.findings("/w/main.tf") == "HCL6043 provider \"cloud\"\n");
    w.set("/w/.terraform.lock.hcl", lock_file("2.0.0", other));
    CHECK(w.findings("/w/main.tf").empty());
}

TEST_CASE("package versions: the hint is silent where the version may be right") {
    LockedWorkspace w({version("2.0.0", "two")});
    w.set("/w/main.tf", requiring("~> 2.0") + box("two"));
    CHECK(w.findings("/w/main.tf").empty());
    w.set("/w/main.tf", requiring("~> 2.4") + box("two"));
    CHECK(w.findings("/w/main.tf") == "HCL6043 cloud\n");
    w.set("/w/.terraform.lock.hcl", lock_file("2.4.0"));
    CHECK(w.findings("/w/main.tf") == "HCL6043 cloud\n");
    w.set("/w/.terraform.lock.hcl", lock_file("2.0.0"));
    CHECK(w.findings("/w/main.tf").empty());
    // A schema without a version.
    LockedWorkspace unknown({version("", "two")});
    unknown.set("/w/main.tf", requiring("~> 2.4") + box("two"));
    CHECK(unknown.findings("/w/main.tf").empty());
    unknown.set("/w/.terraform.lock.hcl", lock_file("2.4.0"));
    CHECK(unknown.findings("/w/main.tf").empty());
}

TEST_CASE("package versions: one hint at the root where no schema of a provider is stored") {
    const std::string other = "registry.terraform.io/acme/other";
    const std::string call = "module \"m\" {\n  source = \"./m\"\n}\n";
    for (std::vector<schemas::SchemaFilePtr> files :
         {std::vector<schemas::SchemaFilePtr>(), {version("1.0.0", "one", other)}}) {
        LockedWorkspace w(std::move(files));
        w.set("/w/main.tf", requiring("~> 2.0"));
        w.set("/w/more.tf", box("wrong") + box("wrong") + call);
        w.set("/w/m/main.tf", requiring("") + box("wrong"));
        CHECK(w.findings("/w/main.tf") == "HCL6045 cloud\n");
        CHECK(w.findings("/w/m/main.tf").empty());
        // Also with a lock file.
        w.set("/w/.terraform.lock.hcl", lock_file("2.0.0"));
        CHECK(w.findings("/w/main.tf") == "HCL6045 cloud\n");
        CHECK(w.findings("/w/m/main.tf").empty());
        // Not where nothing would be checked.
        w.set("/w/more.tf", call);
        CHECK(w.findings("/w/main.tf").empty());
        // At the configuration, once.
        const std::string configured = "provider \"cloud\" {}\nprovider \"cloud\" {\n  alias = \"b\"\n}\n";
        w.set("/w/main.tf", configured + "data \"cloud_box\" \"b\" {}\n");
        CHECK(w.findings("/w/main.tf") == "HCL6045 provider \"cloud\"\n");
        w.set("/w/main.tf", requiring("") + configured + "data \"cloud_box\" \"b\" {}\n");
        CHECK(w.findings("/w/main.tf") == "HCL6045 cloud\n");
        // The provider that is part of Terraform.
        w.set("/w/main.tf",
              "terraform {\n  required_providers {\n    terraform = { source = "
              "\"terraform.io/builtin/terraform\" }\n"
              "  }\n}\nresource \"terraform_data\" \"a\" {}\n");
        CHECK(w.findings("/w/main.tf").empty());
    }
}

TEST_CASE("package versions: a module that several roots call has that of the first lock file by path") {
    const std::string call = "module \"m\" {\n  source = \"../m\"\n}\n";
    for (const bool is_a_first : {true, false}) {
        LockedWorkspace w(three());
        w.set("/w/m/main.tf", requiring("") + box("one"));
        for (const std::string root : {is_a_first ? "a" : "b", is_a_first ? "b" : "a"}) {
            w.set("/w/" + root + "/.terraform.lock.hcl", lock_file(root == "a" ? "1.5.0" : "2.0.0"));
            w.set("/w/" + root + "/main.tf", call);
        }
        CHECK(w.findings("/w/m/main.tf").empty());
        // A lock file of its own is what is used there.
        w.set("/w/m/.terraform.lock.hcl", lock_file("3.1.0"));
        CHECK(w.findings("/w/m/main.tf") == "HCL4002 one\n");
    }
}

TEST_CASE("package versions: after any edit, what dependents show equals a fresh world") {
    const std::vector<std::string> paths = {"/w/a/main.tf",
                                            "/w/b/main.tf",
                                            "/w/b/more.tf",
                                            "/w/m/main.tf",
                                            "/w/n/main.tf",
                                            "/w/a/.terraform.lock.hcl",
                                            "/w/b/.terraform.lock.hcl",
                                            "/w/n/.terraform.lock.hcl"};
    const std::vector<std::string> calls = {"", "module \"m\" {\n  source = \"../m\"\n}\n",
                                            "module \"n\" {\n  source = \"../n\"\n}\n",
                                            "module \"a\" {\n  source = \"../a\"\n}\n"};
    const std::vector<std::string> boxes = {box("one"), box("two"), box("three")};
    const std::vector<std::string> versions = {"1.5.0", "2.0.0", "3.1.0", "2.7.0", ""};
    for (std::uint32_t seed = 1; seed <= 30; ++seed) {
        std::mt19937 random(seed);
        auto pick = [&](const std::vector<std::string>& list) { return list[random() % list.size()]; };
        LockedWorkspace live(three());
        for (int round = 0; round < 30; ++round) {
            const std::string path = pick(paths);
            if (random() % 5 == 0 && live.ids.contains(path))
                live.remove(path);
            else if (path.ends_with("hcl"))
                live.set(path, lock_file(pick(versions)));
            else
                live.set(path, (path.ends_with("main.tf") && random() % 2 == 0
                                    ? requiring(random() % 2 == 0 ? "~> 2.0" : "")
                                    : std::string()) +
                                   pick(boxes) + pick(calls));
            // Requests see states that nothing was published for.
            if (random() % 3 == 0) {
                if (!live.ids.empty()) (void)live.findings(live.ids.begin()->first);
                continue;
            }
            live.refresh();
            LockedWorkspace fresh(three());
            for (const auto& [known, id] : live.ids) fresh.set(known, live.world.file(id)->tree()->text());
            for (const auto& [known, id] : live.ids) {
                CAPTURE(seed);
                CAPTURE(round);
                CAPTURE(known);
                REQUIRE(live.shown[known] == fresh.findings(known));
            }
        }
    }
}

TEST_CASE("package versions: an edit binds nothing again, and a lock file what its packages are used by") {
    LockedWorkspace w(three());
    const std::string text = requiring("") + box("two") + "output \"a\" {\n  value = 1\n}\n";
    w.set("/w/main.tf", text);
    w.set("/w/.terraform.lock.hcl", lock_file("2.0.0"));
    CHECK(w.findings("/w/main.tf").empty());
    Edit edit{{static_cast<std::uint32_t>(text.size() - 4), static_cast<std::uint32_t>(text.size() - 3)},
              "2"};
    w.world.edit(w.ids.at("/w/main.tf"), std::span(&edit, 1), 1);
    CHECK(w.bound("/w/main.tf") == 1);
    // A line that changes no version.
    w.set("/w/.terraform.lock.hcl", "# more\n" + lock_file("2.0.0"));
    const bind::ModulePtr before = w.module("/w/main.tf");
    w.set("/w/.terraform.lock.hcl", "# less\n" + lock_file("2.0.0"));
    CHECK(w.module("/w/main.tf") == before);
    w.set("/w/.terraform.lock.hcl", lock_file("1.5.0"));
    CHECK(w.bound("/w/main.tf") == 1);
}

}  // namespace hcl::test
