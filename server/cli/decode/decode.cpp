// `hcl-ls decode`: validates files against a decoder spec and prints the value as JSON. Run as `hcldec`, it
// is a drop-in for that command: same arguments, exit codes and output.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "engine/decode/evaluate.h"
#include "engine/decode/spec_file.h"
#include "engine/eval/analysis/traversal.h"
#include "engine/ide/annotation/diagnostics.h"
#include "engine/language/pack_source.h"
#include "engine/value/value_json.h"
#include "engine/world/world.h"
#include "protocol/json/writer.h"
#include "server/app/extensions.h"
#include "server/app/version.h"
#include "server/cli/cli.h"
#include "server/cli/decode/decode_options.h"
#include "server/cli/report/indented_json.h"
#include "server/cli/report/source_table.h"

namespace hcl::server {

namespace {

using decode::Reference;

// Exit codes of hcldec.
constexpr int kDone = 0;
constexpr int kCannotRun = 1;
constexpr int kFindings = 2;

// Minimum number of inputs for a progress display on terminals.
constexpr std::size_t kProgressFrom = 50;

struct Run {
    Console& console;
    const DecodeOptions& options;
    const Rules& rules;
    SourceTable sources{};
    Diagnostics diagnostics{};
    bool has_read_input = false;  // standard input, which can be read once

    int cannot_run(std::string_view why) {
        console.err("Error: " + std::string(why) + "\n\n");
        return kCannotRun;
    }

    void take(Diagnostics&& more, FileId file) { decode::append_at(diagnostics, std::move(more), file); }

    int report() {
        if (options.diags == "json") {
            console.err(diagnostics_to_json(diagnostics, sources));
            return kFindings;
        }
        // A body that is read in two passes reports the same findings twice.
        auto is_same = [](const Diagnostic& a, const Diagnostic& b) {
            return a.code == b.code && a.file == b.file && a.span == b.span && a.message == b.message;
        };
        if (!rules.decode_as_tool) {
            sort_diagnostics(diagnostics);
            // A value that is not an object has no labels.
            std::erase_if(diagnostics, [&](const Diagnostic& d) {
                return d.code == DiagCode::JsonMissingLabel &&
                       std::ranges::any_of(diagnostics, [&](const Diagnostic& other) {
                           return other.code == DiagCode::JsonLabelType && other.file == d.file &&
                                  other.span == d.span;
                       });
            });
        }
        diagnostics.erase(std::unique(diagnostics.begin(), diagnostics.end(), is_same), diagnostics.end());
        console.err(sources.render(diagnostics, {.color = console.error_has_color()}));
        auto errors =
            static_cast<std::size_t>(std::ranges::count(diagnostics, Severity::Error, &Diagnostic::severity));
        if (diagnostics.size() > 1) console.err(count_line(errors, diagnostics.size() - errors) + "\n");
        return kFindings;
    }

    struct Parsed {
        syntax::FilePtr file;
        FileId id;
        bool failed = false;
    };

    Parsed parse(std::string name, std::string_view text, syntax::Syntax syntax) {
        Parsed parsed;
        parsed.file = syntax::File::parse(text, {.syntax = syntax}, console.spread());
        console.kept.push_back(parsed.file);
        parsed.id = sources.add(std::move(name), parsed.file);
        Diagnostics found = parsed.file->diagnostics();
        parsed.failed = has_errors(found);
        take(std::move(found), parsed.id);
        return parsed;
    }

    std::optional<Parsed> read(const std::string& name, syntax::Syntax syntax) {
        if (name == "-" && std::exchange(has_read_input, true)) {
            cannot_read(name, "standard input can be read only once", syntax);
            return std::nullopt;
        }
        Result<std::string> text = console.read_argument(name);
        if (text) return parse(name == "-" ? "<stdin>" : name, *text, syntax);
        cannot_read(name, text.error().message, syntax);
        return std::nullopt;
    }

    void cannot_read(const std::string& name, const std::string& reason, syntax::Syntax syntax) {
        DiagCode code = syntax == syntax::Syntax::Json ? DiagCode::JsonFileNotRead : DiagCode::FileNotRead;
        Diagnostic diagnostic = make_diagnostic(code, {}, {name, reason});
        diagnostic.has_place = false;
        diagnostics.push_back(std::move(diagnostic));
    }

    // The same findings about a spec as `pack check` and editors have.
    void check_pack(const Parsed& spec) {
        world::World world;
        world.set_extensions(language_extensions());
        world.set_file({spec.id, console.absolute(options.spec), "hcl-pack", {}, false, 0},
                       std::make_shared<const std::string>(spec.file->text()));
        Diagnostics found = ide::diagnostics_for(*world.snapshot(), spec.id, {});
        std::erase_if(found, [](const Diagnostic& d) { return d.severity != Severity::Error; });
        take(std::move(found), spec.id);
    }

    static syntax::Syntax syntax_of(std::string_view name) {
        return name.ends_with(".json") ? syntax::Syntax::Json : syntax::Syntax::Native;
    }

