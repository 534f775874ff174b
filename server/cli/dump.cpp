// `hcl-ls dump`: the syntax tree or tokens of a file, in the notation of the fixtures.
#include "engine/syntax/tree/dump.h"

#include <optional>
#include <string>

#include "engine/world/file_syntax.h"
#include "protocol/json/writer.h"
#include "server/cli/cli.h"

namespace hcl::server {

namespace {

struct DumpOptions {
    std::string form;
    std::string path;
    std::string stdin_name = "standard input";
    bool hcl1 = false;
};

std::optional<DumpOptions> read_dump_arguments(Console& console, Arguments arguments) {
    DumpOptions options;
    std::size_t count = 0;
    bool options_end = false;
    for (std::string_view argument : arguments) {
        if (options_end || argument == "-" || !argument.starts_with('-')) {
            if (++count > 2) {
                wrong_usage(console, "dump shows one file at a time");
                return std::nullopt;
            }
            (count == 1 ? options.form : options.path) = argument;
        } else if (argument == "--") {
            options_end = true;
        } else if (argument == "--hcl1") {
            options.hcl1 = true;
        } else if (argument.starts_with("--stdin-name=")) {
            options.stdin_name = argument.substr(13);
        } else {
            wrong_usage(console, "dump has no option \"" + std::string(argument) + "\"");
            return std::nullopt;
        }
    }
    if (options.form != "tokens" && options.form != "tree" && options.form != "json") {
        wrong_usage(console, options.form.empty()
                                 ? "dump is followed by what to show (tokens, tree or json) and a file"
                                 : "dump shows tokens, tree or json, not \"" + options.form + "\"");
        return std::nullopt;
    }
    if (options.path.empty()) {
        wrong_usage(console, "dump " + options.form + " is followed by a file (\"-\" for standard input)");
        return std::nullopt;
    }
    return options;
}

// {"kind", "start", "end", "flags"?, "text"? (of leaves), "children"?}
class JsonTree {
  public:
    std::string write(const syntax::File& file) {
        json_.begin_object();
        json_.key("tree");
        if (file.options().syntax == syntax::Syntax::Native)
            write_body(file.body());
        else if (syntax::Node root = file.root())
            write_node(root);
        else
            json_.null();
        json_.key("diagnostics");
        json_.begin_array();
        for (const Diagnostic& d : file.diagnostics()) {
            json_.begin_object();
            json_.key("code");
            json_.string(diag_id(d.code));
            write_span(d.span);
            json_.key("title");
            json_.string(d.title);
            json_.key("message");
            json_.string(d.message);
            json_.end_object();
        }
        json_.end_array();
        json_.end_object();
        return std::move(out_) + "\n";
    }

  private:
    void write_span(Span span) {
        json_.key("start");
        json_.unsigned_integer(span.start);
        json_.key("end");
        json_.unsigned_integer(span.end);
    }

    void begin(std::string_view kind, Span span) {
        json_.begin_object();
        json_.key("kind");
        json_.string(kind);
        write_span(span);
    }

    void write_flags(syntax::Node node) {
        auto words = syntax::flag_words(node);
        if (words.empty()) return;
        json_.key("flags");
        json_.begin_array();
        for (std::string_view word : words) json_.string(word);
        json_.end_array();
    }

    void write_node(syntax::Node node) {
        begin(syntax::kind_name(node.kind()), node.span());
        write_flags(node);
        if (node.children().is_empty()) {
            json_.key("text");
            json_.string(node.text());
        } else {
            json_.key("children");
            json_.begin_array();
            for (syntax::Node child : node.children()) write_node(child);
            json_.end_array();
        }
        json_.end_object();
    }

    void write_body(const syntax::BodyView& body) {
        begin("Body", body.span());
        json_.key("children");
        json_.begin_array();
        for (const syntax::BodyItem& item : body.items()) {
            if (item.kind != syntax::BodyItem::Kind::Block) {
                write_node(item.node);
                continue;
            }
            syntax::BlockView block = item.block();
            begin("Block", block.span());
            write_flags(block.node());
            json_.key("children");
            json_.begin_array();
            for (syntax::Node child : block.node().children()) {
                if (child.is(syntax::NodeKind::Body))
                    write_body(block.body());
                else
                    write_node(child);
            }
            json_.end_array();
            json_.end_object();
        }
        json_.end_array();
        json_.end_object();
    }

    std::string out_;
    lsp::JsonWriter json_{out_};
};

}  // namespace

int run_dump(Console& console, Arguments arguments) {
    auto options = read_dump_arguments(console, arguments);
    if (!options) return 2;
    std::string name = options->path;
    std::string text;
    if (options->path == "-") {
        name = options->stdin_name;
        auto input = console.input();
        if (!input) return 2;
        text = std::move(*input);
    } else {
        auto read = console.files->read(console.absolute(options->path));
        if (!read) {
            console.complain(read.error().message);
            return 2;
        }
        text = std::move(*read);
    }
    syntax::ParseOptions parse = world::parse_options(name, "", text);
    parse.hcl1 |= options->hcl1;
    auto file = syntax::File::parse(text, parse);
    if (options->form == "tokens")
        console.out(syntax::dump_tokens(*file));
    else if (options->form == "tree")
        console.out(syntax::dump_tree(*file));
    else
        console.out(JsonTree().write(*file));
    return 0;
}

const CommandHelp& help_dump() {
    static const CommandHelp help{
        .about =
            "Prints the tokens or the tree of a file, one per line. FILE may have syntax errors; \"-\" reads "
            "standard input.",
        .words =
            {{"tokens",
              "each token: kind, bytes of the file, text. White space and comments are tokens too: "
              "joined, they give the file."},
             {"tree", "each node, indented by depth: kind, bytes of the file, flags, text"},
             {"json",
              "the tree as JSON: kind, start, end, flags, and the text or the children of each node; and the "
              "file's diagnostics"}},
        .options = {{"--stdin-name=NAME",
                     "the file name of standard input; its extension determines the syntax", "<file>"},
                    {"--hcl1", "allow the syntax of HCL 1"}},
        .exit_codes = {{0, "printed, even if the file has errors"},
                       {2, "wrong usage, or a file that could not be read"}},
        .example = "echo 'a = 1 + b' | hcl-ls dump tree -",
        .arguments = "<file>",
    };
    return help;
}

}  // namespace hcl::server
