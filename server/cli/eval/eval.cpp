// `hcl-ls eval`: evaluates expressions, given as arguments or interactively.
#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "engine/eval/text/print.h"
#include "protocol/json/writer.h"
#include "server/cli/cli.h"
#include "server/cli/eval/eval_pcl.h"
#include "server/cli/eval/eval_session.h"
#include "server/cli/eval/findings_json.h"
#include "server/cli/eval/repl.h"

namespace hcl::server {

namespace {

struct Options {
    std::optional<std::string> text;
    std::string text_name = "expression";
    EvalSession::Form form = EvalSession::Form::Expression;
    bool json = false;
    bool show_sensitive = false;
};

// Splits "name=rest" or "name:rest" at the first `separator`.
bool split(std::string_view argument, char separator, std::string& name, std::string_view& rest) {
    std::size_t at = argument.find(separator);
    if (at == std::string_view::npos || at == 0) return false;
    name = argument.substr(0, at);
    rest = argument.substr(at + 1);
    return true;
}

std::string json_line(const eval::JsonValue& value, const Diagnostics& findings) {
    std::string out;
    lsp::JsonWriter json(out);
    auto paths = [&](std::string_view name, const std::vector<std::string>& list) {
        if (list.empty()) return;
        json.key(name);
        json.begin_array();
        for (const std::string& path : list) json.string(path);
        json.end_array();
    };
    json.begin_object();
    json.key("type");
    json.raw(value.type);
    json.key("value");
    json.raw(value.value);
    paths("unknown", value.unknown);
    paths("sensitive", value.sensitive);
    write_findings(json, findings);
    json.end_object();
    return out + "\n";
}

int print(Console& console, EvalSession& session, const Options& options) {
    Evaluated result = session.evaluate(*options.text, options.form);
    bool failed = has_errors(result.diagnostics);
    eval::PrintOptions print_options;
    print_options.show_sensitive = options.show_sensitive;
    if (options.json) {
        console.out(json_line(eval::value_to_json(result.value, print_options), result.diagnostics));
        return failed ? 1 : 0;
    }
    console.err(
        render_diagnostics(result.diagnostics, *options.text, options.text_name, console.error_has_color()));
    if (failed) return 1;
    console.out(show_result(result, print_options));
    return 0;
}

bool takes_value_behind_equals(std::string_view option) {
    constexpr std::string_view kOptions[] = {"--file",    "--var",   "--vars",
                                             "--unknown", "--rules", "--language"};
    return std::ranges::find(kOptions, option) != std::end(kOptions);
}

// `--option=VALUE` as two arguments.
std::vector<std::string_view> split_options(Arguments arguments) {
    std::vector<std::string_view> out;
    bool is_value = false;
    bool options_end = false;
    for (std::string_view argument : arguments) {
        options_end = options_end || (!is_value && argument == "--");
        const std::size_t equals = argument.find('=');
        const bool is_split = !is_value && !options_end && equals != std::string_view::npos &&
                              takes_value_behind_equals(argument.substr(0, equals));
        is_value = !is_value && !options_end && (argument == "-f" || takes_value_behind_equals(argument));
        if (is_split) out.push_back(argument.substr(0, equals));
        out.push_back(is_split ? argument.substr(equals + 1) : argument);
    }
    return out;
}

// Parses the arguments in order, since variables may refer to earlier ones.
class EvalCommand {
  public:
    explicit EvalCommand(Console& console) : console_(console) {}

    int run(Arguments arguments) {
        const Rules* rules = rules_of(arguments);
        if (!rules) return wrong_usage(console_, "--rules takes \"spec\" or \"reference\"");
        EvalSession session(*rules);
        session_ = &session;
        read(arguments);
        if (exit_code_ != 0) return exit_code_;
        if (has_errors_) return 1;
        if (!options_.text && console_.input_is_terminal && !options_.json)
            return run_repl(console_, session, options_.show_sensitive);
        if (!options_.text) {
            options_.text = console_.input();
            if (!options_.text) return 2;
            options_.text_name = "standard input";
        }
        return print(console_, session, options_);
    }

  private:
    void read(Arguments arguments) {
        bool options_end = false;
        for (std::size_t i = 0; i < arguments.size() && exit_code_ == 0; ++i) {
            const std::string_view argument = arguments[i];
            if (options_end || !is_option(argument)) {
                expression(argument);
            } else if (argument == "--") {
                options_end = true;
            } else if (takes_value(argument) || argument == "--language") {
                if (i + 1 == arguments.size()) return fail(std::string(argument) + " needs a value");
                option(argument, arguments[++i]);
            } else if (!flag(argument)) {
                fail("unknown option " + std::string(argument));
            }
        }
    }

