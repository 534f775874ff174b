// Reads the languages of a workspace: its configurations, and the packs that these name.
#include "engine/world/workspace_reader.h"

#include <algorithm>
#include <mutex>
#include <unordered_map>
#include <unordered_set>

#include "engine/base/path.h"
#include "engine/base/suggest.h"
#include "engine/language/pack_source.h"
#include "engine/world/caches.h"
#include "engine/world/config_file.h"
#include "engine/world/extension_lookup.h"
#include "engine/world/language_lookup.h"
#include "engine/world/pack_lookup.h"
#include "engine/world/rule_names.h"

namespace hcl::world {

namespace {

// The pack with those that it extends.
template <typename At>
language::PackSource merged(const FileState& pack, const At& at) {
    return language::extended_pack({pack.info().path, pack.tree(), pack.id()},
                                   [&](const std::string& path) -> std::optional<language::PackFile> {
                                       const FileState* found = at(path);
                                       if (!found) return std::nullopt;
                                       return language::PackFile{path, found->tree(), found->id()};
                                   });
}

// The packs of the workspace that a pack extends, directly or not.
template <typename At>
std::vector<const FileState*> extended(const FileState& pack, const At& at) {
    std::vector<const FileState*> out;
    for (const FileState* from = &pack; out.size() < language::kMostExtended;) {
        const language::ExtendedName next = language::extended_by(*from->tree());
        from = next.is_path() ? at(path_from(std::string(folder_of(from->info().path)), next.name)) : nullptr;
        if (!from || from == &pack || std::ranges::find(out, from) != out.end()) break;
        out.push_back(from);
    }
    return out;
}

// Resolves what configurations name: packs of the workspace and languages of this build.
// For the packs of all languages that configurations name, each counted as often as it is named: a pack is
// read again for each language.
constexpr std::uint64_t kMostPackBytes = 8u << 20;

struct ConfigReader {
    PackCache& packs;
    const std::vector<WorkspaceConfig>& read_before;  // outer folders first
    std::unordered_map<std::string_view, const FileState*> by_path{};
    std::vector<std::vector<ConfigFile::NamedRule>> named_rules{};  // by configuration
    std::uint64_t read_bytes = 0;
    std::uint64_t included_bytes = 0;
    std::uint64_t extended_bytes = 0;            // of packs beside the files that they describe
    std::unordered_set<std::string> versions{};  // of built-in languages, each of which is read once
    std::unordered_map<std::string_view, std::uint64_t>
        names_in{};  // by folder, with those of the folders above

    const FileState* at(std::string_view path) const {
        auto it = by_path.find(path);
        return it == by_path.end() ? nullptr : it->second;
    }

    std::vector<const FileState*> extended_by(const FileState& pack) const {
        return extended(pack, [&](const std::string& path) { return at(path); });
    }

    language::LanguagePtr load(const FileState& state, const std::string& id, const std::string& version) {
        // Changes with the pack and with those that it extends.
        std::uint64_t revision = state.revision();
        for (const FileState* base : extended_by(state))
            revision = revision * 0x9E37'79B9'7F4A'7C15u + base->revision();
        return packs.get(state.id(), revision, id, version, [&] {
            const language::PackSource source =
                merged(state, [&](const std::string& path) { return at(path); });
            return language::Language::load(source.tree, state.id(), id, version);
        });
    }

    // The bytes of a pack with those that it extends.
    std::uint64_t size_of(const FileState& pack) const {
        std::uint64_t size = pack.size();
        language::ExtendedName last = language::extended_by(*pack.tree());
        for (const FileState* base : extended_by(pack)) {
            size += base->size();
            last = language::extended_by(*base->tree());
        }
        const auto builtin = last.is_path() ? nullptr : language::LanguageSet::builtin().find(last.name);
        return size + (builtin ? builtin->pack->size() : 0);
    }

    // A built-in language in a specific version.
    language::LanguagePtr builtin(const std::string& id, const std::string& version) {
        auto language = language::LanguageSet::builtin().find(id);
        if (!language || version.empty()) return language;
        return packs.get({}, 0, id, version,
                         [&] { return language::Language::load(language->pack, {}, id, version); });
    }

