#include "server/app/log.h"

#include <fmt/format.h>

#include <string>

namespace hcl::server {

Log::Log(const Clock& clock, std::function<void(std::string_view)> write)
    : clock_(clock), start_(clock.now()), write_(std::move(write)) {}

void Log::line(std::string_view text) {
    if (!write_) return;
    double seconds = std::chrono::duration<double>(clock_.now() - start_).count();
    std::string line = fmt::format("[{:10.4f}] {}\n", seconds, text);
    std::lock_guard lock(mutex_);
    write_(line);
}

}  // namespace hcl::server
