// `hcl-ls doctor`: the information that a bug report needs.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "engine/base/counted.h"
#include "engine/base/limits.h"
#include "engine/ide/annotation/diagnostics.h"
#include "engine/language/language.h"
#include "engine/source/diagnostic.h"
#include "engine/world/file_syntax.h"
#include "engine/world/language_lookup.h"
#include "engine/world/module_lookup.h"
#include "engine/world/world.h"
#include "server/app/plugin_schemas.h"
#include "server/app/schema_folder.h"
#include "server/app/settings.h"
#include "server/app/version.h"
#include "server/cli/cli.h"
#include "server/cli/printable.h"
#include "server/host/process.h"
#include "server/host/walk.h"

namespace hcl::server {

namespace {

std::string human_bytes(std::size_t bytes) {
    if (bytes < 10'000) return std::to_string(bytes) + " B";
    if (bytes < 10'000'000) return std::to_string(bytes / 1000) + " kB";
    return std::to_string(bytes / 1'000'000) + " MB";
}

struct Section {
    Console& console;
    void title(std::string_view text) { console.out(printable(text) + "\n"); }
    void row(std::string_view name, std::string_view value) {
        std::string line = "  " + printable(name);
        line.resize(std::max<std::size_t>(line.size() + 1, 28), ' ');
        console.out(line + printable(value) + "\n");
    }
};

std::string joined(const std::vector<std::string>& parts) {
    std::string all;
    for (const std::string& part : parts) all += (all.empty() ? "" : " ") + part;
    return all;
}

// The settings and packs of a folder.
void show_configurations(Section& section, const world::Snapshot& snapshot) {
    for (const world::WorkspaceConfig& config : world::workspace_languages(snapshot).configs) {
        const world::FileState* file = snapshot.file(config.file);
        section.row("configuration", file ? file->info().path : config.folder);
        for (const auto& association : config.associations) {
            std::size_t problems = ide::diagnostics_for(snapshot, association.language->pack_id, {}).size();
            section.row("  language " + association.language->id,
                        joined(association.files) +
                            (problems ? "; " + std::to_string(problems) +
                                            (problems == 1 ? " problem" : " problems") + " in its pack"
                                      : ""));
        }
        for (const auto& [code, level] : config.rules.levels)
            section.row("  rule " + code, check::word_of(level));
        if (!config.findings.empty()) section.row("  problems", std::to_string(config.findings.size()));
    }
}

void show_schemas(const Console& console, Section& section) {
    section.title("schemas");
    const std::string folder = console.schema_folder({});
    section.row("folder", folder.empty() ? "none" : folder);
    const SchemaFolder found = read_schemas(*console.files, folder);
    for (const std::string& problem : found.problems) section.row("  problem", problem);
    if (found.schemas)
        for (const schemas::SchemaFilePtr& file : found.schemas->files())
            section.row("  " + std::string(file->package()),
                        (file->version().empty() ? "unknown version" : std::string(file->version())) + ", " +
                            std::to_string(file->count()) + " schemas");
    section.row("plugins of Pulumi", console.plugin_folder.empty() ? "none" : console.plugin_folder);
    for (const Plugin& plugin : find_plugins(*console.files, console.plugin_folder))
        section.row("  " + plugin.name + " " + plugin.version,
                    plugin.schema.empty() ? "no schema" : plugin.schema);
}

void examine(Console& console, Section& section, const std::string& root) {
    section.title("root " + root);
    auto stat = console.files->stat(root);
    if (!stat || !stat->is_folder) {
        section.row("problem", "there is no such folder");
        return;
    }
    world::World world;
    std::map<std::string, std::size_t> by_ending;
    std::vector<FileId> ids;
    std::size_t unreadable = 0;
    std::size_t bytes = 0;
    WalkVisitor visitor;
    visitor.file = [&](const std::string& path) {
        if (!world::is_hcl_path(path)) return true;
        std::size_t slash = path.rfind('/');
        ++by_ending[path.substr(path.find('.', slash + 1))];
        auto text = console.files->read(path, limits::indexed_file);
        if (!text) {
            ++unreadable;
            console.complain(text.error().message);
            return true;
        }
        bytes += text->size();
        FileId id(static_cast<std::uint32_t>(ids.size()));
        ids.push_back(id);
        world.set_file({id, path, "", world::parse_options(path, ""), false, 0},
                       std::make_shared<const std::string>(std::move(*text)));
        return true;
    };
    std::size_t outside = 0;
    visitor.outside = [&](const std::string& path) { outside += world::is_hcl_path(path); };
    visitor.problem = [&](const std::string& message) { console.complain(message); };
    walk(*console.files, root, {}, visitor);
    std::size_t findings = 0;
    std::size_t bad_files = 0;
    world::SnapshotPtr snapshot = world.snapshot();
    for (FileId id : ids) {
        std::size_t count = snapshot->file(id)->tree()->diagnostics().size();
        findings += count;
        bad_files += count > 0;
    }
    section.row("files", std::to_string(ids.size()) + " (" + human_bytes(bytes) + ")");
    for (const auto& [ending, count] : by_ending) section.row("  *" + ending, std::to_string(count));
    if (unreadable) section.row("not readable", std::to_string(unreadable));
    if (outside) section.row("links out of the root", std::to_string(outside) + ", not followed");
    section.row("syntax findings", std::to_string(findings) + " in " + counted(bad_files, "file"));
    show_configurations(section, *snapshot);
    world::MemoryUse use = snapshot->memory();
    std::size_t before = resident_memory();
    std::map<std::string, std::size_t> by_language;
    for (FileId id : ids) {
        language::LanguagePtr language = world::language_of(*snapshot, *snapshot->file(id));
        ++by_language[language ? language->id : "none"];
        world::module_of(*snapshot, id, {});
    }
    for (const auto& [id, count] : by_language) section.row("in language " + id, std::to_string(count));
    section.row("memory: source text", human_bytes(use.text));
    section.row("memory: trees", human_bytes(use.trees));
    section.row("memory: bound tables", human_bytes(std::max(before, resident_memory()) - before));
}

}  // namespace

const CommandHelp& help_doctor() {
    static const CommandHelp help{
        .about =
            "Prints the version, the system, the languages, the settings, the schemas, and for each folder "
            "(by default "
            "the current one) the files that the server would index, their syntax errors and the memory that "
            "each part takes. Paste the output into a bug report.",
        .exit_codes = {{0, "printed"}, {2, "wrong usage"}},
        .arguments = "<folder>",
    };
    return help;
}

int run_doctor(Console& console, Arguments arguments) {
    std::vector<std::string> roots;
    for (std::string_view argument : arguments) {
        if (argument.starts_with("-"))
            return wrong_usage(console, "doctor has no option " + std::string(argument));
        roots.push_back(console.absolute(argument));
    }
    if (roots.empty()) roots.push_back(console.folder);
    Section section{console};
    section.title("hcl-ls");
    section.row("version", std::string(version()) + " (" + std::string(commit()) + ")");
    section.row("system", system_name());
    section.row("processors", std::to_string(console.processors));
    section.row("diagnostic codes", std::to_string(all_diag_infos().size()));
    section.title("languages of this build");
    for (const auto& language : language::LanguageSet::builtin().all())
        section.row(language->id, joined(language->recognition.files));
    section.title("settings (their defaults; an editor sends its own)");
    for (const std::string& line : describe(ServerSettings{})) {
        std::size_t equals = line.find(" = ");
        section.row("hcl." + line.substr(0, equals), line.substr(equals + 3));
    }
    show_schemas(console, section);
    section.title("limits");
    for (const LimitInfo& limit : all_limits()) {
        std::string name(limit.name);
        std::ranges::replace(name, '_', ' ');
        std::string setting = limit.setting.empty() ? "" : " (limits." + std::string(limit.setting) + ")";
        section.row(name, std::to_string(limit.value) + " " + std::string(limit.unit) + ": " +
                              std::string(limit.reason) + setting);
    }
    for (const std::string& root : roots) examine(console, section, root);
    section.title("memory");
    section.row("whole process", human_bytes(resident_memory()));
    return 0;
}

}  // namespace hcl::server
