// `hcl-ls schema`: manages the schemas of packages in the user's folder, which all workspaces use.
#include <charconv>
#include <chrono>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "engine/syntax/file/file.h"
#include "engine/terraform/lock_file.h"
#include "server/app/plugin_source.h"
#include "server/app/provider_schemas.h"
#include "server/app/schema_folder.h"
#include "server/app/schema_store.h"
#include "server/app/schema_update.h"
#include "server/cli/cli.h"
#include "server/cli/printable.h"
#include "server/host/programs.h"
#include "server/host/walk.h"

namespace hcl::server {

namespace {

int fail_with(const Console& console, const std::string& message) {
    console.complain(message);
    return 2;
}

struct SchemaOptions {
    std::string folder;        // of schemas
    std::string_view lock;     // empty: that beside the file
    std::string_view program;  // empty: terraform or tofu
    std::chrono::milliseconds patience = std::chrono::minutes(5);
    bool is_complete = false;
};

// The lock file that says which versions of the providers the schemas are of.
bind::PackageVersions versions_beside(const Console& console, std::string_view name) {
    std::string folder = name == "-" ? console.folder : console.absolute(name);
    if (name != "-") folder.resize(folder.rfind('/'));
    return locked_in(*console.files, folder + "/" + std::string(kLockFile));
}

// The schemas in a file, or of the plugin whose source code the folder has.
Result<std::vector<PackageSchemas>> read_packages(const Console& console, std::string_view name,
                                                  const bind::PackageVersions* lock) {
    const std::string path = console.absolute(name);
    const auto stat = name == "-" ? std::nullopt : console.files->stat(path);
    if (stat && stat->is_folder) {
        HCL_TRY(PluginSchemas plugin, read_plugin_source(*console.files, path));
        for (const std::string& problem : plugin.problems)
            console.complain(std::string(name) + ": " + problem);
        return std::vector<PackageSchemas>{std::move(plugin.schemas)};
    }
    HCL_TRY(std::string json, console.read_argument(name));
    return read_schemas_of_json(std::move(json), name, lock ? *lock : versions_beside(console, name));
}

std::optional<std::chrono::seconds> seconds_of(std::string_view text) {
    constexpr int kMost = 86'400;
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < 1 || number > kMost)
        return std::nullopt;
    return std::chrono::seconds(number);
}

// What runs programs to get schemas; interrupting this process ends them.
Result<SchemaUpdater> make_updater(Console& console, const SchemaOptions& options) {
    if (!console.programs) return fail("no program can be started here");
    SchemaUpdateOptions update{.folder = options.folder};
    if (!options.program.empty()) {
        update.program = options.program.find('/') == std::string_view::npos
                             ? console.programs->find(options.program)
                             : console.absolute(options.program);
        if (update.program.empty())
            return fail("no folder of PATH has the program \"" + std::string(options.program) + "\"");
    }
    update.patience = options.patience;
    update.is_complete = options.is_complete;
    update.is_cancelled = InterruptGuard::was_interrupted;
    return SchemaUpdater(*console.files, *console.programs, std::move(update));
}

// A word of `schema add` that is no file or folder.
std::optional<NamedProvider> provider_of(const Console& console, std::string_view name) {
    return console.files->stat(console.absolute(name)) ? std::nullopt : named_provider(name);
}

void print_lines(const Console& console, const std::vector<std::string>& lines) {
    for (const std::string& line : lines) console.out(printable(line) + "\n");
}

Result<void> add_provider(Console& console, const SchemaOptions& options, const NamedProvider& provider) {
    HCL_TRY(SchemaUpdater updater, make_updater(console, options));
    HCL_TRY(const std::vector<std::string> lines, updater.add(provider));
    print_lines(console, lines);
    return {};
}

int add(Console& console, const SchemaOptions& options, const std::vector<std::string_view>& names) {
    if (names.empty())
        return wrong_usage(console,
                           "schema add needs the path of a file or folder, \"-\" or the name of a provider");
    SchemaStore store(
        *console.files, options.folder, [&](const std::string& line) { console.out(line + "\n"); },
        [&](const std::string& line) { console.complain(line); });
    if (auto opened = store.open(); !opened) return fail_with(console, opened.error().message);
    bind::PackageVersions named_lock;
    if (!options.lock.empty()) {
        // Without the versions the schemas would be stored as those of any version.
        if (auto text = console.read_argument(options.lock); !text)
            return fail_with(console, std::string(options.lock) + ": " + text.error().message);
        else
            named_lock = terraform::locked_versions(*syntax::File::parse(*text));
        if (named_lock.empty())
            return fail_with(console, std::string(options.lock) + ": this names no version of any provider");
    }
    InterruptGuard guard;
    int code = 0;
    for (std::string_view name : names) {
        Result<void> added;
        if (const auto provider = provider_of(console, name)) {
            added = add_provider(console, options, *provider);
        } else {
            auto packages = read_packages(console, name, options.lock.empty() ? nullptr : &named_lock);
            added = packages ? store.add(std::move(*packages)) : fail(packages.error().message);
        }
        if (!added) code = fail_with(console, std::string(name) + ": " + added.error().message);
        if (InterruptGuard::was_interrupted()) break;
    }
    store.make_room();
    return code;
}

// The folders with a lock file below one, in the order of their paths.
std::vector<std::string> locked_folders(Console& console, const std::string& root) {
    std::vector<std::string> folders;
    WalkVisitor visitor;
    visitor.file = [&](const std::string& path) {
        const std::size_t slash = path.rfind('/');
        if (path.substr(slash + 1) == kLockFile) folders.push_back(path.substr(0, slash));
        return !InterruptGuard::was_interrupted();
    };
    // Some keep lock files out of version control.
    visitor.ignored = [&](const std::string& path) { visitor.file(path); };
    visitor.problem = [&](const std::string& message) { console.complain(message); };
    walk(*console.files, root, {}, visitor);
    return folders;
}

int update(Console& console, const SchemaOptions& options, const std::vector<std::string_view>& names) {
    InterruptGuard guard;
    auto updater = make_updater(console, options);
    if (!updater) return fail_with(console, updater.error().message);
    std::set<std::string> modules;
    for (std::string_view name : names.empty() ? std::vector<std::string_view>{"."} : names) {
        const std::string root = console.absolute(name);
        const auto stat = console.files->stat(root);
        if (!stat || !stat->is_folder)
            return fail_with(console, "\"" + std::string(name) + "\" is not a readable folder");
        for (std::string& folder : locked_folders(console, root)) modules.insert(std::move(folder));
    }
    if (modules.empty())
        console.out("no folder has a lock file (" + std::string(kLockFile) +
                    "): \"terraform init\" or \"tofu init\" writes it\n");
    int code = 0;
    for (const std::string& module : modules) {
        if (InterruptGuard::was_interrupted()) break;
        using Kind = SchemaUpdater::Outcome::Kind;
        const SchemaUpdater::Outcome outcome = updater->update(module);
        print_lines(console, outcome.lines);
        if (outcome.kind == Kind::Failed)
            code = fail_with(console, module + ": " + outcome.reason);
        else
            console.out(
                printable(module + ": " + (outcome.kind == Kind::Stored ? "updated" : outcome.reason)) +
                "\n");
    }
    if (InterruptGuard::was_interrupted()) return fail_with(console, "interrupted");
    return code;
}

int list(Console& console, const std::string& folder) {
    SchemaFolder found = read_schemas(*console.files, folder);
    int code = 0;
    for (const std::string& problem : found.problems) code = fail_with(console, problem);
    if (!found.schemas) return code;
    for (const schemas::SchemaFilePtr& file : found.schemas->files()) {
        const std::string name = named_package(file->package(), file->version());
        std::string line;
        file->each_family([&](std::string_view family, std::size_t names) {
            line += (line.empty() ? ": " : ", ") + std::string(family) + " " + std::to_string(names);
        });
        console.out(name + line + "\n");
        if (auto damaged = file->damage())
            code = fail_with(console, name + ": the schema of " + *damaged +
                                          " is damaged; \"hcl-ls schema add\" creates it again");
    }
    return code;
}

// `package`: an address, or "ADDRESS@VERSION".
int remove(Console& console, const std::string& folder, std::string_view package) {
    const std::size_t at = package.find('@');
    const std::string_view address = package.substr(0, at);
    const std::string_view version = at == std::string_view::npos ? "" : package.substr(at + 1);
    if (at != std::string_view::npos && version.empty())
        return wrong_usage(console, "no version follows the \"@\" of \"" + std::string(package) + "\"");
    SchemaFolder found = read_schemas(*console.files, folder);
    const schemas::SchemaFile* file = found.schemas ? found.schemas->package(address, version) : nullptr;
    std::vector<std::string> paths;
    if (file)
        for (const schemas::SchemaFilePtr& one : found.schemas->files())
            if (one->package() == file->package() && (version.empty() || one->version() == version))
                paths.push_back(schema_path(folder, one->package(), one->version()));
    // A corrupt cache can be removed, too: by its full address.
    if (paths.empty()) paths.push_back(schema_path(folder, address, version));
    for (const std::string& path : paths) {
        if (!console.files->stat(path))
            return fail_with(console,
                             "no stored schema is of \"" + std::string(package) +
                                 "\"; \"hcl-ls schema list\" shows those that are, by their full addresses");
        if (auto removed = console.files->remove_file(path); !removed)
            return fail_with(console, removed.error().message);
    }
    return 0;
}

}  // namespace

