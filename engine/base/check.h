// Assertions for bugs in this program (never for invalid input). HCL_CHECK stays in
// release builds, HCL_DCHECK does not.
#pragma once

namespace hcl {

// Reports the failed condition through the installed handler; the default prints it and aborts.
[[noreturn]] void check_failed(const char* condition, const char* file, int line);

// Called by a failed check before the process aborts. The server's handler throws, so that a bug in one
// request fails only that request.
using CheckHandler = void (*)(const char* condition, const char* file, int line);
void set_check_handler(CheckHandler handler);

}  // namespace hcl

#define HCL_CHECK(condition)                                     \
    do {                                                         \
        if (!(condition)) [[unlikely]]                           \
            ::hcl::check_failed(#condition, __FILE__, __LINE__); \
    } while (false)

#ifdef NDEBUG
#define HCL_DCHECK(condition) ((void)0)
#else
#define HCL_DCHECK(condition) HCL_CHECK(condition)
#endif
