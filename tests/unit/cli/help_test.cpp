// --help, manual pages and completions come from one table, and the
// commands accept exactly its options.
#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "server/cli/cli.h"
#include "tests/harness/shell.h"

namespace hcl::server::help_test {

namespace {

using Run = test::Printed;

Run run(const std::vector<std::string_view>& arguments, std::string input = {}) {
    test::Shell shell;
    shell.input = std::move(input);
    return shell.call(arguments);
}

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("help: every option is in --help, on lines that fit a terminal") {
    for (const Command& command : all_commands()) {
        CAPTURE(command.name);
        std::string text = run({"help", command.name}).out;
        CHECK(text == run({command.name, "--help"}).out);
        for (const CommandHelp::Option& option : command.help().options) CHECK(contains(text, option.form));
        for (const CommandHelp::Option& word : command.help().words) CHECK(contains(text, word.form));
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            CHECK(line.size() <= 110);
            CHECK_FALSE(line.ends_with(' '));
        }
    }
}

TEST_CASE("help: an option's form has its name and value") {
    CHECK(option_form("--fix").name == "fix");
    CHECK_FALSE(option_form("--fix").takes_value);
    CHECK(option_form("--format=NAME[=FILE]").name == "format");
    CHECK(option_form("--format=NAME[=FILE]").has_equals);
    CHECK(option_form("-s, --spec FILE").letter == "s");
    CHECK(option_form("-s, --spec FILE").name == "spec");
    CHECK(option_form("-s, --spec FILE").takes_value);
    CHECK_FALSE(option_form("-s, --spec FILE").has_equals);
}

TEST_CASE("help: the options of check are those that it takes") {
    const Command& check = *find_command("check");
    for (const CommandHelp::Option& option : check.help().options) {
        OptionForm form = option_form(option.form);
        CAPTURE(form.name);
        std::string given = "--" + std::string(form.name);
        // A wrong or missing value is reported as such, not as an unknown option.
        Run answer = run({"check", given, "--stdin"}, "a = 1\n");
        CHECK_FALSE(contains(answer.err, "unknown option"));
    }
    CHECK(contains(run({"check", "--nope"}).err, "unknown option"));
    CHECK(contains(run({"check", "--filenam=x"}).err, "did you mean --filename"));
}

TEST_CASE("help: manual pages have their sections and no stray requests") {
    Run all = run({"help", "--man"});
    CHECK(all.code == 0);
    for (const Command& command : all_commands()) {
        CAPTURE(command.name);
        CHECK(contains(all.out, "hcl\\-ls\\-" + std::string(command.name)));
        Run page = run({"help", "--man", command.name});
        CHECK(page.code == 0);
        CHECK(page.out.starts_with(".TH HCL-LS-"));
        for (std::string_view section :
             {".SH NAME\n", ".SH SYNOPSIS\n", ".SH DESCRIPTION\n", ".SH SEE ALSO\n"})
            CHECK(contains(page.out, section));
        std::istringstream lines(page.out);
        for (std::string line; std::getline(lines, line);) {
            if (!line.starts_with('.')) continue;
            std::string macro = line.substr(0, line.find(' '));
            CAPTURE(line);
            CHECK(std::ranges::count(
                      std::vector<std::string>{".TH", ".SH", ".TP", ".B", ".BR", ".PP", ".nf", ".fi"},
                      macro) == 1);
        }
    }
    CHECK(run({"help", "--man", "no-such-command"}).code == 2);
}

TEST_CASE("completion: each shell's script knows every command and option") {
    for (std::string_view shell : {"bash", "zsh", "fish"}) {
        CAPTURE(shell);
        Run script = run({"completion", shell});
        CHECK(script.code == 0);
        for (const Command& command : all_commands()) {
            CHECK(contains(script.out, command.name));
            for (const CommandHelp::Option& option : command.help().options) {
                OptionForm form = option_form(option.form);
                CHECK(contains(script.out, (shell == "fish" ? "-l " : "--") + std::string(form.name)));
            }
        }
        CHECK(contains(script.out, "checkstyle"));
        CHECK(contains(script.out, "terraform-lock"));
    }
    CHECK(run({"completion"}).code == 2);
    CHECK(run({"completion", "tcsh"}).code == 2);
}

TEST_CASE("check and fmt read standard input under the name of a file") {
    Run answer = run({"check", "--stdin", "--filename=docker-bake.hcl", "--format=short"},
                     "target \"x\" {\n  conte = 1\n}\n");
    CHECK(answer.code == 1);
    CHECK(answer.out.starts_with("docker-bake.hcl:2:3: warning: Unsupported argument"));
    CHECK(answer.out == run({"check", "-", "--stdin-name", "docker-bake.hcl", "--short"},
                            "target \"x\" {\n  conte = 1\n}\n")
                            .out);
    CHECK(run({"fmt", "--stdin", "--filename=a.hcl"}, "a=1\n").out == "a = 1\n");
}

}  // namespace hcl::server::help_test
