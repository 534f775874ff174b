// The command line: picks the subcommand and runs it. See README.md for adding one.
#pragma once

#include <span>
#include <string_view>

#include "server/cli/console.h"

namespace hcl::server {

using Arguments = std::span<const std::string_view>;

struct Command {
    std::string_view name;
    std::string_view usage;    // what follows the name: "[FILE]..."
    std::string_view summary;  // one line for --help
    int (*run)(Console& console, Arguments arguments);
    std::string_view (*help)();  // the paragraphs of `hcl-ls help NAME`
};

#define HCL_COMMAND(name, usage, summary)                  \
    int run_##name(Console& console, Arguments arguments); \
    std::string_view help_##name();
#include "server/cli/commands.def"
#undef HCL_COMMAND

std::span<const Command> all_commands();

// Prints "hcl-ls: message" and how to get help; returns 2, the exit code of wrong usage.
int wrong_usage(Console& console, std::string_view message);

// For the real process and for tests. Returns the exit code.
int run_cli(Console& console, Arguments arguments);
int run_cli(int argc, char** argv);

// `hcl-ls decode` as the reference command `hcldec` has it: what a link of that name runs.
int run_hcldec(Console& console, Arguments arguments);

}  // namespace hcl::server
