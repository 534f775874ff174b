// hcl-ls check: what is wrong in files, by the same engine that the server uses.
#include <algorithm>
#include <atomic>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/ide/diagnostics.h"
#include "engine/world/bound.h"
#include "engine/world/languages.h"
#include "engine/world/world.h"
#include "server/cli/cli.h"
#include "server/cli/finding_report.h"
#include "server/cli/targets.h"
#include "server/host/parallel.h"
#include "server/host/walk.h"

namespace hcl::server {

namespace {

struct CheckOptions {
    std::string format = "human";
    std::string stdin_name = "standard input";
    std::string language;
    Severity least = Severity::Hint;
    std::vector<std::string> rules;
    std::vector<std::string> paths;
};

std::optional<Severity> severity_by_name(std::string_view name) {
    if (name == "error") return Severity::Error;
    if (name == "warning") return Severity::Warning;
    if (name == "info") return Severity::Info;
    if (name == "hint") return Severity::Hint;
    return std::nullopt;
}

std::optional<CheckOptions> read_arguments(Console& console, Arguments arguments) {
    CheckOptions options;
    bool options_end = false;
    for (std::string_view argument : arguments) {
        if (options_end || argument == "-" || !argument.starts_with('-')) {
            options.paths.emplace_back(argument);
        } else if (argument == "--") {
            options_end = true;
        } else if (argument == "--short") {
            options.format = "short";
        } else if (argument.starts_with("--format=")) {
            options.format = argument.substr(9);
            if (!is_report_format(options.format)) {
                wrong_usage(console, "check has no format \"" + options.format + "\"; there are " +
                                         report_format_names());
                return std::nullopt;
            }
        } else if (argument.starts_with("--stdin-name=")) {
            options.stdin_name = argument.substr(13);
        } else if (argument.starts_with("--language=")) {
            options.language = argument.substr(11);
            if (!language::LanguageSet::builtin().find(options.language)) {
                wrong_usage(console, "no language is called \"" + options.language + "\"");
                return std::nullopt;
            }
        } else if (argument.starts_with("--rule=")) {
            options.rules.emplace_back(argument.substr(7));
        } else if (argument.starts_with("--min-severity=")) {
            auto least = severity_by_name(argument.substr(15));
            if (!least) {
                wrong_usage(console, "a severity is error, warning, info or hint");
                return std::nullopt;
            }
            options.least = *least;
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

// The files to check, and those around them that say what they mean.
struct Sources {
    Console& console;
    const CheckOptions& options;
    world::World world{};
    std::vector<CheckedFile> checked{};
    std::set<std::string> known{};
    std::set<std::string> folders{};
    std::uint32_t next = 0;

    FileId add(const std::string& path, std::string text, const std::string& language) {
        FileId id(next++);
        known.insert(path);
        world.set_file({id, path, language, world::parse_options(path, language), false, 0},
                       std::make_shared<const std::string>(std::move(text)));
        return id;
    }

    // The files of its module, packs and configurations: those of its folder, and configurations above it.
    void add_surroundings(const std::string& path) {
        std::string folder = path.substr(0, path.rfind('/'));
        if (!folders.insert(folder).second) return;
        walk(*console.files, folder, {.max_depth = 0}, visitor());
        for (std::size_t slash = folder.rfind('/'); slash != std::string::npos && slash > 0;
             slash = folder.rfind('/', slash - 1))
            add_configuration(folder.substr(0, slash));
        add_configuration(folder);
    }

    WalkVisitor visitor() {
        WalkVisitor v;
        v.folder = [](const std::string&) { return true; };
        v.file = [this](const std::string& path) {
            if (world::is_hcl_path(path) && !known.contains(path))
                if (auto text = console.files->read(path)) add(path, std::move(*text), "");
            return true;
        };
        return v;
    }

    void add_configuration(const std::string& folder) {
        std::string path = folder + "/.hcl-ls.hcl";
        if (!known.contains(path)) {
            auto text = console.files->read(path);
            if (!text) return;
            add(path, std::move(*text), "");
        }
        if (!configured.insert(path).second) return;
        // The packs that it names may lie anywhere.
        auto file = syntax::File::parse(console.files->read(path).value_or(""));
        for (const syntax::BlockView& block : file->body().blocks())
            for (const syntax::AttributeView& attribute : block.body().attributes()) {
                if (attribute.name != "spec") continue;
                Value value = eval::evaluate(attribute.expr, nullptr).value;
                if (!value.is_known_string()) continue;
                std::string pack = world::path_from(folder + "/", value.as_string());
                if (known.contains(pack)) continue;
                if (auto text = console.files->read(pack)) add(pack, std::move(*text), "");
            }
    }
    std::set<std::string> configured{};
};

}  // namespace

int run_check(Console& console, Arguments arguments) {
    auto options = read_arguments(console, arguments);
    if (!options) return 2;
    bool failed = false;
    Sources sources{console, *options};
    if (options->paths[0] == "-") {
        std::string path = console.absolute(options->stdin_name);
        std::string text = console.read_input();
        FileId id = sources.add(path, text, options->language);
        sources.checked.push_back({id, options->stdin_name, std::move(text), {}});
        if (options->stdin_name != "standard input") sources.add_surroundings(path);
    } else {
        std::vector<Target> targets = find_targets(console, options->paths, &world::is_hcl_path, failed);
        for (const Target& target : targets) {
            if (sources.known.contains(target.path)) continue;
            auto text = console.files->read(target.path);
            if (!text) {
                console.err("hcl-ls: " + text.error().message + "\n");
                failed = true;
                continue;
            }
            FileId id = sources.add(target.path, *text, options->language);
            sources.checked.push_back({id, target.shown, std::move(*text), {}});
        }
        for (const Target& target : targets) sources.add_surroundings(target.path);
    }
    world::SnapshotPtr snapshot = sources.world.snapshot();
    std::vector<CheckedFile>& checked = sources.checked;
    bool shows_progress = console.error_is_terminal && checked.size() > 50;
    std::atomic<std::size_t> done{0};
    // Files of one module are one piece of work, as they share what is known of it.
    std::map<std::string, std::vector<std::size_t>> pieces;
    for (std::size_t i = 0; i < checked.size(); ++i) {
        std::string module = world::module_name(*snapshot, *snapshot->file(checked[i].id));
        pieces[module.empty() ? "\n" + std::to_string(i) : module].push_back(i);
    }
    std::vector<std::vector<std::size_t>> work;
    for (auto& [module, files] : pieces) work.push_back(std::move(files));
    auto check_one = [&](std::size_t i) {
        checked[i].findings = ide::diagnostics_for(*snapshot, checked[i].id, {});
        std::erase_if(checked[i].findings, [&](const Diagnostic& d) {
            if (d.severity > options->least) return true;
            return !options->rules.empty() &&
                   std::ranges::none_of(options->rules, [&](const std::string& rule) {
                       return rule == diag_id(d.code) || rule == diag_info(d.code).name;
                   });
        });
        std::size_t count = ++done;
        if (shows_progress && count % 64 == 0)
            console.err("\r" + std::to_string(count) + "/" + std::to_string(checked.size()) + " files");
    };
    for_each_index(work.size(), console.processors, [&](std::size_t piece) {
        for (std::size_t i : work[piece]) check_one(i);
    });
    if (shows_progress) console.err("\r\x1b[K");
    Report report = report_findings(options->format, checked, console.output_has_color());
    console.out(report.out);
    console.err(report.err);
    if (failed) return 2;
    return report.errors + report.warnings > 0 ? 1 : 0;
}

std::string_view help_check() {
    return "Reads files, and folders with all below them except what .gitignore leaves out and what tools "
           "keep for\n"
           "themselves, and prints what is wrong with the line it is about. Without PATH the current folder "
           "is\n"
           "checked; \"-\" reads standard input. Each file is checked by its language: what .hcl-ls.hcl "
           "says, a spec\n"
           "NAME.hcldec beside NAME.hcl, or the name of the file.\n"
           "\n"
           "  --format=NAME        human (the default), short, json, sarif, github, gitlab, checkstyle, "
           "junit\n"
           "  --short              the same as --format=short: file:line:column: severity: what [code]\n"
           "  --min-severity=NAME  leave out what is less than error, warning, info or hint\n"
           "  --rule=CODE          only findings of this code, such as HCL6001; may be repeated\n"
           "  --language=ID        the language of all files\n"
           "  --stdin-name=NAME    the name that standard input goes by; it decides language and syntax\n"
           "\n"
           "A comment \"# hcl-ls:ignore CODE: reason\" silences the line it ends or the next one; "
           "ignore-block the\n"
           "block or attribute that follows, ignore-file the whole file. Without codes, everything there.\n"
           "\n"
           "Exit codes: 0 no errors or warnings; 1 findings; 2 wrong usage, or a file that could not be "
           "read.\n"
           "\n"
           "Example:  hcl-ls check --short modules/ main.tf\n";
}

}  // namespace hcl::server
