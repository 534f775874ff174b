#include "server/cli/check/check_options.h"

#include <algorithm>
#include <optional>

#include "engine/base/suggest.h"
#include "engine/language/language.h"
#include "engine/source/severity.h"
#include "server/cli/report/finding_report.h"

namespace hcl::server {

namespace {

constexpr std::string_view kNames[] = {"--short",      "--fix",         "--update-baseline", "--format",
                                       "--stdin-name", "--language",    "--baseline",        "--rule",
                                       "--only",       "--min-severity"};

struct Parser {
    CheckOptions options{};
    std::string problem{};

    void fail(std::string sentence) {
        if (problem.empty()) problem = std::move(sentence);
    }

    // NAME or NAME=FILE
    void format(std::string_view value) {
        std::size_t equals = value.find('=');
        CheckOptions::Output output{std::string(value.substr(0, equals)), {}};
        if (equals != std::string_view::npos) {
            output.file = value.substr(equals + 1);
            if (output.file.empty())
                return fail("--format=" + output.format + "= needs the path of a file behind it");
        }
        if (!is_report_format(output.format))
            return fail("check has no format \"" + output.format + "\"; there are " + report_format_names());
        options.outputs.push_back(std::move(output));
    }

    // NAME=LEVEL
    void rule(std::string_view value) {
        std::size_t equals = value.rfind('=');
        std::string_view name = value.substr(0, equals);
        if (equals == std::string_view::npos)
            return fail("--rule needs a level: --rule=" + std::string(name) +
                        "=off, hint, info, warning or error (to see this finding alone: --only=" +
                        std::string(name) + ")");
        if (!is_known(name)) return;
        auto level = check::level_of_word(value.substr(equals + 1));
        if (!level)
            return fail("\"" + std::string(value.substr(equals + 1)) +
                        "\" is no level; there are off, hint, info, warning and error");
        options.rules.levels[std::string(name)] = *level;
    }

    // Rules of packs are lower case; codes of this program are upper case.
    bool is_known(std::string_view name) {
        bool is_own = !name.empty() && name[0] >= 'A' && name[0] <= 'Z';
        if (!name.empty() && (!is_own || check::is_finding_name(name))) return true;
        Suggester near(name);
        for (const DiagInfo& info : all_diag_infos()) near.offer(info.name);
        fail("no finding is called \"" + std::string(name) + "\"" +
             (near.best().empty() ? std::string() : "; did you mean \"" + near.best() + "\"?"));
        return false;
    }

    void option(std::string_view name, std::string_view value) {
        if (name == "--format") return format(value);
        if (name == "--rule") return rule(value);
        if (name == "--stdin-name") {
            options.stdin_name = value;
        } else if (name == "--baseline") {
            if (value.empty()) return fail("--baseline needs the path of a file");
            options.baseline = value;
        } else if (name == "--only") {
            if (is_known(value)) options.only.emplace_back(value);
        } else if (name == "--language") {
            options.language = value;
            if (!language::LanguageSet::builtin().of_file("", value))
                fail("no language is called \"" + std::string(value) +
                     "\"; \"hcl-ls pack list\" names those of this build");
        } else if (name == "--min-severity") {
            auto least = severity_of_word(value);
            if (!least)
                return fail("\"" + std::string(value) +
                            "\" is no severity; there are error, warning, info and hint");
            options.least = *least;
        }
    }

    void unknown(std::string_view argument) {
        std::string_view name = argument.substr(0, argument.find('='));
        Suggester near(name);
        for (std::string_view known : kNames) near.offer(known);
        fail("check has no option \"" + std::string(name) + "\"" +
             (near.best().empty() ? std::string() : "; did you mean " + near.best() + "?"));
    }

    void run(Arguments arguments) {
        bool options_end = false;
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            std::string_view argument = arguments[i];
            if (options_end || argument == "-" || !argument.starts_with('-')) {
                options.paths.emplace_back(argument);
                continue;
            }
            std::size_t equals = argument.find('=');
            std::string_view name = argument.substr(0, equals);
            bool is_known_name = std::ranges::find(kNames, name) != std::end(kNames);
            if (argument == "--") {
                options_end = true;
            } else if (argument == "--short") {
                format("short");
            } else if (argument == "--fix") {
                options.fix = true;
            } else if (argument == "--update-baseline") {
                options.update_baseline = true;
            } else if (!is_known_name) {
                unknown(argument);
            } else if (equals != std::string_view::npos) {
                option(name, argument.substr(equals + 1));
            } else if (i + 1 < arguments.size()) {
                option(name, arguments[++i]);
            } else {
                fail(std::string(name) + " needs a value");
            }
        }
        finish();
    }

    void finish() {
        if (options.paths.empty()) options.paths.emplace_back(".");
        if (options.paths.size() > 1 && std::ranges::count(options.paths, "-") > 0)
            fail("standard input (\"-\") is checked on its own");
        if (options.update_baseline && options.baseline.empty())
            fail("--update-baseline needs --baseline=FILE, the file to write");
        auto on_output =
            std::ranges::count_if(options.outputs, [](const auto& output) { return output.file.empty(); });
        if (on_output > 1)
            fail(
                "only one format can go to standard output; give the others files, as in "
                "--format=sarif=check.sarif");
        if (on_output == 0) options.outputs.insert(options.outputs.begin(), {"human", {}});
    }
};

}  // namespace

std::expected<CheckOptions, std::string> parse_check_options(Arguments arguments) {
    Parser parser;
    parser.run(arguments);
    if (!parser.problem.empty()) return std::unexpected(parser.problem);
    return std::move(parser.options);
}

}  // namespace hcl::server
