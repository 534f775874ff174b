// The command line: selects and runs a subcommand. README.md describes how to add one.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "server/cli/console.h"
#include "server/cli/help/help.h"

namespace hcl::server {

using Arguments = std::span<const std::string_view>;

struct Command {
    std::string_view name;
    std::string_view usage;    // the part after the name: "[FILE]..."
    std::string_view summary;  // one line for --help
    int (*run)(Console& console, Arguments arguments);
    const CommandHelp& (*help)();
};

#define HCL_COMMAND(name, usage, summary)                  \
    int run_##name(Console& console, Arguments arguments); \
    const CommandHelp& help_##name();
#include "server/cli/commands.def"
#undef HCL_COMMAND

std::span<const Command> all_commands();
// Null when there is no such command.
const Command* find_command(std::string_view name);

// Prints "hcl-ls: message" and a pointer to the help; returns 2, the exit code for usage errors.
int wrong_usage(Console& console, std::string_view message);

// Entry point of the process and of tests. Returns the exit code.
int run_cli(Console& console, Arguments arguments);
int run_cli(int argc, char** argv);

// `hcl-ls decode` as `hcldec`: used when the program is run through a link of that name.
int run_hcldec(Console& console, Arguments arguments);

}  // namespace hcl::server
