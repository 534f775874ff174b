#include "server/app/lanes.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/base/check.h"

namespace hcl::server {

namespace {

// Thrown by a failed HCL_CHECK while run_guarded is on the stack.
struct FailedCheck {
    std::string what;
};

thread_local int guard_depth = 0;

void throw_failed_check(const char* condition, const char* file, int line) {
    if (guard_depth == 0) return;
    throw FailedCheck{std::string(file) + ":" + std::to_string(line) + ": check failed: " + condition};
}

struct GuardDepth {
    GuardDepth() { ++guard_depth; }
    ~GuardDepth() { --guard_depth; }
};

}  // namespace

void contain_failed_checks() {
    set_check_handler(&throw_failed_check);
}

Outcome run_guarded(const std::function<void()>& work, std::string& fault) {
    GuardDepth depth;
    try {
        work();
        return Outcome::Done;
    } catch (const Cancelled&) {
        return Outcome::Cancelled;
    } catch (const FailedCheck& check) {
        fault = check.what;
    } catch (const std::exception& exception) {
        fault = exception.what();
    } catch (...) {
        fault = "unknown exception";
    }
    return Outcome::Failed;
}

struct Workers::State {
    std::mutex mutex;
    std::condition_variable wake;
    std::condition_variable idle;
    std::deque<Job> latency;
    std::deque<Job> background;
    std::vector<std::thread> threads;
    unsigned running = 0;
    unsigned running_background = 0;
    unsigned background_limit = 1;
    bool stopped = false;

    bool can_start_background() const { return !background.empty() && running_background < background_limit; }

    void work() {
        std::unique_lock lock(mutex);
        for (;;) {
            wake.wait(lock, [&] { return stopped || !latency.empty() || can_start_background(); });
            if (stopped) return;
            bool is_background = latency.empty();
            std::deque<Job>& queue = is_background ? background : latency;
            Job job = std::move(queue.front());
            queue.pop_front();
            ++running;
            running_background += is_background;
            lock.unlock();
            job();
            job = nullptr;  // destroys captured snapshots without the lock
            lock.lock();
            --running;
            running_background -= is_background;
            if (can_start_background()) wake.notify_one();
            if (running == 0 && latency.empty() && background.empty()) idle.notify_all();
        }
    }
};

Workers::Workers(unsigned threads) : threads_(threads), state_(std::make_unique<State>()) {
    state_->background_limit = threads > 1 ? threads - 1 : 1;
}

Workers::~Workers() {
    stop();
}

void Workers::submit(Lane lane, Job job) {
    {
        std::lock_guard lock(state_->mutex);
        if (state_->stopped) return;
        (lane == Lane::Background ? state_->background : state_->latency).push_back(std::move(job));
        if (state_->threads.empty())
            for (unsigned i = 0; i < threads_; ++i)
                state_->threads.emplace_back([state = state_.get()] { state->work(); });
    }
    // Without the lock: the thread that wakes would wait for it.
    state_->wake.notify_one();
}

bool Workers::run_one() {
    Job job;
    {
        std::lock_guard lock(state_->mutex);
        std::deque<Job>& queue = state_->latency.empty() ? state_->background : state_->latency;
        if (queue.empty()) return false;
        job = std::move(queue.front());
        queue.pop_front();
    }
    job();
    return true;
}

void Workers::stop() {
    std::vector<std::thread> threads;
    std::deque<Job> dropped[2];
    {
        std::lock_guard lock(state_->mutex);
        state_->stopped = true;
        dropped[0].swap(state_->latency);
        dropped[1].swap(state_->background);
        threads.swap(state_->threads);
        state_->wake.notify_all();
    }
    for (std::thread& thread : threads) thread.join();
}

bool Workers::is_idle() const {
    std::lock_guard lock(state_->mutex);
    return state_->running == 0 && state_->latency.empty() && state_->background.empty();
}

void Workers::drain() {
    if (threads_ == 0) {
        while (run_one()) {
        }
        return;
    }
    std::unique_lock lock(state_->mutex);
    state_->idle.wait(lock, [&] {
        return state_->stopped ||
               (state_->running == 0 && state_->latency.empty() && state_->background.empty());
    });
}

}  // namespace hcl::server
