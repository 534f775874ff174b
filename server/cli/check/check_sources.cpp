#include "server/cli/check/check_sources.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <numeric>

#include "engine/base/path.h"
#include "engine/base/suggest.h"
#include "engine/ide/annotation/diagnostics.h"
#include "engine/language/call_folder.h"
#include "engine/language/language.h"
#include "engine/world/applied_rules.h"
#include "engine/world/called_folders.h"
#include "engine/world/config_file.h"
#include "engine/world/file_syntax.h"
#include "engine/world/language_lookup.h"
#include "engine/world/module_lookup.h"
#include "engine/world/rule_names.h"
#include "engine/world/rule_page.h"
#include "engine/world/workspace_reader.h"
#include "server/app/configurations.h"
#include "server/app/extensions.h"
#include "server/app/folder_scan.h"
#include "server/app/workspace_disk.h"
#include "server/cli/check/fixer.h"
#include "server/host/for_each_index.h"

namespace hcl::server {

namespace {

// The size of the texts checked in one round; derived data is dropped before the next. A byte of text takes
// about 30 bytes of memory meanwhile.
constexpr std::size_t kRoundBytes = std::size_t{6} << 20;
// Modules that are looked at before their findings are counted.
constexpr std::size_t kPiecesAtOnce = 64;

}  // namespace

CheckSources::CheckSources(Console& console, const CheckOptions& options)
    : console_(console), wanted_(*console.files, folders_of(console, options.paths)), options_(options) {
    set_limits(options.limits);
    world_.set_extensions(language_extensions());
    world_.set_schemas(console.read_schemas(options.schemas));
}

FileId CheckSources::add(const std::string& path, Text text, const std::string& language) {
    FileId id(next_++);
    known_.insert(path);
    world::FileInfo info{id, path, language, world::parse_options(path, language), false, 0};
    if (links_.contains(path)) info.origin = origin_of_link(*console_.files, path, readable_->written());
    world_.set_file(std::move(info), std::move(text));
    return id;
}

bool CheckSources::read() {
    bool failed = false;
    auto check = [&](const std::string& path, const std::string& shown, std::string read) {
        Text text = std::make_shared<const std::string>(std::move(read));
        FileId id = add(path, text, options_.language);
        origins_.push_back({path, text});
        checked_.push_back({id, shown, std::move(text), {}});
    };
    if (options_.reads_input()) {
        std::string path = console_.absolute(options_.stdin_name);
        auto text = console_.input();
        if (!text) return false;
        check(path, options_.stdin_name, std::move(*text));
        if (options_.stdin_name != CheckOptions().stdin_name) {
            set_readable({{path, path}});
            add_extended(path, *checked_.back().text);
            add_surroundings(path);
            add_called_folders();
            add_named_rules();
            complain_about_refused();
        }
        return true;
    }
    std::vector<Target> targets = find_targets(
        console_, options_.paths,
        {.is_wanted = [&](const std::string& path) { return wanted_(path); }, .will_write = options_.fix},
        failed);
    set_readable(targets);
    for (const Target& target : targets) {
        if (known_.contains(target.path)) continue;
        if (target.is_link) links_.insert(target.path);
        auto text = console_.files->read(target.path, target.most(options_.limits));
        if (!text) {
            console_.complain(text.error().message);
            failed = true;
            continue;
        }
        check(target.path, target.shown, std::move(*text));
    }
    for (std::size_t i = 0; i < checked_.size(); ++i) add_extended(origins_[i].path, *checked_[i].text);
    for (const Target& target : targets) add_surroundings(target.path);
    add_called_folders();
    add_named_rules();
    complain_about_refused();
    return !failed;
}

// The same rule as the server's.
void CheckSources::set_readable(const std::vector<Target>& targets) {
    std::set<std::string> starts;
    for (const std::string& named : options_.paths) {
        std::string path = console_.absolute(named);
        auto stat = console_.files->stat(path);
        if (stat && stat->is_folder) starts.insert(path);
    }
    for (const Target& target : targets)
        if (target.is_named) starts.insert(target.path.substr(0, target.path.rfind('/')));
    readable_.emplace(*console_.files, std::vector<std::string>(starts.begin(), starts.end()));
    world_.set_disk(std::make_shared<const WorkspaceDisk>(*console_.files, readable_->written()));
}

void CheckSources::refuse(const std::string& path) {
    if (console_.files->stat(path)) refused_.insert(path);
}

void CheckSources::complain_about_refused() {
    if (refused_.empty()) return;
    std::size_t others = refused_.size() - 1;
    console_.complain(*refused_.begin() +
                      (others ? " and " + std::to_string(others) + " more lie" : " lies") +
                      " outside of the folders that are checked and their repository, and " +
                      (others ? "are" : "is") + " not read; name the folder around it to allow that");
}

// The path of a module that a file in the folder calls; empty when no folder above has such a file.
std::string CheckSources::path_of_called(std::string_view folder, std::string_view called) const {
    if (!called.starts_with(language::kInParents)) return path_from(std::string(folder), called);
    called.remove_prefix(language::kInParents.size());
    for (int depth = 0; depth < 100 && folder.size() > 1; ++depth) {
        folder = folder_of(folder.substr(0, folder.size() - 1));
        const FolderAbove& above = folder_above(folder);
        if (!above.is_readable) return {};
        if (!above.may_have(called)) continue;
        std::string there = path_from(std::string(folder), called);
        if (!readable_->contains(there)) return {};
        if (console_.files->stat(there)) return there;
    }
    return {};
}

bool CheckSources::FolderAbove::may_have(std::string_view path) const {
    const std::string_view first = path.substr(0, path.find('/'));
    return first.empty() || first == "." || first == ".." || names.contains(first);
}

const CheckSources::FolderAbove& CheckSources::folder_above(std::string_view folder) const {
    if (folder.size() > 1 && folder.ends_with('/')) folder.remove_suffix(1);
    const auto [entry, is_new] = folders_above_.try_emplace(std::string(folder));
    FolderAbove& above = entry->second;
    if (!is_new) return above;
    above.is_readable = readable_->contains(entry->first);
    if (!above.is_readable) return above;
    if (const auto entries = console_.files->list(entry->first))
        for (const FolderEntry& one : *entries) above.names.insert(one.name);
    return above;
}

// Adds the folders of modules that these files call, transitively: from their texts, so that nothing is
// built before all files are loaded.
void CheckSources::add_called_folders() {
    std::set<FileId> asked;
    for (bool found = true; found;) {
        found = false;
        world::SnapshotPtr snapshot = world_.snapshot();
        std::set<std::string> wanted;
        for (const world::FileState* state : snapshot->files()) {
            if (!asked.insert(state->id()).second) continue;
            for (const std::string& called : *world::called_folders(*snapshot, *state))
                wanted.insert(path_of_called(folder_of(state->info().path), called));
        }
        for (std::string folder : wanted) {
            while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
            // Where modules are files, a call may name the file.
            if (auto there = console_.files->stat(folder); there && !there->is_folder)
                folder.resize(folder.rfind('/'));
            if (folder.empty() || folders_.contains(folder)) continue;
            if (!readable_->contains(folder)) {
                refuse(folder);
                continue;
            }
            std::size_t before = known_.size();
            add_surroundings(folder + "/");
            found = found || known_.size() > before;
        }
    }
    world::KnownFolders known;
    for (const std::string& folder : folders_)
        if (!console_.files->stat(folder)) known.folders.insert(folder);
    world_.set_known_folders(std::move(known));
}

// Reads the files of the folder that belong to its module, its packs and configurations, and configurations
// above it.
void CheckSources::add_surroundings(const std::string& path) {
    std::string folder = path.substr(0, path.rfind('/'));
    if (!folders_.insert(folder).second) return;
    // What version control ignores belongs to the module all the same.
    walk(*console_.files, folder, {.use_ignore_files = false, .max_depth = 0, .roots = readable_->resolved()},
         visitor());
    add_downloaded(folder);
    for (const std::string& above : configurations_above(folder)) add_configuration(above);
    for (const std::string& here : configurations_in(folder)) add_configuration(here);
}

// Reads the modules that were downloaded for the one in the folder.
void CheckSources::add_downloaded(const std::string& folder) {
    for (const std::string& manifest : manifests_in(folder)) {
        if (known_.contains(manifest) || !readable_->contains(manifest)) continue;
        auto text = console_.files->read(manifest, options_.limits.indexed_file);
        if (!text) continue;
        for (const std::string& path : downloaded_files(*console_.files, manifest, *text, *readable_)) {
            folders_.insert(path.substr(0, path.rfind('/')));
            read_unknown(path);
        }
        add(manifest, std::make_shared<const std::string>(std::move(*text)), "");
    }
}

void CheckSources::read_unknown(const std::string& path) {
    if (known_.contains(path)) return;
    auto read = console_.files->read(path, options_.limits.indexed_file);
    if (!read) return;
    auto text = std::make_shared<const std::string>(std::move(*read));
    add(path, text, "");
    add_extended(path, *text);
}

// Adds the packs that a pack extends.
void CheckSources::add_extended(const std::string& path, const std::string& text) {
    if (!may_name_files(path) || file_name_of(path) == world::kConfigName) return;
    ConfigurationFiles found =
        read_named(*console_.files, path, text, *readable_, options_.limits.indexed_file, known_);
    for (const std::string& elsewhere : found.refused) refuse(elsewhere);
    for (auto& [named, its_text] : found.files)
        add(named, std::make_shared<const std::string>(std::move(its_text)), "");
}

WalkVisitor CheckSources::visitor() {
    WalkVisitor v;
    v.folder = [](const std::string&) { return true; };
    v.link = [this](const std::string& path) { links_.insert(path); };
    v.file = [this](const std::string& path) {
        if (wanted_(path)) read_unknown(path);
        return true;
    };
    return v;
}

void CheckSources::add_configuration(const std::string& path) {
    if (!configured_.insert(path).second) return;
    ConfigurationFiles found =
        read_configuration(*console_.files, path, *readable_, options_.limits.indexed_file, known_);
    for (const std::string& elsewhere : found.refused) refuse(elsewhere);
    for (auto& [named, text] : found.files)
        add(named, std::make_shared<const std::string>(std::move(text)), "");
}

void CheckSources::add_rules_below(const std::string& folder) {
    WalkVisitor v;
    v.file = [this](const std::string& path) {
        if (file_name_of(path) == world::kConfigName) add_configuration(path);
        if (path.ends_with(world::kPackEnding)) read_unknown(path);
        return true;
    };
    walk(*console_.files, folder, {.roots = readable_->resolved()}, v);
}

void CheckSources::add_named_rules() {
    for (std::size_t i = 0; i < checked_.size(); ++i) {
        if (file_name_of(origins_[i].path) != world::kConfigName) continue;
        const world::SnapshotPtr snapshot = world_.snapshot();
        const Diagnostics found = world::config_findings(*snapshot, *snapshot->file(checked_[i].id));
        if (std::ranges::find(found, DiagCode::UnknownRule, &Diagnostic::code) != found.end())
            add_rules_below(std::string(folder_of(origins_[i].path)));
    }
}

void CheckSources::read_rules() {
    set_readable({});
    for (const std::string& named : options_.paths) {
        const std::string path = console_.absolute(named);
        for (const std::string& above : configurations_above(path)) add_configuration(above);
        add_rules_below(path);
    }
}

bool CheckSources::was_unchecked(const Diagnostic& d) {
    return d.code == DiagCode::BrokenPack || d.code == DiagCode::UnknownLanguage ||
           d.code == DiagCode::PackFileNotFound;
}

bool CheckSources::is_wanted(const Diagnostic& d) const {
    // What is left out may be wanted.
    if (was_unchecked(d) || d.code == DiagCode::FindingsLeftOut) return true;
    if (d.severity > options_.least) return false;
    // A hint for editors: nothing in the files is wrong.
    if (d.code == DiagCode::SchemaMissing && options_.only.empty()) return false;
    return options_.only.empty() || std::ranges::any_of(options_.only, [&](const std::string& name) {
               return check::is_called(d, name);
           });
}

bool CheckSources::is_of_others(const world::Snapshot& snapshot, const world::FileState& configuration,
                                const Diagnostic& d) const {
    for (const world::WorkspaceConfig& config : world::workspace_languages(snapshot).configs) {
        if (config.file != configuration.id()) continue;
        for (const world::WorkspaceConfig::Missing& missing : config.missing)
            if (missing.why.span == d.span && !missing.files.empty())
                return std::ranges::none_of(checked_, [&](const CheckedFile& file) {
                    return world::missing_language_of(snapshot, *snapshot.file(file.id)) == &missing;
                });
    }
    return false;
}

void CheckSources::add_configurations() {
    std::set<FileId> requested;
    for (const CheckedFile& file : checked_) requested.insert(file.id);
    const world::SnapshotPtr snapshot = world_.snapshot();
    for (const world::FileState* state : snapshot->files()) {
        if (file_name_of(state->info().path) != world::kConfigName || requested.contains(state->id()))
            continue;
        Diagnostics found = state->tree()->diagnostics();
        for (const Diagnostic& d : world::config_findings(*snapshot, *state))
            if (was_unchecked(d) && !is_of_others(*snapshot, *state, d)) found.push_back(d);
        std::erase_if(found, [](const Diagnostic& d) { return d.severity != Severity::Error; });
        if (found.empty()) continue;
        for (Diagnostic& d : found) d.file = state->id();
        checked_.push_back(other_file(*state));
        checked_.back().findings = std::move(found);
    }
}

void CheckSources::keep_wanted() {
    for (CheckedFile& file : checked_)
        std::erase_if(file.findings, [&](const Diagnostic& d) { return !is_wanted(d); });
}

std::map<std::size_t, Diagnostics> CheckSources::find_again(const std::set<std::size_t>& changed) {
    world::SnapshotPtr snapshot = world_.snapshot();
    std::vector<world::ChangedFile> files;
    std::set<FileId> affected;
    for (std::size_t i : changed) {
        files.push_back({checked_[i].id, origins_[i].path});
        affected.insert(checked_[i].id);
    }
    // Packs and configurations can affect all other files.
    const bool all = std::ranges::any_of(world::workspace_languages(*snapshot).inputs,
                                         [&](const auto& input) { return affected.contains(input.first); });
    for (FileId id : world::dependents_of(*snapshot, files, false)) affected.insert(id);
    std::map<std::size_t, Diagnostics> before;
    std::vector<std::size_t> again;
    for (std::size_t i = 0; i < checked_.size(); ++i) {
        if (!all && !affected.contains(checked_[i].id)) continue;
        before.emplace(i, std::move(checked_[i].findings));
        again.push_back(i);
    }
    find_in(again, false);
    return before;
}

void CheckSources::find(bool shows_progress) {
    std::vector<std::size_t> all(checked_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    find_in(all, shows_progress);
}

std::size_t CheckSources::left_out() const {
    return static_cast<std::size_t>(std::ranges::count(left_out_, 1));
}

std::uint64_t CheckSources::find_of_files(const world::Snapshot& snapshot, std::span<const std::size_t> files,
                                          std::uint64_t room) {
    std::uint64_t count = 0;
    for (std::size_t i : files) {
        left_out_[i] = count >= room ? 1 : 0;
        if (count >= room) continue;
        Diagnostics& findings = checked_[i].findings;
        findings = ide::diagnostics_for(snapshot, checked_[i].id, {});
        // Fixes are looked for again where findings were left out, which all of them show.
        if (!options_.fix) std::erase_if(findings, [&](const Diagnostic& d) { return !is_wanted(d); });
        count += findings.size();
    }
    return count;
}

void CheckSources::find_in(std::span<const std::size_t> wanted, bool shows_progress) {
    using Clock = std::chrono::steady_clock;
    std::atomic<std::size_t> done{0};
    std::mutex mutex;
    Clock::time_point last = Clock::now();
    bool has_shown = false;
    auto tell = [&](std::size_t count) {
        std::unique_lock lock(mutex, std::try_to_lock);
        if (!lock || Clock::now() - last < std::chrono::milliseconds(100)) return;
        last = Clock::now();
        has_shown = true;
        std::size_t width = 24;
        std::size_t full = width * count / checked_.size();
        console_.err("\r[" + std::string(full, '#') + std::string(width - full, ' ') + "] " +
                     std::to_string(count) + "/" + std::to_string(checked_.size()) + " files");
    };
    // The files of one module are one unit of work, since they share their bound state.
    std::map<std::string, std::vector<std::size_t>> pieces;
    {
        world::SnapshotPtr snapshot = world_.snapshot();
        for (std::size_t i : wanted) {
            std::string module = world::module_name(*snapshot, *snapshot->file(checked_[i].id));
            pieces[module.empty() ? "\n" + std::to_string(i) : module].push_back(i);
        }
    }
    std::uint64_t room = options_.limits.run_findings;
    left_out_.resize(checked_.size());
    for (std::size_t i : wanted) checked_[i].findings.clear();
    for (const CheckedFile& file : checked_) room -= std::min<std::uint64_t>(room, file.findings.size());
    auto next = pieces.begin();
    while (next != pieces.end()) {
        std::vector<std::span<const std::size_t>> work;
        for (std::size_t bytes = 0; next != pieces.end() && bytes < kRoundBytes; ++next) {
            work.emplace_back(next->second);
            for (std::size_t i : next->second) bytes += checked_[i].text->size();
        }
        world::SnapshotPtr snapshot = world_.snapshot();
        // What is left out does not depend on the order in which threads come to it.
        for (std::size_t first = 0; first < work.size(); first += kPiecesAtOnce) {
            std::atomic<std::uint64_t> found{0};
            for_each_index(std::min(kPiecesAtOnce, work.size() - first), console_.processors,
                           [&](std::size_t piece) {
                               found += find_of_files(*snapshot, work[first + piece], room);
                               const std::size_t count = done += work[first + piece].size();
                               if (shows_progress) tell(count);
                           });
            room -= std::min<std::uint64_t>(room, found);
        }
        snapshot = nullptr;
        if (next != pieces.end()) world_.forget_trees(0);
    }
    if (has_shown) console_.err("\r\x1b[K");
}

std::string CheckSources::shown(const std::string& path) const {
    return path.starts_with(console_.folder + "/") ? path.substr(console_.folder.size() + 1) : path;
}

CheckedFile CheckSources::other_file(const world::FileState& state) const {
    Text text = state.raw_text();
    if (!text) text = std::make_shared<const std::string>(state.tree()->text());
    return {state.id(), shown(state.info().path), std::move(text), {}};
}

std::vector<CheckedFile> CheckSources::related() {
    std::set<FileId> seen;
    for (const CheckedFile& file : checked_) seen.insert(file.id);
    std::vector<CheckedFile> files;
    const world::SnapshotPtr snapshot = world_.snapshot();
    auto add_file = [&](FileId id) {
        if (!id.is_valid() || !seen.insert(id).second) return;
        const world::FileState* state = snapshot->file(id);
        if (!state) return;
        files.push_back(other_file(*state));
    };
    for (const CheckedFile& file : checked_)
        for (const Diagnostic& d : file.findings) {
            for (const RelatedPlace& place : d.related) add_file(place.where.file);
            for (const Fix& fix : d.fixes)
                for (const FileEdit& edit : fix.edits) add_file(edit.file);
        }
    return files;
}

std::string CheckSources::language_problem() {
    const language::LanguageSet& builtin = language::LanguageSet::builtin();
    if (options_.language.empty() || builtin.of_file("", options_.language)) return "";
    Suggester near(options_.language);
    for (const language::LanguagePtr& language : builtin.all()) near.offer(language->id);
    for (const world::WorkspaceConfig& config : world::workspace_languages(*world_.snapshot()).configs)
        for (const auto& association : config.associations) {
            if (association.language->id == options_.language) return "";
            near.offer(association.language->id);
        }
    return "unknown language \"" + options_.language + "\"" + did_you_mean_clause(near.best()) +
           (near.best().empty() ? "; \"hcl-ls pack list\" lists those of this build" : "");
}

std::string CheckSources::rule_problem() {
    std::vector<std::string> names = options_.only;
    for (const auto& [name, level] : options_.rules.levels) names.push_back(name);
    auto unknown = [&]() -> const std::string* {
        const world::SnapshotPtr snapshot = world_.snapshot();
        const world::RuleNames known(*snapshot, world::workspace_languages(*snapshot));
        for (const std::string& name : names)
            if (!known.has(name)) return &name;
        return nullptr;
    };
    if (!unknown()) return "";
    // The rule may be that of a folder below the files, of which none was named.
    for (const std::string& folder : std::set<std::string>(folders_)) add_rules_below(folder);
    const std::string* name = unknown();
    return name ? unknown_rule(*name) : "";
}

std::string CheckSources::unknown_rule(std::string_view name) {
    const world::SnapshotPtr snapshot = world_.snapshot();
    const world::RuleNames known(*snapshot, world::workspace_languages(*snapshot));
    return "unknown code or name \"" + std::string(name) + "\"" + did_you_mean_clause(known.nearest(name));
}

std::string CheckSources::page_of_rule(std::string_view name) {
    const std::string page =
        world::rule_page(*world_.snapshot(), name, [&](const std::string& path) { return shown(path); });
    return page.empty() ? page : "### " + std::string(name) + "\n" + page;
}

void CheckSources::set_text(std::size_t index, std::string text) {
    CheckedFile& file = checked_[index];
    file.text = std::make_shared<const std::string>(std::move(text));
    world_.set_file({file.id, origins_[index].path, options_.language,
                     world::parse_options(origins_[index].path, options_.language), false, 0},
                    file.text);
}

void CheckSources::set_limits(const Limits& limits) {
    world::Settings settings;
    settings.rules = options_.rules;
    settings.limits = limits;
    world_.set_settings(std::move(settings));
}

bool CheckSources::find_all_fixes() {
    std::vector<std::size_t> cut;
    for (std::size_t i = 0; i < checked_.size(); ++i)
        if (checked_[i].findings.size() >= syntax::kMostDiagnostics) cut.push_back(i);
    Limits more = options_.limits;
    if (!cut.empty()) {
        const std::uint64_t share = std::max(limits::fixes / cut.size(), limits::file_findings + 1);
        more.file_findings = std::max(more.file_findings, share);
        more.file_evaluation_findings = std::max(more.file_evaluation_findings, share);
    }
    if (more == options_.limits) return false;
    set_limits(more);
    find_in(cut, false);
    return true;
}

std::size_t CheckSources::fix() {
    std::vector<Diagnostics> shown;
    shown.reserve(checked_.size());
    for (const CheckedFile& file : checked_)
        shown.push_back(file.findings.size() >= syntax::kMostDiagnostics ? file.findings : Diagnostics());
    const bool has_more = find_all_fixes();
    Fixer fixer({checked_, [this](const Diagnostic& d) { return is_wanted(d); },
                 [this](std::size_t index, std::string text) { set_text(index, std::move(text)); },
                 [this](const std::set<std::size_t>& changed) { return find_again(changed); }});
    std::size_t fixed = fixer.run();
    if (has_more) set_limits(options_.limits);
    if (has_more && fixed > 0) {
        find(false);
    } else if (has_more) {
        for (std::size_t i = 0; i < checked_.size(); ++i)
            if (!shown[i].empty()) checked_[i].findings = std::move(shown[i]);
    }
    if (fixer.is_unfinished()) console_.complain("not everything was fixed in one run; run it again");
    return fixed;
}

bool CheckSources::write() {
    bool written = true;
    for (std::size_t i = 0; i < checked_.size(); ++i) {
        if (*checked_[i].text == *origins_[i].text) continue;
        if (options_.reads_input()) continue;
        const std::string& path = origins_[i].path;
        auto now = console_.files->read(path);
        Result<void> done{};
        if (now && *now != *origins_[i].text) {
            console_.complain(checked_[i].shown + " was changed by another program and is not overwritten");
            written = false;
            continue;
        }
        done = console_.files->replace(path, *checked_[i].text);
        if (!done) {
            console_.complain(done.error().message);
            written = false;
        }
    }
    return written;
}

}  // namespace hcl::server