    // Variables from the command line: a JSON object, or a file of constants.
    void add_variables(std::string_view argument, std::size_t number, eval::MapScope& scope) {
        std::size_t first = argument.find_first_not_of(" \t\r\n");
        std::optional<Parsed> parsed;
        if (first != std::string_view::npos && argument[first] == '{')
            parsed = parse("<vars argument " + std::to_string(number) + ">", argument, syntax::Syntax::Json);
        else
            parsed = read(std::string(argument), syntax_of(argument));
        if (!parsed || parsed->failed) return;
        decode::AttributesResult attrs = decode::file_body(parsed->file, parsed->id).just_attributes();
        take(std::move(attrs.diagnostics), parsed->id);
        for (const decode::Attribute& attr : attrs.attributes) {
            eval::EvalResult value =
                decode::evaluate_in_file(attr.expr, parsed->id, nullptr, eval::eval_options(rules));
            take(std::move(value.diagnostics), parsed->id);
            scope.set(attr.name, std::move(value.value));
        }
    }

    int run() {
        if (options.spec.empty()) return cannot_run("the --spec=... argument is required");
        std::optional<Parsed> spec_source = read(options.spec, syntax::Syntax::Native);
        if (!spec_source || spec_source->failed) return report();
        if (!language::extended_by(*spec_source->file).name.empty())
            return cannot_run(options.spec +
                              " extends another pack, which only checks and editors understand; a spec for "
                              "decode stands alone");
        decode::SpecFile spec = decode::load_spec_file(spec_source->file, spec_source->id, rules);
        take(std::move(spec.diagnostics), spec_source->id);
        if (has_errors(diagnostics)) return report();
        if (!rules.decode_as_tool) {
            check_pack(*spec_source);
            if (has_errors(diagnostics)) return report();
        }

        // With an empty scope the error is "variables not allowed" instead of "unknown variable".
        eval::MapScope scope;
        for (auto& [name, value] : spec.variables) scope.set(name, std::move(value));
        for (std::size_t i = 0; i < options.vars.size(); ++i) add_variables(options.vars[i], i, scope);
        if (!spec.functions.all().empty())
            scope.set_functions(std::make_shared<const eval::FunctionTable>(std::move(spec.functions)));
        bool has_names = scope.has_variables() || scope.has_functions();

        std::vector<decode::Body> bodies;
        if (!read_inputs(bodies)) return kCannotRun;
        if (has_errors(diagnostics)) return report();
        decode::Body body = decode::merge_bodies(std::move(bodies));

        if (options.var_refs) return print(references_json(body, *spec.root, has_names ? &scope : nullptr));

        auto decoded = std::make_shared<decode::DecodeResult>(decode::decode(
            body, *spec.root, has_names ? &scope : nullptr, eval::eval_options(rules), console.spread()));
        console.kept.push_back(decoded);
        take(std::move(decoded->diagnostics), {});
        if (has_errors(diagnostics)) return report();
        // hcldec prints warnings only next to errors.
        if (!diagnostics.empty() && !rules.decode_as_tool) report();
        return print_value(decoded->value, body, *spec.root);
    }

    bool read_inputs(std::vector<decode::Body>& bodies) {
        if (options.inputs.empty()) {
            auto parsed = read("-", syntax::Syntax::Native);
            if (!parsed) return true;
            if (!parsed->failed) bodies.push_back(decode::file_body(parsed->file, parsed->id));
            return true;
        }
        bool shows_progress = console.error_is_terminal && options.inputs.size() >= kProgressFrom;
        std::size_t done = 0;
        for (const std::string& name : options.inputs) {
            if (shows_progress && done++ % 16 == 0)
                console.err("\r" + std::to_string(done) + "/" + std::to_string(options.inputs.size()) +
                            " files");
            auto parsed = read(name, syntax_of(name));
            if (parsed && !parsed->failed) bodies.push_back(decode::file_body(parsed->file, parsed->id));
        }
        if (shows_progress) console.err("\r\x1b[K");
        return true;
    }

    int print_value(const Value& value, const decode::Body& body, const decode::Spec& spec) {
        auto text = value_to_json(value, {.keep_null_properties = options.keep_nulls});
        if (!text) {
            std::string path = path_to_string(text.error().path());
            auto place = decode::place_of_part(body, spec, text.error().path(), rules);
            if (place && !rules.decode_as_tool) {
                diagnostics.push_back(
                    make_diagnostic(DiagCode::IncorrectAttributeType, place->span,
                                    {path.starts_with('.') ? std::string_view(path).substr(1) : path,
                                     text.error().message()}));
                diagnostics.back().file = place->file;
                return report();
            }
            return cannot_run((path.empty() ? "" : path + ": ") + text.error().message());
        }
        // An untyped null has no attributes to print.
        if (!options.with_type || value.type().is_dynamic()) return print(*text);
        std::string out;
        lsp::JsonWriter json(out);
        auto part = [&](std::string_view name, std::string_view content) {
            json.key(name);
            json.raw(content);
        };
        json.begin_object();
        // Without nulls all keys are sorted; with them hcldec puts the value first.
        if (options.keep_nulls) part("value", *text);
        part("type", type_to_json(value.type()));
        if (!options.keep_nulls && !value.is_null()) part("value", *text);
        json.end_object();
        return print(std::move(out));
    }

