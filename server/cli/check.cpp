// hcl-ls check: what is wrong in files, as a person reads it.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "engine/syntax/file.h"
#include "engine/world/languages.h"
#include "server/cli/cli.h"
#include "server/cli/render.h"
#include "server/cli/targets.h"
#include "server/host/parallel.h"

namespace hcl::server {

namespace {

struct CheckOptions {
    bool is_short = false;
    std::string stdin_name = "standard input";
    std::vector<std::string> paths;
};

// What was found in one file; kept until it can be printed in order.
struct Outcome {
    std::string findings;
    std::string failure;
    std::size_t errors = 0;
    std::size_t warnings = 0;
};

std::optional<CheckOptions> read_arguments(Console& console, Arguments arguments) {
    CheckOptions options;
    bool options_end = false;
    for (std::string_view argument : arguments) {
        if (options_end || argument == "-" || !argument.starts_with('-')) {
            options.paths.emplace_back(argument);
        } else if (argument == "--") {
            options_end = true;
        } else if (argument == "--short") {
            options.is_short = true;
        } else if (argument.starts_with("--stdin-name=")) {
            options.stdin_name = argument.substr(13);
        } else {
            wrong_usage(console, "check has no option \"" + std::string(argument) + "\"");
            return std::nullopt;
        }
    }
    if (options.paths.empty()) options.paths.emplace_back(".");
    if (options.paths.size() > 1 && std::ranges::count(options.paths, "-") > 0) {
        wrong_usage(console, "standard input (\"-\") is checked on its own");
        return std::nullopt;
    }
    return options;
}

std::string one_line(const Diagnostic& diagnostic, const std::string& shown, const SourceLines& lines) {
    static constexpr std::string_view kWords[] = {"error", "warning", "info", "hint"};
    std::string line = shown;
    if (diagnostic.has_place) {
        line += ":" + std::to_string(lines.line_of(diagnostic.span.start) + 1);
        line += ":" + std::to_string(lines.column_of(diagnostic.span.start) + 1);
    }
    line += ": ";
    line += kWords[static_cast<std::size_t>(diagnostic.severity)];
    line += ": " + diagnostic.title;
    if (!diagnostic.message.empty()) line += ": " + diagnostic.message;
    std::ranges::replace(line, '\n', ' ');
    return line + " [" + diag_id(diagnostic.code) + "]\n";
}

Outcome check_text(const Console& console, const CheckOptions& options, const std::string& shown,
                   const std::string& name, const std::string& text) {
    Outcome outcome;
    auto tree = syntax::File::parse(text, world::parse_options(name, ""));
    SourceLines lines(text);
    for (const Diagnostic& diagnostic : tree->diagnostics()) {
        outcome.errors += diagnostic.severity == Severity::Error;
        outcome.warnings += diagnostic.severity == Severity::Warning;
        outcome.findings += options.is_short ? one_line(diagnostic, shown, lines)
                                             : render_diagnostic(diagnostic, shown, lines,
                                                                 {.color = console.output_has_color()});
    }
    return outcome;
}

}  // namespace

int run_check(Console& console, Arguments arguments) {
    auto options = read_arguments(console, arguments);
    if (!options) return 2;
    bool failed = false;
    std::vector<Outcome> outcomes;
    if (options->paths[0] == "-") {
        outcomes.push_back(
            check_text(console, *options, options->stdin_name, options->stdin_name, console.read_input()));
    } else {
        std::vector<Target> targets = find_targets(console, options->paths, &world::is_hcl_path, failed);
        outcomes.resize(targets.size());
        for_each_index(targets.size(), console.processors, [&](std::size_t i) {
            auto text = console.files->read(targets[i].path);
            if (text)
                outcomes[i] = check_text(console, *options, targets[i].shown, targets[i].path, *text);
            else
                outcomes[i].failure = text.error().message;
        });
    }
    std::size_t errors = 0;
    std::size_t warnings = 0;
    std::size_t files = 0;
    for (const Outcome& outcome : outcomes) {
        if (!outcome.failure.empty()) {
            console.err("hcl-ls: " + outcome.failure + "\n");
            failed = true;
        }
        console.out(outcome.findings);
        errors += outcome.errors;
        warnings += outcome.warnings;
        files += outcome.errors + outcome.warnings > 0;
    }
    if (errors + warnings > 0 && !options->is_short)
        console.err(count_line(errors, warnings) + " in " + std::to_string(files) +
                    (files == 1 ? " file\n" : " files\n"));
    if (failed) return 2;
    return errors + warnings > 0 ? 1 : 0;
}

std::string_view help_check() {
    return "Reads files, and folders with all below them except what .gitignore leaves out and what tools "
           "keep for\n"
           "themselves, and prints what is wrong with the line it is about. Without PATH the current folder "
           "is\n"
           "checked; \"-\" reads standard input.\n"
           "\n"
           "  --short              one line for each finding: file:line:column: severity: what [code]\n"
           "  --stdin-name=NAME    the name that standard input goes by; its ending decides the syntax\n"
           "\n"
           "Exit codes: 0 nothing found; 1 findings; 2 wrong usage, or a file that could not be read.\n"
           "\n"
           "Example:  hcl-ls check --short modules/ main.tf\n";
}

}  // namespace hcl::server
