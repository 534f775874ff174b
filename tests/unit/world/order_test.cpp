// The same files give the same answers, whichever was opened first.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/ide/annotation/diagnostics.h"
#include "engine/ide/annotation/hover.h"
#include "engine/ide/annotation/inlay_hints.h"
#include "engine/ide/navigation/navigation.h"
#include "engine/ide/outline/workspace_symbols.h"
#include "engine/terraform/extension.h"
#include "engine/world/file_syntax.h"
#include "engine/world/world.h"

namespace hcl::test {
namespace {

using Random = std::mt19937;

std::string_view pick(Random& random, std::initializer_list<std::string_view> from) {
    return from.begin()[random() % from.size()];
}

std::string value(Random& random) {
    return std::string(pick(random, {"local.a", "local.b", "var.x", "var.y", "p", "q", "svc.m", "svc.n.port",
                                     "local", "1", "\"t\"", "[1]"}));
}

std::string file_text(Random& random) {
    std::string text;
    for (std::size_t i = 0, count = 2 + random() % 5; i < count; ++i) {
        switch (random() % 4) {
            case 0:
                text += "locals {\n  a = " + value(random) + "\n  b = " + value(random) + "\n}\n";
                break;
            case 1:
                text += "variable \"" + std::string(pick(random, {"x", "y"})) +
                        "\" {\n  default = " + value(random) + "\n}\n";
                break;
            case 2:
                text += std::string(pick(random, {"p", "q", "r"})) + " = " + value(random) + "\n";
                break;
            default:
                text += "svc \"" + std::string(pick(random, {"m", "n"})) + "\" {\n  port = " + value(random) +
                        "\n}\n";
        }
    }
    return text;
}

struct Answers {
    const world::Snapshot& snapshot;
    std::string out{};

