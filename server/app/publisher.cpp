#include "server/app/publisher.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "engine/base/json_string.h"
#include "engine/ide/annotation/diagnostics.h"
#include "engine/world/callers.h"
#include "engine/world/installed_modules.h"
#include "engine/world/language_lookup.h"
#include "engine/world/module_lookup.h"
#include "server/app/extensions.h"
#include "server/app/routes.h"

namespace hcl::server {

namespace {

// The shortest and the longest pause within a burst of edits.
constexpr Duration kShortest = std::chrono::milliseconds(2);
constexpr Duration kLongest = std::chrono::milliseconds(400);
// How long other changes are collected, because they come in large numbers.
constexpr Duration kGathering = std::chrono::milliseconds(15);
// The time without edits before closed files are checked.
constexpr Duration kQuiet = std::chrono::milliseconds(100);
constexpr std::size_t kBatch = 32;

}  // namespace

bool Publisher::wants(FileId id) const {
    if (core_.client->pulls_diagnostics) return false;
    if (documents_.is_open(id)) return true;
    if (world::is_downloaded(language_extensions(), core_.files.path(id))) return false;
    return core_.settings.of(core_.files.path(id)).workspace_diagnostics || published_.contains(id);
}

void Publisher::queue_urgent(FileId id) {
    if (core_.client->pulls_diagnostics) return;
    changed_.push_back(id);
    (is_held && is_held(id) ? held_ : edited_).insert(id);
    last_edit_ = core_.now();
    wake_by(std::max(last_edit_, last_look_ + pause()));
}

void Publisher::queue_later(FileId id) {
    if (core_.client->pulls_diagnostics) return;
    changed_.push_back(id);
    wake_by(core_.now() + kGathering);
}

void Publisher::all_changed() {
    if (core_.client->pulls_diagnostics) return;
    all_changed_ = true;
    wake_by(core_.now() + kGathering);
}

void Publisher::known_folders_changed() {
    if (core_.client->pulls_diagnostics) return;
    folders_changed_ = true;
    wake_by(core_.now() + kGathering);
}

Duration Publisher::pause() const {
    auto pause = std::chrono::duration_cast<Duration>(std::chrono::duration<double>(2 * cost_seconds_));
    return std::clamp(pause, kShortest, kLongest);
}

void Publisher::wake_by(TimePoint when) {
    // The end of the running job starts the next one.
    if (is_running_) return;
    auto known = core_.timers.when("diagnostics");
    if (!known || when < *known) core_.timers.set("diagnostics", when, [this] { run(); });
}

TimePoint Publisher::due() const {
    if (!edited_.empty()) return last_look_ + pause();
    return has_interactive() ? TimePoint{} : last_edit_ + kQuiet;
}

void Publisher::wake_for_what_waits() {
    if (has_interactive() || !rest_.empty()) wake_by(std::max(core_.now(), due()));
}

void Publisher::enqueue(FileId id) {
    // A removed file has no findings.
    if (!core_.world.file(id)) {
        Finding gone;
        gone.id = id;
        return publish(gone);
    }
    if (edited_.contains(id) || !wants(id)) return;
    if (is_held && is_held(id)) {
        held_.insert(id);
        return;
    }
    (documents_.is_open(id) ? open_ : rest_).insert(id);
}

void Publisher::release_held() {
    for (FileId id : std::exchange(held_, {}))
        if (documents_.is_open(id))
            queue_urgent(id);
        else
            queue_later(id);
}

void Publisher::forget_gone() {
    std::erase_if(published_, [&](const auto& entry) { return !core_.world.file(entry.first); });
    std::erase_if(sound_, [&](const auto& entry) { return !core_.world.file(entry.first); });
}

void Publisher::find_dependents(const world::Snapshot& snapshot) {
    const auto& inputs = world::workspace_languages(snapshot).inputs;
    const world::ModuleShare share = world::module_share(snapshot);
    bool all = std::exchange(all_changed_, false) || inputs != language_inputs_ || share != share_;
    if (all) {
        language_inputs_ = inputs;
        share_ = share;
        sound_.clear();
        for (FileId id : documents_.open_files()) enqueue(id);
        for (const world::FileState* state : snapshot.files()) enqueue(state->id());
    }
    bool names_changed = names_revision_ != snapshot.names_revision();
    names_revision_ = snapshot.names_revision();
    callers_changed_ = callers_changed_ || names_changed;
    std::vector<world::ChangedFile> changed;
    for (FileId id : std::exchange(changed_, {})) {
        sound_.erase(id);
        enqueue(id);
        changed.push_back({id, core_.files.name(id)});
    }
    const bool folders_changed = std::exchange(folders_changed_, false);
    if (all) return;
    if (folders_changed)
        for (FileId id : world::dependents_of_absent(snapshot)) enqueue(id);
    for (FileId id : world::dependents_of(snapshot, changed, names_changed)) enqueue(id);
    if (changed.empty()) return;
    // Any file may render a template, and give it other names than before.
    for (FileId id : documents_.open_files())
        if (const world::FileState* state = snapshot.file(id);
            state && state->info().options.syntax == syntax::Syntax::Template)
            enqueue(id);
}

void Publisher::run() {
    world::SnapshotPtr snapshot = core_.world.snapshot();
    find_dependents(*snapshot);
    bool is_edited = !edited_.empty();
    if (core_.now() < due()) return wake_for_what_waits();
    std::set<FileId>& queue = is_edited ? edited_ : open_.empty() ? rest_ : open_;
    std::vector<FileId> batch;
    while (!queue.empty() && batch.size() < kBatch) {
        batch.push_back(*queue.begin());
        queue.erase(queue.begin());
    }
    // A removed file calls nothing any more, and leaves nothing to check.
    if (batch.empty() && !callers_changed_) return;
    callers_changed_ = false;
    if (is_edited) last_look_ = core_.now();
    // Open files are urgent; others yield to edits.
    const bool is_large = std::ranges::any_of(batch, [&](FileId id) { return core_.is_large(id); });
    compute(batch,
            &queue == &rest_ ? Lane::Background
            : is_large       ? Lane::Large
                             : Lane::Latency,
            std::move(snapshot));
}

void Publisher::compute(const std::vector<FileId>& batch, Lane lane, world::SnapshotPtr snapshot) {
    is_running_ = true;
    auto job = std::make_shared<Job>();
    for (FileId id : batch) {
        Finding& finding = job->findings.emplace_back();
        finding.id = id;
        finding.is_first = !published_.contains(id);
        if (auto sound = sound_.find(id); sound != sound_.end()) finding.module = sound->second;
    }
    core_.workers.submit(lane, [this, job, snapshot = std::move(snapshot), client = core_.client,
                                cancel = Cancel(&core_.stopping, &core_.edits, core_.edits.load())] {
        TimePoint start = core_.now();
        std::string fault;
        Outcome outcome = run_guarded(
            [&] {
                for (Finding& finding : job->findings) {
                    cancel.poll();
                    check(finding, *snapshot, *client, cancel);
                    finding.is_complete = true;
                }
                job->called_otherwise = world::called_otherwise(*snapshot);
            },
            fault);
        double seconds = std::chrono::duration<double>(core_.now() - start).count();
        if (outcome == Outcome::Failed) {
            core_.log.line("diagnostics failed: " + fault);
            for (Finding& finding : job->findings)
                if (!finding.is_complete) {
                    core_.log.line("while checking " + core_.files.uri(finding.id));
                    finding.is_complete = true;
                    finding.is_same = false;
                    finding.revision = 0;  // nothing to publish, and no retry for the same text
                    break;
                }
        }
        core_.post([this, job, seconds] { finish(*job, seconds); });
    });
}

void Publisher::check(Finding& finding, const world::Snapshot& snapshot, const ClientInfo& client,
                      const Cancel& cancel) {
    const world::FileState* state = snapshot.file(finding.id);
    if (!state) return;
    finding.revision = state->revision();
    if (bind::ModulePtr sound = finding.module.lock()) {
        finding.is_same = world::module_of(snapshot, finding.id, cancel) == sound;
        if (finding.is_same) return;
    }
    ide::FirstFindings publish_first;
    if (finding.is_first && state->info().is_open)
        publish_first = [&](const Diagnostics& found) {
            Finding first;
            first.id = finding.id;
            first.revision = finding.revision;
            fill(first, found, snapshot, client);
            core_.post([this, first = std::move(first)] { publish(first); });
        };
    Diagnostics found = ide::diagnostics_for(snapshot, finding.id, cancel, publish_first);
    if (bind::ModulePtr module = world::module_of(snapshot, finding.id, cancel);
        module && !world::looks_at_others(snapshot, *module))
        finding.module = module;
    fill(finding, found, snapshot, client);
}

void Publisher::fill(Finding& finding, const Diagnostics& found, const world::Snapshot& snapshot,
                     const ClientInfo& client) const {
    finding.is_empty = found.empty();
    finding.diagnostics = diagnostics_json(found, snapshot, finding.id, core_.files, client);
    finding.hash = std::hash<std::string>{}(finding.diagnostics);
}

void Publisher::finish(const Job& job, double seconds) {
    is_running_ = false;
    for (FileId id : job.called_otherwise) {
        sound_.erase(id);  // its module is the same
        enqueue(id);
    }
    std::size_t complete = 0;
    for (const Finding& finding : job.findings) {
        if (finding.is_complete) {
            ++complete;
            publish(finding);
            if (on_looked_at) on_looked_at(finding.id);
        } else {
            enqueue(finding.id);
        }
    }
    // First checks and single slow ones do not predict the cost of checks after edits.
    const bool is_usual = std::ranges::none_of(job.findings, &Finding::is_first);
    if (complete > 0 && is_usual) {
        const double each = seconds / static_cast<double>(complete);
        cost_seconds_ = std::min(each, 0.5 * (cost_seconds_ + each));
    }
    if (is_idle())
        // Everything was checked: drop trees that were parsed for it.
        core_.world.forget_trees(std::size_t{core_.settings.global.tree_megabytes} << 20);
    else
        wake_for_what_waits();
}

void Publisher::publish(const Finding& finding) {
    if (finding.is_same) return;
    sound_.erase(finding.id);
    const world::FileState* state = core_.world.file(finding.id);
    if (!state) {
        if (auto old = published_.find(finding.id); old != published_.end() && !old->second.is_empty)
            send(without_findings(finding.id));
        published_.erase(finding.id);
        return;
    }
    // The text has changed, and the change has queued the file again.
    if (state->revision() != finding.revision) return;
    if (!documents_.is_open(finding.id) &&
        !core_.settings.of(core_.files.path(finding.id)).workspace_diagnostics) {
        auto old = published_.find(finding.id);
        if (old != published_.end() && !old->second.is_empty) send(without_findings(finding.id));
        published_.erase(finding.id);
        return;
    }
    if (finding.is_empty && !finding.module.expired() && !documents_.is_open(finding.id))
        sound_[finding.id] = finding.module;
    send(finding);
}

Publisher::Finding Publisher::without_findings(FileId id) {
    Finding none;
    none.id = id;
    none.diagnostics = "[]";
    none.hash = std::hash<std::string>{}(none.diagnostics);
    return none;
}

void Publisher::send(const Finding& finding) {
    const FileId id = finding.id;
    bool is_open = documents_.is_open(id);
    auto [old, is_first] = published_.try_emplace(id);
    // For closed files only news is sent; for open ones every version gets its answer.
    bool is_news = is_first ? !finding.is_empty : old->second.hash != finding.hash;
    std::int64_t version = is_open ? core_.world.file(id)->info().version : -1;
    bool is_answer = is_open && (is_first || old->second.version != version);
    old->second = {finding.hash, version, finding.is_empty};
    if (!is_answer && !is_news) return;
    std::string params = "{\"uri\":" + json_string(core_.files.uri(id));
    if (is_open) params += ",\"version\":" + std::to_string(version);
    params += ",\"diagnostics\":" + finding.diagnostics + "}";
    core_.outbox.notify("textDocument/publishDiagnostics", params);
}

}  // namespace hcl::server
