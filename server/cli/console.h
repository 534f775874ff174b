// What a subcommand may touch: streams, files and the place it was started in. Tests give their own.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/parallel_for.h"
#include "server/host/file_system.h"

namespace hcl::server {

struct Console {
    std::function<void(std::string_view)> out;
    std::function<void(std::string_view)> err;
    std::function<std::string()> read_input;  // standard input to its end
    bool is_terminal = false;                 // out is one: colours make sense
    bool input_is_terminal = false;
    bool error_is_terminal = false;
    bool wants_color = true;  // on terminals: NO_COLOR is not set
    std::shared_ptr<FileSystem> files;
    std::string folder;  // absolute; relative paths start here
    unsigned processors = 1;
    // Lives as long as the console, which in a process is for ever: large things that nobody needs to take
    // apart again before the end.
    std::vector<std::shared_ptr<const void>> kept{};

    bool output_has_color() const { return is_terminal && wants_color; }
    bool error_has_color() const { return error_is_terminal && wants_color; }
    // For work that comes in parts; empty with one processor.
    ParallelFor spread() const;
    // The absolute form of a path of the command line.
    std::string absolute(std::string_view path) const;
};

Console process_console();

}  // namespace hcl::server
