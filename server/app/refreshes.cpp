#include "server/app/refreshes.h"

#include <utility>

namespace hcl::server {

namespace {

struct Description {
    std::string_view requests;  // the beginning of their methods
    std::string_view refresh;
    bool ClientInfo::* is_supported;
};

constexpr std::array<Description, 5> kDescriptions{{
    {"textDocument/diagnostic", "workspace/diagnostic/refresh", &ClientInfo::refreshes_diagnostics},
    {"textDocument/semanticTokens/", "workspace/semanticTokens/refresh", &ClientInfo::refreshes_tokens},
    {"textDocument/inlayHint", "workspace/inlayHint/refresh", &ClientInfo::refreshes_hints},
    {"textDocument/codeLens", "workspace/codeLens/refresh", &ClientInfo::refreshes_lenses},
    {"textDocument/foldingRange", "workspace/foldingRange/refresh", &ClientInfo::refreshes_folding},
}};
constexpr std::size_t kDiagnostics = 0;

}  // namespace

Refreshes::Ticket Refreshes::begin(std::string_view method) {
    // Takes long, and sends findings before its end: nothing waits for that.
    if (method == "workspace/diagnostic") kinds_[kDiagnostics].has_answers = true;
    for (std::size_t i = 0; i < kKinds; ++i)
        if (method.starts_with(kDescriptions[i].requests)) {
            ++kinds_[i].current;
            return {static_cast<std::uint8_t>(i), kinds_[i].epoch};
        }
    return {};
}

void Refreshes::end(const Ticket& ticket) {
    Kind& kind = kinds_[ticket.kind];
    --(ticket.epoch == kind.epoch ? kind.current : kind.older);
    kind.has_answers = true;
    send_if_due(ticket.kind);
}

void Refreshes::all() {
    for (std::size_t i = 0; i < kKinds; ++i) refresh(i);
}

void Refreshes::refresh(std::size_t index) {
    Kind& kind = kinds_[index];
    ++kind.epoch;
    kind.older += std::exchange(kind.current, 0);
    kind.is_due = true;
    send_if_due(index);
}

void Refreshes::send_if_due(std::size_t index) {
    Kind& kind = kinds_[index];
    if (!kind.is_due || kind.older > 0) return;
    kind.is_due = false;
    if (!std::exchange(kind.has_answers, false)) return;
    const bool is_pulled = index != kDiagnostics || core_.client->pulls_diagnostics;
    if (is_pulled && (*core_.client).*kDescriptions[index].is_supported)
        outgoing_.call(kDescriptions[index].refresh, "");
}

}  // namespace hcl::server
