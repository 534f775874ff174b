// Expensive inputs: evaluation of a module stays within its limits and reports that once,
// also when the module was built from a previous one.
#include <doctest/doctest.h>

#include <algorithm>
#include <ctime>
#include <string>

#include "engine/base/limits.h"
#include "engine/bind/excess.h"
#include "engine/bind/module.h"
#include "engine/check/check.h"
#include "tests/harness/paths.h"

namespace hcl::test::bounds_test {
namespace {

struct Project {
    language::LanguagePtr language =
        language::Language::load(syntax::File::parse(shared_pack("variables.hcldec")), {}, "t");
    std::vector<bind::FileInput> files;
    bind::ModulePtr module;
    Limits limits{};

    void set(std::uint32_t id, const std::string& path, const std::string& text) {
        std::erase_if(files, [&](const bind::FileInput& file) { return file.id == FileId(id); });
        files.push_back({FileId(id), path, syntax::File::parse(text)});
        std::ranges::sort(files, {}, &bind::FileInput::path);
        module = bind::Module::build(language, files, module.get(), {}, {}, limits);
    }
    Diagnostics findings(std::uint32_t id, const bind::Module& of) const {
        return check::check_file(of, FileId(id), {}, {}, {});
    }
    std::size_t count(std::uint32_t id, DiagCode code) const {
        return static_cast<std::size_t>(std::ranges::count(findings(id, *module), code, &Diagnostic::code));
    }
    // Findings equal those of a module built from scratch.
    void check_fresh() const {
        auto fresh = bind::Module::build(language, files, nullptr, {}, {}, limits);
        for (const bind::FileInput& file : files) {
            Diagnostics now = check::check_file(*module, file.id, {}, {}, {});
            Diagnostics then = check::check_file(*fresh, file.id, {}, {}, {});
            REQUIRE(now.size() == then.size());
            for (std::size_t i = 0; i < now.size(); ++i) {
                CHECK(now[i].span == then[i].span);
                CHECK(now[i].message == then[i].message);
            }
        }
    }
};

std::string var(const std::string& name, const std::string& value) {
    return "var \"" + name + "\" {\n  value = " + value + "\n}\n";
}

// Over 100,000 steps each, in few bytes.
std::string heavy(int count, const std::string& prefix = "v") {
    std::string condition = "i < 0";
    for (int i = 0; i < 30; ++i) condition = "i >= 0 && " + condition;
    std::string text;
    for (int i = 0; i < count; ++i)
        text += var(prefix + std::to_string(i), "[for i in range(1000) : i if " + condition + "]");
    return text;
}

}  // namespace

TEST_CASE("bounds: a file's evaluation ends, and its largest part is named") {
    Project project;
    project.set(0, "/a.hcl", heavy(10));
    CHECK(bind::excess_of(*project.module).empty());
    project.set(0, "/a.hcl", heavy(100));
    CHECK(bind::excess_of(*project.module).size() == 1);
    CHECK(project.count(0, DiagCode::EvaluationOverBudget) == 1);
    // The other values of the module are still evaluated.
    project.set(1, "/b.hcl", var("own", "1 + 1"));
    bind::SymbolList own = project.module->symbols().by_address({"var", "own"});
    CHECK(project.module->value_of(own.back()).is_known());
    CHECK(project.count(1, DiagCode::EvaluationOverBudget) == 0);
    project.check_fresh();
    // A value over the limit is unknown, so that it causes no findings.
    bind::SymbolList last = project.module->symbols().by_address({"var", "v99"});
    CHECK_FALSE(project.module->value_of(last.back()).is_known());
    // Within the limit again, everything is known.
    project.set(0, "/a.hcl", heavy(5));
    CHECK(bind::excess_of(*project.module).empty());
    project.check_fresh();
}

TEST_CASE("bounds: many files of a module share a limit, by the order of their paths") {
    Project one;
    Project other;
    for (int i = 0; i < 6; ++i) {
        std::string text = heavy(20, "f" + std::to_string(i) + "_");
        one.set(static_cast<std::uint32_t>(i), "/" + std::to_string(i) + ".hcl", text);
    }
    for (int i = 5; i >= 0; --i) {
        std::string text = heavy(20, "f" + std::to_string(i) + "_");
        other.set(static_cast<std::uint32_t>(9 - i), "/" + std::to_string(i) + ".hcl", text);
    }
    REQUIRE(bind::excess_of(*one.module).size() == 1);
    CHECK(bind::excess_of(*one.module)[0].kind == bind::Excess::Kind::ModuleSteps);
    for (int i = 0; i < 6; ++i)
        for (int v : {0, 19}) {
            std::vector<std::string> address{"var", "f" + std::to_string(i) + "_" + std::to_string(v)};
            CHECK(one.module->value_of(one.module->symbols().by_address(address).back()).is_known() ==
                  other.module->value_of(other.module->symbols().by_address(address).back()).is_known());
        }
    one.check_fresh();
    other.check_fresh();
}

TEST_CASE("bounds: values that a module keeps are counted") {
    // Each is twice as long as the previous one, up to the limit of one expression.
    Project project;
    std::string text = var("a0", "\"" + std::string(1000, 'x') + "\"");
    for (int i = 1; i < 200; ++i) {
        std::string before = "${var.a" + std::to_string(i < 12 ? i - 1 : 11) + "}";
        text += var("a" + std::to_string(i), "\"" + before + before + "\"");
    }
    project.set(0, "/a.hcl", text);
    REQUIRE(bind::excess_of(*project.module).size() == 1);
    std::size_t bytes = 0;
    for (int i = 0; i < 200; ++i) {
        const Value& value = project.module->value_of(
            project.module->symbols().by_address({"var", "a" + std::to_string(i)}).back());
        if (value.is_known_string()) bytes += value.as_string().size();
    }
    CHECK(bytes > (1 << 20));
    CHECK(bytes < limits::module_bytes + (std::size_t{16} << 20));
    CHECK(project.count(0, DiagCode::EvaluationOverBudget) == 1);
    project.check_fresh();
}

TEST_CASE("bounds: one finding for a place, and at most so many for a file") {
    Project project;
    project.set(0, "/a.hcl", var("v", "[for i in range(60) : i.x]"));
    Diagnostics found = project.findings(0, *project.module);
    CHECK(found.size() == 1);

    std::string text;
    for (int i = 0; i < 400; ++i) text += var("w" + std::to_string(i), "1.x");
    project.set(0, "/a.hcl", text);
    found = project.findings(0, *project.module);
    CHECK(found.size() == limits::file_evaluation_findings + 1);
    CHECK(project.count(0, DiagCode::FindingsLeftOut) == 1);

    // The most severe findings of rules are kept.
    text = "bad = 1\n";
    for (int i = 0; i < 3000; ++i) text += "u" + std::to_string(i) + " = 1\n";
    project.set(0, "/a.hcl", text);
    found = project.findings(0, *project.module);
    CHECK(found.size() == limits::file_findings + 1);
    auto left = std::ranges::find(found, DiagCode::FindingsLeftOut, &Diagnostic::code);
    REQUIRE(left != found.end());
    CHECK(left->message.starts_with("1001 more findings"));
}

TEST_CASE("bounds: similar names are looked for where a finding is shown") {
    Project project;
    project.limits.file_findings = 40;
    std::string text = var("length", "1");
    for (int i = 0; i < 100; ++i) text += var("b" + std::to_string(i), "var.lenght" + std::to_string(i));
    project.set(1, "/w/a.t", text);
    check::CheckCounters counters;
    const Diagnostics found = check::check_file(*project.module, FileId(1), {}, {}, {}, &counters);
    CHECK(counters.suggestions == 40);
    CHECK(std::ranges::count_if(found, [](const Diagnostic& d) {
              return d.message.find("Did you mean \"length\"?") != std::string::npos;
          }) == 40);
}

TEST_CASE("bounds: a module is built anew when its limits are others") {
    Project project;
    project.set(0, "/a.hcl", heavy(3));
    CHECK(bind::excess_of(*project.module).empty());
    auto set = [&](std::uint64_t Limits::* member, std::uint64_t value) {
        project.limits = {};
        project.limits.*member = value;
        project.module = bind::Module::build(project.language, project.files, project.module.get(), {}, {},
                                             project.limits);
        project.check_fresh();
    };
    set(&Limits::file_steps, 100'000);
    CHECK(project.count(0, DiagCode::EvaluationOverBudget) == 1);
    set(&Limits::file_findings, 1);
    CHECK(bind::excess_of(*project.module).empty());
    set(&Limits::module_steps, 100'000);
    CHECK(project.count(0, DiagCode::EvaluationOverBudget) == 1);
    set(&Limits::module_bytes, 1000);
    CHECK(project.count(0, DiagCode::EvaluationOverBudget) == 1);
    set(&Limits::bound_items, 2);
    CHECK(project.module->counters().bound == 0);
    CHECK(project.count(0, DiagCode::FileNotBound) == 1);
    set(&Limits::bound_items, 3);
    CHECK(project.module->counters().bound == 3);
    CHECK(project.findings(0, *project.module).empty());
}

// Entries of many blocks, each of which reads several that change with it.
std::string many_names(const std::string& prefix, int blocks) {
    std::string out;
    for (int b = 0; b < blocks; ++b) {
        out += "vars {\n";
        for (int i = 0; i < 200; ++i) {
            const std::string name = prefix + std::to_string(b) + "_" + std::to_string(i);
            out += "  " + name + " = " + std::to_string(i) + "\n  r" + name + " = [var." + name + "]\n";
        }
        out += "}\n";
    }
    return out;
}

TEST_CASE("bounds: replacing all names of a long file costs about as much as reading it for the first time") {
    const char* pack = R"(
language "t" {
  join      = folder
  functions = [stdlib]
}
object {
  block_list "vars" {
    object {
      attr "*" {
        symbol {
          address = [var, name]
        }
      }
    }
  }
}
)";
    Project project;
    project.language = language::Language::load(syntax::File::parse(pack), {}, "t");
    // Processor time: other programs do not count.
    auto set = [&](const std::string& text) {
        const std::clock_t begin = std::clock();
        project.set(0, "/w/a.v", text);
        return std::clock() - begin;
    };
    const auto first = set(many_names("a", 60));
    CHECK(set(many_names("b", 60)) < 10 * first);
    CHECK(project.module->symbols().by_address({"var", "b59_199"}).size() == 1);
    project.check_fresh();
    // Replacing a short text by a long one reuses nothing.
    set("vars {\n  a = 1\n}\n");
    CHECK(set(many_names("c", 60)) < 10 * first);
    project.check_fresh();
}

TEST_CASE("bounds: what is not bound may declare and use any name") {
    Project project;
    project.set(0, "/a.hcl", var("one", "1") + "# " + std::string(2 << 20, 'x') + "\n" + var("two", "2"));
    project.set(1, "/b.hcl", var("three", "[var.one, var.two, var.four]"));
    CHECK(project.count(1, DiagCode::UndeclaredName) == 1);
    project.limits.bound_items = 1;
    project.set(1, "/b.hcl", var("three", "[var.one, var.two, var.four]"));
    CHECK(project.count(0, DiagCode::FileNotBound) == 1);
    CHECK(project.count(1, DiagCode::UndeclaredName) == 0);
    project.check_fresh();
    project.limits = {};
    project.limits.bound_item = 1 << 20;
    project.set(0, "/a.hcl", var("one", "\"" + std::string(2 << 20, 'x') + "\"") + var("two", "2"));
    CHECK(project.count(0, DiagCode::FileNotBound) == 1);
    CHECK(project.count(1, DiagCode::UndeclaredName) == 0);
    project.check_fresh();
}

TEST_CASE("bounds: a large JSON file is read, but not bound") {
    Project project;
    std::string text = "{\"var\":{\"a\":{\"value\":[";
    while (text.size() < limits::bound_json_file) text += "11111111111111111111,\n";
    text += "1]}}}";
    project.files.push_back(
        {FileId(0), "/a.hcl.json", syntax::File::parse(text, {.syntax = syntax::Syntax::Json})});
    project.module = bind::Module::build(project.language, project.files, nullptr, {});
    CHECK(project.module->counters().bound == 0);
    CHECK(project.count(0, DiagCode::FileNotBound) == 1);
}

}  // namespace hcl::test::bounds_test
