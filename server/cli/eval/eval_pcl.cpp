#include "server/cli/eval/eval_pcl.h"

#include <optional>
#include <string>

#include "server/cli/eval/eval_session.h"
#include "server/cli/eval/findings_json.h"
#include "server/cli/eval/input_text.h"
#include "server/cli/eval/pcl_session.h"
#include "server/cli/eval/repl.h"

namespace hcl::server {

namespace {

constexpr std::string_view kHelp =
    "An expression          shows its type\n"
    "type(EXPRESSION)       shows its type as the reference writes it\n"
    "convertible A to B     whether values of the type A convert to B: safe, unsafe or none\n"
    "unify A B              the type that both have in common\n"
    "NAME = EXPRESSION      gives a name the type of an expression      NAME: TYPE  gives it a type\n"
    ":vars                  lists the names      :functions  lists the functions\n"
    ":quit                  ends, as does Ctrl-D\n";

class PclCommand {
  public:
    PclCommand(Console& console, Arguments arguments)
        : console_(console), arguments_(arguments), session_(console.read_schemas({})) {}

    int run() {
        for (std::size_t i = 0; i < arguments_.size(); ++i)
            if (!read(i)) return 2;
        if (!is_good_) return 1;
        if (!text_ && console_.input_is_terminal && !json_) return prompt();
        if (!text_) text_ = console_.input();
        return text_ ? print(*text_) : 2;
    }

  private:
    bool fail(const std::string& message) {
        wrong_usage(console_, message);
        return false;
    }

    bool read(std::size_t& i) {
        const std::string_view argument = arguments_[i];
        if (argument == "--json") {
            json_ = true;
            return true;
        }
        if (!argument.starts_with("--")) {
            if (text_) return fail("eval takes one expression; put it in quotes");
            text_ = std::string(argument);
            return true;
        }
        const bool is_known = argument == "--language" || argument == "--var" || argument == "--unknown";
        if (!is_known) return fail("eval --language pcl does not take " + std::string(argument));
        if (i + 1 == arguments_.size()) return fail(std::string(argument) + " needs a value");
        const std::string_view given = arguments_[++i];
        if (argument == "--language") return true;
        const char separator = argument == "--var" ? '=' : ':';
        const std::size_t at = given.find(separator);
        if (at == given.npos || at == 0)
            return fail(argument == "--var" ? "--var takes NAME=EXPRESSION" : "--unknown takes NAME:TYPE");
        std::string name(given.substr(0, at));
        const std::string_view rest = given.substr(at + 1);
        if (argument == "--unknown") {
            const std::string problem = session_.declare(std::move(name), rest);
            return problem.empty() || fail("--unknown " + std::string(given) + ": " + problem);
        }
        const PclSession::Answer answer = session_.assign(name, rest);
        is_good_ = show(answer.findings, rest, "--var " + name) && is_good_;
        return true;
    }

    // False when there are errors.
    bool show(const Diagnostics& findings, std::string_view text, std::string_view name) {
        console_.err(render_diagnostics(findings, text, name, console_.error_has_color()));
        return !has_errors(findings);
    }

    void tell(const PclSession::Answer& answer, std::string_view text, std::string_view name) {
        if (answer.is_refused)
            console_.err(answer.text);
        else if (show(answer.findings, text, name))
            console_.out(answer.text);
    }

    int print(std::string_view text) {
        const PclSession::Answer answer = session_.answer(trimmed_input(text));
        if (json_) {
            std::string out;
            lsp::JsonWriter json(out);
            json.begin_object();
            json.key("type");
            json.string(answer.type.to_string());
            json.key("text");
            json.string(answer.text);
            write_findings(json, answer.findings);
            json.end_object();
            console_.out(out + "\n");
        } else {
            tell(answer, text, "expression");
        }
        return has_errors(answer.findings) || answer.is_refused ? 1 : 0;
    }

    int prompt() {
        auto complete = [&](std::string_view before) {
            std::size_t start = before.size();
            while (start > 0 &&
                   (std::isalnum(static_cast<unsigned char>(before[start - 1])) || before[start - 1] == '_'))
                --start;
            LineCompletion out{{}, before.size() - start};
            const std::string_view word = before.substr(start);
            for (const auto& [name, type] : session_.names())
                if (name.starts_with(word)) out.candidates.push_back(name);
            for (const std::string& name : session_.functions())
                if (name.starts_with(word)) out.candidates.push_back(name);
            return out;
        };
        return run_prompt(console_, "Enter an expression to see its type; :help lists the commands.\n",
                          complete, [&](std::string_view text) { return handle(text); });
    }

    bool handle(std::string_view text) {
        if (text == ":quit" || text == ":q" || text == ":exit") return false;
        if (text == ":vars") {
            for (const auto& [name, type] : session_.names())
                console_.out(name + ": " + type.to_string() + "\n");
        } else if (text == ":functions") {
            for (const std::string& name : session_.functions()) console_.out(name + "\n");
        } else if (text.starts_with(":")) {
            console_.out(kHelp);
        } else {
            tell(session_.answer(text), text, "input");
        }
        return true;
    }

    Console& console_;
    Arguments arguments_;
    PclSession session_;
    std::optional<std::string> text_;
    bool json_ = false;
    bool is_good_ = true;
};

}  // namespace

int run_eval_pcl(Console& console, Arguments arguments) {
    return PclCommand(console, arguments).run();
}

}  // namespace hcl::server
