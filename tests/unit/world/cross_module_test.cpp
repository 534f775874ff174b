// Names across modules: what a call and a file of values set, what they read, and all of that from the other
// side.
#include "engine/world/cross_module.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <thread>

#include "engine/ide/annotation/diagnostics.h"
#include "engine/terragrunt/extension.h"
#include "engine/world/caches.h"
#include "engine/world/file_syntax.h"
#include "engine/world/language_lookup.h"
#include "engine/world/module_lookup.h"
#include "engine/world/world.h"
#include "tests/harness/paths.h"

namespace hcl::test {
namespace {

struct Workspace {
    world::World world;
    std::vector<std::string> texts;
    std::uint32_t next = 0;

    FileId add(const std::string& path, std::string text) {
        FileId id(next++);
        texts.push_back(text);
        world.set_file({id, path, "", world::parse_options(path, ""), false, 0},
                       std::make_shared<const std::string>(std::move(text)));
        return id;
    }
    std::string text_at(Location place) const {
        return texts[place.file.value].substr(place.span.start, place.span.length());
    }
};

struct Stacks : Workspace {
    FileId config = add("/w/.hcl-ls.hcl", R"(
rules = { HCL6012 = "off" }
language "stack" {
  spec  = "stack.hcldec"
  files = ["**/*.st.hcl", "**/*.st.hcl.json"]
}
language "values" {
  spec  = "values.hcldec"
  files = ["**/*.val.hcl"]
}
)");
    FileId stack = add("/w/stack.hcldec", shared_pack("stack.hcldec"));
    FileId values = add("/w/values.hcldec", shared_pack("values.hcldec"));
    FileId net = add("/w/net/net.st.hcl", R"(
variable "size" {
  type = number
}
output "gateway" { value = var.size }
)");
    FileId given = add("/w/net/a.val.hcl", "size = \"big\"\n");
    FileId main = add("/w/main.st.hcl", R"(
module "net" {
  source = "./net"
  size   = [1]
}
output "copy" {
  value = module.net.gateway
}
)");
};

TEST_CASE("elsewhere: what is set, what is read, and from where") {
    Stacks w;
    world::SnapshotPtr snapshot = w.world.snapshot();
    bind::ModulePtr main = world::module_of(*snapshot, w.main, {});
    bind::ModulePtr net = world::module_of(*snapshot, w.net, {});
    REQUIRE(main);
    REQUIRE(net);
    std::size_t set = 0;
    std::size_t read = 0;
    main->file(w.main)->each_unit([&](const bind::UnitSlot& slot) {
        for (std::uint32_t i = 0; i < slot.unit->attributes.size(); ++i) {
            auto found = world::set_by(*snapshot, *main, slot, i, {});
            if (!found) continue;
            ++set;
            CHECK(slot.unit->attributes[i].name == "size");
            CHECK(w.text_at(name_place(*found->module, found->symbols.back())) == "\"size\"");
        }
        for (const bind::Reference& reference : slot.unit->references) {
            for (const world::ForeignMember& member :
                 world::members_named(*snapshot, *main, slot, reference, {})) {
                ++read;
                CHECK(member.span == reference.steps[2].span);
                CHECK(member.found.module == net);
                CHECK(member.found.kind == "output");
            }
        }
    });
    CHECK(set == 1);
    CHECK(read == 1);
    auto uses = world::uses_elsewhere(*snapshot, *net, net->symbols().by_address({"var", "size"}).back(), {});
    REQUIRE(uses.size() == 2);
    CHECK(w.text_at(uses[0]) == "size");
    CHECK(uses[0].file == w.main);
    CHECK(uses[1].file == w.given);
    auto reads = world::uses_elsewhere(*snapshot, *net, net->symbols().by_kind("output").back(), {});
    REQUIRE(reads.size() == 1);
    CHECK(w.text_at(reads[0]) == "gateway");
}

TEST_CASE("elsewhere: findings lead to where the other module declares") {
    Stacks w;
    for (FileId file : {w.main, w.given}) {
        Diagnostics found = ide::diagnostics_for(*w.world.snapshot(), file, {});
        REQUIRE(found.size() == 1);
        CHECK(found[0].code == DiagCode::IncorrectAttributeType);
        REQUIRE(found[0].related.size() == 1);
        CHECK(found[0].related[0].where.file == w.net);
        CHECK(w.text_at(found[0].related[0].where) == "\"size\"");
    }
    // The place is that of now, although nothing here was looked at again.
    std::string text = "# more\n" + w.texts[w.net.value];
    w.texts[w.net.value] = text;
    Edit edit{{0, 0}, "# more\n"};
    w.world.edit(w.net, std::span(&edit, 1), 1);
    Diagnostics found = ide::diagnostics_for(*w.world.snapshot(), w.main, {});
    REQUIRE(found.size() == 1);
    CHECK(w.text_at(found[0].related.at(0).where) == "\"size\"");
}

TEST_CASE("elsewhere: a folder without a module is missing only where all files are known") {
    Workspace w;
    FileId main = w.add("/w/main.tf", "module \"m\" {\n  source = \"./nope\"\n}\n");
    CHECK(ide::diagnostics_for(*w.world.snapshot(), main, {}).empty());
    w.world.set_known_folders({{"/w"}, {}});
    Diagnostics found = ide::diagnostics_for(*w.world.snapshot(), main, {});
    REQUIRE(found.size() == 1);
    CHECK(found[0].code == DiagCode::NoSuchModule);
    CHECK(w.text_at({main, found[0].span}) == "\"./nope\"");
    w.world.set_known_folders({{}, {"/w/nope"}});
    CHECK(ide::diagnostics_for(*w.world.snapshot(), main, {}).size() == 1);
    // A folder that was left out may contain it.
    for (const char* tree : {"/w", "/w/nope"}) {
        w.world.set_known_folders({{"/w"}, {}, {tree}, {}});
        CHECK(ide::diagnostics_for(*w.world.snapshot(), main, {}).empty());
    }
    w.world.set_known_folders({{"/w"}, {}, {}, {"/w/nope"}});
    CHECK(ide::diagnostics_for(*w.world.snapshot(), main, {}).empty());
    w.world.set_known_folders({{"/w"}, {}, {"/w/nop", "/w/nope/deep"}, {"/w"}});
    CHECK(ide::diagnostics_for(*w.world.snapshot(), main, {}).size() == 1);
    w.add("/w/nope/main.tf", "variable \"a\" {\n  default = 1\n}\n");
    CHECK(ide::diagnostics_for(*w.world.snapshot(), main, {}).empty());
}

TEST_CASE("elsewhere: files that come, change and go reach the files that name them") {
    Workspace w;
    const FileId unit = w.add("/w/live/app/terragrunt.hcl",
                              "include \"root\" {\n  path   = find_in_parent_folders(\"root.hcl\")\n"
                              "  expose = true\n}\ndependency \"net\" {\n  config_path = \"../net\"\n}\n"
                              "inputs = {\n  a = include.root.locals.a\n}\n");
    auto errors = [&] {
        std::size_t count = 0;
        for (const Diagnostic& d : ide::diagnostics_for(*w.world.snapshot(), unit, {}))
            count += d.severity == Severity::Error;
        return count;
    };
    auto reaches_unit = [&](FileId file, const std::string& path, bool names_changed) {
        const world::ChangedFile changed[] = {{file, path}};
        const auto files = world::dependents_of(*w.world.snapshot(), changed, names_changed);
        return std::ranges::count(files, unit) > 0;
    };
    CHECK(errors() == 0);
    const FileId root = w.add("/w/root.hcl", "locals {\n  b = 1\n}\n");
    CHECK(reaches_unit(root, "/w/root.hcl", true));
    CHECK(errors() == 1);
    w.world.set_file({root, "/w/root.hcl", "", {}, false, 1},
                     std::make_shared<const std::string>("locals {\n  a = 1\n}\n"));
    CHECK(reaches_unit(root, "/w/root.hcl", false));
    CHECK(errors() == 0);
    const FileId net =
        w.add("/w/live/net/terragrunt.hcl", "dependency \"app\" {\n  config_path = \"../app\"\n}\n");
    CHECK(reaches_unit(net, "/w/live/net/terragrunt.hcl", true));
    CHECK(errors() == 1);
    w.world.remove(net);
    CHECK(reaches_unit(net, "/w/live/net/terragrunt.hcl", true));
    CHECK(errors() == 0);
}

TEST_CASE("elsewhere: a path that begins with a local of an included file follows that file") {
    Workspace w;
    const FileId unit = w.add("/w/live/terragrunt.hcl",
                              "include \"root\" {\n  path   = find_in_parent_folders(\"root.hcl\")\n"
                              "  expose = true\n}\nterraform {\n  source = "
                              "\"${include.root.locals.base}/app\"\n}\ninputs = {\n  size = 1\n}\n");
    auto unknown_inputs = [&] {
        return std::ranges::count(ide::diagnostics_for(*w.world.snapshot(), unit, {}),
                                  DiagCode::UndeclaredText, &Diagnostic::code);
    };
    const auto root = [](const char* base) {
        return std::make_shared<const std::string>("locals {\n  base = \"${get_parent_terragrunt_dir()}/" +
                                                   std::string(base) + "\"\n}\n");
    };
    w.world.set_extensions({terragrunt::make_extension()});
    w.add("/w/one/app/main.tf", "variable \"size\" {}\n");
    w.add("/w/two/app/main.tf", "variable \"number\" {\n  default = 1\n}\n");
    CHECK(unknown_inputs() == 0);
    const FileId file = w.add("/w/root.hcl", *root("two"));
    CHECK(unknown_inputs() == 1);
    w.world.set_file({file, "/w/root.hcl", "", {}, false, 1}, root("one"));
    CHECK(unknown_inputs() == 0);
    w.world.set_file({file, "/w/root.hcl", "", {}, false, 2}, root("two"));
    CHECK(unknown_inputs() == 1);
}

TEST_CASE("elsewhere: rules of root modules hold where no other module calls") {
    Workspace w;
    FileId child = w.add("/w/m/main.tf",
                         "variable \"v\" {\n  default   = 1\n  ephemeral = true\n}\n"
                         "output \"a\" {\n  value     = var.v\n  ephemeral = true\n}\n");
    CHECK(ide::diagnostics_for(*w.world.snapshot(), child, {}).size() == 1);
    FileId main = w.add("/w/main.tf", "module \"m\" {\n  source = \"./m\"\n}\n");
    CHECK(ide::diagnostics_for(*w.world.snapshot(), child, {}).empty());
    CHECK(ide::diagnostics_for(*w.world.snapshot(), main, {}).empty());
}

}  // namespace
TEST_CASE("cross module: modules are built once or twice, and few are kept, however many there are") {
    Workspace workspace;
    constexpr int kModules = 150;
    constexpr std::size_t kBytes = 100'000;
    std::vector<FileId> files;
    std::size_t bytes = 0;
    for (int i = 0; i < kModules; ++i) {
        std::string text = "variable \"v\" {\n  default = 1\n}\noutput \"o\" {\n  value = var.v\n}\n";
        for (int callee : {i / 2, i - 7})
            if (callee < i && callee >= 0)
                text += "module \"m" + std::to_string(callee) + (callee == i / 2 ? "half" : "") +
                        "\" {\n  source = \"../m" + std::to_string(callee) + "\"\n}\n";
        text += "locals {\n  long = \"" + std::string(kBytes, 'x') + "\"\n}\n";
        bytes += text.size();
        files.push_back(workspace.add("/w/m" + std::to_string(i) + "/main.tf", text));
    }
    const world::SnapshotPtr snapshot = workspace.world.snapshot();
    // Callers first: each asks for modules that were not built yet.
    for (auto file = files.rbegin(); file != files.rend(); ++file)
        REQUIRE(world::module_of(*snapshot, *file, {}));
    world::ModuleCache& modules = snapshot->caches()->modules;
    CHECK(modules.builds() <= 2 * kModules);
    CHECK(modules.bytes() < bytes);
    CHECK(modules.bytes() <= std::size_t{9} << 20);
}

TEST_CASE("cross module: threads that ask for the same modules at once build each of them once") {
    Workspace workspace;
    std::vector<FileId> files;
    for (int i = 0; i < 6; ++i) {
        std::string text = "variable \"v\" {\n  default = 1\n}\noutput \"o\" {\n  value = var.v\n}\n";
        for (int k = 0; k < 2'000; ++k) text += "locals {\n  l" + std::to_string(k) + " = var.v\n}\n";
        // Two that call each other, too.
        if (i == 1) text += "module \"a\" {\n  source = \"../m2\"\n}\n";
        if (i == 2) text += "module \"a\" {\n  source = \"../m1\"\n}\n";
        files.push_back(workspace.add("/w/m" + std::to_string(i) + "/main.tf", text));
    }
    const world::SnapshotPtr snapshot = workspace.world.snapshot();
    auto ask_all = [&] {
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([&, t] {
                for (std::size_t i = 0; i < files.size(); ++i) {
                    const std::size_t at = t % 2 == 0 ? i : files.size() - 1 - i;
                    CHECK(world::module_of(*snapshot, files[at], {}));
                }
            });
        for (std::thread& thread : threads) thread.join();
    };
    ask_all();
    // Modules that call each other can be built by two threads, each from its end.
    CHECK(snapshot->caches()->modules.builds() <= 4 + 4);
    // One file, four threads.
    Workspace other;
    std::string text;
    for (int k = 0; k < 20'000; ++k) text += "locals {\n  l" + std::to_string(k) + " = 1\n}\n";
    files.assign(4, other.add("/w/main.tf", text));
    const world::SnapshotPtr alone = other.world.snapshot();
    std::vector<std::thread> threads;
    for (FileId file : files) threads.emplace_back([&, file] { CHECK(world::module_of(*alone, file, {})); });
    for (std::thread& thread : threads) thread.join();
    CHECK(alone->caches()->modules.builds() == 1);
}

}  // namespace hcl::test
