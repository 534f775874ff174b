// `hcl-ls check`: the diagnostics of files, from the same engine as the server's.
#include "engine/base/check.h"

#include <algorithm>
#include <optional>
#include <string>

#include "engine/base/counted.h"
#include "server/app/documentation.h"
#include "server/app/extensions.h"
#include "server/cli/check/check_options.h"
#include "server/cli/check/check_sources.h"
#include "server/cli/cli.h"
#include "server/cli/report/baseline.h"
#include "server/cli/report/finding_report.h"

namespace hcl::server {

namespace {

// Minimum number of files for a progress display.
constexpr std::size_t kManyFiles = 50;

// Ignores or records findings. False when the baseline could not be read or written.
bool apply_baseline(Console& console, const CheckOptions& options, std::vector<CheckedFile>& files) {
    const std::string path = console.absolute(options.baseline);
    auto fail_with = [&](const std::string& message) {
        console.complain(message);
        return false;
    };
    std::optional<Baseline> old;
    if (!options.write_baseline || console.files->stat(path)) {
        auto text = console.files->read(path);
        if (!text && options.write_baseline) return fail_with(text.error().message);
        if (!text) return fail_with(text.error().message + " (create it with --baseline-write)");
        auto baseline = Baseline::parse(*text);
        if (!baseline) return fail_with(options.baseline + " is not a baseline: " + baseline.error().message);
        old = std::move(*baseline);
    }
    if (!options.write_baseline) {
        if (std::size_t gone = old->take_out(files); gone > 0)
            console.err(counted(gone, "finding") + " in " + options.baseline + " no longer " +
                        (gone == 1 ? "occurs" : "occur") + "; --baseline-write removes " +
                        (gone == 1 ? "it" : "them") + ".\n");
        return true;
    }
    Baseline now = Baseline::of(files);
    if (old) now.keep_others(*old, files);
    auto written = console.files->replace(path, now.to_json());
    if (!written) return fail_with(written.error().message);
    console.err("Recorded " + counted(now.size(), "finding") + " in " + options.baseline + ".\n");
    for (CheckedFile& file : files) file.findings.clear();
    return true;
}

// Names of rules and checks are looked for in the folders that are named.
int explain(Console& console, const CheckOptions& options) {
    if (const DiagInfo* info = find_diag(options.explain)) {
        const std::string page = documentation_url(info->code);
        console.out(std::string(documentation_entry(info->code)) + (page.empty() ? "" : "\n" + page + "\n"));
        return 0;
    }
    std::string page = explain_rule(options.explain);
    if (page.empty()) {
        CheckSources sources(console, options);
        sources.read_rules();
        page = sources.page_of_rule(options.explain);
        if (page.empty()) return wrong_usage(console, sources.unknown_rule(options.explain));
    }
    console.out(page);
    return 0;
}

}  // namespace

int run_check(Console& console, Arguments arguments) {
    auto options = parse_check_options(arguments);
    if (!options) return wrong_usage(console, options.error());
    if (!options->explain.empty()) return explain(console, *options);
    if (!options->schemas.empty() && !console.files->list(console.absolute(options->schemas)))
        return wrong_usage(console, "\"" + options->schemas + "\" in --schemas is not a readable folder");
    CheckSources sources(console, *options);
    bool good = sources.read();
    if (auto problem = sources.language_problem(); !problem.empty()) return wrong_usage(console, problem);
    if (auto problem = sources.rule_problem(); !problem.empty()) return wrong_usage(console, problem);
    sources.find(console.error_is_terminal && sources.checked().size() > kManyFiles);
    bool fixes_input = options->fix && options->reads_input();
    if (options->fix) {
        std::size_t fixed = sources.fix();
        good = sources.write() && good;
        if (fixed > 0) console.err("Fixed " + counted(fixed, "finding") + ".\n");
    }
    sources.add_configurations();
    sources.keep_wanted();
    std::vector<CheckedFile>& checked = sources.checked();
    if (fixes_input && !checked.empty()) console.out(*checked.front().text);
    if (!options->baseline.empty() && !apply_baseline(console, *options, checked)) good = false;
    const std::vector<CheckedFile> related = sources.related();
    std::size_t serious = 0;
    for (const CheckOptions::Output& output : options->outputs) {
        bool to_output = output.file.empty();
        Report report =
            report_findings(output.format, checked, related, to_output && console.output_has_color());
        serious = report.errors + report.warnings;
        if (to_output) {
            // The fixed text goes to standard output, so the report does not.
            (fixes_input ? console.err : console.out)(report.out);
            console.err(report.err);
            continue;
        }
        auto written = console.files->replace(console.absolute(output.file), report.out);
        if (written) continue;
        console.complain(written.error().message);
        good = false;
    }
    for (const CheckedFile& file : checked)
        if (std::ranges::any_of(file.findings, CheckSources::was_unchecked)) good = false;
    if (const std::size_t left_out = sources.left_out()) {
        console.complain("the limit of " + std::to_string(options->limits.run_findings) +
                         " findings in one run is reached; left out of " +
                         std::to_string(sources.requested()) + " files: " + std::to_string(left_out) +
                         " (--limit=runFindings=NUMBER raises it)");
        good = false;
    }
    if (!good) return 2;
    return serious > 0 ? 1 : 0;
}

const CommandHelp& help_check() {
    static const CommandHelp help{
        .about =
            "Checks files, and folders recursively except for ignored files (.gitignore) and folders that "
            "tools create (.terraform, node_modules, ...), and prints each finding with its line. Without "
            "PATH it checks the current folder; \"-\" reads standard input. The language of a file is "
            "determined by a comment \"# hcl-ls:language ID\" in its first line, .hcl-ls.hcl, a spec "
            "NAME.hcldec beside NAME.hcl, its name, or its first lines.",
        .options = check_option_table(),
        .notes =
            "A comment \"# hcl-ls:ignore CODE: reason\" suppresses findings on its own line when it follows "
            "code, otherwise on the next line; ignore-block in the block or attribute that follows, "
            "ignore-file in the whole file. Without codes it suppresses all findings.",
        .exit_codes = {{0, "no errors or warnings"},
                       {1, "findings"},
                       {2,
                        "wrong usage, a file that could not be read or written, a language that is unknown "
                        "or whose pack has errors, or more findings than one run may have"}},
        .example =
            "hcl-ls check --short modules/ main.tf\nhcl-ls check --stdin --filename=live/main.tf "
            "--format=json < edited",
        .arguments = "<file>",
    };
    return help;
}

}  // namespace hcl::server
