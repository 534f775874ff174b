// `hcl-ls schema`: manages the schemas of packages in the user's folder, which all workspaces use.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/counted.h"
#include "engine/syntax/file/file.h"
#include "engine/terraform/lock_file.h"
#include "server/app/plugin_source.h"
#include "server/app/provider_schemas.h"
#include "server/app/schema_folder.h"
#include "server/cli/cli.h"

namespace hcl::server {

namespace {

int fail_with(const Console& console, const std::string& message) {
    console.complain(message);
    return 2;
}

// More versions of one package are not kept.
constexpr std::size_t kMostVersions = 8;

// A text with the name of a package, and its version if that is known.
std::string named(std::string_view package, std::string_view version) {
    const bool is_in_address = package.ends_with("/" + std::string(version));
    return std::string(package) + (version.empty() || is_in_address ? "" : " " + std::string(version));
}

// Removes what a new cache of this version replaces: one whose version was unknown, and those of the versions
// that were added first when there are too many.
void make_room(Console& console, const std::string& folder, const schemas::SchemaSet& stored,
               const PackageSchemas& added) {
    if (added.version.empty()) return;
    std::vector<std::pair<std::int64_t, std::string>> others;  // by when they were added
    for (const schemas::SchemaFilePtr& file : stored.files()) {
        if (file->package() != added.package || file->version() == added.version) continue;
        const std::string path = schema_path(folder, file->package(), file->version());
        const auto stat = console.files->stat(path);
        if (!stat) continue;  // a JSON file, or removed already
        if (!file->version().empty())
            others.emplace_back(stat->modified_ns, std::string(file->version()));
        else if (const auto removed = console.files->remove_file(path); !removed)
            console.complain(removed.error().message);
    }
    std::ranges::sort(others);
    for (std::size_t i = 0; i + kMostVersions <= others.size(); ++i)
        if (console.files->remove_file(schema_path(folder, added.package, others[i].second)))
            console.out(named(added.package, others[i].second) + ": removed; at most " +
                        std::to_string(kMostVersions) + " versions are kept\n");
}

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

int add(Console& console, const std::string& folder, std::string_view lock,
        const std::vector<std::string_view>& names) {
    if (names.empty()) return wrong_usage(console, "schema add needs the path of a file or folder, or \"-\"");
    if (auto made = console.files->make_folder(folder); !made)
        return fail_with(console, made.error().message);
    console.files->remove_leftovers(folder);
    bind::PackageVersions named_lock;
    if (!lock.empty()) {
        // Without the versions the schemas would be stored as those of any version.
        if (auto text = console.read_argument(lock); !text)
            return fail_with(console, std::string(lock) + ": " + text.error().message);
        else
            named_lock = terraform::locked_versions(*syntax::File::parse(*text));
        if (named_lock.empty())
            return fail_with(console, std::string(lock) + ": this names no version of any provider");
    }
    int code = 0;
    std::vector<PackageSchemas> added;
    for (std::string_view name : names) {
        auto packages = read_packages(console, name, lock.empty() ? nullptr : &named_lock);
        if (!packages) {
            code = fail_with(console, std::string(name) + ": " + packages.error().message);
            continue;
        }
        for (PackageSchemas& one : *packages) {
            auto written = console.files->replace(schema_path(folder, one.package, one.version), one.bytes);
            if (!written) return fail_with(console, written.error().message);
            console.out(named(one.package, one.version) + ": " + counted(one.count, "schema") + "\n");
            one.bytes.clear();
            added.push_back(std::move(one));
        }
    }
    if (const SchemaFolder stored = read_schemas(*console.files, folder); stored.schemas)
        for (const PackageSchemas& one : added) make_room(console, folder, *stored.schemas, one);
    return code;
}

int list(Console& console, const std::string& folder) {
    SchemaFolder found = read_schemas(*console.files, folder);
    int code = 0;
    for (const std::string& problem : found.problems) code = fail_with(console, problem);
    if (!found.schemas) return code;
    for (const schemas::SchemaFilePtr& file : found.schemas->files()) {
        const std::string name = named(file->package(), file->version());
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
    std::string_view lock;
    std::vector<std::string_view> words;
    for (std::string_view argument : arguments) {
        if (argument.starts_with("--folder="))
            in_folder = argument.substr(9);
        else if (argument.starts_with("--lock="))
            lock = argument.substr(7);
        else if (argument != "-" && argument.starts_with('-'))
            return wrong_usage(console, "schema has no option \"" + std::string(argument) + "\"");
        else
            words.push_back(argument);
    }
    if (words.empty()) return wrong_usage(console, "schema needs one of add, list and remove");
    const std::string folder = console.schema_folder(in_folder);
    if (folder.empty())
        return wrong_usage(console, "neither XDG_CACHE_HOME nor HOME is set: name a folder by --folder");
    std::string_view what = words[0];
    words.erase(words.begin());
    if (what == "add") return add(console, folder, lock, words);
    if (what == "list" && words.empty()) return list(console, folder);
    if (what == "remove" && words.size() == 1) return remove(console, folder, words[0]);
    return wrong_usage(console, "schema takes add FILE..., list or remove PACKAGE");
}

const CommandHelp& help_schema() {
    static const CommandHelp help{
        .about =
            "Schemas describe the arguments and attributes of a provider's resources. They are created once, "
            "from the output of \"terraform providers schema -json\", from package schemas of Pulumi, or "
            "from "
            "folders with the source code of Packer's plugins, and used by the language server and by "
            "\"hcl-ls check\" in all workspaces. Nothing is executed or "
            "downloaded.",
        .words = {{"add FILE...",
                   "store the schemas of the providers and packages in these files (\"-\": standard input), "
                   "and of "
                   "the plugins in these folders"},
                  {"list", "list the stored schemas, and check that they can be read"},
                  {"remove PACKAGE",
                   "remove the schemas of a provider, or of one version: hashicorp/aws@5.31.0"}},
        .options = {{"--folder=FOLDER", "use this folder instead of the user's", "<folder>"},
                    {"--lock=FILE",
                     "the lock file with the versions of the providers, by default the one in the folder of "
                     "the file, or for \"-\" in the current folder",
                     "<file>"}},
        .exit_codes = {{0, "success"}, {2, "wrong usage, or a file that cannot be read or is damaged"}},
        .example = "terraform providers schema -json | hcl-ls schema add -",
        .arguments = "<file>",
    };
    return help;
}

}  // namespace hcl::server
