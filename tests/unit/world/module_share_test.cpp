// What many modules of a workspace take together is bounded by its text, and does not depend on an order.
#include "engine/world/module_share.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "engine/bind/excess.h"
#include "engine/bind/instance.h"
#include "engine/bind/spending.h"
#include "engine/ide/annotation/diagnostics.h"
#include "engine/language/condition.h"
#include "engine/world/file_syntax.h"
#include "engine/world/module_lookup.h"
#include "engine/world/world.h"

namespace hcl::test::module_share_test {
namespace {

using Files = std::map<std::string, std::string>;

std::string folder(int i) {
    return "/w/d" + std::to_string(i) + "/";
}

// Opens the files in their order, or the reverse.
struct Opened {
    world::World world;
    std::map<std::string, FileId> ids;

    explicit Opened(const Files& files, bool is_reversed = false) {
        std::vector<std::string> paths;
        for (const auto& [path, text] : files) paths.push_back(path);
        if (is_reversed) std::ranges::reverse(paths);
        for (const std::string& path : paths) {
            const FileId id(static_cast<std::uint32_t>(ids.size()));
            ids.emplace(path, id);
            world.set_file({id, path, "", world::parse_options(path, ""), false, 0},
                           std::make_shared<const std::string>(files.at(path)));
        }
    }
    std::uint64_t steps() {
        std::uint64_t sum = 0;
        for (const auto& [path, id] : ids)
            if (const bind::ModulePtr module = world::module_of(*world.snapshot(), id, {}))
                for (const bind::ModuleFile& file : module->files()) sum += bind::cost_of(*file.units).steps;
        return sum;
    }
    std::string findings() {
        std::string out;
        for (const auto& [path, id] : ids)
            for (const Diagnostic& d : ide::diagnostics_for(*world.snapshot(), id, {}))
                out += path + ":" + std::to_string(d.span.start) + " " + d.title + ": " + d.message + "\n";
        return out;
    }
};

Files loops(int count, const std::string& range) {
    Files files;
    for (int i = 0; i < count; ++i)
        files[folder(i) + "a.tf"] = "output \"a\" {\n  value = [for i in range(" + range +
                                    ") : [for j in range(" + range + ") : i]]\n}\n";
    return files;
}

std::size_t count(const std::string& text, std::string_view part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

}  // namespace

TEST_CASE("module share: few modules have all that one may take, and many a sum that their text bounds") {
    const Limits all;
    CHECK(world::ModuleShare{}.limits(all, 10) == all);
    CHECK(world::ModuleShare{limits::full_modules, 1'000}.limits(all, 10) == all);
    for (const std::uint64_t modules : {8u, 1'024u, 65'536u})
        for (const std::uint64_t text : {40u, 1'000u, 50'000u}) {
            const world::ModuleShare share{modules, std::max(limits::byte_steps_text, modules * text)};
            const Limits own = share.limits(all, text);
            CHECK(own.is_share ==
                  (own.module_steps < all.module_steps || own.module_bytes < all.module_bytes));
            CHECK(own.module_steps * modules <= limits::full_modules * all.module_steps +
                                                    limits::byte_steps * limits::byte_steps_text +
                                                    modules * text);
            CHECK(own.file_steps <= own.module_steps);
            CHECK(own.instance_steps * modules <= all.module_steps);
            // More than ordinary modules take.
            CHECK(own.module_steps >= (modules * text <= limits::byte_steps_text ? 8 * text : text));
        }
    // A user can raise it.
    Limits more = all;
    more.module_steps *= 100;
    CHECK(world::ModuleShare{1'024, 1}.limits(more, 100).module_steps >
          20 * world::ModuleShare{1'024, 1}.limits(all, 100).module_steps);
}

TEST_CASE("module share: loops in many folders, each of which says so once") {
    const Files files = loops(300, "1000");
    Opened opened(files);
    const std::uint64_t bytes =
        std::accumulate(files.begin(), files.end(), std::uint64_t{0},
                        [](std::uint64_t sum, const auto& file) { return sum + file.second.size(); });
    // 200,000 steps each without a share.
    CHECK(opened.steps() <= limits::full_modules * limits::module_steps + limits::byte_steps * bytes + 300);
    const std::string found = opened.findings();
    CHECK(count(found, "Too much to evaluate") == 300);
    CHECK(count(found, "\n") == 300);
    CHECK(count(found, "each has its share. Users can raise this limit (limits.moduleSteps)") == 300);
    Opened reversed(files, true);
    CHECK(reversed.steps() == opened.steps());
    CHECK(reversed.findings() == found);
}

TEST_CASE(
    "module share: ordinary loops are evaluated wherever they are, and after edits as in a fresh world") {
    CHECK(Opened(loops(300, "10")).findings().empty());
    // With few modules around it, the same text has more.
    Files files = loops(3, "100");
    Opened opened(files);
    CHECK(count(opened.findings(), "Too much to evaluate") == 0);
    for (const auto& [path, text] : loops(300, "100")) {
        if (!files.emplace(path, text).second) continue;
        const FileId id(static_cast<std::uint32_t>(opened.ids.size()));
        opened.ids.emplace(path, id);
        opened.world.set_file({id, path, "", world::parse_options(path, ""), false, 0},
                              std::make_shared<const std::string>(text));
    }
    const std::string found = opened.findings();
    CHECK(count(found, "Too much to evaluate") == 0);
    CHECK(found == Opened(files).findings());
}

TEST_CASE(
    "module share: a small module that calls a large one evaluates it only as far as its share allows") {
    Files files;
    files["/w/m/a.tf"] =
        "variable \"x\" {\n  type = any\n}\noutput \"o\" {\n  value = [for i in range(300) : [for j in "
        "range(300) : "
        "var.x]]\n}\n";
    for (int i = 0; i < 200; ++i)
        files[folder(i) + "a.tf"] = "module \"m\" {\n  source = \"../m\"\n  x      = " + std::to_string(i) +
                                    "\n}\noutput \"o\" {\n  value = module.m.o\n}\n";
    Opened opened(files);
    std::uint64_t steps = 0;
    for (const auto& [path, id] : opened.ids) {
        const bind::ModulePtr module = world::module_of(*opened.world.snapshot(), id, {});
        for (const bind::ModuleFile& file : module->files()) steps += bind::cost_of(*file.units).call_steps;
    }
    // The instances take 90,000 steps each without it.
    CHECK(steps <= 2 * limits::module_steps);
    CHECK(opened.findings() == Opened(files, true).findings());
}

TEST_CASE("module share: the calls of a file are looked at before those inside of them") {
    constexpr int kInside = 30;
    Files files;
    std::string large = "variable \"x\" {\n  type = any\n}\n";
    std::string calls = large;
    for (int i = 0; i < 100; ++i) large += "output \"o" + std::to_string(i) + "\" {\n  value = var.x\n}\n";
    for (int i = 0; i < kInside; ++i)
        calls += "module \"m" + std::to_string(i) + "\" {\n  source = \"../large\"\n  x      = [var.x, " +
                 std::to_string(i) + "]\n}\n";
    files["/w/large/a.tf"] = large;
    files["/w/calls/a.tf"] = calls;
    files["/w/last/a.tf"] =
        "variable \"x\" {\n  validation {\n    condition     = var.x > 1\n    error_message = \"too "
        "small\"\n  "
        "}\n}\n";
    for (const char* name : {"a", "b", "c", "d"})
        files["/w/a.tf"] += std::string("module \"") + name + "\" {\n  source = \"./calls\"\n  x      = \"" +
                            name + "\"\n}\n";
    files["/w/a.tf"] += "module \"last\" {\n  source = \"./last\"\n  x      = 1\n}\n";
    Opened opened(files);
    world::Settings settings;
    settings.limits.module_steps = settings.limits.file_steps = 60'000;
    opened.world.set_settings(settings);
    const std::string found = opened.findings();
    CHECK(count(found, "too many steps") == 2);
    CHECK(count(found, "too small") == 1);
}

TEST_CASE("module share: conditions of packs and configurations take steps by the text of their file") {
    CHECK(language::condition_steps(260) < 6'000);
    CHECK(language::condition_steps(10 << 20) == 1'000'000);
}

}  // namespace hcl::test::module_share_test
