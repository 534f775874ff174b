#include "server/app/file_watches.h"

#include <algorithm>
#include <array>

#include "engine/base/json_string.h"

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

}  // namespace

bool FileWatches::start() {
    if (!core_.client->watches_files) return false;
    std::string read;
    for (std::string_view ending : kReadEndings) read += (read.empty() ? "*.{" : ",") + std::string(ending);
    // Folders are included so that one that is deleted or moved here is noticed.
    outgoing_.call("client/registerCapability",
                   R"({"registrations":[{"id":"hcl-ls/watch","method":"workspace/didChangeWatchedFiles",)"
                   R"("registerOptions":{"watchers":[)" +
                       watcher_for("*.{hcl,tf,tfvars,tofu,nomad,hcldec,zcl,pp,tfbackend}") + "," +
                       watcher_for("*.{hcl,tf,tfvars,tofu,tftest,nomad,tfquery}.json") + "," +
                       watcher_for(read + "}") + "," + R"({"globPattern":"**/","kind":5}]}}]})");
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
