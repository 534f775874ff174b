// hcl-ls completion: completion scripts for shells, generated from the table of commands.
#include <algorithm>
#include <string>
#include <vector>

#include "engine/language/language.h"
#include "server/cli/cli.h"
#include "server/cli/help/help.h"
#include "server/cli/report/finding_report.h"

namespace hcl::server {

namespace {

using Option = CommandHelp::Option;

std::string words_of(const std::vector<Option>& options) {
    std::string out;
    for (const Option& option : options)
        out += (out.empty() ? "" : " ") + std::string(option.form.substr(0, option.form.find(' ')));
    return out;
}

// The first clause, because completion lists have one line per entry.
std::string_view brief(std::string_view what) {
    std::size_t end = what.size();
    for (std::string_view stop : {"; ", ". ", ": ", ", "}) end = std::min(end, what.find(stop));
    return what.substr(0, end);
}

// The possible words for an option's value; empty when it is not a list of words.
std::string values_of(std::string_view values) {
    if (values == "<language>") {
        std::string out;
        for (const auto& language : language::LanguageSet::builtin().all())
            out += (out.empty() ? "" : " ") + std::string(language->id);
        return out;
    }
    return values.starts_with('<') ? std::string() : std::string(values);
}

bool is_path(std::string_view values) {
    return values == "<file>" || values == "<folder>";
}

std::string command_names() {
    std::string out = "help";
    for (const Command& command : all_commands()) (out += " ") += command.name;
    return out;
}

std::string bash_script() {
    std::string options;
    std::string values;
    std::string words;
    for (const Command& command : all_commands()) {
        const CommandHelp& help = command.help();
        std::string name(command.name);
        std::string list;
        for (const Option& option : help.options) {
            OptionForm form = option_form(option.form);
            if (form.name.empty()) continue;
            list += " --" + std::string(form.name) + (form.has_equals ? "=" : "");
            std::string choice = values_of(option.values);
            std::string key = "        \"" + name + " --" + std::string(form.name) + "\")";
            if (!choice.empty())
                values += key + " _hcl_ls_words \"" + choice + "\"; return ;;\n";
            else if (is_path(option.values))
                values += key + " _hcl_ls_files; return ;;\n";
        }
        options += "        " + name + ") _hcl_ls_words \"--help" + list + "\" ;;\n";
        if (!help.words.empty())
            words += "        " + name + ") _hcl_ls_words \"" + words_of(help.words) + "\"; return ;;\n";
        else if (std::string choice = values_of(help.arguments); !choice.empty())
            words += "        " + name + ") _hcl_ls_words \"" + choice + "\"; return ;;\n";
    }
    return R"(# bash completion for hcl-ls; printed by "hcl-ls completion bash".
_hcl_ls_words() {
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur")
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null; fi
}
_hcl_ls_files() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
}
_hcl_ls() {
    local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} option=
    COMPREPLY=()
    if [[ $COMP_CWORD -eq 1 ]]; then
        _hcl_ls_words "--help --version )" +
           command_names() + R"("
        return
    fi
    # "--name=value" comes as three words.
    if [[ $cur == "=" ]]; then
        option=$before cur=
    elif [[ $before == "=" ]]; then
        option=${COMP_WORDS[COMP_CWORD-2]}
    elif [[ $before == -* ]]; then
        option=$before
    fi
    case "$command $option" in
)" + values +
           R"(    esac
    if [[ $cur == -* ]]; then
        case $command in
)" + options +
           R"(        esac
        return
    fi
    if [[ $COMP_CWORD -eq 2 ]]; then
        case $command in
        help) _hcl_ls_words ")" +
           command_names() + R"("; return ;;
)" + words +
           R"(        esac
    fi
    _hcl_ls_files
}
complete -F _hcl_ls hcl-ls
)";
}

// In single quotes, with brackets and colons escaped for _arguments.
std::string zsh_text(std::string_view text, bool in_brackets) {
    std::string out;
    for (char c : text) {
        if (c == '\'')
            out += "'\\''";
        else if ((in_brackets && (c == '[' || c == ']')) || (c == ':') || c == '\\')
            (out += '\\') += c;
        else
            out += c;
    }
    return out;
}

std::string zsh_action(std::string_view values) {
    if (is_path(values)) return values == "<folder>" ? ":folder:_files -/" : ":file:_files";
    std::string choice = values_of(values);
    return choice.empty() ? ":value: " : ":value:(" + choice + ")";
}

