#include "server/app/lanes.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <numeric>
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
    // What several jobs may be about. Jobs that are not requests are about nothing, and not kept apart.
    using Topic = std::optional<FileId>;

    // Jobs in order; the next one of those about something can be taken alone.
    class Queue {
      public:
        unsigned most = 1;  // how many workers may be in this lane or one further down

        bool is_empty() const { return first_.empty(); }
        void add(Topic topic, Job job) {
            std::deque<Waiting>& alike = by_topic_[topic];
            if (alike.empty()) first_.emplace(next_, topic);
            alike.push_back({next_++, std::move(job)});
        }
        // The topic of the first job that may start; null: none may.
        template <typename MayStart>
        const Topic* first(const MayStart& may_start) const {
            for (const auto& [number, topic] : first_)
                if (may_start(topic)) return &topic;
            return nullptr;
        }
        Job take(Topic topic) {
            auto alike = by_topic_.find(topic);
            first_.erase(alike->second.front().number);
            Job job = std::move(alike->second.front().job);
            alike->second.pop_front();
            if (alike->second.empty())
                by_topic_.erase(alike);
            else
                first_.emplace(alike->second.front().number, topic);
            return job;
        }

      private:
        struct Waiting {
            std::uint64_t number;
            Job job;
        };
        std::map<Topic, std::deque<Waiting>> by_topic_;
        std::map<std::uint64_t, Topic> first_;  // the topics by their first jobs
        std::uint64_t next_ = 0;
    };

    std::mutex mutex;
    std::condition_variable wake;
    std::condition_variable idle;
    std::array<Queue, 3> queues;  // Latency, Large, Background
    std::array<unsigned, 3> running{};
    std::array<std::map<FileId, unsigned>, 3> running_about;  // by lane
    std::vector<std::thread> threads;
    bool stopped = false;

    static std::size_t index(Lane lane) {
        return static_cast<std::size_t>(lane) - static_cast<std::size_t>(Lane::Latency);
    }
    bool is_empty() const { return std::ranges::all_of(queues, &Queue::is_empty); }
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
    // Whether a request may start: beside others about the same document one worker stays free.
    bool has_room(std::size_t lane, const Topic& topic) const {
        if (!topic || !running_about[lane].contains(*topic)) return true;
        return std::accumulate(running.begin(), running.end(), 1u) < threads.size();
    }
    struct Next {
        std::size_t lane;
        Topic topic;
    };
    // The next job that can start.
    std::optional<Next> next() const {
        for (std::size_t i = 0; i < queues.size(); ++i) {
            if (queues[i].is_empty() || !has_room(i)) continue;
            if (const Topic* topic = queues[i].first([&](const Topic& t) { return has_room(i, t); }))
                return Next{i, *topic};
        }
        return std::nullopt;
    }
    // The next job in the order of the lanes, when one thread runs all; null: there is none.
    Job take_any() {
        auto queue = std::ranges::find_if_not(queues, &Queue::is_empty);
        if (queue == queues.end()) return nullptr;
        return queue->take(*queue->first([](const Topic&) { return true; }));
    }

    void work() {
        std::unique_lock lock(mutex);
        for (;;) {
            wake.wait(lock, [&] { return stopped || next(); });
            if (stopped) return;
            const Next taken = *next();
            Job job = queues[taken.lane].take(taken.topic);
            ++running[taken.lane];
            std::map<FileId, unsigned>& alike = running_about[taken.lane];
            if (taken.topic) ++alike[*taken.topic];
            lock.unlock();
            job();
            job = nullptr;  // destroys captured snapshots without the lock
            lock.lock();
            --running[taken.lane];
            if (taken.topic && --alike[*taken.topic] == 0) alike.erase(*taken.topic);
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
    add(lane, std::nullopt, std::move(job));
}

void Workers::submit_request(Lane lane, FileId document, Job job) {
    add(lane, document, std::move(job));
}

void Workers::add(Lane lane, std::optional<FileId> topic, Job job) {
    {
        std::lock_guard lock(state_->mutex);
        if (state_->stopped) return;
        state_->queues[State::index(lane)].add(topic, std::move(job));
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
        job = state_->take_any();
    }
    if (!job) return false;
    job();
    return true;
}

void Workers::stop() {
    std::vector<std::thread> threads;
    std::array<State::Queue, 3> dropped;
    {
        std::lock_guard lock(state_->mutex);
        state_->stopped = true;
        std::swap(dropped, state_->queues);
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
