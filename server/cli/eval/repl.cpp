#include "server/cli/eval/repl.h"

#include <algorithm>
#include <string>
#include <vector>

#include "server/cli/eval/input_text.h"

namespace hcl::server {

namespace {

constexpr std::string_view kReplHelp =
    "An expression          evaluates it, on several lines if brackets are open\n"
    "NAME = EXPRESSION      sets a variable\n"
    "type(EXPRESSION)       shows its type\n"
    ":vars                  lists the variables      :functions  lists the functions\n"
    ":doc FUNCTION          what a function does\n"
    ":quit                  ends, as does Ctrl-D\n";

// "name = expression", but not "name == expression".
bool is_assignment(std::string_view text, std::string& name, std::string_view& expression) {
    std::size_t i = 0;
    auto is_start = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80);
    };
    auto is_part = [&](char c) { return is_start(c) || (c >= '0' && c <= '9') || c == '-'; };
    if (text.empty() || !is_start(text[0])) return false;
    while (i < text.size() && is_part(text[i])) ++i;
    name = text.substr(0, i);
    while (i < text.size() && text[i] == ' ') ++i;
    if (i >= text.size() || text[i] != '=' ||
        (i + 1 < text.size() && (text[i + 1] == '=' || text[i + 1] == '>')))
        return false;
    expression = text.substr(i + 1);
    return true;
}

std::string describe_function(std::string_view name, const eval::Function& function) {
    std::string text(name);
    text += "(";
    bool first = true;
    auto add = [&](const eval::Parameter& p, std::string_view suffix) {
        if (!first) text += ", ";
        first = false;
        text += p.name + std::string(suffix) + " " +
                (p.type.is_capsule() ? p.type.friendly_name() : p.type.to_source());
    };
    for (const eval::Parameter& p : function.parameters) add(p, "");
    if (function.variadic) add(*function.variadic, "...");
    text += ")\n" + function.description + "\n";
    return text;
}

class Repl {
  public:
    Repl(Console& console, EvalSession& session, bool show_sensitive) : console_(console), session_(session) {
        print_.show_sensitive = show_sensitive;
    }

    int run() {
        auto complete = [&](std::string_view before) {
            EvalSession::Completion found = session_.complete(before);
            return LineCompletion{std::move(found.candidates), found.replaces};
        };
        return run_prompt(console_, "Enter an expression to evaluate it; :help lists the commands.\n",
                          complete, [&](std::string_view text) { return handle(text); });
    }

  private:
    bool handle(std::string_view text) {
        if (text.starts_with(":")) return command(text.substr(1));
        std::string name;
        std::string_view expression = text;
        bool assigns = is_assignment(text, name, expression);
        // A heredoc needs its final line break.
        std::string ended = std::string(expression) + (expression.find('\n') == expression.npos ? "" : "\n");
        Evaluated result = session_.evaluate(ended);
        console_.err(render_diagnostics(result.diagnostics, ended, "input", console_.error_has_color()));
        if (has_errors(result.diagnostics)) return true;
        console_.out(show_result(result, print_));
        if (assigns) session_.set(std::move(name), std::move(result.value));
        return true;
    }

    bool command(std::string_view text) {
        std::size_t space = text.find(' ');
        std::string_view word = text.substr(0, space);
        std::string_view rest = space == std::string_view::npos ? "" : trimmed_input(text.substr(space));
        if (word == "quit" || word == "q" || word == "exit") return false;
        if (word == "vars") {
            std::vector<std::string> names;
            for (const auto& [name, value] : session_.scope().variables()) names.push_back(name);
            std::sort(names.begin(), names.end());
            for (const std::string& name : names)
                console_.out(name + ": " + session_.scope().variable(name)->type().to_source() + "\n");
        } else if (word == "functions") {
            for (const auto& [name, function] : session_.scope().functions()->all())
                console_.out(name + "\n");
        } else if (word == "doc") {
            const eval::Function* function = session_.scope().function(rest);
            console_.out(function ? describe_function(rest, *function) : "there is no such function\n");
        } else {
            console_.out(kReplHelp);
        }
        return true;
    }

    Console& console_;
    EvalSession& session_;
    eval::PrintOptions print_;
};

}  // namespace

int run_prompt(Console& console, std::string_view greeting,
               std::function<LineCompletion(std::string_view)> complete,
               const std::function<bool(std::string_view)>& handle) {
    auto editor = make_line_editor(std::move(complete));
    console.out(greeting);
    std::string text;
    while (auto line = editor->read_line(text.empty() ? "> " : ". ")) {
        if (editor->was_dropped()) {
            text.clear();
            continue;
        }
        text += *line;
        // An empty line ends an input that would never be complete.
        if (!trimmed_input(*line).empty() && EvalSession::is_incomplete(text)) {
            text += '\n';
            continue;
        }
        std::string entered(trimmed_input(text));
        text.clear();
        if (entered.empty()) continue;
        editor->remember(entered);
        // As in most prompts. Names of such variables can be put in parentheses.
        if (entered == "help" || entered == "quit" || entered == "exit") entered.insert(0, ":");
        if (!handle(entered)) return 0;
    }
    console.out("\n");
    return 0;
}

int run_repl(Console& console, EvalSession& session, bool show_sensitive) {
    return Repl(console, session, show_sensitive).run();
}

}  // namespace hcl::server
