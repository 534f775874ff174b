// `hcl-ls check`: the diagnostics of files, from the same engine as the server's.
#include <string>

#include "server/cli/check/check_options.h"
#include "server/cli/check/check_sources.h"
#include "server/cli/cli.h"
#include "server/cli/report/baseline.h"
#include "server/cli/report/finding_report.h"

namespace hcl::server {

namespace {

// Minimum number of files for a progress display.
constexpr std::size_t kManyFiles = 50;

std::string counted(std::size_t count, std::string_view noun) {
    return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

// False when the baseline could not be read or written.
bool apply_baseline(Console& console, const CheckOptions& options, std::vector<CheckedFile>& files) {
    std::string path = console.absolute(options.baseline);
    auto write = [&](const Baseline& baseline) {
        auto written = console.files->replace(path, baseline.to_json());
        if (!written) {
            console.complain(written.error().message);
            return false;
        }
        console.err("Wrote " + counted(baseline.size(), "finding") + " to " + options.baseline +
                    "; from now on only others are reported.\n");
        for (CheckedFile& file : files) file.findings.clear();
        return true;
    };
    if (!console.files->stat(path)) return write(Baseline::of(files));
    auto text = console.files->read(path);
    if (!text) {
        console.complain(text.error().message);
        return false;
    }
    auto baseline = Baseline::parse(*text);
    if (!baseline) {
        console.complain(options.baseline + " is no baseline: " + baseline.error().message);
        return false;
    }
    if (options.update_baseline) {
        Baseline now = Baseline::of(files);
        now.keep_others(*baseline, files);
        return write(now);
    }
    if (std::size_t gone = baseline->take_out(files); gone > 0)
        console.err(counted(gone, "finding") + " of " + options.baseline + (gone == 1 ? " is" : " are") +
                    " gone; --update-baseline takes " + (gone == 1 ? "it" : "them") + " out.\n");
    return true;
}

}  // namespace

int run_check(Console& console, Arguments arguments) {
    auto options = parse_check_options(arguments);
    if (!options) return wrong_usage(console, options.error());
    CheckSources sources(console, *options);
    bool good = sources.read();
    sources.find(console.error_is_terminal && sources.checked().size() > kManyFiles);
    bool fixes_input = options->fix && options->reads_input();
    if (options->fix) {
        std::size_t fixed = sources.fix();
        good = sources.write() && good;
        if (fixed > 0) console.err("Fixed " + counted(fixed, "finding") + ".\n");
    }
    std::vector<CheckedFile>& checked = sources.checked();
    if (fixes_input) console.out(checked.front().text);
    if (!options->baseline.empty() && !apply_baseline(console, *options, checked)) good = false;
    std::size_t serious = 0;
    for (const CheckOptions::Output& output : options->outputs) {
        bool to_output = output.file.empty();
        Report report = report_findings(output.format, checked, to_output && console.output_has_color());
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
    // What was checked by half of a language, or by none, was not checked.
    for (const CheckedFile& file : checked)
        for (const Diagnostic& d : file.findings)
            if (d.code == DiagCode::BrokenPack || d.code == DiagCode::UnknownLanguage ||
                d.code == DiagCode::PackFileNotFound)
                good = false;
    if (!good) return 2;
    return serious > 0 ? 1 : 0;
}

const CommandHelp& help_check() {
    static const CommandHelp help{
        .about =
            "Reads files, and folders with all below them except what .gitignore leaves out and what tools "
            "keep for themselves, and prints what is wrong with the line it is about. Without PATH the "
            "current folder is checked; \"-\" reads standard input. Each file is checked by its language: "
            "what a comment \"# hcl-ls:language ID\" in its first line or .hcl-ls.hcl says, a spec "
            "NAME.hcldec beside NAME.hcl, the name of the file, or what it begins with.",
        .options = check_option_table(),
        .notes =
            "A comment \"# hcl-ls:ignore CODE: reason\" silences the line it ends or the next one; "
            "ignore-block the block or attribute that follows, ignore-file the whole file. Without codes, "
            "everything there.",
        .exit_codes =
            {{0, "no errors or warnings"},
             {1, "findings"},
             {2,
              "wrong usage, a file that could not be read or written, or a language that is unknown "
              "or whose pack has errors"}},
        .example =
            "hcl-ls check --short modules/ main.tf\nhcl-ls check --stdin --filename=live/main.tf "
            "--format=json < edited",
        .arguments = "<file>",
    };
    return help;
}

}  // namespace hcl::server
