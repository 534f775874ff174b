#include "engine/world/bound.h"

#include <algorithm>

#include "engine/base/suggest.h"
#include "engine/eval/evaluate.h"
#include "engine/eval/expr_view.h"
#include "engine/eval/static_expr.h"
#include "engine/value/value.h"

namespace hcl::world {

namespace {

constexpr std::string_view kConfigName = ".hcl-ls.hcl";
constexpr std::string_view kSpecEnding = ".hcldec";

std::string folder_of(std::string_view path) {
    std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string() : std::string(path.substr(0, slash + 1));
}

std::string_view name_of(std::string_view path) {
    std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::vector<std::string> texts(syntax::Node expr) {
    std::vector<std::string> out;
    if (!expr) return out;
    Value value = eval::evaluate(expr, nullptr).value;
    auto add = [&](const Value& v) {
        if (v.is_known_string()) out.emplace_back(v.as_string());
    };
    if (value.is_known_string())
        add(value);
    else if (value.has_content() && (value.type().is_tuple() || value.type().is_list()))
        for (const Value& v : value.elements()) add(v);
    return out;
}

struct Reader {
    const Snapshot& snapshot;
    BindStore& store;

    const FileState* at(std::string_view path) const {
        for (const FileState* state : snapshot.files())
            if (state->info().path == path) return state;
        return nullptr;
    }

    language::LanguagePtr load(const FileState& state, const std::string& id, const std::string& version) {
        auto key = std::pair(state.id(), id + '@' + version);
        {
            std::lock_guard lock(store.mutex);
            auto known = store.packs.find(key);
            if (known != store.packs.end() && known->second.first == state.revision())
                return known->second.second;
        }
        auto language = language::Language::load(state.tree(), state.id(), id, version);
        std::lock_guard lock(store.mutex);
        store.packs[key] = {state.revision(), language};
        return language;
    }

    // A language of this build as it was in a version.
    language::LanguagePtr builtin(const std::string& id, const std::string& version) {
        auto language = language::LanguageSet::builtin().find(id);
        if (!language || version.empty()) return language;
        std::lock_guard lock(store.mutex);
        auto& kept = store.packs[{FileId(), id + '@' + version}].second;
        if (!kept) kept = language::Language::load(language->pack, {}, id, version);
        return kept;
    }

    void rules(syntax::Node expr, WorkspaceConfig& out) {
        Value rules = eval::evaluate(expr, nullptr).value;
        if (!rules.has_content() || !rules.type().is_object()) return;
        for (std::size_t i = 0; i < rules.size(); ++i)
            if (const Value& word = rules.value_at(i); word.is_known_string())
                if (auto level = check::level_of_word(word.as_string()))
                    out.rules.levels.emplace(std::string(rules.key_at(i).as_string()), *level);
        for (syntax::Node item : eval::without_parens(expr).children()) {
            if (!item.child(0)) continue;
            std::string name = eval::static_keyword(eval::Expression(item.child(0)));
            if (name.empty()) {
                Value key = eval::evaluate(item.child(0), nullptr).value;
                if (key.is_known_string()) name = std::string(key.as_string());
            }
            // Rules of packs are written in lower case, those of this program are not.
            if (name.empty() || name[0] < 'A' || name[0] > 'Z' || check::is_finding_name(name)) continue;
            Suggester near(name);
            for (const DiagInfo& info : all_diag_infos()) near.offer(info.name);
            std::string advice = near.best().empty() ? "" : " Did you mean \"" + near.best() + "\"?";
            Diagnostic d = make_diagnostic(DiagCode::UnknownRule, item.child(0).span(), {name, advice});
            d.file = out.file;
            out.findings.push_back(std::move(d));
        }
    }

    WorkspaceConfig config(const FileState& state) {
        WorkspaceConfig out;
        out.file = state.id();
        out.folder = folder_of(state.info().path);
        for (const syntax::BodyItem& item : state.tree()->body().items()) {
            if (item.kind == syntax::BodyItem::Kind::Attribute && item.attribute().name == "rules") {
                rules(item.attribute().expr, out);
                continue;
            }
            if (item.kind != syntax::BodyItem::Kind::Block || item.block().type() != "language") continue;
            language_block(item.block(), out);
        }
        return out;
    }

    void language_block(const syntax::BlockView& block, WorkspaceConfig& out) {
        auto labels = block.labels();
        if (labels.empty()) return;
        WorkspaceConfig::Association association;
        syntax::AttributeView spec;
        std::string version;
        for (const syntax::AttributeView& attribute : block.body().attributes()) {
            if (attribute.name == "files") association.files = texts(attribute.expr);
            if (attribute.name == "spec") spec = attribute;
            if (attribute.name == "version")
                for (std::string& text : texts(attribute.expr)) version = std::move(text);
        }
        if (spec.expr) {
            for (const std::string& path : texts(spec.expr)) {
                const FileState* found = at(path_from(out.folder, path));
                if (!found) {
                    Diagnostic d = make_diagnostic(DiagCode::PackFileNotFound, spec.expr.span(), {path});
                    d.file = out.file;
                    out.findings.push_back(std::move(d));
                    continue;
                }
                association.language = load(*found, labels[0].value, version);
            }
        } else {
            association.language = builtin(labels[0].value, version);
            if (!association.language) {
                Diagnostic d = make_diagnostic(DiagCode::UnknownLanguage, labels[0].span, {labels[0].value});
                d.file = out.file;
                out.findings.push_back(std::move(d));
            }
        }
        if (association.language && association.files.empty())
            association.files = association.language->files;
        if (association.language) out.associations.push_back(std::move(association));
    }
};

struct LanguagesOfSnapshot {
    std::shared_ptr<const WorkspaceLanguages> value;
};

std::shared_ptr<const WorkspaceLanguages> read_languages(const Snapshot& snapshot) {
    BindStore& store = *snapshot.store();
    Reader reader{snapshot, store};
    std::vector<const FileState*> configs;
    std::vector<const FileState*> specs;
    auto out = std::make_shared<WorkspaceLanguages>();
    for (const FileState* state : snapshot.files()) {
        std::string_view path = state->info().path;
        if (name_of(path) == kConfigName) configs.push_back(state);
        if (path.ends_with(kSpecEnding)) specs.push_back(state);
    }
    // Any file may be a pack that a configuration names, so its files count only once they are looked up.
    auto note = [&](const FileState* state) { out->inputs.emplace_back(state->id(), state->revision()); };
    for (const FileState* state : configs) {
        note(state);
        out->configs.push_back(reader.config(*state));
        for (const auto& association : out->configs.back().associations)
            if (const FileState* pack = association.language->pack_id.is_valid()
                                            ? snapshot.file(association.language->pack_id)
                                            : nullptr)
                note(pack);
    }
    for (const FileState* state : specs) {
        note(state);
        std::string stem(state->info().path.substr(0, state->info().path.size() - kSpecEnding.size()));
        out->beside.emplace(stem, reader.load(*state, std::string(name_of(stem)), ""));
    }
    std::ranges::stable_sort(out->configs,
                             [](const auto& a, const auto& b) { return a.folder.size() > b.folder.size(); });
    std::lock_guard lock(store.mutex);
    if (store.languages && store.languages->inputs == out->inputs) return store.languages;
    store.languages = out;
    return out;
}

}  // namespace

std::string path_from(std::string folder, std::string_view relative) {
    if (relative.starts_with('/')) return std::string(relative);
    while (!relative.empty()) {
        std::size_t slash = relative.find('/');
        std::string_view part = relative.substr(0, slash);
        relative = slash == std::string_view::npos ? "" : relative.substr(slash + 1);
        if (part == ".." && folder.size() > 1) {
            folder.pop_back();
            folder = folder_of(folder);
        } else if (part != "." && part != ".." && !part.empty()) {
            folder += std::string(part) + (slash == std::string_view::npos ? "" : "/");
        }
    }
    return folder;
}

bool is_configuration(std::string_view path) {
    return name_of(path) == kConfigName || path.ends_with(kSpecEnding);
}

const WorkspaceLanguages& workspace_languages(const Snapshot& snapshot) {
    return *snapshot.memo()
                .get<LanguagesOfSnapshot>([&] { return LanguagesOfSnapshot{read_languages(snapshot)}; })
                .value;
}

namespace {

// What the beginning of a text says about its language.
struct ContentHints {
    std::string mark;
    language::LanguagePtr builtin;
};

std::string beginning_of(const FileState& state) {
    constexpr std::uint32_t kBeginning = 4096;
    return state.raw_text() ? state.raw_text()->substr(0, kBeginning)
                            : state.tree()->text({0, std::min(state.size(), kBeginning)});
}

const ContentHints& content_hints(const FileState& state) {
    return state.memo().get<ContentHints>([&] {
        std::string beginning = beginning_of(state);
        ContentHints hints;
        hints.mark = language::language_mark(beginning);
        hints.builtin = language::LanguageSet::builtin().of_content(beginning);
        return hints;
    });
}

// The same language in the version that a workspace pins.
language::LanguagePtr pinned(const language::LanguagePtr& language,
                             const std::vector<language::LanguagePtr>& associated) {
    for (const language::LanguagePtr& one : associated)
        if (one->id == language->id && one->pack == language->pack) return one;
    return language;
}

}  // namespace

language::LanguagePtr language_of(const Snapshot& snapshot, const FileState& state) {
    const std::string& path = state.info().path;
    const WorkspaceLanguages& languages = workspace_languages(snapshot);
    const language::LanguageSet& builtin = language::LanguageSet::builtin();
    if (name_of(path) == kConfigName) return builtin.of_file(path, "");
    std::vector<language::LanguagePtr> associated;
    const ContentHints& hints = content_hints(state);
    for (const WorkspaceConfig& config : languages.configs) {
        if (!path.starts_with(config.folder)) continue;
        for (const auto& association : config.associations) associated.push_back(association.language);
    }
    if (!hints.mark.empty()) {
        for (const language::LanguagePtr& one : associated)
            if (one->id == hints.mark) return one;
        if (auto named = builtin.of_file("", hints.mark)) return named;
    }
    for (const WorkspaceConfig& config : languages.configs) {
        if (!path.starts_with(config.folder)) continue;
        std::string relative = path.substr(config.folder.size());
        for (const auto& association : config.associations)
            for (const std::string& pattern : association.files)
                if (language::glob_matches(pattern, relative)) return association.language;
    }
    std::string_view stem = path;
    if (stem.ends_with(".json")) stem.remove_suffix(5);
    if (stem.ends_with(".hcl")) stem.remove_suffix(4);
    if (auto spec = languages.beside.find(std::string(stem)); spec != languages.beside.end() && stem != path)
        return spec->second;
    language::LanguagePtr known = builtin.of_file(path, state.info().language);
    if (known && !known->is_fallback) return pinned(known, associated);
    bool may_be_hinted = std::ranges::any_of(
        associated, [](const language::LanguagePtr& one) { return one->first_line || one->content; });
    if (may_be_hinted)
        if (auto found = language::LanguageSet().with(associated).of_content(beginning_of(state)))
            return found;
    if (hints.builtin) return pinned(hints.builtin, associated);
    return known;
}

namespace {

struct ModuleOfFile {
    bind::ModulePtr module;
};

bool same_inputs(const bind::Module& module, const std::vector<bind::FileInput>& files) {
    if (module.files().size() != files.size()) return false;
    for (std::size_t i = 0; i < files.size(); ++i)
        if (module.files()[i].input.id != files[i].id || module.files()[i].input.tree != files[i].tree)
            return false;
    return true;
}

}  // namespace

bind::ModulePtr module_of(const Snapshot& snapshot, FileId id, const Cancel& cancel) {
    const FileState* state = snapshot.file(id);
    if (!state) return nullptr;
    language::LanguagePtr language = language_of(snapshot, *state);
    if (!language || state->info().options.syntax == syntax::Syntax::Template) return nullptr;
    std::vector<bind::FileInput> files;
    std::string folder = folder_of(state->info().path);
    std::string key = language->id + '\n';
    if (language->join == language::Join::Folder) {
        key += folder;
        for (const FileState* other : snapshot.files()) {
            std::string_view path = other->info().path;
            if (!path.starts_with(folder) || path.find('/', folder.size()) != std::string_view::npos)
                continue;
            if (other->info().options.syntax == syntax::Syntax::Template) continue;
            if (language_of(snapshot, *other) != language) continue;
            files.push_back({other->id(), other->info().path, other->tree()});
        }
        auto is_override = [&](const bind::FileInput& f) {
            return !language->overrides.empty() && language::glob_matches(language->overrides, f.path);
        };
        std::ranges::sort(files, [&](const bind::FileInput& a, const bind::FileInput& b) {
            bool x = is_override(a);
            bool y = is_override(b);
            return x != y ? y : a.path < b.path;
        });
    } else {
        key += std::to_string(id.value);
        files.push_back({id, state->info().path, state->tree()});
    }
    BindStore& store = *snapshot.store();
    bind::ModulePtr previous;
    {
        std::lock_guard lock(store.mutex);
        auto known = store.modules.find(key);
        if (known != store.modules.end()) previous = known->second;
    }
    if (previous && previous->shared_language() == language && same_inputs(*previous, files)) return previous;
    bind::ModulePtr module = bind::Module::build(language, std::move(files), previous.get(), cancel);
    std::lock_guard lock(store.mutex);
    store.modules[key] = module;
    return module;
}

check::RuleSettings rules_for(const Snapshot& snapshot, const FileState& state) {
    check::RuleSettings settings = snapshot.settings().rules_of(state.info().path);
    for (const WorkspaceConfig& config : workspace_languages(snapshot).configs)
        if (state.info().path.starts_with(config.folder))
            for (const auto& [code, level] : config.rules.levels) settings.levels.emplace(code, level);
    return settings;
}

}  // namespace hcl::world