int run_schema(Console& console, Arguments arguments) {
    std::string_view in_folder;
    SchemaOptions options;
    std::vector<std::string_view> words;
    for (std::string_view argument : arguments) {
        if (argument.starts_with("--folder="))
            in_folder = argument.substr(9);
        else if (argument.starts_with("--lock="))
            options.lock = argument.substr(7);
        else if (argument.starts_with("--program=") && argument.size() > 10)
            options.program = argument.substr(10);
        else if (argument.starts_with("--timeout=")) {
            const auto seconds = seconds_of(argument.substr(10));
            if (!seconds) return wrong_usage(console, "--timeout needs a number of seconds, at most 86400");
            options.patience = *seconds;
        } else if (argument == "--all")
            options.is_complete = true;
        else if (argument != "-" && argument.starts_with('-'))
            return wrong_usage(console, "schema has no option \"" + std::string(argument) + "\"");
        else
            words.push_back(argument);
    }
    if (words.empty()) return wrong_usage(console, "schema needs one of add, update, list and remove");
    options.folder = console.schema_folder(in_folder);
    if (options.folder.empty())
        return wrong_usage(console, "neither XDG_CACHE_HOME nor HOME is set: name a folder by --folder");
    std::string_view what = words[0];
    words.erase(words.begin());
    if (what == "add") return add(console, options, words);
    if (what == "update") return update(console, options, words);
    if (what == "list" && words.empty()) return list(console, options.folder);
    if (what == "remove" && words.size() == 1) return remove(console, options.folder, words[0]);
    return wrong_usage(console, "schema takes add FILE..., update [FOLDER]..., list or remove PACKAGE");
}

