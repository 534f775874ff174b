// `hcl-ls eval`: evaluates expressions, given as arguments or interactively.
#include <optional>
#include <string>
#include <vector>

#include "engine/eval/text/print.h"
#include "server/cli/cli.h"
#include "server/cli/eval/eval_session.h"
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

std::string diagnostics_json(const Diagnostics& diagnostics) {
    std::string out = "[";
    for (const Diagnostic& d : diagnostics) {
        if (out.size() > 1) out += ",";
        std::string_view severity = d.severity == Severity::Error     ? "error"
                                    : d.severity == Severity::Warning ? "warning"
                                                                      : "info";
        out += "{\"code\":\"" + diag_id(d.code) + "\",\"severity\":\"" + std::string(severity) +
               "\",\"title\":" + eval::json_quoted(d.title) + ",\"message\":" + eval::json_quoted(d.message);
        if (d.has_place)
            out += ",\"start\":" + std::to_string(d.span.start) + ",\"end\":" + std::to_string(d.span.end);
        out += "}";
    }
    return out + "]";
}

// Splits "name=rest" or "name:rest" at the first `separator`.
bool split(std::string_view argument, char separator, std::string& name, std::string_view& rest) {
    std::size_t at = argument.find(separator);
    if (at == std::string_view::npos || at == 0) return false;
    name = argument.substr(0, at);
    rest = argument.substr(at + 1);
    return true;
}

int print(Console& console, EvalSession& session, const Options& options) {
    Evaluated result = session.evaluate(*options.text, options.form);
    bool failed = has_errors(result.diagnostics);
    eval::PrintOptions print_options;
    print_options.show_sensitive = options.show_sensitive;
    if (options.json) {
        std::string value = eval::value_to_json(result.value, print_options);
        value.pop_back();
        console.out(value + ",\"diagnostics\":" + diagnostics_json(result.diagnostics) + "}\n");
        return failed ? 1 : 0;
    }
    console.err(
        render_diagnostics(result.diagnostics, *options.text, options.text_name, console.error_has_color()));
    if (failed) return 1;
    console.out(show_result(result, print_options));
    return 0;
}

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
            "Evaluates an expression and prints its value, with its type behind a #. Without an expression "
            "it reads one after another: from the terminal with editing, history and completion (Tab), else "
            "from standard input as a whole.",
        .options = {{"-f, --file FILE",
                     "read the expression from a file (- for standard input; *.json: JSON syntax)", "<file>"},
                    {"--template", "the text is a template, not an expression"},
                    {"--var NAME=EXPR", "a variable; may be repeated"},
                    {"--vars FILE", "variables from a file of `name = expression` lines, or a JSON object",
                     "<file>"},
                    {"--unknown NAME:TYPE", "a variable of which only the type is known; may be repeated"},
                    {"--rules SET", "`spec` (default) or `reference`, which does as the Go library does",
                     "spec reference"},
                    {"--json", "print {\"type\", \"value\", \"diagnostics\"} for programs"},
                    {"--show-sensitive", "print what is marked as sensitive, too"}},
        .exit_codes = {{0, "evaluated"},
                       {1, "the expression is wrong"},
                       {2, "wrong usage, or a file that could not be read"}},
        .example =
            "$ hcl-ls eval --var 'names=[\"ann\", \"bob\"]' '{ for n in names : n => upper(n) }'\n{ ann = "
            "\"ANN\", bob = \"BOB\" }\n# object({ann=string,bob=string})",
    };
    return help;
}

int run_eval(Console& console, Arguments arguments) {
    const Rules* rules = &Rules::spec();
    for (std::size_t i = 0; i + 1 < arguments.size(); ++i) {
        if (arguments[i] != "--rules") continue;
        if (arguments[i + 1] == "reference")
            rules = &Rules::reference();
        else if (arguments[i + 1] != "spec")
            return wrong_usage(console, "--rules takes \"spec\" or \"reference\"");
    }
    EvalSession session(*rules);
    Options options;
    bool failed = false;
    auto check = [&](const Diagnostics& diagnostics, std::string_view source, std::string_view shown) {
        console.err(render_diagnostics(diagnostics, source, shown, console.error_has_color()));
        failed = failed || has_errors(diagnostics);
    };

    bool only_text = false;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        std::string_view argument = arguments[i];
        if (only_text || !argument.starts_with("-") || argument == "-") {
            // `hcl-ls eval -1` would read as an option; `--` separates them.
            if (options.text) return wrong_usage(console, "eval takes one expression; put it in quotes");
            options.text = argument == "-" ? console.input() : std::string(argument);
            if (!options.text) return 2;
            if (argument == "-") options.text_name = "standard input";
            continue;
        }
        if (argument == "--") {
            only_text = true;
            continue;
        }
        if (argument == "--json") {
            options.json = true;
            continue;
        }
        if (argument == "--template") {
            options.form = EvalSession::Form::Template;
            continue;
        }
        if (argument == "--show-sensitive") {
            options.show_sensitive = true;
            continue;
        }
        bool takes_value = argument == "--file" || argument == "-f" || argument == "--var" ||
                           argument == "--vars" || argument == "--unknown" || argument == "--rules";
        if (!takes_value) return wrong_usage(console, "eval knows no option " + std::string(argument));
        if (i + 1 == arguments.size())
            return wrong_usage(console, std::string(argument) + " needs something behind it");
        std::string_view given = arguments[++i];
        std::string name;
        std::string_view rest;
        if (argument == "--var") {
            if (!split(given, '=', name, rest)) return wrong_usage(console, "--var takes NAME=EXPRESSION");
            Evaluated value = session.evaluate(rest);
            check(value.diagnostics, rest, "--var " + name);
            session.set(name, std::move(value.value));
        } else if (argument == "--unknown") {
            if (!split(given, ':', name, rest)) return wrong_usage(console, "--unknown takes NAME:TYPE");
            check(session.set_unknown(name, rest), rest, "--unknown " + name);
        } else if (argument == "--vars" || argument == "--file" || argument == "-f") {
            Result<std::string> text =
                given == "-" ? console.read_input() : console.files->read(console.absolute(given));
            if (!text) {
                console.complain("cannot read " + std::string(given) + ": " + text.error().message);
                return 2;
            }
            bool is_json = given.ends_with(".json");
            if (argument == "--vars") {
                check(session.load(*text, is_json), *text, given);
                continue;
            }
            if (options.text) return wrong_usage(console, "eval takes one expression");
            options.text = std::move(*text);
            options.text_name = given == "-" ? "standard input" : std::string(given);
            if (is_json) options.form = EvalSession::Form::Json;
        }
    }
    if (failed) return 1;
    if (options.text) return print(console, session, options);
    if (console.input_is_terminal && !options.json) return run_repl(console, session, options.show_sensitive);
    options.text = console.input();
    if (!options.text) return 2;
    options.text_name = "standard input";
    return print(console, session, options);
}

}  // namespace hcl::server
