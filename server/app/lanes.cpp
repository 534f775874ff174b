#include "server/app/lanes.h"

#include <algorithm>
#include <array>
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
    struct Queue {
        std::deque<Job> jobs;
        unsigned most = 1;  // how many workers may be in this lane or one further down
    };

    std::mutex mutex;
    std::condition_variable wake;
    std::condition_variable idle;
    std::array<Queue, 3> queues;  // Latency, Large, Background
    std::array<unsigned, 3> running{};
    std::vector<std::thread> threads;
    bool stopped = false;

    static std::size_t index(Lane lane) {
        return static_cast<std::size_t>(lane) - static_cast<std::size_t>(Lane::Latency);
    }
    bool is_empty() const {
        return std::ranges::all_of(queues, [](const Queue& queue) { return queue.jobs.empty(); });
    }
    bool is_idle() const {
        return is_empty() && std::ranges::all_of(running, [](unsigned count) { return count == 0; });
    }
    // Whether one more worker may take a job of this lane: it counts in those before it, too.
    bool has_room(std::size_t lane) const {
        unsigned busy = 0;
        for (std::size_t i = queues.size(); i-- > 0;) {
            busy += running[i];
            if (i <= lane && busy >= queues[i].most) return false;
        }
        return true;
    }
    // The queue of the next job that can start; null: none can.
    Queue* next() {
        for (std::size_t i = 0; i < queues.size(); ++i)
            if (!queues[i].jobs.empty() && has_room(i)) return &queues[i];
        return nullptr;
    }

    void work() {
        std::unique_lock lock(mutex);
        for (;;) {
            wake.wait(lock, [&] { return stopped || next(); });
            if (stopped) return;
            Queue* const queue = next();
            unsigned& count = running[static_cast<std::size_t>(queue - queues.data())];
            Job job = std::move(queue->jobs.front());
            queue->jobs.pop_front();
            ++count;
            lock.unlock();
            job();
            job = nullptr;  // destroys captured snapshots without the lock
            lock.lock();
            --count;
            if (next()) wake.notify_one();
            if (is_idle()) idle.notify_all();
        }
    }
};

Workers::Workers(unsigned threads) : threads_(threads), state_(std::make_unique<State>()) {
    for (std::size_t i = 0; i < state_->queues.size(); ++i)
        state_->queues[i].most = std::max(1u, threads - std::min(threads, static_cast<unsigned>(i)));
}

Workers::~Workers() {
    stop();
}

void Workers::submit(Lane lane, Job job) {
    {
        std::lock_guard lock(state_->mutex);
        if (state_->stopped) return;
        state_->queues[State::index(lane)].jobs.push_back(std::move(job));
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
        auto queue = std::ranges::find_if(state_->queues, [](const auto& q) { return !q.jobs.empty(); });
        if (queue == state_->queues.end()) return false;
        job = std::move(queue->jobs.front());
        queue->jobs.pop_front();
    }
    job();
    return true;
}

void Workers::stop() {
    std::vector<std::thread> threads;
    std::deque<Job> dropped[3];
    {
        std::lock_guard lock(state_->mutex);
        state_->stopped = true;
        for (std::size_t i = 0; i < state_->queues.size(); ++i) dropped[i].swap(state_->queues[i].jobs);
        threads.swap(state_->threads);
        state_->wake.notify_all();
    }
    for (std::thread& thread : threads) thread.join();
}

bool Workers::is_idle() const {
    std::lock_guard lock(state_->mutex);
    return state_->is_idle();
}

void Workers::drain() {
    if (threads_ == 0) {
        while (run_one()) {
        }
        return;
    }
    std::unique_lock lock(state_->mutex);
    state_->idle.wait(lock, [&] { return state_->stopped || state_->is_idle(); });
}

}  // namespace hcl::server
