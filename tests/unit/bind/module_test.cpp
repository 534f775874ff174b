// The bound table: values across references and files, cycles, and the cost of edits.
#include "engine/bind/module.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>

#include "engine/check/check.h"
#include "tests/harness/allocations.h"
#include "tests/harness/paths.h"

namespace hcl::test {
namespace {

struct Project {
    language::LanguagePtr language =
        language::Language::load(syntax::File::parse(shared_pack("variables.hcldec")), {}, "t");
    syntax::FilePtr tree;
    bind::ModulePtr module;

    explicit Project(std::string_view text, syntax::Syntax syntax = syntax::Syntax::Native)
        : tree(syntax::File::parse(text, {.syntax = syntax})) {
        build();
    }

    void build() { module = bind::Module::build(language, {{FileId(0), "/a.hcl", tree}}, module.get(), {}); }

    bind::Counters edit(std::string_view from, std::string_view to) {
        std::string text = tree->text();
        std::size_t at = text.find(from);
        REQUIRE(at != std::string::npos);
        Edit edit{{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + from.size())},
                  std::string(to)};
        tree = tree->edited(std::span(&edit, 1));
        build();
        return module->counters();
    }

    Value value(const std::string& name) const {
        bind::SymbolList found = module->symbols().by_address({"var", name});
        REQUIRE(!found.empty());
        return module->value_of(found.back());
    }
    std::string findings(const bind::Module& m) const {
        std::string out;
        for (const Diagnostic& d : check::check_file(m, FileId(0), {}, {}, {}))
            out += std::to_string(d.span.start) + "-" + std::to_string(d.span.end) + " " + diag_id(d.code) +
                   " " + d.message + "\n";
        return out;
    }
    std::size_t checked_units() const {
        check::CheckCounters counters;
        check::check_file(*module, FileId(0), {}, {}, {}, &counters);
        return counters.units;
    }
    std::string fresh_findings() const {
        auto fresh = bind::Module::build(
            language, {{FileId(0), "/a.hcl", syntax::File::parse(tree->text(), tree->options())}}, nullptr,
            {});
        return findings(*fresh);
    }
};

TEST_CASE("bind: values follow references in any order") {
    Project p(
        "var \"c\" {\n  value = \"${var.b}!\"\n}\nvar \"b\" {\n  value = upper(var.a)\n}\nvar \"a\" {\n  "
        "value = \"x\"\n}\n");
    CHECK(p.value("c").as_string() == "X!");
    CHECK(p.findings(*p.module).empty());
}

TEST_CASE("bind: cycles are unknown and end") {
    Project p(
        "var \"a\" {\n  value = var.b\n}\nvar \"b\" {\n  value = var.a\n}\nvar \"c\" {\n  value = [var.a, "
        "1]\n}\n");
    CHECK(p.value("a").is_dynamic_unknown());
    CHECK(p.findings(*p.module).find("HCL6010") != std::string::npos);
    p.edit("value = var.a\n", "value = 2\n");
    CHECK(p.value("a").as_number().to_int64() == 2);
    CHECK(p.findings(*p.module).empty());
    p.edit("value = 2\n", "value = var.a\n");
    CHECK(p.findings(*p.module) == p.fresh_findings());
}

TEST_CASE("bind: an edit binds and evaluates what it changes") {
    std::string text;
    for (int i = 0; i < 200; ++i)
        text += "var \"v" + std::to_string(i) + "\" {\n  value = " + std::to_string(i) + "\n  note  = \"n" +
                std::to_string(i) + "\"\n}\n";
    for (int i = 0; i < 200; ++i)
        text += "use \"u" + std::to_string(i) + "\" {\n  count = var.v" + std::to_string(i % 2) + "\n}\n";
    Project p(text);
    CHECK(p.module->counters().bound == 400);
    CHECK(p.module->counters().evaluated == 400);

    SUBCASE("nothing else's meaning") {
        bind::Counters counters = p.edit("\"n7\"", "\"other\"");
        CHECK(counters.bound == 1);
        CHECK(counters.evaluated == 1);
        CHECK(!counters.names_changed);
    }
    SUBCASE("findings are made anew for what was evaluated") {
        p.checked_units();
        p.edit("\"n7\"", "\"other\"");
        CHECK(p.checked_units() == 1);
        CHECK(p.checked_units() == 0);
        p.edit("value = 1\n", "value = 10\n");
        CHECK(p.checked_units() == 101);
    }
    SUBCASE("a value that half of the blocks read") {
        bind::Counters counters = p.edit("value = 0\n", "value = true\n");
        CHECK(counters.bound == 1);
        CHECK(counters.evaluated == 101);
        CHECK(p.findings(*p.module).find("HCL4040") != std::string::npos);
    }
    SUBCASE("a name") {
        bind::Counters counters = p.edit("\"v5\"", "\"w5\"");
        CHECK(counters.bound == 1);
        CHECK(counters.names_changed);
        CHECK(counters.evaluated < 10);
    }
    CHECK(p.findings(*p.module) == p.fresh_findings());
}

TEST_CASE("bind: an edit in a long JSON file binds and evaluates what it changes") {
    std::string vars;
    std::string uses;
    for (int i = 0; i < 1000; ++i) {
        const std::string n = std::to_string(i);
        const std::string comma = i > 0 ? ",\n" : "";
        vars += comma + "\"v" + n + R"(": {"value": )" + n + R"(, "note": "n)" + n + "\"}";
        uses += comma + "\"u" + n + R"(": {"count": "${var.v)" + std::to_string(i % 100) + "}\"}";
    }
    Project p("{\"var\": {" + vars + "},\n\"use\": {" + uses + "}}", syntax::Syntax::Json);
    const std::size_t all = p.module->counters().bound;
    CHECK(all > 400);

    SUBCASE("nothing else's meaning") {
        bind::Counters counters = p.edit("\"n700\"", "\"other\"");
        CHECK(counters.bound == 1);
        CHECK(counters.evaluated == 1);
        CHECK(!counters.names_changed);
    }
    SUBCASE("a value that others read") {
        bind::Counters counters = p.edit("\"value\": 7,", "\"value\": true,");
        CHECK(counters.bound == 1);
        CHECK(counters.evaluated > 8);
        CHECK(counters.evaluated < 20);
        CHECK(p.findings(*p.module).find("HCL4040") != std::string::npos);
    }
    SUBCASE("a name that is added") {
        CHECK(p.edit("\"v5\"", "\"new\": {\"value\": 1}, \"v5\"").bound <= 2);
        CHECK(p.value("new").as_number().to_int64() == 1);
    }
    SUBCASE("what is around the blocks") {
        CHECK(p.edit("\"use\"", "\"var\"").bound > 100);
        p.edit("\"v5\"", "[");
        p.edit("[", "\"v5\"");
    }
    CHECK(p.findings(*p.module) == p.fresh_findings());
}

TEST_CASE("bind: of several declarations of one name only the one that counts has readers") {
    std::string text;
    for (int i = 0; i < 20; ++i) text += "var \"same\" {\n  value = " + std::to_string(100 + i) + "\n}\n";
    for (int i = 0; i < 50; ++i) text += "use \"u" + std::to_string(i) + "\" {\n  count = var.same\n}\n";
    Project p(text);
    CHECK(p.edit("value = 105\n", "value = true\n").evaluated == 1);
    CHECK(p.edit("value = 119\n", "value = 7\n").evaluated == 51);
    CHECK(p.value("same").as_number().to_int64() == 7);
    CHECK(p.edit("value = 7\n", "value = true\n").evaluated == 51);
    CHECK(p.findings(*p.module) == p.fresh_findings());
    // Without it, the previous one applies.
    p.edit("var \"same\" {\n  value = true\n}\nuse", "use");
    CHECK(p.value("same").as_number().to_int64() == 118);
    CHECK(p.findings(*p.module) == p.fresh_findings());
}

TEST_CASE("bind: many edits insert items in one place") {
    std::string text = "var \"a\" {\n  value = 1\n}\nvar \"z\" {\n  value = var.v0\n}\n";
    Project p(text);
    for (int i = 0; i < 300; ++i) {
        // Each is inserted before the previous one, so that the gap shrinks.
        std::string n = std::to_string(i);
        p.edit("var \"a\" {\n  value = 1\n}\n",
               "var \"a\" {\n  value = 1\n}\nvar \"v" + n + "\" {\n  value = var.z\n}\n");
    }
    CHECK(p.findings(*p.module) == p.fresh_findings());
    CHECK(p.module->cycles().members.contains(p.module->symbols().by_address({"var", "z"})[0]));
    p.edit("value = var.v0", "value = 5");
    CHECK(p.module->cycles().members.empty());
    CHECK(p.value("v299").as_number().to_int64() == 5);
    CHECK(p.findings(*p.module) == p.fresh_findings());
}

TEST_CASE("bind: comments inside of a long block silence, too") {
    std::string text = "use \"long\" {\n";
    for (int i = 0; i < 600; ++i)
        text += "  x" + std::to_string(i) + " = 1" + (i % 2 ? "" : "  # hcl-ls:ignore") + "\n";
    Project p(text + "}\n");
    std::string found = p.findings(*p.module);
    CHECK(std::ranges::count(found, '\n') == 300);
}

// Files that all declare and use the same names.
bind::ModulePtr alike(std::uint32_t count, std::string_view visible) {
    std::string pack = shared_pack("variables.hcldec");
    std::string_view plain = "value   = self.value";
    pack.insert(pack.find(plain), "visible = " + std::string(visible) + "\n      ");
    auto language = language::Language::load(syntax::File::parse(pack), {}, "t");
    REQUIRE(language->all_findings().empty());
    std::vector<bind::FileInput> files;
    files.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i)
        files.push_back(
            {FileId(i), "/f" + std::to_string(1'000'000 + i) + ".hcl",
             syntax::File::parse("var \"same\" {\n  value = " + std::to_string(i) + "\n}\nuse \"u" +
                                 std::to_string(i) + "\" {\n  count = var.same\n}\n")});
    return bind::Module::build(language, std::move(files), nullptr, {});
}

std::size_t findings_of(const bind::Module& module) {
    std::size_t found = 0;
    for (const bind::ModuleFile& file : module.files())
        found += check::check_file(module, file.input.id, {}, {}, {}).size();
    return found;
}

TEST_CASE("bind: many files with the same names take linear time") {
    for (std::string_view visible : {"module", "file", "nearest"}) {
        CAPTURE(visible);
        auto cost = [&](std::uint32_t count) {
            std::size_t before = allocations();
            bind::ModulePtr module = alike(count, visible);
            // All declarations of one name but the first are duplicates, where they meet.
            CHECK(findings_of(*module) == (visible == "module" ? count - 1 : 0));
            return allocations() - before;
        };
        cost(4);  // creates the objects that are created only once
        std::size_t few = cost(200);
        std::size_t many = cost(800);
        CHECK(many <= few * 5);
    }
}

TEST_CASE("bind: names of a file go before those of others, or are its own alone") {
    auto read = [](const bind::Module& module, std::uint32_t file) {
        std::optional<Value> value;
        module.file(FileId(file))->each_unit([&](const bind::UnitSlot& slot) {
            if (slot.unit->blocks.empty() || slot.unit->blocks[0].type != "use") return;
            value = slot.state->values[0];
        });
        REQUIRE(value.has_value());
        return value->as_number().to_int64();
    };
    for (std::uint32_t count : {3u, 30u}) {
        CHECK(read(*alike(count, "nearest"), 1) == 1);
        CHECK(read(*alike(count, "file"), 1) == 1);
        CHECK(read(*alike(count, "module"), 1) == count - 1);
    }
    std::string pack = shared_pack("variables.hcldec");
    pack.insert(pack.find("value   = self.value"), "visible = file\n      ");
    auto language = language::Language::load(syntax::File::parse(pack), {}, "t");
    auto module =
        bind::Module::build(language,
                            {{FileId(0), "/a.hcl", syntax::File::parse("var \"x\" {\n  value = 1\n}\n")},
                             {FileId(1), "/b.hcl", syntax::File::parse("use \"u\" {\n  count = var.x\n}\n")}},
                            nullptr, {});
    Diagnostics found = check::check_file(*module, FileId(1), {}, {}, {});
    REQUIRE(found.size() == 1);
    CHECK(found[0].code == DiagCode::UndeclaredName);
    CHECK(found[0].message.find("for that file alone") != std::string::npos);
}

TEST_CASE("bind: random edits end where a fresh start does") {
    std::string text;
    for (int i = 0; i < 12; ++i)
        text += "var \"v" + std::to_string(i) + "\" {\n  value = var.v" + std::to_string((i * 5 + 1) % 14) +
                "\n}\nuse \"u" + std::to_string(i) + "\" {\n  count = var.v" + std::to_string(i) + "\n}\n";
    Project p(text);
    std::mt19937 random(7);
    constexpr std::string_view kPieces[] = {"1",  "var.v3",      "\"x\"", "}", "{", "var \"v2\" {\n}\n",
                                            "\n", "value = 2\n", "v",     "."};
    for (int round = 0; round < 300; ++round) {
        std::uint32_t size = p.tree->size();
        std::uint32_t start = random() % (size + 1);
        std::uint32_t end = std::min<std::uint32_t>(size, start + random() % 12);
        Edit edit{{start, end}, std::string(kPieces[random() % std::size(kPieces)])};
        p.tree = p.tree->edited(std::span(&edit, 1));
        p.build();
        std::string now = p.findings(*p.module);
        std::string fresh = p.fresh_findings();
        INFO(p.tree->text());
        REQUIRE(now == fresh);
        if (size > 4000) p.tree = syntax::File::parse(text);
    }
}

}  // namespace
}  // namespace hcl::test
