// `hcl-ls schema`: manages the schemas of packages in the user's folder, which all workspaces use.
#include <string>
#include <vector>

#include "engine/base/counted.h"
#include "server/app/provider_schemas.h"
#include "server/app/schema_folder.h"
#include "server/cli/cli.h"

namespace hcl::server {

namespace {

int fail_with(const Console& console, const std::string& message) {
    console.complain(message);
    return 2;
}

int add(Console& console, const std::string& folder, const std::vector<std::string_view>& names) {
    if (names.empty()) return wrong_usage(console, "schema add needs the path of a file, or \"-\"");
    if (auto made = console.files->make_folder(folder); !made)
        return fail_with(console, made.error().message);
    console.files->remove_leftovers(folder);
    int code = 0;
    for (std::string_view name : names) {
        Result<std::string> json = console.read_argument(name);
        if (!json) {
            code = fail_with(console, std::string(name) + ": " + json.error().message);
            continue;
        }
        auto packages = read_schemas_of_json(std::move(*json), name);
        if (!packages) {
            code = fail_with(console, std::string(name) + " " + packages.error().message);
            continue;
        }
        for (const PackageSchemas& one : *packages) {
            auto written = console.files->replace(schema_path(folder, one.package), one.bytes);
            if (!written) return fail_with(console, written.error().message);
            console.out(one.package + ": " + counted(one.count, "schema") + "\n");
        }
    }
    return code;
}

int list(Console& console, const std::string& folder) {
    SchemaFolder found = read_schemas(*console.files, folder);
    int code = 0;
    for (const std::string& problem : found.problems) code = fail_with(console, problem);
    if (!found.schemas) return code;
    for (const schemas::SchemaFilePtr& file : found.schemas->files()) {
        std::string line(file->package());
        file->each_family([&](std::string_view family, std::size_t names) {
            line += (line.size() == file->package().size() ? ": " : ", ") + std::string(family) + " " +
                    std::to_string(names);
        });
        console.out(line + "\n");
        if (auto damaged = file->damage())
            code = fail_with(console, std::string(file->package()) + ": the schema of " + *damaged +
                                          " is damaged; \"hcl-ls schema add\" creates it again");
    }
    return code;
}

int remove(Console& console, const std::string& folder, std::string_view package) {
    SchemaFolder found = read_schemas(*console.files, folder);
    const schemas::SchemaFile* file = found.schemas ? found.schemas->package(package) : nullptr;
    // A corrupt cache can be removed, too: by its full address.
    auto removed = console.files->remove_file(schema_path(folder, file ? file->package() : package));
    return removed ? 0 : fail_with(console, removed.error().message);
}

}  // namespace

int run_schema(Console& console, Arguments arguments) {
    std::string_view named;
    std::vector<std::string_view> words;
    for (std::string_view argument : arguments) {
        if (argument.starts_with("--folder="))
            named = argument.substr(9);
        else if (argument != "-" && argument.starts_with('-'))
            return wrong_usage(console, "schema has no option \"" + std::string(argument) + "\"");
        else
            words.push_back(argument);
    }
    if (words.empty()) return wrong_usage(console, "schema needs one of add, list and remove");
    const std::string folder = console.schema_folder(named);
    if (folder.empty())
        return wrong_usage(console, "neither XDG_CACHE_HOME nor HOME is set: name a folder by --folder");
    std::string_view what = words[0];
    words.erase(words.begin());
    if (what == "add") return add(console, folder, words);
    if (what == "list" && words.empty()) return list(console, folder);
    if (what == "remove" && words.size() == 1) return remove(console, folder, words[0]);
    return wrong_usage(console, "schema takes add FILE..., list or remove PACKAGE");
}

const CommandHelp& help_schema() {
    static const CommandHelp help{
        .about =
            "Schemas describe the arguments and attributes of a provider's resources. They are created once, "
            "from the output of \"terraform providers schema -json\" or from package schemas of Pulumi, and "
            "used by the language server and by \"hcl-ls check\" in all workspaces. Nothing is executed or "
            "downloaded.",
        .words = {{"add FILE...",
                   "store the schemas of the providers and packages in these files (\"-\": standard input)"},
                  {"list", "list the stored schemas, and check that they can be read"},
                  {"remove PACKAGE", "remove the schemas of a provider: hashicorp/aws"}},
        .options = {{"--folder=FOLDER", "use this folder instead of the user's", "<folder>"}},
        .exit_codes = {{0, "all well"}, {2, "wrong usage, or a file that cannot be read or is damaged"}},
        .example = "terraform providers schema -json | hcl-ls schema add -",
        .arguments = "<file>",
    };
    return help;
}

}  // namespace hcl::server
