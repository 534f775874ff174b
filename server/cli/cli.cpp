#include "server/cli/cli.h"

#include <algorithm>
#include <array>
#include <new>
#include <string>
#include <vector>

#include "engine/base/suggest.h"
#include "server/host/process.h"
#include "server/host/streams.h"

namespace hcl::server {

namespace {

constexpr std::array kCommands = {
#define HCL_COMMAND(name, usage, summary) Command{#name, usage, summary, &run_##name, &help_##name},
#include "server/cli/commands.def"
#undef HCL_COMMAND
};

constexpr bool are_unique(std::span<const Command> commands) {
    for (std::size_t i = 0; i < commands.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (commands[i].name == commands[j].name) return false;
    return true;
}
static_assert(are_unique(kCommands), "a command is listed twice");

int unknown_command(Console& console, std::string_view name) {
    Suggester near(name);
    for (const Command& command : kCommands) near.offer(command.name);
    return wrong_usage(console,
                       "unknown command \"" + std::string(name) + "\"" + did_you_mean_clause(near.best()));
}

void print_help(Console& console) {
    console.out(
        "hcl-ls: a language server for every HCL-based configuration language, and the same engine as a "
        "command.\n"
        "\n"
        "usage: hcl-ls COMMAND [ARGUMENT]...\n"
        "       hcl-ls                  run the language server on standard input and output\n"
        "       hcl-ls help COMMAND     describe a command; help --man [COMMAND] prints a manual page\n"
        "       hcl-ls --version        version and commit\n"
        "\n"
        "commands:\n");
    for (const Command& command : kCommands) {
        std::string line = "  " + std::string(command.name);
        line.resize(std::max<std::size_t>(line.size() + 1, 14), ' ');
        console.out(line + std::string(command.summary) + "\n");
    }
    console.out(R"help(
Editors start `hcl-ls` as the language server for HCL files. Run `hcl-ls doctor` in a workspace to see
which files and languages it finds.
)help");
}

// hcl-ls help [--man] [COMMAND]
int run_help(Console& console, Arguments arguments) {
    bool wants_manual = !arguments.empty() && arguments[0] == "--man";
    if (wants_manual) arguments = arguments.subspan(1);
    if (arguments.empty()) {
        if (wants_manual)
            console.out(manual_page());
        else
            print_help(console);
        return 0;
    }
    const Command* command = find_command(arguments[0]);
    if (!command) return unknown_command(console, arguments[0]);
    console.out(wants_manual ? manual_page(*command) : help_text(*command));
    return 0;
}

}  // namespace

std::span<const Command> all_commands() {
    return kCommands;
}

const Command* find_command(std::string_view name) {
    for (const Command& command : kCommands)
        if (command.name == name) return &command;
    return nullptr;
}

int wrong_usage(Console& console, std::string_view message) {
    console.complain(message);
    console.err("Try: hcl-ls " +
                (console.command.empty() ? "--help" : "help " + std::string(console.command)) + "\n");
    return 2;
}

int run_cli(Console& console, Arguments arguments) {
    std::string_view first = arguments.empty() ? std::string_view() : arguments[0];
    if (first == "--version" || first == "-V") return run_version(console, {});
    if (first == "--help" || first == "-h" || first == "help") return run_help(console, arguments.subspan(1));
    // Editors start the server with options only.
    if (arguments.empty() || first.starts_with('-')) return run_serve(console, arguments);
    const Command* command = find_command(first);
    if (!command) return unknown_command(console, first);
    console.command = command->name;
    Arguments rest = arguments.subspan(1);
    for (std::string_view argument : rest) {
        if (argument == "--") break;
        if (argument != "--help" && argument != "-h") continue;
        console.out(help_text(*command));
        return 0;
    }
    // The server is told its folders by the client.
    if (console.folder.empty() && command->run != &run_serve) {
        console.complain(
            "the current folder cannot be read: it was removed, or a folder above it is not accessible");
        return 2;
    }
    return command->run(console, rest);
}

int run_cli(int argc, char** argv) {
    ignore_broken_pipes();
    std::vector<std::string_view> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    if (!arguments.empty() && arguments[0] == "fmt") take_memory_in_bulk();
    // Never freed: the operating system reclaims all memory at exit.
    static Console& console = *new Console(process_console());
    std::string_view name = argc > 0 ? argv[0] : "";
    bool is_hcldec = name.substr(name.find_last_of('/') + 1) == "hcldec";
    int code = 0;
    try {
        code = is_hcldec ? run_hcldec(console, arguments) : run_cli(console, arguments);
    } catch (const std::bad_alloc&) {
        console.complain("there is not enough memory for this");
        code = 2;
    }
    if (auto written = finish_output(); !written) {
        console.complain(written.error().message);
        code = 2;
    }
    return code;
}

}  // namespace hcl::server
