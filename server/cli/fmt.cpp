// `hcl-ls fmt`: formats files, folders and standard input.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/base/limits.h"
#include "engine/base/path.h"
#include "engine/format/extras.h"
#include "engine/world/config_file.h"
#include "engine/world/file_syntax.h"
#include "engine/world/language_lookup.h"
#include "engine/world/world.h"
#include "server/app/configurations.h"
#include "server/app/format_extras.h"
#include "server/app/wanted_files.h"
#include "server/cli/check/targets.h"
#include "server/cli/cli.h"
#include "server/cli/printable.h"
#include "server/cli/report/diff.h"
#include "server/cli/report/render.h"
#include "server/host/for_each_index.h"

namespace hcl::server {

namespace {

// Binary files, detected as version control does (a zero byte near the start), are skipped: their syntax
// errors are noise.
bool is_binary(std::string_view text) {
    constexpr std::size_t kStart = 8000;
    return text.substr(0, kStart).find('\0') != std::string_view::npos;
}

struct FmtOptions {
    bool check = false;
    bool diff = false;
    bool write = false;
    bool json = false;
    std::string stdin_name = "standard input";
    std::vector<std::string> paths;

    // Without options files are rewritten, as other formatters do.
    bool writes() const { return write || (!check && !diff); }
};

// The result for one file, kept until it can be printed in order.
struct FileOutcome {
    bool changed = false;
    bool has_errors = false;
    std::string diff;
    std::string findings;
    std::string failure;
};

std::optional<FmtOptions> read_fmt_arguments(Console& console, Arguments arguments) {
    FmtOptions options;
    bool options_end = false;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        std::string_view argument = arguments[i];
        if (options_end || argument == "-" || !argument.starts_with('-')) {
            options.paths.emplace_back(argument);
        } else if (argument == "--") {
            options_end = true;
        } else if (argument == "--check") {
            options.check = true;
        } else if (argument == "--diff") {
            options.diff = true;
        } else if (argument == "--write") {
            options.write = true;
        } else if (argument == "--json") {
            options.json = true;
        } else if (argument == "--stdin") {
            options.paths.emplace_back("-");
        } else if (argument.starts_with("--filename=")) {
            options.stdin_name = argument.substr(11);
        } else if (argument.starts_with("--stdin-name=")) {
            options.stdin_name = argument.substr(13);
        } else {
            wrong_usage(console, "fmt has no option \"" + std::string(argument) + "\"");
            return std::nullopt;
        }
    }
    if (options.check && options.write) {
        wrong_usage(console, "--check writes nothing, so it does not go with --write");
        return std::nullopt;
    }
    if (options.paths.empty()) options.paths.emplace_back(".");
    if (options.paths.size() > 1 && std::ranges::count(options.paths, "-") > 0) {
        wrong_usage(console, "standard input (\"-\") is formatted on its own");
        return std::nullopt;
    }
    return options;
}

class Fmt {
  public:
    Fmt(Console& console, const FmtOptions& options)
        : console_(console),
          roots_(folders_of(console, options.paths)),
          wanted_(*console.files, roots_),
          options_(options) {}

    int run() {
        if (options_.paths[0] == "-") return format_input();
        std::vector<Target> targets =
            find_targets(console_, options_.paths,
                         {.is_wanted = [&](const std::string& path) { return is_wanted(path); },
                          .will_write = options_.writes()},
                         failed_);
        find_languages(targets);
        std::vector<FileOutcome> outcomes(targets.size());
        // A single file is parsed in parallel parts.
        if (targets.size() == 1) parts_ = console_.spread();
        for_each_index(targets.size(), console_.processors,
                       [&](std::size_t i) { outcomes[i] = format_file(targets[i]); });
        bool any_changed = false;
        bool any_errors = false;
        for (std::size_t i = 0; i < targets.size(); ++i) {
            const FileOutcome& outcome = outcomes[i];
            any_changed |= outcome.changed;
            any_errors |= outcome.has_errors;
            failed_ |= !outcome.failure.empty();
            if (!outcome.failure.empty()) console_.complain(outcome.failure);
            if (!outcome.findings.empty()) console_.err(outcome.findings);
            if (options_.diff)
                console_.out(outcome.diff);
            else if (outcome.changed && outcome.failure.empty())
                console_.out((console_.is_terminal ? printable(targets[i].shown) : targets[i].shown) + "\n");
        }
        return exit_code(any_changed, any_errors);
    }