    int print(std::string text) {
        text += '\n';
        if (options.out.empty()) {
            console.out(text);
            return kDone;
        }
        Result<void> written = console.files->replace(console.absolute(options.out), text);
        if (!written)
            return cannot_run("can't open " + options.out + " for writing: " + written.error().message);
        return kDone;
    }

    std::string references_json(const decode::Body& body, const decode::Spec& spec,
                                const eval::Scope* scope) {
        std::string out;
        lsp::JsonWriter json(out);
        json.begin_array();
        for (const Reference& reference : decode::references(body, spec, rules)) {
            json.begin_object();
            json.key("root_name");
            json.string(reference.traversal.front().name);
            // The current value of the attribute, where it can be printed.
            Diagnostics ignored;
            Value value = eval::apply(reference.traversal, scope, rules, ignored);
            if (!has_errors(ignored)) member(json, "value", value);
            json.key("steps");
            json.begin_array();
            for (const eval::TraversalStep& step : reference.traversal) {
                json.begin_object();
                const bool is_index = step.kind == eval::TraversalStep::Kind::Index;
                const bool is_root = step.kind == eval::TraversalStep::Kind::Root;
                json.key("kind");
                json.string(is_root ? "root" : is_index ? "index" : "attr");
                if (!step.name.empty()) {
                    json.key("name");
                    json.string(step.name);
                }
                if (is_index) member(json, "key", step.key);
                json.key("range");
                json.raw(range_to_json({reference.file, step.span}, sources));
                json.end_object();
            }
            json.end_array();
            json.key("range");
            json.raw(range_to_json({reference.file, eval::span_of(reference.traversal)}, sources));
            json.end_object();
        }
        json.end_array();
        return indented_json(out);
    }

    // Omitted when the value cannot be written.
    static void member(lsp::JsonWriter& json, std::string_view name, const Value& value) {
        auto text = value_to_json(value);
        if (!text) return;
        json.key(name);
        json.raw(*text);
    }
};

int run_with(Console& console, Arguments arguments, bool is_drop_in) {
    auto options = parse_decode_options(arguments);
    if (!options) {
        console.err(options.error() + "\n" + help_text(*find_command("decode")));
        return kFindings;
    }
    if (options->help) {
        console.err(help_text(*find_command("decode")));
        return kFindings;
    }
    if (options->version) {
        console.out(is_drop_in ? "0.0.1-dev\n" : "hcl-ls " + std::string(version()) + "\n");
        return kDone;
    }
    if (!options->diags.empty() && options->diags != "json") {
        console.err("Invalid diagnostics format \"" + options->diags + "\": only \"json\" is supported.\n");
        return kFindings;
    }
    std::string rules = options->rules.empty() ? (is_drop_in ? "reference" : "spec") : options->rules;
    if (rules != "spec" && rules != "reference") {
        console.err("Invalid rules \"" + rules + "\": there are \"spec\" and \"reference\".\n");
        return kFindings;
    }
    return Run{.console = console,
               .options = *options,
               .rules = rules == "spec" ? Rules::spec() : Rules::reference()}
        .run();
}

}  // namespace

const CommandHelp& help_decode() {
    static const CommandHelp help{
        .about = "Decodes files with a decoder spec (the hcldec format) and prints the value as JSON.",
        .options = {{"-s, --spec FILE", "the spec (required)", "<file>"},
                    {"-V, --vars JSON|FILE",
                     "variables for the input: a JSON object, or a file of constants; may be repeated",
                     "<file>"},
                    {"-o, --out FILE", "write to FILE instead of standard output", "<file>"},
                    {"--diags json", "diagnostics as JSON on standard error", "json"},
                    {"--var-refs", "print the references in the input as JSON instead of decoding it"},
                    {"--with-type", "print {\"type\": ..., \"value\": ...}"},
                    {"--keep-nulls", "keep properties that are null"},
                    {"--rules NAME",
                     "`spec` (the specification, the default) or `reference` (like the hcldec command)",
                     "spec reference"}},
        .notes =
            "Files that end in .json are JSON; without files, standard input is read. Several files are "
            "merged. Run under the name \"hcldec\" (through a link), the command uses the `reference` rules "
            "and replaces the original.",
        .exit_codes = {{0, "done"}, {1, "could not run"}, {2, "the spec or the input has errors"}},
        .example = "hcl-ls decode --spec app.hcldec app.hcl",
        .arguments = "<file>",
    };
    return help;
}

int run_decode(Console& console, Arguments arguments) {
    return run_with(console, arguments, false);
}

int run_hcldec(Console& console, Arguments arguments) {
    return run_with(console, arguments, true);
}

}  // namespace hcl::server