    WorkspaceConfig read(const FileState& state) {
        const std::string_view folder = folder_of(state.info().path);
        ConfigFile file = read_config(
            state, names_above(folder),
            [&](const ConfigFile& config, std::string_view id) { return described(config, folder, id); });
        names_in.emplace(folder, file.names);
        WorkspaceConfig out;
        out.file = state.id();
        out.folder = folder_of(state.info().path);
        out.rules = std::move(file.rules);
        named_rules.push_back(std::move(file.named_rules));
        out.findings = std::move(file.findings);
        for (const ConfigFile::Language& language : file.languages) add(language, out);
        add_house_rules(state, std::move(file), out);
        for (Diagnostic& d : out.findings) d.file = out.file;
        for (WorkspaceConfig::Missing& missing : out.missing) missing.why.file = out.file;
        return out;
    }

    // A language that a pack of the workspace describes: of this configuration, or of one above.
    language::LanguagePtr described(const ConfigFile& config, std::string_view folder, std::string_view id) {
        for (const ConfigFile::Language& language : config.languages)
            for (const std::string& path : language.specs)
                if (const FileState* found =
                        language.id == id ? at(path_from(std::string(folder), path)) : nullptr;
                    found && found->size() <= kMostPackBytes)
                    return load(*found, language.id, language.version);
        for (auto outer = read_before.rbegin(); outer != read_before.rend(); ++outer)
            for (const WorkspaceConfig::Association& association : outer->associations)
                if (folder.starts_with(outer->folder) && association.language->id == id)
                    return association.language;
        return nullptr;
    }

    static std::string too_much(std::string_view what) {
        return "the configurations of this workspace " + std::string(what) + " of more than " +
               std::to_string(kMostPackBytes >> 20) + " MiB in all.";
    }

    // The configurations of these folders were read.
    std::uint64_t names_above(std::string_view folder) const {
        while (folder.size() > 1) {
            folder = folder_of(folder.substr(0, folder.size() - 1));
            if (auto known = names_in.find(folder); known != names_in.end()) return known->second;
        }
        return 0;
    }

    void add_house_rules(const FileState& state, ConfigFile file, WorkspaceConfig& out) {
        auto rules = std::make_shared<check::HouseRules>();
        auto take = [&](const FileState& from, std::vector<check::HouseRule> list) {
            for (check::HouseRule& rule : list) {
                rule.place.file = from.id();
                rules->rules.push_back(std::move(rule));
            }
            rules->trees.push_back(from.tree());
        };
        // Included files cannot include others.
        for (const auto& [path, place] : file.includes) {
            const FileState* found = at(path_from(out.folder, path));
            if (!found) {
                out.findings.push_back(make_diagnostic(DiagCode::PackFileNotFound, place, {path}));
                continue;
            }
            out.included.push_back(found->id());
            if (found->size() > kMostPackBytes - std::min(kMostPackBytes, included_bytes)) {
                Diagnostic d = make_diagnostic(DiagCode::PackFileNotFound, place, {path});
                d.message = "The rules in \"" + path + "\" are not read: " + too_much("include rules");
                out.findings.push_back(std::move(d));
                continue;
            }
            included_bytes += found->size();
            ConfigFile included = read_config(*found);
            if (!included.includes.empty() || !included.languages.empty() || !included.rules.levels.empty())
                out.findings.push_back(make_diagnostic(
                    DiagCode::RuleWithoutEffect, place,
                    {"Of \"" + path +
                     "\", only the \"rule\" blocks count: \"rules\", \"include\" and \"language\" have no "
                     "effect in a file that others include."}));
            take(*found, std::move(included.house_rules));
        }
        take(state, std::move(file.house_rules));
        if (!rules->rules.empty()) out.house_rules = std::move(rules);
    }

