// Messages that are long enough to be read on a worker. Such a message, and those about the same document
// behind it, take effect in their order; others do not wait. Main thread only.
#pragma once

#include <deque>
#include <functional>
#include <unordered_map>

#include "server/app/core.h"

namespace hcl::server {

class Arrivals {
  public:
    using Step = std::function<void()>;
    // In place of a document: all long messages that are not notifications about one.
    static constexpr FileId kNoDocument{static_cast<std::uint32_t>(-2)};

    explicit Arrivals(Core& core) : core_(core) {}

    // A worker reads the message; the result takes effect on the main thread when it is its turn.
    void add(FileId id, std::function<Step()> read);
    // A message that need not be read; the document must be expected.
    void add_behind(FileId id, Step step) { waiting_.at(id).push_back({nullptr, std::move(step)}); }

    // Whether messages about the document have not taken effect.
    bool is_expected(FileId id) const { return waiting_.contains(id); }
    bool is_empty() const { return waiting_.empty(); }
    // Called when a document is no longer expected.
    std::function<void(FileId)> on_settled;

  private:
    struct Message {
        std::function<Step()> read;  // none: `step` is known
        Step step{};
    };
    // Gives the document's first message to a worker.
    void read_first(FileId id);
    // Applies the first message, and those behind it up to the next that must be read.
    void apply(FileId id, Step step);

    Core& core_;
    std::unordered_map<FileId, std::deque<Message>> waiting_;  // the first one of each is being read
};

}  // namespace hcl::server
