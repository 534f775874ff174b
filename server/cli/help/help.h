// Descriptions of commands: the source of --help, the manual pages and the shell completions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hcl::server {

struct Command;

// Paragraphs are separated by an empty line and wrapped for output.
struct CommandHelp {
    struct Option {
        std::string_view form;  // "--name", "--name=VALUE", "-n, --name VALUE", or a keyword that comes first
        std::string_view what;
        // Possible values: keywords, "<file>", "<folder>", "<language>"; empty for any.
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
    std::string_view example{};    // lines to type
    std::string_view arguments{};  // possible arguments, in the notation of option values
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
// In man(7) markup. Without a command, the page of the program.
std::string manual_page();
std::string manual_page(const Command& command);
// For "bash", "zsh" or "fish"; empty for others.
std::string completion_script(std::string_view shell);

}  // namespace hcl::server