  private:
    int exit_code(bool changed, bool errors) const {
        if (failed_) return 2;
        return errors || (options_.check && changed) ? 1 : 0;
    }

    bool is_wanted(const std::string& path) {
        if (!wanted_(path)) return false;
        return options_.json || world::parse_options(path, "").syntax != syntax::Syntax::Json;
    }

    // The languages of files that configurations name, and which of these are written in HCL 1.
    void find_languages(const std::vector<Target>& targets) {
        std::set<std::string> folders;
        for (const Target& target : targets) folders.insert(target.path.substr(0, target.path.rfind('/')));
        folders.insert(roots_.begin(), roots_.end());
        const ReadableFolders readable(*console_.files, std::vector(folders.begin(), folders.end()));
        world::World world;
        std::uint32_t next = 0;
        std::set<std::string> tried;
        std::set<std::string> known;
        auto add = [&](const std::string& path, std::string text) {
            known.insert(path);
            world.set_file({FileId(next++), path, "", world::parse_options(path, ""), false, 0},
                           std::make_shared<const std::string>(std::move(text)));
        };
        auto read = [&](const std::string& path) {
            if (!tried.insert(path).second || file_name_of(path) != world::kConfigName) return;
            ConfigurationFiles found =
                read_configuration(*console_.files, path, readable, limits::indexed_file, known);
            for (auto& [named, text] : found.files) add(named, std::move(text));
        };
        for (const std::string& folder : folders) {
            for (const std::string& path : configurations_in(folder)) read(path);
            for (const std::string& path : configurations_above(folder)) read(path);
        }
        if (next == 0) return;
        // Configurations assign languages by path, so the content is not needed.
        const std::uint32_t first = next;
        for (const Target& target : targets) add(target.path, "");
        const world::SnapshotPtr snapshot = world.snapshot();
        for (std::uint32_t id = first; id < next; ++id) {
            const world::FileState& state = *snapshot->file(FileId(id));
            const language::LanguagePtr language = world::language_of(*snapshot, state);
            if (!language) continue;
            languages_.emplace(state.info().path, language);
            if (language->pack_id.is_valid() && language->is_hcl1) hcl1_.insert(state.info().path);
        }
    }

    // The changes of the file's language beyond white space.
    format::Extras extras_for(const std::string& path) const {
        const auto named = languages_.find(path);
        const language::LanguagePtr language =
            named != languages_.end() ? named->second : language::LanguageSet::builtin().of_file(path, "");
        return language ? format_extras_of(*language) : format::Extras();
    }

    // The edits for a text, and its diagnostics.
    std::vector<Edit> examine(const std::string& shown, const std::string& name, const std::string& text,
                              FileOutcome& outcome, bool json) {
        syntax::ParseOptions parsing = world::parse_options(name, "", text);
        parsing.hcl1 = parsing.hcl1 || hcl1_.contains(name);
        if (parsing.hcl1 && world::is_json_of_hcl1(text)) parsing.syntax = syntax::Syntax::Json;
        auto tree = syntax::File::parse(text, parsing, parts_);
        if (parts_) console_.kept.push_back(tree);
        Diagnostics findings = tree->diagnostics();
        sort_diagnostics(findings);
        if (has_errors(findings)) {
            outcome.has_errors = true;
            SourceLines lines(text);
            for (const Diagnostic& finding : findings)
                outcome.findings +=
                    render_diagnostic(finding, shown, lines, {.color = console_.output_has_color()});
        }
        format::FormatOptions options{json ? format::JsonFiles::Print : format::JsonFiles::Leave};
        std::vector<Edit> edits = format::format_with_extras(*tree, options, extras_for(name), parts_);
        outcome.changed = !edits.empty();
        if (options_.diff) outcome.diff = unified_diff(shown, text, edits, console_.output_has_color());
        return edits;
    }

