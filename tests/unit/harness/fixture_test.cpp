// The fixture language: parsing, and failures that must be reported.
#include "tests/harness/fixture/fixture.h"

#include <doctest/doctest.h>

#include "tests/harness/fixture/diagnostics.h"
#include "tests/harness/fixture/report.h"
#include "tests/harness/fixture/stage.h"

namespace hcl::test {
namespace {

std::string all_problems(const Fixture& fixture) {
    std::string out;
    for (const Problem& p : fixture.problems)
        out += std::to_string(p.source_line + 1) + ": " + p.message + "\n";
    return out;
}

std::string text_at(const Fixture& fixture, const Assertion& a) {
    return fixture.files[a.file].text.substr(a.span.start, a.span.length());
}

TEST_CASE("fixture: carets underline the line above") {
    Fixture f = read_fixture("f.hcl",
                             "foo = bar\n"
                             "#     ^^^ error[HCL1001]: a message: with colon\n"
                             "#<^^ warning[HCL1002]\n"
                             "#< hint[HCL1003]\n"
                             "#<< info[HCL1004]\n");
    CHECK(all_problems(f) == "");
    REQUIRE(f.files.size() == 1);
    CHECK(f.files[0].name == "main.hcl");
    REQUIRE(f.assertions.size() == 4);
    CHECK(text_at(f, f.assertions[0]) == "bar");
    CHECK(f.assertions[0].code == "HCL1001");
    CHECK(f.assertions[0].text == "a message: with colon");
    CHECK(text_at(f, f.assertions[1]) == "foo ");
    CHECK_FALSE(f.assertions[1].text.has_value());
    CHECK(text_at(f, f.assertions[2]) == "f");
    CHECK(text_at(f, f.assertions[3]) == "fo");
}

TEST_CASE("fixture: carets count characters, and may stand behind the line") {
    Fixture f = read_fixture("f.hcl",
                             "a = \"é😀\" + b\n"
                             "#      ^ error[HCL1]\n"
                             "#           ^ error[HCL1]\n"
                             "#            ^ error[HCL1]\n"
                             "#             ^ error[HCL1]\n");
    CHECK(all_problems(f) == "");
    REQUIRE(f.assertions.size() == 4);
    CHECK(text_at(f, f.assertions[0]) == "\"");
    CHECK(text_at(f, f.assertions[1]) == "\n");
    CHECK(f.assertions[2].span.start == f.assertions[1].span.end);
    CHECK(f.assertions[3].span.is_empty());
}

TEST_CASE("fixture: trailing assertions hold for the whole line") {
    Fixture f =
        read_fixture("f.hcl", "a = 1 # error[HCL2004]: wrong\n# a plain comment\nb = 2 # plain, too\n");
    CHECK(all_problems(f) == "");
    REQUIRE(f.assertions.size() == 1);
    CHECK(f.assertions[0].whole_line);
    CHECK(text_at(f, f.assertions[0]) == "a = 1 # error[HCL2004]: wrong\n");
}

TEST_CASE("fixture: strip mode takes annotations and marks out of the text") {
    Fixture f = read_fixture("f.hcl",
                             "#- strip\n"
                             "#- chomp\n"
                             "a = ‸foo‸\n"
                             "#    ^^^ error[HCL1]\n"
                             "#‸2 error[HCL2]\n"
                             "b = 1 # error[HCL3]\n");
    CHECK(all_problems(f) == "");
    CHECK(f.files[0].text == "a = foo\nb = 1");
    REQUIRE(f.assertions.size() == 3);
    CHECK(text_at(f, f.assertions[0]) == "foo");
    CHECK(f.assertions[1].cursor() == 7);
    CHECK(f.assertions[2].whole_line);
}

TEST_CASE("fixture: line ends, marks of encoding and raw bytes") {
    Fixture f = read_fixture("f.hcl",
                             "#- eol: crlf\n#- bom\n#- bytes\n"
                             "a = ‹FF C3›!\n"
                             "#           ^ error[HCL1]\n"
                             "b = 1\n");
    CHECK(all_problems(f) == "");
    CHECK(f.files[0].text ==
          "\xEF\xBB\xBF"
          "a = \xFF\xC3!\r\n#           ^ error[HCL1]\r\nb = 1\r\n");
    REQUIRE(f.assertions.size() == 1);
    CHECK(text_at(f, f.assertions[0]) == "\r\n");
    f = read_fixture("f.hcl", "#- eol: cr\na = 1\nb = 2\n#   ^ error[HCL1]\n");
    CHECK(f.files[0].text == "a = 1\rb = 2\r#   ^ error[HCL1]\r");
    CHECK(text_at(f, f.assertions[0]) == "2");
    CHECK(f.files[0].line_of(f.assertions[0].span.start) == 1);
}

TEST_CASE("fixture: several files, edits and sections") {
    Fixture f = read_fixture("f.hcl",
                             "#- pack: terraform\n"
                             "#- file: a.tf\n"
                             "a = imgae\n"
                             "#   ^^^^^ error[HCL3012]\n"
                             "#- file: b.json\n"
                             "{}\n"
                             "#<< error[HCL1]\n"
                             "#- edit: a.tf s/imgae/im\\/age/2 gone: HCL3012, hint new: HCL7\n"
                             "#= reuse: chunks 0/1\n"
                             "#= reuse b.json\n"
                             "#| one\n"
                             "#|\n"
                             "#| two\n");
    CHECK(all_problems(f) == "");
    CHECK(f.pack == "terraform");
    REQUIRE(f.files.size() == 2);
    CHECK(f.files[0].text == "a = imgae\n#   ^^^^^ error[HCL3012]\n");
    CHECK(f.files[1].text == "{}\n");
    REQUIRE(f.steps.size() == 1);
    CHECK(f.steps[0].from == "imgae");
    CHECK(f.steps[0].to == "im/age");
    CHECK(f.steps[0].occurrence == 2);
    CHECK(f.steps[0].gone == std::vector<std::string>{"HCL3012", "hint"});
    CHECK(f.steps[0].fresh == std::vector<std::string>{"HCL7"});
    REQUIRE(f.steps[0].sections.size() == 2);
    CHECK(f.steps[0].sections[0].lines == std::vector<std::string>{"chunks 0/1"});
    CHECK(f.steps[0].sections[1].argument == "b.json");
    CHECK(f.steps[0].sections[1].lines == std::vector<std::string>{"one", "", "two"});
}

TEST_CASE("fixture: errors in a fixture are reported") {
    auto problems = [](std::string_view text) { return all_problems(read_fixture("f.hcl", text)); };
    CHECK(problems("a = 1\n#   ^ eror: x\n")
              .starts_with("2: unknown label \"eror\"; there are: error, warning, "));
    CHECK(problems("a = 1 # eror[HCL1001]: x\n").starts_with("1: unknown label \"eror\""));
    CHECK(problems("#- strap\na = 1\n").starts_with("1: unknown setting \"strap\"; there are: about, "));
    CHECK(problems("a = 1\n#= tre\n").starts_with("2: unknown section \"tre\""));
    CHECK(problems("#   ^ error: x\na = 1\n").starts_with("1: an annotation stands below"));
    CHECK(problems("a = 1\n#| x\n").starts_with("2: \"#|\" without"));
    CHECK(problems("a = 1\n#- edit: b.tf s/a/b/\n").starts_with("2: there is no file \"b.tf\""));
    CHECK(problems("a = 1\n#- edit: main.hcl a/b\n").starts_with("2: an edit reads"));
    CHECK(problems("a = 1\n#   ^ error[HCL1001] x\n").starts_with("2: behind the label stands a colon"));
    CHECK(problems("a = 1\n#- strip\n").starts_with("2: settings of a file stand before"));
    CHECK(problems("#- strip\na = 1\n#‸ error[HCL1]\n")
              .starts_with("3: the line above has no such cursor mark"));
    CHECK(problems("a = 1\n#- edit: main.hcl s/1/2/\nb = 1\n").starts_with("3: text behind an edit"));
    CHECK(problems("").starts_with("1: the fixture has no file"));
}

TEST_CASE("fixture: text patterns") {
    CHECK(text_matches("abc", "abc"));
    CHECK_FALSE(text_matches("abc", "abcd"));
    CHECK(text_matches("abc ...", "abcd"));
    CHECK(text_matches("... cd", "abcd"));
    CHECK(text_matches("...bc...", "abcd"));
    CHECK_FALSE(text_matches("...bd...", "abcd"));
    CHECK(text_matches("...", ""));
    CHECK(flatten("a\r\nb\nc") == "a⏎b⏎c");
}

struct Checked {
    std::vector<std::string> failures;
    std::string updated;
};

Checked check(const std::string& text, const std::vector<FoundDiagnostic>& found, std::size_t stage = 0) {
    Fixture fixture = read_fixture("f.hcl", text);
    REQUIRE(all_problems(fixture) == "");
    Report report(fixture);
    std::vector<Stage> stages = stages_of(fixture, report);
    REQUIRE(stages.size() > stage);
    check_diagnostics(stages[stage], found, false, report);
    Checked out{report.failures(), {}};
    if (auto update = report.update()) out.updated = update->text;
    return out;
}

TEST_CASE("fixture: diagnostics match one to one") {
    const std::string text = "a = bad\n#   ^^^ error[HCL1001]: no good\n";
    FoundDiagnostic right{"error", "HCL1001", 0, {4, 7}, "no good", {}};
    CHECK(check(text, {right}).failures.empty());
    CHECK(check(text, {}).failures.size() == 1);
    CHECK(check(text, {right, right}).failures.size() == 1);
    FoundDiagnostic other = right;
    other.severity = "warning";
    CHECK(check(text, {other}).failures.size() == 1);
    CHECK(check(text, {right, other}).failures.size() == 1);
    other = right;
    other.code = "HCL1002";
    CHECK(check(text, {other}).failures.size() == 1);
    other = right;
    other.span = {4, 6};
    CHECK(check(text, {other}).failures.size() == 2);
    // An empty range is annotated by one caret.
    other.span = {4, 4};
    CHECK(check(text, {other}).failures.size() == 2);
    CHECK(check("a = bad\n#   ^ error[HCL1001]\n", {other}).failures.empty());
    // A multi-line range.
    other.span = {4, 12};
    CHECK(check("a = bad\n#   ^^^... error[HCL1001]\n", {other}).failures.empty());
    CHECK(check("a = bad # error[HCL1001]: no good\n", {right}).failures.empty());
}

TEST_CASE("fixture: update mode rewrites a message, adds missing annotations, and deletes nothing") {
    FoundDiagnostic d{"error", "HCL1001", 0, {4, 7}, "better", {}};
    Checked changed = check("a = bad\n#   ^^^ error[HCL1001]: no good\nb = 1\n", {d});
    CHECK(changed.failures.size() == 1);
    CHECK(changed.updated == "a = bad\n#   ^^^ error[HCL1001]: better\nb = 1\n");
    CHECK(check(changed.updated, {d}).failures.empty());

    changed = check("a = bad\nb = 1\n", {d});
    CHECK(changed.updated == "a = bad\n#   ^^^ error[HCL1001]: better\nb = 1\n");
    CHECK(check(changed.updated, {d}).failures.empty());

    // The finding of a place with another code or severity.
    changed = check("a = bad\n#   ^^^ warning[HCL1002]: no error\nb = 1\n", {d});
    CHECK(changed.failures == std::vector<std::string>{"f.hcl:2: expected warning[HCL1002]: no error\n"
                                                       "    found    error[HCL1001]: better"});
    CHECK(changed.updated == "a = bad\n#   ^^^ error[HCL1001]: better\nb = 1\n");

    d.span = {0, 1};
    changed = check("a = bad\n#   ^^^ warning[HCL1002]: stays\nb = 1", {d});
    CHECK(changed.updated == "a = bad\n#   ^^^ warning[HCL1002]: stays\n#< error[HCL1001]: better\nb = 1");
    d.span = {8, 8};
    changed = check("#- strip\na = bad\n", {d});
    CHECK(changed.updated == "#- strip\na = bad\n#       ^ error[HCL1001]: better\n");
    CHECK(check(changed.updated, {d}).failures.empty());

    CHECK(check("a = bad\n#   ^^^ error[HCL1001]: no good\n", {}).updated == "");
}

TEST_CASE("fixture: assertions move with the edits") {
    const std::string text =
        "#- strip\n"
        "a = imgae + bad\n"
        "#   ^^^^^ error[HCL1]\n"
        "#           ^^^ error[HCL2]\n"
        "b = imgae\n"
        "#   ^^^^^ error[HCL1]\n"
        "#- edit: main.hcl s/imgae/images/ gone: HCL1\n"
        "#- edit: main.hcl s/a = /aa = / new: HCL3\n";
    FoundDiagnostic on_bad{"error", "HCL2", 0, {12, 15}, "", {}};
    FoundDiagnostic on_b{"error", "HCL1", 0, {20, 25}, "", {}};
    FoundDiagnostic on_a{"error", "HCL1", 0, {4, 9}, "", {}};
    CHECK(check(text, {on_a, on_bad, on_b}).failures.empty());
    on_bad.span = {13, 16};
    on_b.span = {21, 26};
    CHECK(check(text, {on_bad, on_b}, 1).failures.empty());
    CHECK(check(text, {on_a, on_bad, on_b}, 1).failures.size() == 1);
    on_bad.span = {14, 17};
    on_b.span = {22, 27};
    FoundDiagnostic fresh{"error", "HCL3", 0, {0, 2}, "", {}};
    CHECK(check(text, {on_bad, on_b, fresh}, 2).failures.empty());
    CHECK(check(text, {on_bad, on_b}, 2).failures.size() == 1);
    // A range that is replaced as a whole remains a range.
    const std::string grown = "#- strip\na = bad\n#   ^^^ error[HCL1]\n#- edit: main.hcl s/bad/badder/\n";
    FoundDiagnostic all{"error", "HCL1", 0, {4, 10}, "", {}};
    CHECK(check(grown, {all}, 1).failures.empty());
    // Ranges after the edit move, ranges before it stay.
    const std::string beside = "#- strip\na = bad\n#   ^^^ error[HCL1]\n#- edit: main.hcl s/= /== /\n";
    all.span = {5, 8};
    CHECK(check(beside, {all}, 1).failures.empty());
}

TEST_CASE("fixture: fixes are shown with their changes") {
    const std::string text = "#- strip\na = [1\n#    ^ error[HCL1]\n#    ^ fix: Close it => a = [1]\nb = 2\n";
    FoundDiagnostic d{"error", "HCL1", 0, {5, 6}, "", {{"Close it", "a = [1]"}}};
    CHECK(check(text, {d}).failures.empty());
    d.fixes = {};
    CHECK(check(text, {d}).failures.size() == 1);
    d.fixes = {{"Close it", "a = [1 ]"}};
    Checked changed = check(text, {d});
    CHECK(changed.failures.size() == 1);
    CHECK(check(changed.updated, {d}).failures.empty());
    CHECK(changed_lines("a\nb\nc\n", "a\nx\ny\nc\n") == "x⏎y");
    CHECK(changed_lines("a\nb\nc\n", "a\nc\n") == "(deleted)");
}

TEST_CASE("fixture: sections are compared and rewritten") {
    Fixture fixture = read_fixture(
        "f.hcl", "a = 1\n#= reuse main.hcl\n#| old\n#| older\n#- edit: main.hcl s/1/2/\n#= reuse: x\n");
    REQUIRE(all_problems(fixture) == "");
    Report report(fixture);
    report.fail_section(fixture.sections[0], {"new", ""});
    report.fail_section(fixture.steps[0].sections[0], {"y"});
    auto update = report.update();
    REQUIRE(update.has_value());
    CHECK(update->text == "a = 1\n#= reuse main.hcl\n#| new\n#|\n#- edit: main.hcl s/1/2/\n#= reuse: y\n");
    CHECK_FALSE(update->changes.empty());
}

}  // namespace
}  // namespace hcl::test
