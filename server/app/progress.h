// Progress of long tasks, shown to the user, who can cancel them. Reports can come from any thread.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "server/app/outgoing.h"
#include "server/host/clock.h"

namespace hcl::server {

// Shared by the task (reports, polls `cancelled`) and the client (displays, cancels).
class ProgressTask {
  public:
    ProgressTask(Outbox& outbox, const Clock& clock, std::string token_json)
        : outbox_(outbox), clock_(clock), token_(std::move(token_json)) {}

    std::atomic<bool> cancelled{false};

    void begin(std::string_view title, bool can_cancel);
    // Percent of the whole, which never decreases; ignored before begin, after end, and soon after the last
    // one: editors draw each.
    void report(std::string_view message, unsigned percent);
    void end(std::string_view message);

    const std::string& token() const { return token_; }

  private:
    void send(std::string_view value);

    Outbox& outbox_;
    const Clock& clock_;
    std::string token_;
    std::mutex mutex_;
    bool begun_ = false;
    bool ended_ = false;
    unsigned last_percent_ = 0;
    TimePoint last_sent_{};
};

// Progress that the server starts. Main thread only.
class ProgressTable {
  public:
    ProgressTable(Core& core, Outgoing& outgoing) : core_(core), outgoing_(outgoing) {}

    // Requests a token from the client and begins; null when the client does not support progress,
    // and then `on_answer` is not called. `on_answer` runs when the client has responded: work that
    // starts then is shown from the beginning.
    std::shared_ptr<ProgressTask> start(std::string title, bool can_cancel, std::function<void()> on_answer);
    // The client cancelled it.
    void cancel(const std::string& token_json);
    // Progress for a token that the client sent with a request.
    std::shared_ptr<ProgressTask> adopt(const std::string& token_json);

  private:
    Core& core_;
    Outgoing& outgoing_;
    int next_ = 1;
    std::unordered_map<std::string, std::weak_ptr<ProgressTask>> tasks_;
};

}  // namespace hcl::server
