#include "server/host/programs.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

extern char** environ;

namespace hcl::server {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostErrors = std::size_t{64} << 10;
constexpr int kLookMs = 50;
constexpr int kLowPriority = 10;

// The process groups that run: a fixed table, because the process may exit on any thread.
std::array<std::atomic<pid_t>, 64> running_groups{};

// Notes a process group while it lives.
class RunningGroup {
  public:
    explicit RunningGroup(pid_t group) {
        for (std::atomic<pid_t>& slot : running_groups) {
            pid_t none = 0;
            if (!slot.compare_exchange_strong(none, group)) continue;
            slot_ = &slot;
            return;
        }
    }
    ~RunningGroup() {
        if (slot_) *slot_ = 0;
    }
    RunningGroup(const RunningGroup&) = delete;
    RunningGroup& operator=(const RunningGroup&) = delete;

  private:
    std::atomic<pid_t>* slot_ = nullptr;
};

struct Pipe {
    int read = -1;
    int write = -1;
    ~Pipe() {
        close(read);
        close(write);
    }
    bool open() {
        std::array<int, 2> ends{};
        if (::pipe(ends.data()) != 0) return false;
        read = ends[0];
        write = ends[1];
        for (int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
        ::fcntl(read, F_SETFL, O_NONBLOCK);
        return true;
    }
    static void close(int& end) {
        if (end >= 0) ::close(end);
        end = -1;
    }
};

std::string system_message(int error) {
    return std::generic_category().message(error);
}

// The environment of the program, and pointers to its entries.
struct Environment {
    std::vector<std::string> texts;
    std::vector<char*> pointers;

