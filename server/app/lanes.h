// Lanes of work and their threads, and the single place where exceptions of jobs are caught.
//
// Lanes: Mutate and Typing run on the main loop; the others on workers, in this order. One worker takes only
// Latency jobs, and one never takes Background jobs, so that neither work on a large document nor the index
// delays a request. Nor do many requests about one document delay those about others: while one of them
// runs, the others of its lane start only where a worker is left. Without workers, the main loop runs the
// jobs itself when no message is waiting.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "engine/base/id.h"

namespace hcl::server {

// Large: what may take long because a document is large.
enum class Lane : std::uint8_t { Mutate, Typing, Latency, Large, Background };

enum class Outcome : std::uint8_t { Done, Cancelled, Failed };

// Runs `work` and catches everything. A failed HCL_CHECK or any exception is Failed,
// with a description in `fault`.
Outcome run_guarded(const std::function<void()>& work, std::string& fault);

// From now on a failed HCL_CHECK inside run_guarded unwinds to it instead of ending the
// process. Elsewhere it still aborts.
void contain_failed_checks();

class Workers {
  public:
    using Job = std::function<void()>;

    // `threads` 0: jobs wait for run_one(). Threads start with the first job.
    explicit Workers(unsigned threads);
    ~Workers();  // stop()
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    // Thread-safe. Jobs must not throw (wrap them in run_guarded). Ignored after stop().
    void submit(Lane lane, Job job);
    // The same for a request; `document` is invalid when it is about none.
    void submit_request(Lane lane, FileId document, Job job);
    // Without threads: runs the next job on the calling thread; false when there is none.
    bool run_one();
    bool is_inline() const { return threads_ == 0; }
    // Drops waiting jobs and joins the threads.
    void stop();
    // True when no job is running or waiting.
    bool is_idle() const;
    // Blocks until no job is running or waiting. For tests.
    void drain();

  private:
    struct State;
    void add(Lane lane, std::optional<FileId> topic, Job job);
    unsigned threads_;
    std::unique_ptr<State> state_;
};

}  // namespace hcl::server
