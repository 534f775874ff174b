#include "server/host/process.h"

#include <signal.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <thread>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "server/host/programs.h"

namespace hcl::server {

void ignore_broken_pipes() {
    ::signal(SIGPIPE, SIG_IGN);
}

void take_memory_in_bulk() {
#ifdef __GLIBC__
    constexpr int kPiece = 64 << 20;
    constexpr int kNever = 1 << 30;
    ::mallopt(M_TOP_PAD, kPiece);
    ::mallopt(M_MMAP_THRESHOLD, kNever);
    ::mallopt(M_TRIM_THRESHOLD, kNever);
#endif
}

void share_memory_between_threads() {
#ifdef __GLIBC__
    constexpr int kPiece = 1 << 20;
    constexpr int kLong = 4 << 20;
    ::mallopt(M_ARENA_MAX, 1);
    ::mallopt(M_TOP_PAD, kPiece);
    ::mallopt(M_MMAP_THRESHOLD, kLong);
    ::mallopt(M_TRIM_THRESHOLD, 4 * kLong);
#endif
}

void release_free_memory() {
#ifdef __GLIBC__
    ::malloc_trim(0);
#endif
}

void exit_now(int code) {
    end_running_programs();
    std::fflush(stdout);
    std::fflush(stderr);
    std::_Exit(code);
}

std::int64_t process_id() {
    return ::getpid();
}

unsigned processor_count() {
    unsigned count = std::thread::hardware_concurrency();
    return count ? count : 1;
}

std::size_t resident_memory() {
    std::FILE* file = std::fopen("/proc/self/statm", "r");
    if (!file) return 0;
    unsigned long total = 0;
    unsigned long resident = 0;
    int got = std::fscanf(file, "%lu %lu", &total, &resident);
    std::fclose(file);
    return got == 2 ? resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) : 0;
}

std::string system_name() {
    utsname name{};
    if (::uname(&name) != 0) return "unknown";
    return std::string(name.sysname) + " " + name.release + " " + name.machine;
}

namespace {

// The absolute path in an environment variable; empty when it is anything else.
std::string path_in(const char* name) {
    const char* value = std::getenv(name);
    return value && *value == '/' ? std::string(value) : std::string();
}

}  // namespace

std::string cache_folder() {
    if (std::string cache = path_in("XDG_CACHE_HOME"); !cache.empty()) return cache + "/hcl-ls";
    std::string home = path_in("HOME");
    return home.empty() ? home : home + "/.cache/hcl-ls";
}

std::string plugin_folder() {
    if (std::string own = path_in("PULUMI_HOME"); !own.empty()) return own + "/plugins";
    std::string home = path_in("HOME");
    return home.empty() ? home : home + "/.pulumi/plugins";
}

std::string current_folder() {
    char buffer[PATH_MAX];
    return ::getcwd(buffer, sizeof buffer) ? buffer : "";
}

}  // namespace hcl::server
