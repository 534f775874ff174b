#include "server/host/streams.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace hcl::server {

namespace {

// The first error of standard output; 0: none.
int output_error = 0;

void note_error(bool is_good) {
    if (!is_good && output_error == 0) output_error = errno;
}

}  // namespace

void write_output(std::string_view text) {
    note_error(std::fwrite(text.data(), 1, text.size(), stdout) == text.size());
}

Result<void> finish_output() {
    note_error(std::fflush(stdout) == 0);
    if (output_error == 0 || output_error == EPIPE) return {};
    return fail(std::string("cannot write to standard output: ") + std::strerror(output_error));
}

void write_error(std::string_view text) {
    note_error(std::fflush(stdout) == 0);
    std::fwrite(text.data(), 1, text.size(), stderr);
}

namespace {

// `name` is for error messages.
Result<std::string> read_to_end(int descriptor, const std::string& name, std::uint64_t most) {
    std::string text;
    char buffer[64 * 1024];
    for (;;) {
        ssize_t got = ::read(descriptor, buffer, sizeof buffer);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return fail("cannot read " + name + ": " + std::strerror(errno));
        if (got == 0) return text;
        if (text.size() + static_cast<std::size_t>(got) > most)
            return fail(name + " has more than " + std::to_string(most) + " bytes");
        text.append(buffer, static_cast<std::size_t>(got));
    }
}

}  // namespace

Result<std::string> read_standard_input(std::uint64_t most) {
    return read_to_end(STDIN_FILENO, "standard input", most);
}

Result<std::string> read_stream(const std::string& path, std::uint64_t most) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return fail(path + ": " + std::strerror(errno));
    struct stat info{};
    if (::fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode)) {
        ::close(descriptor);
        return fail(path + ": is a regular file");
    }
    auto text = read_to_end(descriptor, path, most);
    ::close(descriptor);
    return text;
}

bool output_is_terminal() {
    return ::isatty(STDOUT_FILENO) != 0;
}
bool input_is_terminal() {
    return ::isatty(STDIN_FILENO) != 0;
}
bool error_is_terminal() {
    return ::isatty(STDERR_FILENO) != 0;
}

bool environment_wants_color() {
    const char* refused = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    return !(refused && *refused) && !(terminal && std::string_view(terminal) == "dumb");
}

}  // namespace hcl::server
