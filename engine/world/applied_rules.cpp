#include "engine/world/applied_rules.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/language/language.h"
#include "engine/language/pack_source.h"
#include "engine/world/config_file.h"
#include "engine/world/language_lookup.h"

namespace hcl::world {

namespace {

// The rule settings of an extension that a file holds.
struct ReadRules {
    check::RuleSettings rules;
};

void add_rules_file(const Snapshot& snapshot, const FileState& state, check::RuleSettings& settings) {
    const std::vector<RulesFile>& all = workspace_languages(snapshot).rules_files;
    if (all.empty()) return;
    language::LanguagePtr language = language_of(snapshot, state);
    if (!language || language->native.empty()) return;
    for (const RulesFile& one : all) {
        if (one.extension->name() != language->native || !state.info().path.starts_with(one.folder)) continue;
        const FileState& file = *snapshot.file(one.file);
        const ReadRules& read =
            file.memo().get<ReadRules>([&] { return ReadRules{one.extension->rules_in(*file.tree())}; });
        for (const auto& [rule, level] : read.rules.levels) settings.levels.emplace(rule, level);
        settings.options = read.rules.options;
        return;
    }
}

}  // namespace

check::RuleSettings rules_for(const Snapshot& snapshot, const FileState& state) {
    check::RuleSettings settings = snapshot.settings().rules_of(state.info().path);
    for (const WorkspaceConfig& config : workspace_languages(snapshot).configs)
        if (state.info().path.starts_with(config.folder))
            for (const auto& [code, level] : config.rules.levels) settings.levels.emplace(code, level);
    add_rules_file(snapshot, state, settings);
    return settings;
}

Diagnostics config_findings(const Snapshot& snapshot, const FileState& state) {
    const language::LanguagePtr language = language_of(snapshot, state);
    if (!language || language->id != kConfigLanguage) return {};
    for (const WorkspaceConfig& config : workspace_languages(snapshot).configs)
        if (config.file == state.id()) return config.findings;
    // A file that others include: its rules are about the languages of these.
    auto find = [&](const ConfigFile&, std::string_view id) -> language::LanguagePtr {
        for (const WorkspaceConfig& config : workspace_languages(snapshot).configs) {
            if (std::ranges::find(config.included, state.id()) == config.included.end()) continue;
            for (const WorkspaceConfig::Association& association : config.associations)
                if (association.language->id == id) return association.language;
        }
        return nullptr;
    };
    Diagnostics found = read_config(state, 0, find).findings;
    for (Diagnostic& d : found) d.file = state.id();
    return found;
}

check::AppliedRules house_rules_for(const Snapshot& snapshot, const FileState& state,
                                    std::string_view language) {
    check::AppliedRules out;
    // Rules about a language also hold for the languages that extend it.
    const language::LanguagePtr own = language_of(snapshot, state);
    const std::vector<std::string> bases =
        own ? language::bases_of_merged(*own->pack) : std::vector<std::string>();
    const std::string& path = state.info().path;
    for (const WorkspaceConfig& config : workspace_languages(snapshot).configs) {
        if (!config.house_rules || !path.starts_with(config.folder)) continue;
        const std::string relative = path.substr(config.folder.size());
        auto matches_path = [&](const std::string& pattern) {
            return language::glob_matches(pattern, relative);
        };
        for (const check::HouseRule& rule : config.house_rules->rules) {
            auto is_about = [&](const std::string& id) {
                return id == language || std::ranges::find(bases, id) != bases.end();
            };
            if (rule.languages.empty() && language == kConfigLanguage) continue;
            if (!rule.languages.empty() && !std::ranges::any_of(rule.languages, is_about)) continue;
            if (!rule.files.empty() && !std::ranges::any_of(rule.files, matches_path)) continue;
            out.rules.push_back(&rule);
        }
        out.owners.push_back(config.house_rules);
    }
    return out;
}

}  // namespace hcl::world
