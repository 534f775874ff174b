#include "server/cli/check/check_options.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "engine/base/suggest.h"
#include "engine/source/severity.h"
#include "server/app/extensions.h"
#include "server/cli/report/finding_report.h"

namespace hcl::server {

namespace {

// Whether an option takes a value; empty for unknown options.
std::optional<bool> takes_value(std::string_view name) {
    if (name == "--stdin-name") return true;
    for (const CommandHelp::Option& option : check_option_table())
        if (OptionForm form = option_form(option.form); name.substr(2) == form.name) return form.takes_value;
    return std::nullopt;
}

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
            if (output.file.empty()) return fail("--format=" + output.format + "= needs a file name");
        }
        if (!is_report_format(output.format))
            return fail("unknown format \"" + output.format + "\"; formats are " + report_format_names());
        options.outputs.push_back(std::move(output));
    }

    // NAME=LEVEL
    void rule(std::string_view value) {
        std::size_t equals = value.rfind('=');
        std::string_view name = value.substr(0, equals);
        if (equals == std::string_view::npos)
            return fail("--rule needs a level: --rule=" + std::string(name) +
                        "=off, hint, info, warning or error (to report only this finding: --only=" +
                        std::string(name) + ")");
        if (!is_known(name)) return;
        auto level = check::level_of_word(value.substr(equals + 1));
        if (!level)
            return fail("\"" + std::string(value.substr(equals + 1)) +
                        "\" is not a level; levels are off, hint, info, warning and error");
        options.rules.levels[std::string(name)] = *level;
    }

    // NAME=NUMBER
    void limit(std::string_view value) {
        std::size_t equals = value.find('=');
        std::string_view name = value.substr(0, equals);
        const LimitInfo* info = limit_of_setting(name);
        if (!info) {
            Suggester near(name);
            for (const LimitInfo& one : all_limits())
                if (!one.setting.empty()) near.offer(one.setting);
            if (near.best().empty())
                return fail("there is no limit \"" + std::string(name) + "\"; \"hcl-ls doctor\" lists them");
            return fail("there is no limit \"" + std::string(name) + "\"" + did_you_mean_clause(near.best()));
        }
        std::string_view digits = equals == std::string_view::npos ? "" : value.substr(equals + 1);
        std::uint64_t number = 0;
        auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (fault != std::errc() || end != digits.data() + digits.size() || number < 1 || number > info->most)
            return fail("--limit=" + std::string(name) + "= needs a number from 1 to " +
                        std::to_string(info->most));
        options.limits.*info->member = number * info->factor;
    }

    // Rules of packs are lower case, and known when the packs are (CheckSources::rule_problem).
    bool is_known(std::string_view name) {
        bool is_own = !name.empty() && name[0] >= 'A' && name[0] <= 'Z';
        if (!name.empty() && (!is_own || find_diag(name))) return true;
        unknown_finding(name);
        return false;
    }

    void unknown_finding(std::string_view name) {
        fail("unknown code or name \"" + std::string(name) + "\"" + did_you_mean_clause(nearest_diag(name)));
    }

    void option(std::string_view name, std::string_view value) {
        if (name == "--format") return format(value);
        if (name == "--rule") return rule(value);
        if (name == "--limit") return limit(value);
        if (name == "--stdin-name" || name == "--filename") {
            options.stdin_name = value;
        } else if (name == "--baseline") {
            if (value.empty()) return fail("--baseline needs a file name");
            options.baseline = value;
        } else if (name == "--schemas") {
            if (value.empty()) return fail("--schemas needs a folder");
            options.schemas = value;
        } else if (name == "--only") {
            if (severity_of_word(value))
                return fail("--only takes codes, names and rules; for severities: --min-severity=" +
                            std::string(value));
            if (is_known(value)) options.only.emplace_back(value);
        } else if (name == "--language") {
            options.language = value;
        } else if (name == "--explain") {
            options.explain = value;
        } else if (name == "--min-severity") {
            auto least = severity_of_word(value);
            if (!least)
                return fail("\"" + std::string(value) +
                            "\" is not a severity; severities are error, warning, info and hint");
            options.least = *least;
        }
    }

    void unknown(std::string_view argument) {
        std::string_view name = argument.substr(0, argument.find('='));
        Suggester near(name);
        std::vector<std::string> names;
        for (const CommandHelp::Option& known : check_option_table())
            names.push_back("--" + std::string(option_form(known.form).name));
        for (const std::string& known : names) near.offer(known);
        fail("unknown option \"" + std::string(name) + "\"" + did_you_mean_clause(near.best()));
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
            std::optional<bool> value = name.starts_with("--") ? takes_value(name) : std::nullopt;
            if (argument == "--") {
                options_end = true;
            } else if (argument == "--short") {
                format("short");
            } else if (argument == "--fix") {
                options.fix = true;
            } else if (argument == "--lenient") {
                options.rules.is_lenient = true;
            } else if (argument == "--no-beyond-validate") {
                check::leave_to_plans(options.rules);
            } else if (argument == "--baseline-write") {
                options.write_baseline = true;
            } else if (argument == "--stdin") {
                options.paths.emplace_back("-");
            } else if (!value || !*value) {
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
            fail("standard input (\"-\") cannot be combined with other paths");
        if (options.write_baseline && options.baseline.empty())
            fail("--baseline-write needs --baseline=FILE");
        auto on_output =
            std::ranges::count_if(options.outputs, [](const auto& output) { return output.file.empty(); });
        if (on_output > 1)
            fail(
                "only one report can go to standard output; write the others to files, as in "
                "--format=sarif=check.sarif");
        if (on_output == 0) options.outputs.insert(options.outputs.begin(), {"human", {}});
    }
};

}  // namespace

