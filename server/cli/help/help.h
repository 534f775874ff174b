// The description of a command: the one table behind --help, the manual pages and the shell completions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hcl::server {

struct Command;

// Paragraphs are separated by an empty line and wrapped where they are shown.
struct CommandHelp {
    struct Option {
        std::string_view form;  // "--name", "--name=VALUE", "-n, --name VALUE", or a word that stands first
        std::string_view what;
        // The values it takes: words, "<file>", "<folder>", "<language>"; empty for any.
        std::string_view values{};
    };
    struct ExitCode {
        int code;
        std::string_view what;
    };
    std::string_view about;
    std::vector<Option> words{};  // one of these is the first argument
    std::vector<Option> options{};
    std::string_view notes{};
    std::vector<ExitCode> exit_codes{};
    std::string_view example{};    // lines as they are typed
    std::string_view arguments{};  // what the arguments may be, as the values of an option
};

// Parts of an option's form.
struct OptionForm {
    std::string_view letter;  // "s", or empty
    std::string_view name;    // "spec"
    bool takes_value = false;
    bool has_equals = false;  // "--name=VALUE"
};
OptionForm option_form(std::string_view form);

std::string help_text(const Command& command);
// In the macros of man(7). Without a command, the page of the program.
std::string manual_page();
std::string manual_page(const Command& command);
// For "bash", "zsh" or "fish"; empty for others.
std::string completion_script(std::string_view shell);

}  // namespace hcl::server