    // "-0" and "-(a)" are expressions.
    static bool is_option(std::string_view argument) {
        if (!argument.starts_with('-') || argument == "-") return false;
        const char next = argument[1];
        return next == '-' || (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z');
    }

    static const Rules* rules_of(Arguments arguments) {
        const Rules* rules = &Rules::spec();
        for (std::size_t i = 0; i + 1 < arguments.size(); ++i) {
            if (arguments[i] != "--rules") continue;
            if (arguments[i + 1] != "spec" && arguments[i + 1] != "reference") return nullptr;
            rules = arguments[i + 1] == "spec" ? &Rules::spec() : &Rules::reference();
        }
        return rules;
    }
    static bool takes_value(std::string_view argument) {
        return argument == "-f" || (argument != "--language" && takes_value_behind_equals(argument));
    }

    void fail(const std::string& message) { exit_code_ = wrong_usage(console_, message); }

    void report(const Diagnostics& diagnostics, std::string_view source, std::string_view shown) {
        console_.err(render_diagnostics(diagnostics, source, shown, console_.error_has_color()));
        has_errors_ = has_errors_ || has_errors(diagnostics);
    }

    void expression(std::string_view argument) {
        if (options_.text) return fail("eval takes one expression; put it in quotes");
        options_.text = argument == "-" ? console_.input() : std::string(argument);
        if (!options_.text) exit_code_ = 2;
        if (argument == "-") options_.text_name = "standard input";
    }

    // False for an unknown option.
    bool flag(std::string_view argument) {
        if (argument == "--json")
            options_.json = true;
        else if (argument == "--template")
            options_.form = EvalSession::Form::Template;
        else if (argument == "--show-sensitive")
            options_.show_sensitive = true;
        else
            return false;
        return true;
    }

    void option(std::string_view option, std::string_view given) {
        std::string name;
        std::string_view rest;
        if (option == "--var") {
            if (!split(given, '=', name, rest)) return fail("--var takes NAME=EXPRESSION");
            Evaluated value = session_->evaluate(rest);
            report(value.diagnostics, rest, "--var " + name);
            session_->set(name, std::move(value.value));
        } else if (option == "--unknown") {
            if (!split(given, ':', name, rest)) return fail("--unknown takes NAME:TYPE");
            report(session_->set_unknown(name, rest), rest, "--unknown " + name);
        } else if (option != "--rules") {
            file(option == "--vars", given);
        }
    }

    void file(bool is_variables, std::string_view name) {
        Result<std::string> text = console_.read_argument(name);
        if (!text) {
            console_.complain("cannot read " + std::string(name) + ": " + text.error().message);
            exit_code_ = 2;
            return;
        }
        const bool is_json = name.ends_with(".json");
        if (is_variables) return report(session_->load(*text, is_json), *text, name);
        if (options_.text) return fail("eval takes one expression");
        options_.text = std::move(*text);
        options_.text_name = name == "-" ? "standard input" : std::string(name);
        if (is_json) options_.form = EvalSession::Form::Json;
    }

    Console& console_;
    EvalSession* session_ = nullptr;
    Options options_;
    int exit_code_ = 0;
    bool has_errors_ = false;
};

}  // namespace

std::string show_result(const Evaluated& result, const eval::PrintOptions& options) {
    if (result.is_type && result.value.has_content() && !result.value.is_marked() &&
        result.value.kind() == TypeKind::String)
        return std::string(result.value.as_string()) + "\n";
    return eval::print_value(result.value, options) + "\n# " + result.value.type().to_source() + "\n";
}

const CommandHelp& help_eval() {
    static const CommandHelp help{
        .about =
            "Evaluates an expression and prints its value and, after a #, its type. Without an expression it "
            "starts a prompt with editing, history and completion (Tab); when standard input is not a "
            "terminal, it is read as one expression.",
        .options = {{"-f, --file FILE",
                     "read the expression from a file (- for standard input; *.json: JSON syntax)", "<file>"},
                    {"--template", "evaluate a template instead of an expression"},
                    {"--var NAME=EXPR", "a variable; may be repeated"},
                    {"--vars FILE", "variables from a file of `name = expression` lines, or a JSON object",
                     "<file>"},
                    {"--unknown NAME:TYPE", "a variable of known type and unknown value; may be repeated"},
                    {"--rules SET", "`spec` (the default) or `reference` (like the Go library)",
                     "spec reference"},
                    {"--language pcl",
                     "print types of Pulumi's configuration language instead; also `type(EXPR)`, "
                     "`convertible A to B` and `unify A B`",
                     "pcl"},
                    {"--json", "print {\"type\", \"value\", \"diagnostics\"} for programs"},
                    {"--show-sensitive", "print sensitive values too"}},
        .exit_codes = {{0, "evaluated"},
                       {1, "the expression has errors"},
                       {2, "wrong usage, or a file that could not be read"}},
        .example =
            "$ hcl-ls eval --var 'names=[\"ann\", \"bob\"]' '{ for n in names : n => upper(n) }'\n{ ann = "
            "\"ANN\", bob = \"BOB\" }\n# object({ann=string,bob=string})",
    };
    return help;
}

int run_eval(Console& console, Arguments given) {
    const std::vector<std::string_view> split = split_options(given);
    const Arguments arguments = split;
    for (std::size_t i = 0; i + 1 < arguments.size(); ++i) {
        if (arguments[i] != "--language") continue;
        if (arguments[i + 1] == "pcl") return run_eval_pcl(console, arguments);
        return wrong_usage(console, "--language takes \"pcl\"; expressions of other languages are evaluated");
    }
    return EvalCommand(console).run(arguments);
}

}  // namespace hcl::server
