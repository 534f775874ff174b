// Asks the client to request data again, when answers that it has may be outdated. Main thread only.
//
// A client that is asked drops the requests that it waits for. So it is asked only when it has answers, and
// after those that are being computed from the older state: the first findings of a session come from its
// first request.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "server/app/core.h"
#include "server/app/outgoing.h"

namespace hcl::server {

class Refreshes {
  public:
    Refreshes(Core& core, Outgoing& outgoing) : core_(core), outgoing_(outgoing) {}

    // The state that a request is answered from.
    struct Ticket {
        std::uint8_t kind = kNone;
        std::uint64_t epoch = 0;
        explicit operator bool() const { return kind != kNone; }
    };
    // A request is being answered from the current state, which has no ticket if its answers are never
    // refreshed.
    Ticket begin(std::string_view method);
    void end(const Ticket& ticket);
    // A request that has ended was answered with less than is known now.
    void again(const Ticket& ticket) { refresh(ticket.kind); }
    // Answers from now on may be different.
    void all();

  private:
    static constexpr std::uint8_t kNone = 255;
    static constexpr std::size_t kKinds = 5;
    struct Kind {
        std::uint64_t epoch = 0;
        std::size_t older = 0;    // requests that are being answered from an older state
        std::size_t current = 0;  // and those from the current one
        bool has_answers = false;
        bool is_due = false;
    };
    void refresh(std::size_t kind);
    void send_if_due(std::size_t kind);

    Core& core_;
    Outgoing& outgoing_;
    std::array<Kind, kKinds> kinds_{};
};

}  // namespace hcl::server
