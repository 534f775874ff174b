#include "server/cli/help/help.h"

#include <algorithm>

#include "server/cli/cli.h"

namespace hcl::server {

namespace {

constexpr std::size_t kWidth = 100;
constexpr std::size_t kColumn = 26;

// Wraps the words of a paragraph, each line indented; the first line may have content already.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t begun = 0) {
    std::string out;
    std::size_t column = begun;
    auto new_line = [&] {
        out += "\n" + std::string(indent, ' ');
        column = indent;
    };
    if (begun == 0) {
        out = std::string(indent, ' ');
        column = indent;
    }
    bool first = true;
    while (!text.empty()) {
        std::size_t end = std::min(text.find(' '), text.size());
        std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (word.empty()) continue;
        if (!first && column + 1 + word.size() > kWidth)
            new_line();
        else if (!first)
            out += ' ', ++column;
        out += word;
        column += word.size();
        first = false;
    }
    return out + "\n";
}

std::string paragraphs(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        std::size_t end = std::min(text.find("\n\n"), text.size());
        if (!out.empty()) out += "\n";
        out += wrapped(text.substr(0, end), 0);
        text.remove_prefix(std::min(end + 2, text.size()));
    }
    return out;
}

std::string option_list(const std::vector<CommandHelp::Option>& options) {
    std::size_t widest = 0;
    for (const CommandHelp::Option& option : options)
        widest = std::max(widest, std::min(option.form.size(), kColumn - 4));
    std::size_t column = widest + 4;
    std::string out;
    for (const CommandHelp::Option& option : options) {
        std::string line = "  " + std::string(option.form);
        if (line.size() + 2 > column)
            out += line + "\n" + wrapped(option.what, column);
        else {
            line.resize(column, ' ');
            out += line + wrapped(option.what, column, column);
        }
    }
    return out;
}

}  // namespace

OptionForm option_form(std::string_view form) {
    OptionForm result;
    if (form.size() > 1 && form[0] == '-' && form[1] != '-') result.letter = form.substr(1, 1);
    std::size_t start = form.find("--");
    if (start == std::string_view::npos) {
        result.takes_value = form.size() > 2;
        return result;
    }
    std::string_view rest = form.substr(start + 2);
    std::size_t end = std::min(rest.find_first_of("=[ "), rest.size());
    result.name = rest.substr(0, end);
    result.takes_value = end < rest.size();
    result.has_equals = end < rest.size() && rest[end] == '=';
    return result;
}

std::string help_text(const Command& command) {
    const CommandHelp& help = command.help();
    std::string out = "usage: hcl-ls " + std::string(command.name);
    if (!command.usage.empty()) out += " " + std::string(command.usage);
    out += "\n" + std::string(command.summary) + "\n\n" + paragraphs(help.about);
    if (!help.words.empty()) out += "\n" + option_list(help.words);
    if (!help.options.empty()) out += "\n" + option_list(help.options);
    if (!help.notes.empty()) out += "\n" + paragraphs(help.notes);
    if (!help.exit_codes.empty()) {
        std::string codes = "Exit codes:";
        for (const CommandHelp::ExitCode& exit : help.exit_codes)
            codes += std::string(codes.back() == ':' ? " " : "; ") + std::to_string(exit.code) + " " +
                     std::string(exit.what);
        out += "\n" + wrapped(codes + ".", 0);
    }
    if (!help.example.empty()) {
        out += "\nExample:\n  ";
        for (char c : help.example) {
            out += c;
            if (c == '\n') out += "  ";
        }
        out += "\n";
    }
    return out;
}

}  // namespace hcl::server