    std::string name(FileId file) const { return snapshot.file(file)->info().path; }
    void add(std::string_view text) { out.append(text).append("\n"); }
    void place(FileId file, Span span) {
        add(name(file) + " " + std::to_string(span.start) + "-" + std::to_string(span.end));
    }
    void of(FileId file) {
        const std::string text = snapshot.file(file)->tree()->text();
        for (const ide::InlayHint& hint :
             ide::inlay_hints(snapshot, file, {0, static_cast<std::uint32_t>(text.size())}, {}))
            add(std::to_string(hint.offset) + " " + hint.label);
        for (std::size_t at = text.find("= "); at != std::string::npos; at = text.find("= ", at + 1)) {
            auto offset = static_cast<std::uint32_t>(at + 2);
            if (auto hover = ide::hover(snapshot, file, offset, {})) add(hover->markdown);
            if (auto found = ide::definition_at(snapshot, file, offset, {}))
                for (const ide::DefinitionPlace& one : found->places) place(one.file, one.name);
            for (const ide::NameUse& use : ide::uses_at(snapshot, file, offset, ide::UseScope::Workspace, {}))
                place(use.where.file, use.where.span);
        }
    }
};

std::string answers(const std::array<std::string, 3>& texts, std::array<std::size_t, 3> opened) {
    world::World world;
    std::array<FileId, 3> ids;
    for (std::size_t i = 0; i < opened.size(); ++i) {
        std::string path = "/w/" + std::string(1, static_cast<char>('a' + opened[i])) + ".hcl";
        ids[opened[i]] = FileId(static_cast<std::uint32_t>(i));
        world.set_file({ids[opened[i]], path, "", world::parse_options(path, ""), false, 0},
                       std::make_shared<const std::string>(texts[opened[i]]));
        // Opened one by one: each finds what is there.
        ide::diagnostics_for(*world.snapshot(), ids[opened[i]], {});
    }
    world::SnapshotPtr snapshot = world.snapshot();
    Answers all{*snapshot};
    for (FileId id : ids) all.of(id);
    for (const ide::WorkspaceSymbol& symbol : ide::workspace_symbols(*snapshot, "", 5, {}))
        all.place(symbol.where.file, symbol.where.span);
    return all.out;
}

TEST_CASE("order: answers do not depend on which file was opened first") {
    for (std::uint32_t seed = 1; seed <= 60; ++seed) {
        Random random(seed);
        std::array<std::string, 3> texts{file_text(random), file_text(random), file_text(random)};
        std::array<std::size_t, 3> opened{0, 1, 2};
        const std::string expected = answers(texts, opened);
        CAPTURE(seed);
        while (std::ranges::next_permutation(opened).found) CHECK(answers(texts, opened) == expected);
    }
}

TEST_CASE("order: of several faults of a value, the first by path is told") {
    const std::array<std::pair<const char*, const char*>, 4> files{
        {{"/room/main.tf", "variable \"v\" {}\nmodule \"m\" {\n  source = \"./m\"\n  i = var.v\n}\n"},
         {"/room/b.tf", "resource \"null_resource\" \"x\" {\n  count = var.v\n}\n"},
         {"/room/z.auto.tfvars", "v = \"z\"\n"},
         {"/room/m/main.tf", "variable \"i\" {\n  type = number\n}\n"}}};
    std::array<std::size_t, 4> opened{0, 1, 2, 3};
    do {
        world::World world;
        world.set_extensions({terraform::make_extension()});
        FileId values;
        for (std::uint32_t i = 0; i < opened.size(); ++i) {
            const auto& [path, text] = files[opened[i]];
            if (opened[i] == 2) values = FileId(i);
            world.set_file({FileId(i), path, "", world::parse_options(path, ""), false, 0},
                           std::make_shared<const std::string>(text));
        }
        const Diagnostics found = ide::diagnostics_for(*world.snapshot(), values, {});
        REQUIRE(found.size() == 1);
        CHECK(found[0].message.find("\"count\"") != std::string::npos);
    } while (std::ranges::next_permutation(opened).found);
}

// Modules that call each other in a line, or in a circle; the first output is of the last one.
void add_modules_in_a_line(world::World& world, std::size_t count, bool is_circle) {
    for (std::size_t i = 0; i < count; ++i) {
        std::string text;
        if (i + 1 < count || is_circle)
            text = "module \"next\" {\n  source = \"../m" + std::to_string((i + 1) % count) +
                   "\"\n}\noutput \"out\" {\n  value = module.next.out\n}\nlocals {\n  a = "
                   "module.next.nosuch\n}\n";
        else
            text = "output \"out\" {\n  value = 5\n}\n";
        const std::string path = "/room/m" + std::to_string(i) + "/main.tf";
        world.set_file(
            {FileId(static_cast<std::uint32_t>(i)), path, "", world::parse_options(path, ""), false, 0},
            std::make_shared<const std::string>(std::move(text)));
    }
}

TEST_CASE("order: long lines and circles of calls are known from every end") {
    constexpr std::size_t kCount = 130;
    for (bool is_circle : {false, true}) {
        CAPTURE(is_circle);
        std::array<std::string, kCount> expected;
        for (std::size_t start : {std::size_t{0}, std::size_t{60}, kCount - 1}) {
            world::World world;
            add_modules_in_a_line(world, kCount, is_circle);
            const world::SnapshotPtr snapshot = world.snapshot();
            for (std::size_t n = 0; n < kCount; ++n) {
                const std::size_t i = (start + n) % kCount;
                std::string found;
                for (const Diagnostic& d :
                     ide::diagnostics_for(*snapshot, FileId(static_cast<std::uint32_t>(i)), {}))
                    found += d.message + "\n";
                CAPTURE(start);
                CAPTURE(i);
                if (start == 0) expected[i] = found;
                CHECK(found == expected[i]);
                const bool calls = is_circle || i + 1 < kCount;
                CHECK((found.find("nosuch") != std::string::npos) == (calls && !is_circle));
            }
        }
    }
}

TEST_CASE("order: modules that call the next five are looked up once") {
    world::World world;
    constexpr std::uint32_t kCount = 130;
    for (std::uint32_t i = 0; i < kCount; ++i) {
        std::string text = "output \"out\" {\n  value = 5\n}\n";
        for (std::uint32_t next = i + 1; next < std::min(i + 6, kCount); ++next)
            text += "module \"m" + std::to_string(next) + "\" {\n  source = \"../m" + std::to_string(next) +
                    "\"\n}\n";
        const std::string path = "/room/m" + std::to_string(i) + "/main.tf";
        world.set_file({FileId(i), path, "", world::parse_options(path, ""), false, 0},
                       std::make_shared<const std::string>(std::move(text)));
    }
    // Following each way for itself would take for ever.
    const world::SnapshotPtr snapshot = world.snapshot();
    CHECK(ide::diagnostics_for(*snapshot, FileId(0), {}).empty());
}

}  // namespace
}  // namespace hcl::test
