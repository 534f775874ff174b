// `hcl-ls docs`: the documentation of a Terraform module as Markdown, printed or kept in a file.
#include <algorithm>
#include <expected>
#include <string>
#include <string_view>

#include "engine/terraform/module_docs.h"
#include "engine/world/cross_module.h"
#include "engine/world/module_lookup.h"
#include "server/app/configurations.h"
#include "server/cli/check/check_sources.h"
#include "server/cli/cli.h"
#include "server/cli/printable.h"
#include "server/host/walk.h"

namespace hcl::server {

namespace {

// The markers of terraform-docs, so that files that have them already need no change.
constexpr std::string_view kBegin = "<!-- BEGIN_TF_DOCS -->";
constexpr std::string_view kEnd = "<!-- END_TF_DOCS -->";

struct DocsOptions {
    std::string folder = ".";
    std::string inject;  // a file; relative to the folder of the module
    bool checks = false;
};

// Returns an error message, or an empty string.
std::string read_arguments(DocsOptions& options, Arguments arguments) {
    bool has_folder = false;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view argument = arguments[i];
        constexpr std::string_view kInject = "--inject";
        if (argument == "--check") {
            options.checks = true;
        } else if (argument == kInject || argument.starts_with("--inject=")) {
            std::string_view file = argument.substr(std::min(kInject.size() + 1, argument.size()));
            if (argument == kInject && i + 1 < arguments.size()) file = arguments[++i];
            if (file.empty()) return "--inject needs a file name, as in --inject=README.md";
            options.inject = file;
        } else if (argument.starts_with('-')) {
            return "docs has no option \"" + std::string(argument) + "\"";
        } else if (has_folder) {
            return "docs takes one module";
        } else {
            options.folder = argument;
            has_folder = true;
        }
    }
    if (options.checks && options.inject.empty()) options.inject = "README.md";
    return {};
}

// Line ends as the file has them.
std::string with_line_ends_of(const std::string& text, const std::string& docs) {
    const std::size_t line = text.find('\n');
    if (line == std::string::npos || line == 0 || text[line - 1] != '\r') return docs;
    std::string out;
    for (char c : docs) out += c == '\n' ? "\r\n" : std::string(1, c);
    return out;
}

// The file with the documentation between the markers, or behind its text when it has none. An error is what
// is wrong with its markers.
std::expected<std::string, std::string> injected(const std::string& text, const std::string& docs) {
    const std::size_t begin = text.find(kBegin);
    const std::size_t end = text.find(kEnd);
    const std::string between = with_line_ends_of(text, "\n" + docs);
    if (begin == std::string::npos && end == std::string::npos) {
        const std::string fresh = std::string(kBegin) + between + std::string(kEnd);
        const std::string_view gap = text.empty() ? "" : text.ends_with('\n') ? "\n" : "\n\n";
        return text + with_line_ends_of(text, std::string(gap)) + fresh + with_line_ends_of(text, "\n");
    }
    auto lacks = [](std::string_view there, std::string_view missing) {
        return std::unexpected("it has \"" + std::string(there) + "\" and no \"" + std::string(missing) +
                               "\"");
    };
    if (end == std::string::npos) return lacks(kBegin, kEnd);
    if (begin == std::string::npos) return lacks(kEnd, kBegin);
    if (end < begin)
        return std::unexpected("\"" + std::string(kEnd) + "\" comes before \"" + std::string(kBegin) + "\"");
    for (std::string_view marker : {kBegin, kEnd})
        if (text.find(marker) != text.rfind(marker))
            return std::unexpected("it has \"" + std::string(marker) + "\" more than once");
    return text.substr(0, begin + kBegin.size()) + between + text.substr(end);
}

// Whether a link in the module leads to another file than the one in it that is named.
bool leads_out(const FileSystem& files, const std::string& folder, const std::string& path) {
    if (!is_below(path, folder)) return false;
    const ReadableFolders readable(files, {folder});
    const std::size_t slash = path.rfind('/');
    const auto entries = files.list(path.substr(0, slash));
    const bool is_link = entries && std::ranges::any_of(*entries, [&](const FolderEntry& entry) {
                             return entry.is_link && path.compare(slash + 1, path.npos, entry.name) == 0;
                         });
    return !readable.contains(path.substr(0, slash)) ||
           (is_link && !(files.stat(path) && readable.contains(path)));
}

int inject(Console& console, const DocsOptions& options, const std::string& folder, const std::string& docs) {
    const std::string path = options.inject.starts_with('/') ? options.inject : folder + "/" + options.inject;
    const Result<std::string> old = console.files->read(path);
    if (!old && console.files->stat(path)) {
        console.complain(old.error().message);
        return 2;
    }
    if (leads_out(*console.files, folder, console.absolute(path))) {
        console.complain("\"" + options.inject +
                         "\" is a link to a file outside of the module, and is left as it is");
        return 2;
    }
    const std::string text = old ? *old : std::string();
    const auto fresh = injected(text, docs);
    if (!fresh) {
        console.complain("\"" + options.inject + "\" is left as it is: " + fresh.error());
        return 2;
    }
    if (*fresh == text) return 0;
    if (options.checks) {
        console.complain(options.inject + " is not up to date; \"hcl-ls docs --inject=" + options.inject +
                         "\" writes it");
        return 1;
    }
    if (auto written = console.files->replace(path, *fresh); !written) {
        console.complain(written.error().message);
        return 2;
    }
    return 0;
}

}  // namespace

int run_docs(Console& console, Arguments arguments) {
    DocsOptions options;
    if (std::string problem = read_arguments(options, arguments); !problem.empty())
        return wrong_usage(console, problem);
    CheckOptions check;
    check.paths.push_back(options.folder);
    CheckSources sources(console, check);
    const bool good = sources.read();
    const world::SnapshotPtr snapshot = sources.snapshot();
    std::string folder = console.absolute(options.folder);
    while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
    for (const CheckedFile& file : sources.checked()) {
        const world::FileState* state = snapshot->file(file.id);
        if (!state) continue;
        const std::string& path = state->info().path;
        if (path.rfind('/') != folder.size() || !path.starts_with(folder)) continue;
        const bind::ModulePtr module = world::module_of(*snapshot, file.id, {});
        if (!module || module->language().id != "terraform") continue;
        const std::string docs = terraform::document_module(*module);
        if (!options.inject.empty()) return inject(console, options, folder, docs);
        console.out(console.is_terminal ? printable_lines(docs) : docs);
        return good ? 0 : 2;
    }
    console.complain("\"" + options.folder + "\" has no files of a Terraform module");
    return 2;
}

const CommandHelp& help_docs() {
    static const CommandHelp help{
        .about =
            "Prints the documentation of a Terraform or OpenTofu module as Markdown: its requirements, "
            "providers, modules, resources, inputs and outputs, as tables. Without MODULE it reads the "
            "current "
            "folder.",
        .options = {{"--inject=FILE",
                     "write the tables into FILE, relative to the module, between <!-- BEGIN_TF_DOCS --> and "
                     "<!-- END_TF_DOCS -->, or at its end where it has no such markers",
                     "<file>"},
                    {"--check",
                     "change nothing: exit with 1 if FILE (README.md without --inject) is not up to date"}},
        .exit_codes = {{0, "printed, written, or up to date"},
                       {1, "not up to date"},
                       {2, "wrong usage, or a file that could not be read"}},
        .example =
            "hcl-ls docs modules/network\n"
            "hcl-ls docs --inject=README.md modules/network",
        .arguments = "<folder>",
    };
    return help;
}

}  // namespace hcl::server
