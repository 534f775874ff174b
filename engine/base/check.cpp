#include "engine/base/check.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace hcl {

namespace {
// The only process-wide hook: a check can fail where no context is available.
std::atomic<CheckHandler> installed_handler{nullptr};
}  // namespace

void set_check_handler(CheckHandler handler) {
    installed_handler = handler;
}

void check_failed(const char* condition, const char* file, int line) {
    if (CheckHandler handler = installed_handler.load()) handler(condition, file, line);
    std::fprintf(stderr, "%s:%d: internal error: check failed: %s\n", file, line, condition);
    std::abort();
}

}  // namespace hcl
