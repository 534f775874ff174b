#include "engine/world/bound.h"

#include <algorithm>

#include "engine/base/suggest.h"
#include "engine/eval/analysis/expr_view.h"
#include "engine/eval/analysis/static_expr.h"
#include "engine/eval/evaluate.h"
#include "engine/value/value.h"
#include "engine/world/path_order.h"

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
    BindStore& store;
    std::unordered_map<std::string_view, const FileState*> by_path{};

    const FileState* at(std::string_view path) const {
        auto it = by_path.find(path);
        return it == by_path.end() ? nullptr : it->second;
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
            if (name.empty() || name[0] < 'A' || name[0] > 'Z' || find_diag(name)) continue;
            std::string advice = did_you_mean(nearest_diag(name));
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

std::shared_ptr<const WorkspaceLanguages> read_languages(const Snapshot& snapshot) {
    BindStore& store = *snapshot.store();
    Reader reader{store};
    std::vector<const FileState*> configs;
    std::vector<const FileState*> specs;
    auto out = std::make_shared<WorkspaceLanguages>();
    for (const FileState* state : snapshot.files()) {
        std::string_view path = state->info().path;
        reader.by_path.emplace(path, state);
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
    return out;
}

// A unit is some ten lines; what is bound of it takes a few kilobytes.
constexpr std::size_t kMostUnits = 40'000;

std::size_t units_of(const bind::Module& module) {
    std::size_t count = 0;
    for (const bind::ModuleFile& file : module.files()) count += file.units->count();
    return count;
}

bool has_open(const bind::Module& module, const std::function<bool(FileId)>& is_open) {
    return std::ranges::any_of(module.files(),
                               [&](const bind::ModuleFile& file) { return is_open(file.input.id); });
}

}  // namespace

void BindStore::forget_modules(const std::function<bool(FileId)>& is_open) {
    std::lock_guard lock(mutex);
    std::erase_if(modules, [&](const auto& entry) {
        bool goes = !has_open(*entry.second.module, is_open);
        if (goes) units -= entry.second.units;
        return goes;
    });
}

bind::ModulePtr BindStore::find(const std::string& name) {
    std::lock_guard lock(mutex);
    auto it = modules.find(name);
    if (it == modules.end()) return nullptr;
    it->second.used = ++uses;
    return it->second.module;
}

void BindStore::put(const std::string& name, bind::ModulePtr module,
                    const std::function<bool(FileId)>& is_open) {
    std::vector<bind::ModulePtr> dropped;  // freed without the lock
    std::lock_guard lock(mutex);
    Kept& mine = modules[name];
    units -= mine.units;
    if (mine.module) dropped.push_back(std::move(mine.module));
    mine.units = units_of(*module);
    mine.module = std::move(module);
    mine.used = ++uses;
    units += mine.units;
    if (units <= kMostUnits) return;
    std::vector<std::pair<std::uint64_t, std::string>> closed;
    for (const auto& [other, kept] : modules)
        if (other != name && !has_open(*kept.module, is_open)) closed.emplace_back(kept.used, other);
    std::ranges::sort(closed);
    for (const auto& [used, other] : closed) {
        if (units <= kMostUnits / 2) return;
        auto it = modules.find(other);
        units -= it->second.units;
        dropped.push_back(std::move(it->second.module));
        modules.erase(it);
    }
}

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

namespace {

// Hints about the language at the beginning of a file.
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

struct PackFindings {
    Diagnostics list;
};

std::vector<language::LanguagePtr> associated_with(const WorkspaceLanguages& languages,
                                                   const std::string& path) {
    std::vector<language::LanguagePtr> out;
    for (const WorkspaceConfig& config : languages.configs) {
        if (!path.starts_with(config.folder)) continue;
        for (const auto& association : config.associations) out.push_back(association.language);
    }
    return out;
}

// The language that a comment in the first line names.
language::LanguagePtr marked(const std::string& mark, const std::vector<language::LanguagePtr>& associated) {
    for (const language::LanguagePtr& one : associated)
        if (one->id == mark) return one;
    return language::LanguageSet::builtin().of_file("", mark);
}

// The same language in the version that a workspace pins.
language::LanguagePtr pinned(const language::LanguagePtr& language,
                             const std::vector<language::LanguagePtr>& associated) {
    for (const language::LanguagePtr& one : associated)
        if (one->id == language->id && one->pack == language->pack) return one;
    return language;
}

language::LanguagePtr find_language(const WorkspaceLanguages& languages, const FileState& state) {
    const std::string& path = state.info().path;
    const language::LanguageSet& builtin = language::LanguageSet::builtin();
    if (name_of(path) == kConfigName) return builtin.of_file(path, "");
    std::vector<language::LanguagePtr> associated = associated_with(languages, path);
    const ContentHints& hints = content_hints(state);
    if (!hints.mark.empty())
        if (auto named = marked(hints.mark, associated)) return named;
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
    for (const language::LanguagePtr& one : associated)
        if (one->id == state.info().language) return one;
    bool may_be_hinted = std::ranges::any_of(
        associated, [](const language::LanguagePtr& one) { return one->first_line || one->content; });
    if (may_be_hinted)
        if (auto found = language::LanguageSet().with(associated).of_content(beginning_of(state)))
            return found;
    if (hints.builtin) return pinned(hints.builtin, associated);
    return known;
}

std::string name_of_module(const language::Language& language, const FileInfo& info) {
    std::string name = language.id + '\n';
    if (language.join == language::Join::Folder)
        name += folder_of(info.path);
    else
        name += std::to_string(info.id.value);
    return name;
}

bool is_current(const WorkspaceLanguages& languages, const Snapshot& snapshot) {
    return std::ranges::all_of(languages.inputs, [&](const auto& input) {
        const FileState* state = snapshot.file(input.first);
        return state && state->revision() == input.second;
    });
}

std::shared_ptr<const Membership> find_membership(const Snapshot& snapshot) {
    BindStore& store = *snapshot.store();
    {
        std::lock_guard lock(store.mutex);
        const auto& known = store.membership;
        if (known && known->names_revision == snapshot.names_revision() &&
            is_current(*known->languages, snapshot))
            return known;
    }
    auto out = std::make_shared<Membership>();
    out->names_revision = snapshot.names_revision();
    out->languages = read_languages(snapshot);
    struct Member {
        bool is_override;
        std::string_view path;
        FileId id;
    };
    std::unordered_map<std::string, std::vector<Member>> members;
    for (const FileState* state : snapshot.files()) {
        const FileInfo& info = state->info();
        language::LanguagePtr language = find_language(*out->languages, *state);
        if (!language) continue;
        if (info.options.syntax != syntax::Syntax::Template) {
            bool is_override =
                !language->overrides.empty() && language::glob_matches(language->overrides, info.path);
            members[name_of_module(*language, info)].push_back({is_override, info.path, info.id});
        }
        out->language_of.emplace(info.id, std::move(language));
    }
    for (auto& [name, list] : members) {
        std::ranges::sort(list, [](const Member& a, const Member& b) {
            return a.is_override != b.is_override ? b.is_override : a.path < b.path;
        });
        std::vector<FileId>& ids = out->modules[name];
        for (const Member& member : list) ids.push_back(member.id);
    }
    std::lock_guard lock(store.mutex);
    store.membership = out;
    return out;
}

struct MembershipOfSnapshot {
    std::shared_ptr<const Membership> value;
};

const Membership& membership_of(const Snapshot& snapshot) {
    return *snapshot.memo()
                .get<MembershipOfSnapshot>([&] { return MembershipOfSnapshot{find_membership(snapshot)}; })
                .value;
}

bool same_inputs(const bind::Module& module, const std::vector<bind::FileInput>& files) {
    if (module.files().size() != files.size()) return false;
    for (std::size_t i = 0; i < files.size(); ++i)
        if (module.files()[i].input.id != files[i].id || module.files()[i].input.tree != files[i].tree)
            return false;
    return true;
}

}  // namespace

const WorkspaceLanguages& workspace_languages(const Snapshot& snapshot) {
    return *membership_of(snapshot).languages;
}

language::LanguagePtr language_of(const Snapshot& snapshot, const FileState& state) {
    const Membership& members = membership_of(snapshot);
    auto it = members.language_of.find(state.id());
    return it == members.language_of.end() ? nullptr : it->second;
}

std::string unknown_language_of(const Snapshot& snapshot, const FileState& state) {
    const std::string& mark = content_hints(state).mark;
    if (mark.empty()) return {};
    auto associated = associated_with(workspace_languages(snapshot), state.info().path);
    return marked(mark, associated) ? std::string() : mark;
}

const Diagnostics& pack_findings(const FileState& state) {
    return state.memo()
        .get<PackFindings>([&] {
            auto pack = language::Language::load(state.tree(), state.id(), state.info().path);
            return PackFindings{pack->all_findings()};
        })
        .list;
}

std::string module_name(const Snapshot& snapshot, const FileState& state) {
    language::LanguagePtr language = language_of(snapshot, state);
    return language ? name_of_module(*language, state.info()) : std::string();
}

std::string name_of_foreign(const language::Language& from, std::string_view path, std::string_view folder,
                            std::string_view language) {
    std::string home = folder_of(path);
    std::string there = folder.empty() ? home : path_from(home, folder);
    if (!there.ends_with('/')) there += '/';
    return std::string(language.empty() ? std::string_view(from.id) : language) + '\n' + there;
}

std::optional<FileId> first_file_of(const Snapshot& snapshot, const std::string& name) {
    const Membership& members = membership_of(snapshot);
    auto it = members.modules.find(name);
    if (it == members.modules.end() || it->second.empty()) return std::nullopt;
    return it->second.front();
}

std::vector<FileId> first_files_of_modules(const Snapshot& snapshot, std::string_view language) {
    std::vector<FileId> out;
    const Membership& members = membership_of(snapshot);
    for (const auto& [name, files] : members.modules) {
        const language::Language& own = *members.language_of.at(files.front());
        if (own.id == language || own.sets.language == language) out.push_back(files.front());
    }
    std::ranges::sort(out, PathOrder(snapshot));
    return out;
}

namespace {

// Modules already looked up for this snapshot. The store owns them.
struct ModulesOfSnapshot {
    struct Table {
        std::mutex mutex;
        std::unordered_map<std::string, std::weak_ptr<const bind::Module>> by_name;
    };
    std::shared_ptr<Table> table = std::make_shared<Table>();
};

// Modules that call each other: one that is still being looked at is unknown to those that it calls.
struct ModuleFinder {
    const Snapshot& snapshot;
    const Cancel& cancel;
    std::vector<std::string> visiting{};
    std::size_t lowest = static_cast<std::size_t>(-1);  // the outermost that some call led back to

    bind::InterfacePtr foreign(const language::Language& from, const std::string& folder,
                               std::string_view relative, std::string_view language) {
        std::string name = name_of_foreign(from, folder, relative, language);
        const Membership& members = membership_of(snapshot);
        auto it = members.modules.find(name);
        if (it == members.modules.end() || it->second.empty()) return nullptr;
        if (auto known = std::ranges::find(visiting, name); known != visiting.end()) {
            lowest = std::min(lowest, static_cast<std::size_t>(known - visiting.begin()));
            return nullptr;
        }
        if (visiting.size() > 50) return nullptr;
        bind::ModulePtr module = find(it->second.front());
        return module ? bind::interface_of(*module) : nullptr;
    }

    bind::ModulePtr find(FileId id) {
        const FileState* state = snapshot.file(id);
        if (!state) return nullptr;
        language::LanguagePtr language = language_of(snapshot, *state);
        if (!language || state->info().options.syntax == syntax::Syntax::Template) return nullptr;
        std::string name = name_of_module(*language, state->info());
        ModulesOfSnapshot::Table& table =
            *snapshot.memo().get<ModulesOfSnapshot>([] { return ModulesOfSnapshot(); }).table;
        {
            std::lock_guard lock(table.mutex);
            if (auto it = table.by_name.find(name); it != table.by_name.end())
                if (bind::ModulePtr found = it->second.lock()) return found;
        }
        std::vector<bind::FileInput> files;
        for (FileId member : membership_of(snapshot).modules.at(name)) {
            const FileState* other = snapshot.file(member);
            files.push_back({member, other->info().path, other->tree()});
        }
        BindStore& store = *snapshot.store();
        bind::ModulePtr previous = store.find(name);
        std::size_t depth = visiting.size();
        visiting.push_back(name);
        std::string folder = folder_of(state->info().path);
        auto foreign_modules = [&](std::string_view relative, std::string_view other) {
            return foreign(*language, folder, relative, other);
        };
        bind::ModulePtr module;
        bool is_current = previous && previous->shared_language() == language &&
                          same_inputs(*previous, files) &&
                          std::ranges::all_of(previous->all_foreign(), [&](const auto& entry) {
                              bind::InterfacePtr now = foreign_modules(entry.first.first, entry.first.second);
                              return now && entry.second ? now == entry.second || *now == *entry.second
                                                         : now == entry.second;
                          });
        module = is_current ? previous
                            : bind::Module::build(language, std::move(files), previous.get(), cancel,
                                                  foreign_modules);
        visiting.pop_back();
        // Built inside a call cycle: do not cache.
        bool is_whole = lowest >= depth;
        if (is_whole) {
            lowest = static_cast<std::size_t>(-1);
            std::lock_guard lock(table.mutex);
            table.by_name[name] = module;
        }
        if (is_whole && !is_current)
            store.put(name, module, [&](FileId file) {
                const FileState* known = snapshot.file(file);
                return known && known->info().is_open;
            });
        return module;
    }
};

}  // namespace

bind::ModulePtr module_of(const Snapshot& snapshot, FileId id, const Cancel& cancel) {
    return ModuleFinder{snapshot, cancel}.find(id);
}

check::RuleSettings rules_for(const Snapshot& snapshot, const FileState& state) {
    check::RuleSettings settings = snapshot.settings().rules_of(state.info().path);
    for (const WorkspaceConfig& config : workspace_languages(snapshot).configs)
        if (state.info().path.starts_with(config.folder))
            for (const auto& [code, level] : config.rules.levels) settings.levels.emplace(code, level);
    return settings;
}

}  // namespace hcl::world
