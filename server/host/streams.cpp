#include "server/host/streams.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

namespace hcl::server {

void write_output(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
}

void write_error(std::string_view text) {
    std::fflush(stdout);
    std::fwrite(text.data(), 1, text.size(), stderr);
}

std::string read_standard_input() {
    std::string text;
    char buffer[64 * 1024];
    for (;;) {
        ssize_t got = ::read(STDIN_FILENO, buffer, sizeof buffer);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return text;
        text.append(buffer, static_cast<std::size_t>(got));
    }
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
