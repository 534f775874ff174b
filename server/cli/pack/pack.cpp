// `hcl-ls pack`: lists, shows, checks, creates and imports packs.
#include <set>
#include <string>

#include "engine/base/limits.h"
#include "engine/ide/annotation/diagnostics.h"
#include "engine/language/language.h"
#include "engine/world/world.h"
#include "server/app/configurations.h"
#include "server/app/extensions.h"
#include "server/cli/cli.h"
#include "server/cli/pack/pack_import.h"
#include "server/cli/printable.h"
#include "server/cli/report/finding_report.h"

namespace hcl::server {

namespace {

int list(Console& console) {
    std::size_t widest = 0;
    for (const auto& language : language::LanguageSet::builtin().all())
        widest = std::max(widest, language->id.size());
    for (const auto& language : language::LanguageSet::builtin().all()) {
        std::string files;
        for (const std::string& pattern : language->recognition.files)
            files += (files.empty() ? "" : " ") + pattern;
        console.out(language->id + std::string(widest - language->id.size() + 2, ' ') + language->title +
                    ": " + files + "\n");
    }
    return 0;
}

int show(Console& console, std::string_view id) {
    auto language = language::LanguageSet::builtin().find(id);
    if (!language)
        return wrong_usage(
            console, "no language is called \"" + std::string(id) + "\"; \"hcl-ls pack list\" names them");
    console.out(language->pack->text());
    return 0;
}

// Adds the packs that these extend.
void add_extended(Console& console, const std::vector<CheckedFile>& files, std::set<std::string> known,
                  world::World& world) {
    auto next = static_cast<std::uint32_t>(files.size());
    for (const CheckedFile& file : files) {
        const std::string path = console.absolute(file.shown);
        const ReadableFolders readable(*console.files, {path.substr(0, path.rfind('/'))});
        for (auto& [named, text] :
             read_named(*console.files, path, *file.text, readable, limits::indexed_file, known).files) {
            known.insert(named);
            world.set_file({FileId(next++), named, "hcl-pack", {}, false, 0},
                           std::make_shared<const std::string>(std::move(text)));
        }
    }
}

int check(Console& console, Arguments paths) {
    if (paths.empty()) return wrong_usage(console, "pack check needs the path of a pack");
    for (std::string_view path : paths)
        if (path.starts_with("-") && path != "-")
            return wrong_usage(console, "pack check has no option \"" + std::string(path) + "\"");
    world::World world;
    world.set_extensions(language_extensions());
    std::vector<CheckedFile> files;
    std::set<std::string> known;
    bool failed = false;
    for (std::string_view path : paths) {
        auto text = console.files->read(console.absolute(path));
        if (!text) {
            console.complain(text.error().message);
            failed = true;
            continue;
        }
        FileId id(static_cast<std::uint32_t>(files.size()));
        auto shared = std::make_shared<const std::string>(std::move(*text));
        // Any file name: the text is checked as a pack.
        world.set_file({id, console.absolute(path), "hcl-pack", {}, false, 0}, shared);
        files.push_back({id, std::string(path), shared, {}});
        known.insert(console.absolute(path));
    }
    add_extended(console, files, known, world);
    world::SnapshotPtr snapshot = world.snapshot();
    for (CheckedFile& file : files) file.findings = ide::diagnostics_for(*snapshot, file.id, {});
    Report report = report_findings("human", files, {}, console.output_has_color());
    console.out(report.out);
    console.err(report.err);
    if (failed) return 2;
    return report.errors + report.warnings > 0 ? 1 : 0;
}

int make_new(Console& console, std::string_view name) {
    std::string id(name.substr(name.rfind('/') + 1));
    if (std::size_t dot = id.find('.'); dot != std::string::npos) id.resize(dot);
    if (id.empty() || id != identifier_of(id))
        return wrong_usage(console, "\"" + id +
                                        "\" cannot be the id of a language: ids consist of letters, "
                                        "digits, \"_\" and \"-\"");
    std::string path = console.absolute(name);
    if (!path.ends_with(".hcldec")) path += ".hcldec";
    if (console.files->stat(path)) return wrong_usage(console, path + " is there already");
    std::string text = "# Describes files called *." + id +
                       ".hcl. \"hcl-ls pack check\" checks it, and so does the editor.\n"
                       "language \"" +
                       id +
                       "\" {\n"
                       "  title = \"" +
                       id +
                       "\"\n"
                       "  files = [\"*." +
                       id +
                       ".hcl\"]\n"
                       "}\n"
                       "\n"
                       "object {\n"
                       "  attr \"name\" {\n"
                       "    type     = string\n"
                       "    required = true\n"
                       "    doc      = \"Display name.\"\n"
                       "  }\n"
                       "}\n";
    Result<void> written = console.files->replace(path, text);
    if (!written) {
        console.complain(written.error().message);
        return 2;
    }
    console.out("Wrote " + path + ". To use it, put this into .hcl-ls.hcl beside it:\n\n  language \"" + id +
                "\" {\n    spec = \"" + path.substr(path.rfind('/') + 1) + "\"\n  }\n");
    return 0;
}

// FILE [--id=NAME] [--output=PACK]
int import(Console& console, Arguments arguments) {
    std::string file;
    std::string id;
    std::string output;
    for (std::string_view argument : arguments) {
        if (argument.starts_with("--id="))
            id = argument.substr(5);
        else if (argument.starts_with("--output="))
            output = argument.substr(9);
        else if (argument != "-" && argument.starts_with('-'))
            return wrong_usage(console, "pack import has no option \"" + std::string(argument) + "\"");
        else if (file.empty())
            file = argument;
        else
            return wrong_usage(console, "pack import takes one schema");
    }
    if (file.empty()) return wrong_usage(console, "pack import needs the path of a schema, or \"-\"");
    Result<std::string> json = console.read_argument(file);
    if (!json) {
        console.complain(file + ": " + json.error().message);
        return 2;
    }
    if (id.empty()) {
        id = file == "-" ? "app" : file.substr(file.rfind('/') + 1);
        for (std::string_view ending : {".json", ".schema"})
            if (id.ends_with(ending)) id.erase(id.size() - ending.size());
    }
    auto pack = import_pack(*json, identifier_of(id));
    if (!pack) {
        console.complain(file + ": " + pack.error().message);
        return 2;
    }
    for (const std::string& one : pack->left_out) console.err("not imported: " + printable(one) + "\n");
    if (output.empty()) {
        console.out(pack->text);
        return 0;
    }
    auto written = console.files->replace(console.absolute(output), pack->text);
    if (!written) {
        console.complain(written.error().message);
        return 2;
    }
    console.err("Wrote " + output + ". To use it, put this into .hcl-ls.hcl beside it:\n\n  language \"" +
                identifier_of(id) + "\" {\n    spec = \"" + output.substr(output.rfind('/') + 1) +
                "\"\n  }\n");
    return 0;
}

}  // namespace

int run_pack(Console& console, Arguments arguments) {
    if (arguments.empty()) return wrong_usage(console, "pack needs one of list, show, check, new and import");
    std::string_view what = arguments[0];
    if (what == "list" && arguments.size() == 1) return list(console);
    if (what == "show" && arguments.size() == 2) return show(console, arguments[1]);
    if (what == "new" && arguments.size() == 2) return make_new(console, arguments[1]);
    if (what == "check") return check(console, arguments.subspan(1));
    if (what == "import") return import(console, arguments.subspan(1));
    return wrong_usage(console, "pack takes list, show ID, check FILE..., new NAME or import FILE");
}

const CommandHelp& help_pack() {
    static const CommandHelp help{
        .about =
            "A pack describes a language: the attributes and blocks of its files and their meaning. Every "
            "hcldec spec is a pack.",
        .words = {{"list", "list the built-in languages and their file patterns"},
                  {"show ID", "print the pack of a language, as an example"},
                  {"check FILE...", "check packs"},
                  {"new NAME", "write a minimal pack, NAME.hcldec"},
                  {"import FILE", "create a pack from a JSON Schema"}},
        .options = {{"--id=NAME", "import: the id of the language"},
                    {"--output=PACK", "import: write the pack to a file", "<file>"}},
        .exit_codes = {{0, "no findings"},
                       {1, "findings"},
                       {2, "wrong usage, or a file that could not be read"}},
        .example = "hcl-ls pack check gateway.hcldec",
        .arguments = "<file>",
    };
    return help;
}

}  // namespace hcl::server