const std::vector<CommandHelp::Option>& check_option_table() {
    static const std::vector<CommandHelp::Option> table{
        {"--format=NAME[=FILE]",
         "human (the default), short, json, sarif, github, gitlab, checkstyle, junit; with FILE, written to "
         "that file. May be repeated: --format=human --format=sarif=check.sarif",
         "human short json sarif github gitlab checkstyle junit"},
        {"--short", "the same as --format=short: file:line:column: severity: message [code]"},
        {"--fix",
         "apply safe fixes and report the remaining findings; with \"-\" the fixed text goes to "
         "standard output"},
        {"--rule=NAME=LEVEL",
         "set the severity of a code (HCL6012), name (UnusedSymbol) or rule of a pack: off, hint, info, "
         "warning or error; \"*\" is all others. May be repeated"},
        {"--only=NAME", "report only this code, name or rule; may be repeated"},
        {"--min-severity=NAME",
         "report only findings of at least this severity: error, warning, info or hint",
         "error warning info hint"},
        {"--baseline=FILE", "ignore the findings recorded in FILE", "<file>"},
        {"--baseline-write", "record the current findings in the baseline"},
        {"--explain=CODE", "print the documentation of a code, name or rule, and exit"},
        {"--limit=NAME=NUMBER",
         "raise or lower a limit that \"hcl-ls doctor\" lists, for files that need more than others: "
         "--limit=jsonMegabytes=32. May be repeated"},
        {"--lenient",
         "in programs of Pulumi unknown names and properties, and inputs that do not fit their schemas, are "
         "warnings at most"},
        {"--no-beyond-validate",
         "in modules of Terraform, leave out errors that \"terraform validate\" does not report and every "
         "plan "
         "does (HCL6042)"},
        {"--language=ID", "the language of all files (\"hcl-ls pack list\" names them)", "<language>"},
        {"--schemas=FOLDER", "use the schemas in this folder instead of those of \"hcl-ls schema\"",
         "<folder>"},
        {"--stdin", "read standard input, the same as \"-\""},
        {"--filename=NAME",
         "the file name of standard input, also --stdin-name; determines its language, syntax and "
         "surrounding files",
         "<file>"},
    };
    return table;
}

std::expected<CheckOptions, std::string> parse_check_options(Arguments arguments) {
    Parser parser;
    parser.run(arguments);
    if (!parser.problem.empty()) return std::unexpected(parser.problem);
    return std::move(parser.options);
}

}  // namespace hcl::server
