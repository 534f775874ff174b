// Lanes of work and their threads, and the one place where exceptions of work are caught.
//
// Lanes: Mutate and Typing run on the main loop; Latency and Background on workers, Latency first, and at
// least one worker never takes Background jobs, so that a long job cannot delay a request. With no
// workers the main loop runs the jobs itself whenever no message waits.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace hcl::server {

enum class Lane : std::uint8_t { Mutate, Typing, Latency, Background };

enum class Outcome : std::uint8_t { Done, Cancelled, Failed };

// Runs `work`; nothing leaves but the outcome. A failed HCL_CHECK inside, or any exception, is Failed and
// described in `fault`.
Outcome run_guarded(const std::function<void()>& work, std::string& fault);

// From now on a failed HCL_CHECK within run_guarded unwinds to it instead of ending the process. Elsewhere it
// aborts as before.
void contain_failed_checks();

class Workers {
  public:
    using Job = std::function<void()>;

    // `threads` 0: jobs wait for run_one(). Threads are started when the first job comes.
    explicit Workers(unsigned threads);
    ~Workers();  // stop()
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    // Any thread. Jobs must not throw (wrap them in run_guarded). Dropped after stop().
    void submit(Lane lane, Job job);
    // Without threads: runs the next job on the calling thread; false when none waits.
    bool run_one();
    bool is_inline() const { return threads_ == 0; }
    // Drops what waits and joins the threads.
    void stop();
    // Nothing runs or waits.
    bool is_idle() const;
    // Waits until nothing runs or waits. For tests.
    void drain();

  private:
    struct State;
    unsigned threads_;
    std::unique_ptr<State> state_;
};

}  // namespace hcl::server