std::string zsh_script() {
    std::string commands;
    std::string cases;
    for (const Command& command : all_commands()) {
        const CommandHelp& help = command.help();
        commands += "        '" + std::string(command.name) + ":" + zsh_text(command.summary, false) + "'\n";
        cases += "        " + std::string(command.name) + ")\n            _arguments -s \\\n";
        for (const Option& option : help.options) {
            OptionForm form = option_form(option.form);
            std::string what = "[" + zsh_text(brief(option.what), true) + "]";
            std::string value = form.takes_value ? zsh_action(option.values) : std::string();
            if (!form.letter.empty())
                cases += "                '*-" + std::string(form.letter) + what + value + "' \\\n";
            if (!form.name.empty())
                cases += "                '*--" + std::string(form.name) + (form.takes_value ? "=" : "") +
                         what + value + "' \\\n";
        }
        if (!help.words.empty()) {
            std::string list;
            for (const Option& word : help.words)
                list += (list.empty() ? "" : " ") + std::string(word.form.substr(0, word.form.find(' '))) +
                        "\\:\"" + zsh_text(brief(word.what.substr(0, word.what.find('"'))), false) + "\"";
            cases += "                '1:what:((" + list + "))' \\\n";
        } else if (std::string choice = values_of(help.arguments); !choice.empty()) {
            cases += "                '1:what:(" + choice + ")' \\\n";
        }
        cases += "                '*:file:_files'\n            ;;\n";
    }
    return "#compdef hcl-ls\n"
           "# zsh completion for hcl-ls; printed by \"hcl-ls completion zsh\".\n"
           "_hcl_ls() {\n"
           "    local -a commands\n"
           "    commands=(\n" +
           commands +
           "        'help:more about a command'\n"
           "    )\n"
           "    if (( CURRENT == 2 )); then\n"
           "        _describe command commands\n"
           "        return\n"
           "    fi\n"
           "    local command=$words[2]\n"
           "    shift words\n"
           "    (( CURRENT-- ))\n"
           "    case $command in\n"
           "        help)\n"
           "            _describe command commands\n"
           "            ;;\n" +
           cases +
           "    esac\n"
           "}\n"
           "if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _hcl_ls \"$@\"; else compdef _hcl_ls "
           "hcl-ls; fi\n";
}

std::string fish_text(std::string_view text) {
    std::string out = "'";
    for (char c : text) {
        if (c == '\'' || c == '\\') out += '\\';
        out += c;
    }
    return out + "'";
}

std::string fish_script() {
    std::string out =
        "# fish completion for hcl-ls; printed by \"hcl-ls completion fish\".\n"
        "complete -c hcl-ls -n __fish_use_subcommand -f\n"
        "complete -c hcl-ls -n __fish_use_subcommand -l version -d 'version and commit'\n"
        "complete -c hcl-ls -l help -d 'more about the command'\n"
        "complete -c hcl-ls -n __fish_use_subcommand -a help -d 'more about a command'\n"
        "complete -c hcl-ls -n '__fish_seen_subcommand_from help' -f -a '" +
        command_names() + "'\n";
    for (const Command& command : all_commands()) {
        const CommandHelp& help = command.help();
        std::string name(command.name);
        std::string seen = "complete -c hcl-ls -n '__fish_seen_subcommand_from " + name + "' ";
        out += "complete -c hcl-ls -n __fish_use_subcommand -a " + name + " -d " +
               fish_text(command.summary) + "\n";
        for (const Option& option : help.options) {
            OptionForm form = option_form(option.form);
            std::string line = seen;
            if (!form.letter.empty()) line += "-s " + std::string(form.letter) + " ";
            if (!form.name.empty()) line += "-l " + std::string(form.name) + " ";
            if (form.takes_value) line += is_path(option.values) ? "-r -F " : "-x ";
            if (std::string choice = values_of(option.values); !choice.empty())
                line += "-a '" + choice + "' ";
            out += line + "-d " + fish_text(brief(option.what)) + "\n";
        }
        std::string first = "complete -c hcl-ls -n '__fish_seen_subcommand_from " + name +
                            "; and test (count (commandline -opc)) -eq 2' -f -a ";
        for (const Option& word : help.words)
            out += first + std::string(word.form.substr(0, word.form.find(' '))) + " -d " +
                   fish_text(brief(word.what)) + "\n";
        if (std::string choice = values_of(help.arguments); !choice.empty())
            out += first + "'" + choice + "'\n";
    }
    return out;
}

}  // namespace

std::string completion_script(std::string_view shell) {
    if (shell == "bash") return bash_script();
    if (shell == "zsh") return zsh_script();
    if (shell == "fish") return fish_script();
    return {};
}

const CommandHelp& help_completion() {
    static const CommandHelp help{
        .about =
            "Prints a script that completes commands, options and their values in a shell. Packages install "
            "it; by hand:",
        .words = {{"bash", "source <(hcl-ls completion bash), in ~/.bashrc"},
                  {"zsh", "source <(hcl-ls completion zsh), in ~/.zshrc after compinit"},
                  {"fish", "hcl-ls completion fish > ~/.config/fish/completions/hcl-ls.fish"}},
        .exit_codes = {{0, "printed"}, {2, "wrong usage"}},
    };
    return help;
}

int run_completion(Console& console, Arguments arguments) {
    std::string script = arguments.size() == 1 ? completion_script(arguments[0]) : std::string();
    if (script.empty()) return wrong_usage(console, "completion takes \"bash\", \"zsh\" or \"fish\"");
    console.out(script);
    return 0;
}

}  // namespace hcl::server