const CommandHelp& help_schema() {
    static const CommandHelp help{
        .about =
            "Schemas describe the arguments and attributes of a provider's resources. They are created once, "
            "from the output of \"terraform providers schema -json\" or from package schemas of Pulumi, and "
            "used by the language server and by \"hcl-ls check\" in all workspaces. \"update\", and \"add\" "
            "with the name of a provider, run Terraform or OpenTofu, which starts the providers: do this "
            "only in "
            "folders that you trust. The latter downloads the provider. Nothing else is executed or "
            "downloaded.",
        .words =
            {{"add FILE...",
              "store the schemas of the providers and packages in these files (\"-\": standard input); or "
              "of providers that are named, such as hashicorp/aws, hashicorp/aws@5.31.0 and "
              "registry.opentofu.org/hashicorp/aws, each installed into a temporary folder for that"},
             {"update [FOLDER]...",
              "store the schemas of the providers that are installed in the root modules below these "
              "folders, by default the current one; those where all are stored are left out"},
             {"list", "list the stored schemas, and check that they can be read"},
             {"remove PACKAGE", "remove the schemas of a provider, or of one version: hashicorp/aws@5.31.0"}},
        .options = {{"--folder=FOLDER", "use this folder instead of the user's", "<folder>"},
                    {"--lock=FILE",
                     "the lock file with the versions of the providers, by default the one in the folder of "
                     "the file, or for \"-\" in the current folder",
                     "<file>"},
                    {"--program=PROGRAM",
                     "run this instead of \"terraform\", or \"tofu\" for modules of OpenTofu: a path, or a "
                     "name in PATH",
                     "<file>"},
                    {"--all", "update: also where all schemas are stored"},
                    {"--timeout=SECONDS", "how long one run of a program may take (default 300)"}},
        .exit_codes = {{0, "success"},
                       {2,
                        "wrong usage, a file that cannot be read or is damaged, or a program that fails or "
                        "cannot be started"}},
        .example = "terraform init && hcl-ls schema update",
        .arguments = "<file>",
    };
    return help;
}

}  // namespace hcl::server
