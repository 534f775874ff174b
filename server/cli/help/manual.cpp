// Manual pages in man(7) markup, generated from the table of commands.
#include <string>

#include "server/app/version.h"
#include "server/cli/cli.h"
#include "server/cli/help/help.h"

namespace hcl::server {

namespace {

// Escapes text so that nothing is a request or an escape, and dashes can be copied to a shell.
std::string escaped(std::string_view text) {
    std::string out;
    for (char c : text) {
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n'))
            (out += "\\&") += c;
        else
            out += c;
    }
    return out;
}

std::string heading(std::string_view name) {
    std::string title;
    for (char c : name) title += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return ".TH " + title + " 1 \"\" \"hcl-ls " + std::string(version()) + "\" \"hcl-ls manual\"\n";
}

std::string section(std::string_view title) {
    return ".SH " + std::string(title) + "\n";
}

std::string manual_paragraphs(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        std::size_t end = std::min(text.find("\n\n"), text.size());
        out += (out.empty() ? "" : ".PP\n") + escaped(text.substr(0, end)) + "\n";
        text.remove_prefix(std::min(end + 2, text.size()));
    }
    return out;
}

std::string options(const std::vector<CommandHelp::Option>& options) {
    std::string out;
    for (const CommandHelp::Option& option : options)
        out += ".TP\n.B " + escaped(option.form) + "\n" + escaped(option.what) + "\n";
    return out;
}

std::string page_name(const Command& command) {
    return "hcl-ls-" + std::string(command.name);
}

}  // namespace

std::string manual_page(const Command& command) {
    const CommandHelp& help = command.help();
    std::string out = heading(page_name(command)) + section("NAME") + escaped(page_name(command)) + " \\- " +
                      escaped(command.summary) + "\n" + section("SYNOPSIS") + ".B hcl\\-ls " +
                      escaped(command.name) + "\n" + escaped(command.usage) + "\n" + section("DESCRIPTION") +
                      manual_paragraphs(help.about);
    out += options(help.words);
    if (!help.options.empty()) out += section("OPTIONS") + options(help.options);
    if (!help.notes.empty()) out += section("NOTES") + manual_paragraphs(help.notes);
    if (!help.exit_codes.empty()) {
        out += section("EXIT STATUS");
        for (const CommandHelp::ExitCode& exit : help.exit_codes)
            out += ".TP\n.B " + std::to_string(exit.code) + "\n" + escaped(exit.what) + "\n";
    }
    if (!help.example.empty()) out += section("EXAMPLES") + ".nf\n" + escaped(help.example) + "\n.fi\n";
    return out + section("SEE ALSO") + ".BR hcl\\-ls (1)\n";
}

std::string manual_page() {
    std::string out = heading("hcl-ls") + section("NAME") +
                      "hcl\\-ls \\- language server and command line for languages built on HCL\n" +
                      section("SYNOPSIS") + ".B hcl\\-ls\n" + escaped("[COMMAND] [ARGUMENT]...") + "\n" +
                      section("DESCRIPTION") +
                      manual_paragraphs(
                          "Without a command, hcl-ls is a language server on standard input and output, as "
                          "editors start it. With one, it does the same work once and prints the result.\n\n"
                          "Opening or checking a file never runs anything and never uses the network.") +
                      section("COMMANDS");
    for (const Command& command : all_commands())
        out += ".TP\n.BR " + escaped(page_name(command)) + " (1)\n" + escaped(command.summary) + "\n";
    out += section("FILES") + ".TP\n.B " + escaped(".hcl-ls.hcl") + "\n" +
           escaped(
               "Says which files of a workspace are written in which language, and how findings count. It "
               "holds for its folder and those below.") +
           "\n" + section("ENVIRONMENT") + ".TP\n.B NO_COLOR\nWhen set, nothing is coloured.\n" +
           section("SEE ALSO");
    std::string list;
    for (const Command& command : all_commands())
        list += ".BR " + escaped(page_name(command)) + " (1)" +
                (&command == &all_commands().back() ? "\n" : ",\n");
    return out + list;
}

}  // namespace hcl::server
