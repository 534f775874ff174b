#include "server/app/schema_updates.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "server/app/lanes.h"
#include "server/app/schema_folder.h"
#include "server/host/walk.h"

namespace hcl::server {

namespace {

// Copies of modules that tools have downloaded have lock files, too.
bool is_in_tool_folder(std::string_view path) {
    for (std::size_t begin = 0; begin < path.size();) {
        const std::size_t slash = std::min(path.find('/', begin), path.size());
        if (is_tool_folder(path.substr(begin, slash - begin))) return true;
        begin = slash + 1;
    }
    return false;
}

}  // namespace

struct SchemaUpdates::Job {
    std::string module;
    Asked asked = Asked::BySetting;
    std::optional<FileStat> lock;
    SchemaUpdater::Outcome outcome{};
    std::string fault{};
};

SchemaUpdates::~SchemaUpdates() {
    *stopping_ = true;
    if (thread_.joinable()) thread_.join();
}

void SchemaUpdates::want(const std::function<bool(const std::string& path)>& is_in_workspace,
                         const std::string& schema_folder, Asked asked) {
    if (!core_.host.programs || schema_folder.empty()) return;
    if (schema_folder != schema_folder_ || !updater_) {
        schema_folder_ = schema_folder;
        SchemaUpdateOptions options{.folder = schema_folder_};
        options.is_background = true;
        options.is_cancelled = [stopping = stopping_, &core = core_] { return *stopping || core.stopping; };
        updater_ =
            std::make_shared<SchemaUpdater>(*core_.host.files, *core_.host.programs, std::move(options));
    }
    const std::string ending = "/" + std::string(kLockFile);
    for (const world::FileState* file : core_.world.snapshot()->files()) {
        const std::string& path = file->info().path;
        if (!path.ends_with(ending) || !is_in_workspace(path) || is_in_tool_folder(path)) continue;
        std::string folder = path.substr(0, path.size() - ending.size());
        if (asked == Asked::ByCommand) {
            waiting_.insert_or_assign(std::move(folder), asked);
            continue;
        }
        const auto failed = failed_.find(folder);
        if (failed != failed_.end() && core_.host.files->stat(path) == failed->second) continue;
        waiting_.emplace(std::move(folder), asked);
    }
    if (asked == Asked::ByCommand && waiting_.empty() && !is_running_)
        outgoing_.show_message(MessageKind::Info, "No folder of the workspace has a lock file of providers.");
    next();
}

void SchemaUpdates::next() {
    if (is_running_ || waiting_.empty()) return;
    is_running_ = true;
    auto job = std::make_shared<Job>();
    job->module = waiting_.begin()->first;
    job->asked = waiting_.begin()->second;
    waiting_.erase(waiting_.begin());
    job->lock = core_.host.files->stat(job->module + "/" + std::string(kLockFile));
    auto work = [this, job, updater = updater_, stopping = stopping_] {
        const Outcome ran = run_guarded([&] { job->outcome = updater->update(job->module); }, job->fault);
        if (ran == Outcome::Failed) job->outcome = {SchemaUpdater::Outcome::Kind::Failed, job->fault};
        if (!*stopping) core_.post([this, job] { finish(*job); });
    };
    if (core_.workers.is_inline()) {
        core_.workers.submit(Lane::Background, std::move(work));
        return;
    }
    // Not a worker: a program may take minutes.
    if (thread_.joinable()) thread_.join();
    thread_ = std::thread(std::move(work));
}

void SchemaUpdates::finish(const Job& job) {
    using Kind = SchemaUpdater::Outcome::Kind;
    is_running_ = false;
    failed_.erase(job.module);
    if (job.outcome.kind == Kind::Failed && job.lock) failed_.emplace(job.module, *job.lock);
    for (const std::string& line : job.outcome.lines)
        outgoing_.log_message(MessageKind::Info, "stored: " + line);
    const bool is_asked = job.asked == Asked::ByCommand;
    const std::string text = job.module + ": " + job.outcome.reason;
    if (job.outcome.kind == Kind::Failed && is_asked)
        outgoing_.show_message(MessageKind::Warning, text);
    else if (job.outcome.kind == Kind::Failed)
        outgoing_.log_message(MessageKind::Warning, "No schemas for " + text);
    else if (is_asked)
        outgoing_.show_message(MessageKind::Info,
                               job.outcome.kind == Kind::Stored
                                   ? job.module + ": the schemas of its providers are stored"
                                   : text);
    if (job.outcome.kind == Kind::Stored && on_stored) on_stored();
    next();
}

}  // namespace hcl::server