    explicit Environment(const std::vector<std::string>& own) {
        auto name = [](std::string_view entry) { return entry.substr(0, entry.find('=')); };
        for (char** entry = environ; entry && *entry; ++entry) {
            bool is_replaced = false;
            for (const std::string& one : own) is_replaced = is_replaced || name(one) == name(*entry);
            if (!is_replaced) texts.emplace_back(*entry);
        }
        texts.insert(texts.end(), own.begin(), own.end());
        for (std::string& text : texts) pointers.push_back(text.data());
        pointers.push_back(nullptr);
    }
};

// Starts it in a process group of its own; returns an error number.
int start_program(const ProgramCall& call, const Pipe& out, const Pipe& err, pid_t& pid) {
    std::vector<std::string> words{call.path};
    words.insert(words.end(), call.arguments.begin(), call.arguments.end());
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    Environment environment(call.environment);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out.write, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err.write, STDERR_FILENO);
    posix_spawn_file_actions_addchdir_np(&actions, call.folder.c_str());
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    for (int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    const int error = posix_spawn(&pid, call.path.c_str(), &actions, &attributes, arguments.data(),
                                  environment.pointers.data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

// Reads what is there. Closes the pipe at its end.
void read_into(std::string& text, int& end, std::size_t most) {
    std::array<char, 1 << 16> buffer;
    while (end >= 0) {
        const ssize_t count = ::read(end, buffer.data(), buffer.size());
        if (count > 0) {
            // One more than allowed tells that there is more.
            const std::size_t room = text.size() > most ? 0 : most + 1 - text.size();
            text.append(buffer.data(), std::min(room, static_cast<std::size_t>(count)));
            if (text.size() > most) return;
        } else if (count < 0 && errno == EINTR) {
            continue;
        } else if (count < 0 && errno == EAGAIN) {
            return;
        } else {
            Pipe::close(end);
        }
    }
}

bool has_ended(pid_t pid) {
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == pid;
}

void wait_for_bytes(const Pipe& out, const Pipe& err, int ms) {
    std::array<pollfd, 2> waiting{pollfd{out.read, POLLIN, 0}, pollfd{err.read, POLLIN, 0}};
    ::poll(waiting.data(), waiting.size(), ms);
}

std::string seconds(std::chrono::milliseconds time) {
    return std::to_string(std::chrono::ceil<std::chrono::seconds>(time).count()) + " s";
}

// Reads until the program has ended; the reason why it must be ended before, or nothing.
std::string follow(const ProgramCall& call, pid_t pid, Pipe& out, Pipe& err, ProgramOutput& output) {
    const auto until = Clock::now() + call.patience;
    std::string rest;  // errors that are not kept
    while (true) {
        // What it has printed before its end is in the pipes then.
        const bool ended = has_ended(pid);
        read_into(output.out, out.read, call.most_output);
        const bool is_full = output.err.size() > kMostErrors;
        read_into(is_full ? rest : output.err, err.read, kMostErrors);
        rest.clear();
        if (output.out.size() > call.most_output)
            return "printed more than " + std::to_string(call.most_output >> 20) + " MB";
        if (ended) return {};
        if (call.is_cancelled && call.is_cancelled()) return "was interrupted";
        if (Clock::now() >= until) return "took longer than " + seconds(call.patience);
        // Without open pipes this only waits.
        wait_for_bytes(out, err, kLookMs);
    }
}

class RealScratchFolder final : public ScratchFolder {
  public:
    explicit RealScratchFolder(std::string path) : path_(std::move(path)) {}
    ~RealScratchFolder() override {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    const std::string& path() const override { return path_; }

  private:
    std::string path_;
};

bool is_program(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

class RealPrograms final : public Programs {
  public:
    std::string find(std::string_view name) const override {
        const char* path = std::getenv("PATH");
        std::string_view rest = path ? path : "";
        while (!rest.empty()) {
            const std::size_t colon = rest.find(':');
            const std::string folder(rest.substr(0, colon));
            rest.remove_prefix(colon == std::string_view::npos ? rest.size() : colon + 1);
            if (!folder.starts_with('/')) continue;
            if (std::string found = folder + "/" + std::string(name); is_program(found)) return found;
        }
        return {};
    }

    Result<ProgramOutput> run(const ProgramCall& call) const override {
        Pipe out;
        Pipe err;
        if (!out.open() || !err.open()) return fail(call.path + " does not start: " + system_message(errno));
        pid_t pid = 0;
        if (const int error = start_program(call, out, err, pid); error != 0)
            return fail(call.path + " does not start: " + system_message(error));
        RunningGroup noted(pid);
        Pipe::close(out.write);
        Pipe::close(err.write);
        if (call.is_background) ::setpriority(PRIO_PGRP, static_cast<id_t>(pid), kLowPriority);
        ProgramOutput output;
        const std::string reason = follow(call, pid, out, err, output);
        // Also what the program has left behind. The number of the group is its own until it is waited for.
        ::kill(-pid, SIGKILL);
        int status = 0;
        while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
        }
        if (!reason.empty()) return fail(call.path + " " + reason + ", and was ended");
        output.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        if (output.err.size() > kMostErrors) output.err.resize(kMostErrors);
        return output;
    }

    Result<std::unique_ptr<ScratchFolder>> scratch_folder() const override {
        std::error_code error;
        const std::filesystem::path base = std::filesystem::temp_directory_path(error);
        std::string path = (error ? std::filesystem::path("/tmp") : base) / "hcl-ls-XXXXXX";
        if (!::mkdtemp(path.data())) return fail(path + ": " + system_message(errno));
        return std::make_unique<RealScratchFolder>(std::move(path));
    }
};

std::atomic<bool> interrupted{false};

void note_interrupt(int) {
    interrupted = true;
}

constexpr std::array kInterrupts{SIGINT, SIGTERM, SIGHUP};
std::array<struct sigaction, kInterrupts.size()> actions_before{};

}  // namespace

std::shared_ptr<const Programs> make_real_programs() {
    return std::make_shared<const RealPrograms>();
}

void end_running_programs() {
    for (const std::atomic<pid_t>& group : running_groups)
        if (const pid_t id = group; id > 0) ::kill(-id, SIGKILL);
}

InterruptGuard::InterruptGuard() {
    interrupted = false;
    struct sigaction action{};
    action.sa_handler = note_interrupt;
    sigemptyset(&action.sa_mask);
    for (std::size_t i = 0; i < kInterrupts.size(); ++i)
        ::sigaction(kInterrupts[i], &action, &actions_before[i]);
}

InterruptGuard::~InterruptGuard() {
    for (std::size_t i = 0; i < kInterrupts.size(); ++i)
        ::sigaction(kInterrupts[i], &actions_before[i], nullptr);
}

bool InterruptGuard::was_interrupted() {
    return interrupted;
}

}  // namespace hcl::server