    void add(const ConfigFile::Language& written, WorkspaceConfig& out) {
        language::LanguagePtr language;
        std::vector<std::string> files = written.all_files();
        const std::size_t before = out.findings.size();
        for (const std::string& path : written.specs) {
            const FileState* found = at(path_from(out.folder, path));
            const bool is_too_much = found && (read_bytes += size_of(*found)) > kMostPackBytes;
            if (found && !is_too_much) {
                language = load(*found, written.id, written.version);
                continue;
            }
            Diagnostic d = make_diagnostic(DiagCode::PackFileNotFound, written.spec_span, {path});
            if (is_too_much) d.message = "The pack \"" + path + "\" is not read: " + too_much("have packs");
            if (is_too_much && written.files.empty())
                std::ranges::move(language::file_patterns_in(*found->tree()), std::back_inserter(files));
            out.findings.push_back(std::move(d));
        }
        if (!written.has_spec) {
            language = builtin(written.id, "");
            if (language && !written.version.empty()) {
                if (versions.insert(written.id + '@' + written.version).second)
                    read_bytes += language->pack->size();
                if (read_bytes > kMostPackBytes) {
                    out.findings.push_back(make_diagnostic(
                        DiagCode::RuleWithoutEffect, written.id_span,
                        {"The version \"" + written.version + "\" is not used: " + too_much("have packs")}));
                } else {
                    language = builtin(written.id, written.version);
                }
            }
            if (!language)
                out.findings.push_back(
                    make_diagnostic(DiagCode::UnknownLanguage, written.id_span, {written.id}));
        }
        if (!language) {
            if (out.findings.size() > before)
                out.missing.push_back({std::move(files), written.id, out.findings.back()});
            return;
        }
        if (written.files.empty())
            files.insert(files.end(), language->recognition.files.begin(), language->recognition.files.end());
        out.associations.push_back({std::move(files), language, written.together});
    }
};

// Reports names of rules that no language has. Rules of one configuration can be set in another.
void find_unknown_rules(const Snapshot& snapshot,
                        const std::vector<std::vector<ConfigFile::NamedRule>>& named,
                        WorkspaceLanguages& languages) {
    constexpr int kMostSuggestions = 200;  // each name is compared with all
    int suggestions = 0;
    const RuleNames known(snapshot, languages);
    for (std::size_t i = 0; i < named.size(); ++i)
        for (const ConfigFile::NamedRule& rule : named[i]) {
            if (known.has(rule.name)) continue;
            const std::string near = ++suggestions <= kMostSuggestions ? known.nearest(rule.name) : "";
            WorkspaceConfig& config = languages.configs[i];
            Diagnostic& d = add_diagnostic(config.findings, DiagCode::UnknownRule, rule.place,
                                           {rule.name, did_you_mean(near)});
            d.file = config.file;
            add_nearest(d, config.file, rule.place, rule.name, near);
        }
}

}  // namespace

std::shared_ptr<const WorkspaceLanguages> read_workspace_languages(const Snapshot& snapshot) {
    auto out = std::make_shared<WorkspaceLanguages>();
    ConfigReader reader{snapshot.caches()->packs, out->configs};
    std::vector<const FileState*> configs;
    std::vector<const FileState*> specs;
    for (const FileState* state : snapshot.files()) {
        std::string_view path = state->info().path;
        reader.by_path.emplace(path, state);
        if (file_name_of(path) == kConfigName) configs.push_back(state);
        if (path.ends_with(kPackEnding)) specs.push_back(state);
        for (const auto& extension : snapshot.extensions())
            if (!extension->rules_file().empty() && file_name_of(path) == extension->rules_file())
                out->rules_files.push_back({std::string(folder_of(path)), extension.get(), state->id()});
    }
    // Any file can be a pack that a configuration names, so dependencies are recorded during lookup.
    auto note = [&](const FileState* state) { out->inputs.emplace_back(state->id(), state->revision()); };
    auto note_pack = [&](const FileState* pack) {
        auto add = [&](const FileState* one) {
            note(one);
            out->packs.push_back(one->id());
            out->named.emplace(one->id(), kPackLanguage);
        };
        add(pack);
        for (const FileState* base : reader.extended_by(*pack)) add(base);
    };
    // Which ones come to a limit must not depend on the order in which files were opened.
    const auto by_path = [](const FileState* a, const FileState* b) {
        return a->info().path < b->info().path;
    };
    std::ranges::sort(specs, by_path);
    std::ranges::sort(configs, by_path);
    std::ranges::stable_sort(configs, {},
                             [](const FileState* state) { return folder_of(state->info().path).size(); });
    for (const FileState* state : configs) {
        note(state);
        out->configs.push_back(reader.read(*state));
        for (FileId included : out->configs.back().included) {
            note(snapshot.file(included));
            out->named.emplace(included, kConfigLanguage);
        }
        for (const auto& association : out->configs.back().associations)
            if (const FileState* pack = association.language->pack_id.is_valid()
                                            ? snapshot.file(association.language->pack_id)
                                            : nullptr)
                note_pack(pack);
    }
    for (const RulesFile& rules : out->rules_files) note(snapshot.file(rules.file));
    for (const FileState* state : specs) {
        note_pack(state);
        std::string stem(state->info().path.substr(0, state->info().path.size() - kPackEnding.size()));
        reader.extended_bytes += reader.size_of(*state);
        if (reader.extended_bytes <= 2 * kMostPackBytes)
            out->beside.emplace(stem, reader.load(*state, std::string(file_name_of(stem)), ""));
    }
    find_unknown_rules(snapshot, reader.named_rules, *out);
    std::ranges::stable_sort(out->configs,
                             [](const auto& a, const auto& b) { return a.folder.size() > b.folder.size(); });
    std::ranges::stable_sort(out->rules_files,
                             [](const auto& a, const auto& b) { return a.folder.size() > b.folder.size(); });
    return out;
}

namespace {

// The extension that the pack names is none of the host's.
void find_unknown_extension(const Snapshot& snapshot, const FileState& state, const std::string& native,
                            Diagnostics& out) {
    if (native.empty() || extension_named(snapshot, native)) return;
    std::string names;
    for (const auto& extension : snapshot.extensions())
        names += (names.empty() ? "" : ", ") + std::string(extension->name());
    for (const syntax::BlockView& block : state.tree()->body().blocks())
        for (const syntax::AttributeView& attribute : block.body().attributes())
            if (block.type() == "language" && attribute.name == "native")
                add_diagnostic(out, DiagCode::UnknownPackWord, attribute.expr.span(),
                               {"native", native, names.empty() ? "none" : names})
                    .file = state.id();
}

struct PackFindings {
    Diagnostics list;
};

// Findings of packs that extend others: they depend on the files of the bases, too.
struct FindingsOfExtended {
    struct Table {
        std::mutex mutex;
        std::unordered_map<FileId, std::unique_ptr<const Diagnostics>> found;
    };
    std::unique_ptr<Table> table = std::make_unique<Table>();
};

const FileState* file_at(const Snapshot& snapshot, const std::string& path) {
    const FileState* state = first_file_from(snapshot, path);
    return state && state->info().path == path && language_of(snapshot, *state) ? state : nullptr;
}

language::PackSource source_in(const Snapshot& snapshot, const FileState& state) {
    return merged(state, [&](const std::string& path) { return file_at(snapshot, path); });
}

Diagnostics find_in_pack(const Snapshot& snapshot, const FileState& state) {
    const language::PackSource source = source_in(snapshot, state);
    Diagnostics found = source.findings;
    // Without what it extends, nothing can be said of the rest.
    if (source.is_merged() || language::extended_by(*state.tree()).name.empty()) {
        const auto pack = language::Language::load(source.tree, state.id(), state.info().path);
        Diagnostics of_pack = pack->all_findings();
        source.settle(of_pack);
        found.insert(found.end(), of_pack.begin(), of_pack.end());
        find_unknown_extension(snapshot, state, pack->native, found);
    }
    for (Diagnostic& d : found) d.file = state.id();
    return found;
}

}  // namespace

language::LanguagePtr pack_in(const Snapshot& snapshot, const FileState& state) {
    return language::Language::load(source_in(snapshot, state).tree, state.id(), state.info().path);
}

std::vector<const FileState*> packs_extended_by(const Snapshot& snapshot, const FileState& state) {
    std::vector<const FileState*> bases =
        extended(state, [&](const std::string& path) { return file_at(snapshot, path); });
    // A circle and a missing file extend nothing.
    const FileState& last = bases.empty() ? state : *bases.back();
    if (language::extended_by(*last.tree()).is_path()) bases.clear();
    return bases;
}

const Diagnostics& pack_findings(const Snapshot& snapshot, const FileState& state) {
    if (!language::extended_by(*state.tree()).name.empty()) {
        auto& known = *snapshot.memo().get<FindingsOfExtended>([] { return FindingsOfExtended(); }).table;
        {
            std::lock_guard lock(known.mutex);
            if (auto it = known.found.find(state.id()); it != known.found.end()) return *it->second;
        }
        auto found = std::make_unique<const Diagnostics>(find_in_pack(snapshot, state));
        std::lock_guard lock(known.mutex);
        return *known.found.emplace(state.id(), std::move(found)).first->second;
    }
    return state.memo().get<PackFindings>([&] { return PackFindings{find_in_pack(snapshot, state)}; }).list;
}

}  // namespace hcl::world
