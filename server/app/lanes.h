// Lanes of work and their threads, and the single place where exceptions of jobs are caught.
//
// Lanes: Mutate and Typing run on the main loop; the others on workers, in this order. One worker takes only
// Latency jobs, and one never takes Background jobs, so that neither work on a large document nor the index
// delays a request. Without workers, the main loop runs the jobs itself when no message is waiting.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

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
    unsigned threads_;
    std::unique_ptr<State> state_;
};

}  // namespace hcl::server
