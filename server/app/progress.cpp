#include "server/app/progress.h"

#include <algorithm>

#include "engine/base/json_string.h"

namespace hcl::server {

namespace {

constexpr Duration kBetweenReports = std::chrono::milliseconds(100);

}  // namespace

void ProgressTask::send(std::string_view value) {
    std::string params = "{\"token\":" + token_ + ",\"value\":";
    params += value;
    params += "}";
    outbox_.notify("$/progress", params);
}

void ProgressTask::begin(std::string_view title, bool can_cancel) {
    std::lock_guard lock(mutex_);
    // The work may end before the client accepted the progress.
    if (begun_ || ended_) return;
    begun_ = true;
    send("{\"kind\":\"begin\",\"title\":" + json_string(title) +
         ",\"cancellable\":" + (can_cancel ? "true" : "false") + ",\"percentage\":0}");
}

void ProgressTask::report(std::string_view message, unsigned percent) {
    std::lock_guard lock(mutex_);
    percent = std::min(percent, 100u);
    if (!begun_ || ended_ || percent <= last_percent_) return;
    const TimePoint now = clock_.now();
    if (now - last_sent_ < kBetweenReports) return;
    last_sent_ = now;
    last_percent_ = percent;
    send("{\"kind\":\"report\",\"message\":" + json_string(message) +
         ",\"percentage\":" + std::to_string(percent) + "}");
}

void ProgressTask::end(std::string_view message) {
    std::lock_guard lock(mutex_);
    if (ended_) return;
    ended_ = true;
    if (begun_) send("{\"kind\":\"end\",\"message\":" + json_string(message) + "}");
}

std::shared_ptr<ProgressTask> ProgressTable::start(std::string title, bool can_cancel,
                                                   std::function<void()> on_answer) {
    if (!core_.client->shows_progress) return nullptr;
    auto task = std::make_shared<ProgressTask>(core_.outbox, *core_.host.clock,
                                               json_string("hcl-ls/" + std::to_string(next_++)));
    std::erase_if(tasks_, [](const auto& entry) { return entry.second.expired(); });
    tasks_.emplace(task->token(), task);
    // A token can be used only after the client's response; begun_ drops earlier reports.
    outgoing_.call("window/workDoneProgress/create", "{\"token\":" + task->token() + "}",
                   [weak = std::weak_ptr(task), title = std::move(title), can_cancel,
                    on_answer = std::move(on_answer)](lsp::JsonView result) {
                       auto alive = weak.lock();
                       if (alive && !result.is_missing()) alive->begin(title, can_cancel);
                       on_answer();
                   });
    return task;
}

std::shared_ptr<ProgressTask> ProgressTable::adopt(const std::string& token_json) {
    auto task = std::make_shared<ProgressTask>(core_.outbox, *core_.host.clock, token_json);
    std::erase_if(tasks_, [](const auto& entry) { return entry.second.expired(); });
    tasks_.insert_or_assign(token_json, task);
    return task;
}

void ProgressTable::cancel(const std::string& token_json) {
    auto it = tasks_.find(token_json);
    if (it == tasks_.end()) return;
    if (auto task = it->second.lock()) task->cancelled = true;
}

}  // namespace hcl::server
