#include "server/app/publisher.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "engine/base/path.h"
#include "engine/ide/annotation/diagnostics.h"
#include "engine/world/module_lookup.h"
#include "server/app/routes.h"

namespace hcl::server {

namespace {

constexpr Duration kShortest = std::chrono::milliseconds(15);
constexpr Duration kLongest = std::chrono::milliseconds(400);
constexpr Duration kQuiet = std::chrono::milliseconds(300);
constexpr std::size_t kBatch = 32;

// Files of the same folder may refer to each other, and those of neighbouring folders may call each other.
bool is_near(std::string_view folder, std::string_view changed) {
    auto around = [](std::string_view of) {
        return of.empty() ? of : folder_of(of.substr(0, of.size() - 1));
    };
    return folder.starts_with(changed) || changed.starts_with(folder) || around(folder) == around(changed);
}

}  // namespace

bool Publisher::wants(FileId id) const {
    if (core_.client->pulls_diagnostics) return false;
    return documents_.is_open(id) || core_.settings.of(core_.files.path(id)).workspace_diagnostics ||
           published_.contains(id);
}

void Publisher::queue_urgent(FileId id) {
    sound_.erase(id);
    if (!wants(id)) return;
    urgent_.insert(id);
    // Twice the measured cost: during a burst of keystrokes most of the machine stays free for requests.
    auto delay = std::chrono::duration_cast<Duration>(std::chrono::duration<double>(2 * cost_seconds_));
    schedule(std::clamp(delay, kShortest, kLongest));
}

void Publisher::queue_later(FileId id) {
    sound_.erase(id);
    look(id);
}

void Publisher::look(FileId id) {
    if (!wants(id)) return;
    (documents_.is_open(id) ? urgent_ : waiting_).insert(id);
    if (!core_.timers.is_set("diagnostics")) schedule(kShortest);
}

void Publisher::all_changed() {
    for (FileId id : documents_.open_files()) queue_later(id);
    for (const world::FileState* state : core_.world.snapshot()->files()) queue_later(state->id());
}

void Publisher::neighbours_changed(FileId id) {
    if (core_.client->pulls_diagnostics) return;
    const std::string name = core_.files.name(id);
    const std::string folder(folder_of(name));
    for (FileId other : documents_.open_files()) {
        const world::FileState* open = core_.world.file(other);
        if (other != id && open && is_near(folder_of(open->info().path), folder)) queue_later(other);
    }
    changed_folders_.insert(folder);
    core_.timers.set("neighbours", core_.now() + kQuiet, [this] {
        const std::set<std::string> folders = std::exchange(changed_folders_, {});
        for (const world::FileState* state : core_.world.snapshot()->files()) {
            if (documents_.is_open(state->id())) continue;
            const std::string_view there = folder_of(state->info().path);
            if (std::ranges::any_of(folders, [&](const auto& changed) { return is_near(there, changed); }))
                look(state->id());
        }
    });
}

void Publisher::schedule(Duration delay) {
    core_.timers.set("diagnostics", core_.now() + delay, [this] { run(); });
}

void Publisher::run() {
    // One job at a time: its end starts the next.
    if (running_ > 0) return;
    std::vector<FileId> batch;
    std::set<FileId>& queue = urgent_.empty() ? waiting_ : urgent_;
    while (!queue.empty() && batch.size() < kBatch) {
        batch.push_back(*queue.begin());
        queue.erase(queue.begin());
    }
    if (batch.empty()) return;
    ++running_;
    // Files being edited are urgent; other files give way to edits.
    Lane lane = &queue == &urgent_ ? Lane::Latency : Lane::Background;
    auto findings = std::make_shared<std::vector<Finding>>();
    for (FileId id : batch) {
        Finding& finding = findings->emplace_back();
        finding.id = id;
        if (auto sound = sound_.find(id); sound != sound_.end()) finding.module = sound->second;
    }
    auto seconds = std::make_shared<double>(0);
    core_.workers.submit(
        lane, [this, findings, seconds, snapshot = core_.world.snapshot(), client = core_.client,
               cancel = Cancel(&core_.stopping, &core_.edits, core_.edits.load())] {
            TimePoint start = core_.now();
            std::string fault;
            Outcome outcome = run_guarded(
                [&] {
                    for (Finding& finding : *findings) {
                        cancel.poll();
                        check(finding, *snapshot, *client, cancel);
                        finding.is_complete = true;
                    }
                },
                fault);
            *seconds = std::chrono::duration<double>(core_.now() - start).count();
            if (outcome == Outcome::Failed) {
                core_.log.line("diagnostics failed: " + fault);
                for (Finding& finding : *findings)
                    if (!finding.is_complete) {
                        core_.log.line("while checking " + core_.files.uri(finding.id));
                        finding.is_complete = true;
                        finding.is_same = false;
                        finding.revision = 0;  // nothing to publish, and no second try on the same text
                        break;
                    }
            }
            core_.post([this, findings, seconds] {
                --running_;
                std::size_t complete = 0;
                for (const Finding& finding : *findings) {
                    if (finding.is_complete) {
                        ++complete;
                        publish(finding);
                    } else {
                        look(finding.id);
                    }
                }
                if (complete > 0)
                    cost_seconds_ = 0.5 * cost_seconds_ + 0.5 * *seconds / static_cast<double>(complete);
                if (waiting_.empty() && urgent_.empty()) {
                    // All was looked at: what was parsed on the way need not stay.
                    core_.world.forget_trees(std::size_t{core_.settings.global.tree_megabytes} << 20);
                } else if (!core_.timers.is_set("diagnostics")) {
                    schedule(urgent_.empty() ? Duration(0) : kShortest);
                }
            });
        });
}

void Publisher::check(Finding& finding, const world::Snapshot& snapshot, const ClientInfo& client,
                      const Cancel& cancel) const {
    const world::FileState* state = snapshot.file(finding.id);
    if (!state) return;
    finding.revision = state->revision();
    bind::ModulePtr module = world::module_of(snapshot, finding.id, cancel);
    finding.is_same = module && finding.module.lock() == module;
    if (finding.is_same) return;
    finding.module = module;
    Diagnostics found = ide::diagnostics_for(snapshot, finding.id, cancel);
    finding.is_empty = found.empty();
    finding.diagnostics = diagnostics_json(found, snapshot, finding.id, core_.files, client);
}

void Publisher::publish(const Finding& finding) {
    if (finding.is_same) return;
    sound_.erase(finding.id);
    const world::FileState* state = core_.world.file(finding.id);
    if (!state) {
        if (auto old = published_.find(finding.id); old != published_.end() && !old->second.is_empty)
            send(finding.id, "[]", true);
        published_.erase(finding.id);
        return;
    }
    // The text moved on; whoever moved it has asked for a new look.
    if (state->revision() != finding.revision) return;
    if (!documents_.is_open(finding.id) &&
        !core_.settings.of(core_.files.path(finding.id)).workspace_diagnostics) {
        auto old = published_.find(finding.id);
        if (old != published_.end() && !old->second.is_empty) send(finding.id, "[]", true);
        published_.erase(finding.id);
        return;
    }
    if (finding.is_empty && !documents_.is_open(finding.id)) sound_[finding.id] = finding.module;
    send(finding.id, finding.diagnostics, finding.is_empty);
}

void Publisher::send(FileId id, const std::string& diagnostics, bool is_empty) {
    std::size_t hash = std::hash<std::string>{}(diagnostics);
    bool is_open = documents_.is_open(id);
    auto [old, is_first] = published_.try_emplace(id);
    // For closed files only news is sent; for open ones every version gets its answer.
    bool is_news = is_first ? !is_empty : old->second.hash != hash;
    old->second = {hash, is_empty};
    if (!is_open && !is_news) return;
    std::string params = "{\"uri\":" + json_quote(core_.files.uri(id));
    if (is_open) params += ",\"version\":" + std::to_string(core_.world.file(id)->info().version);
    params += ",\"diagnostics\":" + diagnostics + "}";
    core_.outbox.notify("textDocument/publishDiagnostics", params);
}

}  // namespace hcl::server
