#include "server/app/file_watches.h"

#include <algorithm>
#include <array>

#include "engine/base/json_string.h"
#include "engine/base/path.h"
#include "engine/language/language.h"
#include "server/host/walk.h"

namespace hcl::server {

namespace {

// Common extensions of files that functions read: templates, data, keys, scripts. Others
// are watched after they were read.
constexpr std::array<std::string_view, 11> kReadEndings{"tftpl", "tpl", "tmpl", "yaml", "yml", "json",
                                                        "sh",    "txt", "pem",  "pub",  "conf"};
constexpr std::size_t kMostWatchedNames = 200;

// Created, changed and deleted: 1 + 2 + 4.
std::string watcher_for(std::string_view glob) {
    return "{\"globPattern\":" + json_string("**/" + std::string(glob)) + R"(,"kind":7})";
}

std::string_view ending_of(std::string_view name) {
    return name.substr(name.rfind('.') + 1);
}

// Adds the file endings of a pattern such as "*.tf" or "*.{hcl,json}".
void add_endings(std::string_view pattern, std::set<std::string_view>& out) {
    std::string_view list = ending_of(pattern);
    if (list.starts_with('{')) list.remove_prefix(1);
    while (!list.empty()) {
        const std::size_t end = std::min(list.find_first_of(",}"), list.size());
        out.insert(list.substr(0, end));
        list.remove_prefix(std::min(end + 1, list.size()));
    }
}

// A glob for the files that are known by name: those of the languages of this build, and those that functions
// read.
std::string known_files() {
    std::set<std::string_view> endings(kReadEndings.begin(), kReadEndings.end());
    endings.insert("zcl");
    std::set<std::string_view> whole;
    for (const language::LanguagePtr& language : language::LanguageSet::builtin().all())
        for (std::string_view pattern : language->recognition.files) {
            const std::string_view name = file_name_of(pattern);
            if (name.find('*') == std::string_view::npos)
                whole.insert(name);
            else
                add_endings(name, endings);
        }
    whole.insert(kIgnoreFiles.begin(), kIgnoreFiles.end());
    std::erase_if(whole, [&](std::string_view name) { return endings.contains(ending_of(name)); });
    std::string glob;
    for (std::string_view ending : endings) glob += (glob.empty() ? "{*." : ",*.") + std::string(ending);
    for (std::string_view name : whole) glob += ',' + std::string(name);
    return glob + '}';
}

}  // namespace

bool FileWatches::start() {
    if (!core_.client->watches_files) return false;
    // Folders are included so that one that is deleted or moved here is noticed.
    outgoing_.call("client/registerCapability",
                   R"({"registrations":[{"id":"hcl-ls/watch","method":"workspace/didChangeWatchedFiles",)"
                   R"("registerOptions":{"watchers":[)" +
                       watcher_for(known_files()) + R"(,{"globPattern":"**/","kind":5}]}}]})");
    return true;
}

void FileWatches::watch_roots(const std::vector<std::string>& roots,
                              std::function<void(std::vector<FileChange>)> changed) {
    if (core_.client->watches_files || !core_.host.make_watcher) return;
    if (!watcher_)
        watcher_ = core_.host.make_watcher([this,
                                            changed = std::move(changed)](std::vector<FileChange> changes) {
            core_.post([changed, changes = std::move(changes)]() mutable { changed(std::move(changes)); });
        });
    watcher_->watch(roots);
}

void FileWatches::watch_read_files(const std::vector<std::string>& paths) {
    if (!core_.client->watches_files) return;
    std::set<std::string> names;
    for (const std::string& path : paths) {
        std::string name = path.substr(path.rfind('/') + 1);
        const bool is_watched = std::ranges::any_of(
            kReadEndings, [&](std::string_view ending) { return name.ends_with("." + std::string(ending)); });
        const bool is_plain = std::ranges::none_of(name, [](char c) {
            return static_cast<unsigned char>(c) < ' ' || std::string_view("*?[]{},!\"\\").contains(c);
        });
        if (!is_watched && is_plain && !name.empty() && names.size() < kMostWatchedNames)
            names.insert(std::move(name));
    }
    if (std::ranges::includes(read_names_, names)) return;
    watch_globs("hcl-ls/watch-read", read_names_, std::move(names));
}

void FileWatches::watch_claimed_files(const std::set<std::string>& patterns) {
    if (!core_.client->watches_files) return;
    std::set<std::string> globs;
    for (const std::string& pattern : patterns)
        if (globs.size() < kMostWatchedNames) globs.insert(pattern);
    if (globs != patterns_) watch_globs("hcl-ls/watch-claimed", patterns_, std::move(globs));
}

void FileWatches::watch_globs(std::string_view id, std::set<std::string>& before,
                              std::set<std::string> globs) {
    const std::string registration =
        "\"id\":" + json_string(id) + R"(,"method":"workspace/didChangeWatchedFiles")";
    if (!before.empty())
        outgoing_.call("client/unregisterCapability", R"({"unregisterations":[{)" + registration + "}]}");
    before = std::move(globs);
    if (before.empty()) return;
    std::string watchers;
    for (const std::string& glob : before) watchers += (watchers.empty() ? "" : ",") + watcher_for(glob);
    outgoing_.call(
        "client/registerCapability",
        R"({"registrations":[{)" + registration + R"(,"registerOptions":{"watchers":[)" + watchers + "]}}]}");
}

}  // namespace hcl::server
