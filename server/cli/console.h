// What a subcommand may touch: streams, files and the place it was started in. Tests give their own.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "server/host/file_system.h"

namespace hcl::server {

struct Console {
    std::function<void(std::string_view)> out;
    std::function<void(std::string_view)> err;
    std::function<std::string()> read_input;  // standard input to its end
    bool is_terminal = false;                 // out is one: colours make sense
    bool input_is_terminal = false;
    bool error_is_terminal = false;
    std::shared_ptr<FileSystem> files;
    std::string folder;  // absolute; relative paths start here
    unsigned processors = 1;

    // The absolute form of a path of the command line.
    std::string absolute(std::string_view path) const;
};

Console process_console();

}  // namespace hcl::server
