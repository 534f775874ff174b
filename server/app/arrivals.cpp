#include "server/app/arrivals.h"

#include <utility>

namespace hcl::server {

void Arrivals::add(FileId id, std::function<Step()> read) {
    std::deque<Message>& waiting = waiting_[id];
    waiting.push_back({std::move(read)});
    if (waiting.size() == 1) read_first(id);
}

void Arrivals::read_first(FileId id) {
    core_.workers.submit(Lane::Large, [this, id, read = std::move(waiting_.at(id).front().read)] {
        std::string fault;
        Step step;
        if (run_guarded([&] { step = read(); }, fault) == Outcome::Failed)
            core_.log.line("reading a message failed: " + fault);
        core_.post([this, id, step = std::move(step)] { apply(id, step); });
    });
}

void Arrivals::apply(FileId id, Step step) {
    std::deque<Message>& waiting = waiting_.at(id);
    for (;;) {
        waiting.pop_front();
        if (step) step();
        if (waiting.empty()) break;
        if (waiting.front().read) return read_first(id);
        step = std::move(waiting.front().step);
    }
    waiting_.erase(id);
    if (on_settled) on_settled(id);
}

}  // namespace hcl::server
