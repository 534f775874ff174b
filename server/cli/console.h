// The environment of a subcommand: streams, files, working directory. Tests provide their own.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/parallel_for.h"
#include "engine/schemas/schema_set.h"
#include "server/host/file_system.h"
#include "server/host/programs.h"

namespace hcl::server {

struct Console {
    std::function<void(std::string_view)> out;
    std::function<void(std::string_view)> err;
    std::function<Result<std::string>()> read_input;  // reads standard input to its end
    // Reads a pipe or a device to its end; may be empty.
    std::function<Result<std::string>(const std::string& path)> read_stream{};
    bool is_terminal = false;  // standard output is a terminal
    bool input_is_terminal = false;
    bool error_is_terminal = false;
    bool wants_color = true;  // NO_COLOR is not set
    std::shared_ptr<FileSystem> files;
    std::shared_ptr<const Programs> programs{};  // null: none can be started
    std::string folder;                          // absolute working directory; empty when it cannot be read
    std::string cache_folder{};                  // of this program, for this user; may be empty
    std::string plugin_folder{};                 // of Pulumi, for this user; may be empty
    std::string_view command;                    // the subcommand that runs
    unsigned processors = 1;
    // Objects kept until the process exits, because freeing large structures at exit wastes time.
    std::vector<std::shared_ptr<const void>> kept{};

    bool output_has_color() const { return is_terminal && wants_color; }
    bool error_has_color() const { return error_is_terminal && wants_color; }
    // Prints "hcl-ls: message" as an error.
    void complain(std::string_view message) const;
    // The content of standard input; complains when it cannot be read.
    std::optional<std::string> input() const;
    // Runs work in parallel; empty with a single processor.
    ParallelFor spread() const;
    // The absolute form of a path from the command line. A relative path stays relative without a working
    // directory, so that it never names something else.
    std::string absolute(std::string_view path) const;
    // The given folder of schemas, or the user's own. Empty when there is neither.
    std::string schema_folder(std::string_view named) const;
    // The schemas in that folder, and in the plugins of Pulumi. Complains about those that cannot be read:
    // some later, when they are first used.
    schemas::SchemaSetPtr read_schemas(std::string_view named) const;
    // The contents of an input named on the command line: "-" is standard input, and pipes and devices are
    // read like files.
    Result<std::string> read_argument(std::string_view name) const;
};

Console process_console();

}  // namespace hcl::server
