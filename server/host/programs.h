// Other programs as a dependency: everything that starts one uses a Programs, so that tests replace it. Only
// what the user asks for starts one.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace hcl::server {

struct ProgramCall {
    std::string path{};  // absolute
    std::vector<std::string> arguments{};
    std::string folder{};                    // absolute: where it runs
    std::vector<std::string> environment{};  // "NAME=value", instead of those of the same name in ours
    std::chrono::milliseconds patience{};
    std::uint64_t most_output = 0;  // bytes
    bool is_background = false;     // at low priority
    // Asked several times a second, on the calling thread; true: the program is ended. May be empty.
    std::function<bool()> is_cancelled{};
};

struct ProgramOutput {
    int code = 0;  // of its exit; 128 and the number of a signal that ended it
    std::string out{};
    std::string err{};  // the first part, when it is long
};

// A folder that goes with the object, and everything in it.
class ScratchFolder {
  public:
    virtual ~ScratchFolder() = default;
    virtual const std::string& path() const = 0;
};

// All functions are thread-safe.
class Programs {
  public:
    virtual ~Programs() = default;
    // The path of an installed program with this name; empty when there is none. Only whole paths in PATH
    // count: others would lead into the folder in which it runs.
    virtual std::string find(std::string_view name) const = 0;
    // Runs it to its end, without a shell and without input. It and all that it starts are ended when it
    // takes too long, prints too much or is cancelled; that, and a program that does not start, are errors.
    virtual Result<ProgramOutput> run(const ProgramCall& call) const = 0;
    virtual Result<std::unique_ptr<ScratchFolder>> scratch_folder() const = 0;
};

std::shared_ptr<const Programs> make_real_programs();

// Ends all programs that run, at once. Before this process exits.
void end_running_programs();

// While it lives, signals that interrupt this process do not end it.
class InterruptGuard {
  public:
    InterruptGuard();
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;
    // Whether one came since this was made.
    static bool was_interrupted();
};

}  // namespace hcl::server