    FileOutcome format_file(const Target& target) {
        FileOutcome outcome;
        auto text = console_.files->read(target.path, target.most({}));
        if (!text) {
            outcome.failure = text.error().message;
            return outcome;
        }
        if (is_binary(*text)) {
            outcome.failure = target.shown + ": is a binary file";
            return outcome;
        }
        if (world::is_foreign_text(target.path, *text)) return outcome;
        std::vector<Edit> edits = examine(target.shown, target.path, *text, outcome, options_.json);
        if (edits.empty() || !options_.writes()) return outcome;
        auto written = console_.files->replace(target.path, format::apply_edits(*text, edits));
        if (!written) outcome.failure = written.error().message;
        return outcome;
    }

    int format_input() {
        auto input = console_.input();
        if (!input) return 2;
        if (options_.stdin_name != FmtOptions().stdin_name) {
            const std::string path = console_.absolute(options_.stdin_name);
            find_languages({{options_.stdin_name, path}});
            if (hcl1_.contains(path)) hcl1_.insert(options_.stdin_name);
            if (const auto named = languages_.find(path); named != languages_.end())
                languages_.emplace(options_.stdin_name, named->second);
        }
        std::string& text = *input;
        FileOutcome outcome;
        std::vector<Edit> edits = examine(options_.stdin_name, options_.stdin_name, text, outcome, true);
        console_.err(outcome.findings);
        if (options_.diff) console_.out(outcome.diff);
        if (options_.writes() && !options_.diff) console_.out(format::apply_edits(text, edits));
        return exit_code(outcome.changed, outcome.has_errors);
    }

    Console& console_;
    std::vector<std::string> roots_;
    WantedFiles wanted_;
    const FmtOptions& options_;
    ParallelFor parts_;
    std::set<std::string> hcl1_;                              // paths
    std::map<std::string, language::LanguagePtr> languages_;  // by path; of files that configurations name
    bool failed_ = false;
};

}  // namespace

int run_fmt(Console& console, Arguments arguments) {
    auto options = read_fmt_arguments(console, arguments);
    if (!options) return 2;
    return Fmt(console, *options).run();
}

const CommandHelp& help_fmt() {
    static const CommandHelp help{
        .about =
            "Formats files in the canonical style: indentation, spaces, aligned equals signs and comments. "
            "Only white space changes, and in Terraform also what \"terraform fmt\" changes: quotes of "
            "labels, "
            "strings that are one interpolation, and old notations of types. Folders are formatted "
            "recursively, except for ignored files "
            "(.gitignore) and folders that tools create (.terraform, node_modules, ...). Without PATH it "
            "formats the current folder; \"-\" reads standard input and prints the result.",
        .options =
            {{"--check", "write nothing; list the files that are not formatted"},
             {"--diff", "print the changes instead of writing them; with --write do both"},
             {"--write", "rewrite the files and list those that changed; the default"},
             {"--json", "format JSON files too"},
             {"--stdin", "read standard input, the same as \"-\""},
             {"--filename=NAME",
              "the file name of standard input, also --stdin-name; its extension determines the syntax",
              "<file>"}},
        .notes =
            "Parts that cannot be parsed are reported and not changed; the rest of the file is formatted. "
            "Files are replaced atomically.",
        .exit_codes = {{0, "done"},
                       {1, "syntax errors, or with --check files that are not formatted"},
                       {2, "wrong usage, or a file that could not be read or written"}},
        .example = "hcl-ls fmt --check --diff modules/",
        .arguments = "<file>",
    };
    return help;
}

}  // namespace hcl::server
