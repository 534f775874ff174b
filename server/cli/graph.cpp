// `hcl-ls graph`: the reference graph, as text for other programs or as an image.
#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

#include "engine/base/counted.h"
#include "engine/ide/graph/graph_text.h"
#include "server/cli/check/check_sources.h"
#include "server/cli/cli.h"
#include "server/cli/printable.h"

namespace hcl::server {

namespace {

// {"nodes": [{"id", "name", "kind", "module", "place"}], "edges": [{"from", "to", "kind", "place"}]}
std::string graph_as_json(const ide::ReferenceGraph& graph, const ide::GraphPlaceOf& place_of) {
    using Json = nlohmann::ordered_json;
    auto place = [&](const Location& location) {
        ide::GraphPlace at = place_of(location);
        return Json{{"file", at.file}, {"line", at.line}, {"column", at.column}};
    };
    Json out{{"nodes", Json::array()}, {"edges", Json::array()}};
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const ide::GraphNode& node = graph.nodes[i];
        out["nodes"].push_back({{"id", i},
                                {"name", node.name},
                                {"kind", node.kind},
                                {"module", node.module},
                                {"place", place(node.place)}});
    }
    for (const ide::GraphEdge& e : graph.edges)
        out["edges"].push_back({{"from", e.from},
                                {"to", e.to},
                                {"kind", ide::graph_edge_word(e.kind)},
                                {"place", place(e.place)}});
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

using Format = std::string (*)(const ide::ReferenceGraph&, const ide::GraphPlaceOf&);
struct NamedFormat {
    std::string_view name;
    Format write;
    bool is_text = true;  // shown as it is: names must be printable
};
constexpr std::array kFormats = {
    NamedFormat{"dot", [](const ide::ReferenceGraph& graph,
                          const ide::GraphPlaceOf&) { return ide::graph_as_dot(graph); }},
    NamedFormat{"mermaid", [](const ide::ReferenceGraph& graph,
                              const ide::GraphPlaceOf&) { return ide::graph_as_mermaid(graph); }},
    NamedFormat{"json", graph_as_json, false},
    NamedFormat{"svg", ide::graph_as_svg},
};

struct GraphOptions {
    const NamedFormat* format = &kFormats[0];
    ide::GraphLevel level = ide::GraphLevel::Symbols;
    ide::GraphFilter filter;
    std::string around;
    CheckOptions check;
};

template <typename Value, std::size_t N>
std::optional<Value> choice(std::string_view word, const std::pair<std::string_view, Value> (&choices)[N]) {
    for (const auto& [name, value] : choices)
        if (name == word) return value;
    return std::nullopt;
}

// Returns an error message, or an empty string.
std::string read_option(GraphOptions& options, std::string_view name, std::string_view value) {
    using Direction = ide::GraphFilter::Direction;
    static constexpr std::pair<std::string_view, ide::GraphLevel> kLevels[] = {
        {"symbols", ide::GraphLevel::Symbols},
        {"files", ide::GraphLevel::Files},
        {"modules", ide::GraphLevel::Modules}};
    static constexpr std::pair<std::string_view, Direction> kDirections[] = {
        {"both", Direction::Both}, {"needs", Direction::Needs}, {"needed-by", Direction::NeededBy}};
    auto wrong = [&] {
        return "graph: " + std::string(name) + " does not take \"" + std::string(value) + "\"";
    };
    if (name == "--format") {
        const auto* found = std::ranges::find(kFormats, value, &NamedFormat::name);
        if (found == kFormats.end()) return wrong();
        options.format = found;
    } else if (name == "--level") {
        auto level = choice(value, kLevels);
        if (!level) return wrong();
        options.level = *level;
    } else if (name == "--kind") {
        options.filter.kinds.emplace_back(value);
    } else if (name == "--around") {
        options.around = value;
    } else if (name == "--direction") {
        auto direction = choice(value, kDirections);
        if (!direction) return wrong();
        options.filter.direction = *direction;
    } else if (name == "--depth") {
        auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), options.filter.depth);
        if (error != std::errc() || end != value.data() + value.size()) return wrong();
    } else if (name == "--language") {
        options.check.language = value;
    } else {
        return "graph has no option \"" + std::string(name) + "\"";
    }
    return {};
}

std::string read_arguments(GraphOptions& options, Arguments arguments) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        std::string_view argument = arguments[i];
        if (argument == "--") {
            options.check.paths.insert(options.check.paths.end(), arguments.begin() + i + 1, arguments.end());
            break;
        }
        if (!argument.starts_with('-')) {
            options.check.paths.emplace_back(argument);
            continue;
        }
        const std::size_t equals = argument.find('=');
        if (equals == std::string_view::npos)
            return argument == "-" ? "graph reads files and folders, not standard input"
                                   : "graph has no option \"" + std::string(argument) + "\"";
        std::string problem = read_option(options, argument.substr(0, equals), argument.substr(equals + 1));
        if (!problem.empty()) return problem;
    }
    if (options.around.empty() && options.filter.depth != ide::GraphFilter().depth)
        return "graph takes --depth only with --around=NAME";
    if (options.around.empty() && options.filter.direction != ide::GraphFilter().direction)
        return "graph takes --direction only with --around=NAME";
    if (options.check.paths.empty()) options.check.paths.emplace_back(".");
    return {};
}

std::string kinds_of(const ide::ReferenceGraph& graph) {
    std::set<std::string> kinds;
    for (const ide::GraphNode& node : graph.nodes) kinds.insert(node.kind);
    std::string out;
    for (const std::string& kind : kinds) out += (out.empty() ? "" : ", ") + kind;
    return out;
}

// Resolves the names of kinds and of the central node. False when there is no such node.
bool complete_filter(const Console& console, const ide::ReferenceGraph& graph, GraphOptions& options) {
    for (const std::string& kind : options.filter.kinds)
        if (std::ranges::find(graph.nodes, kind, &ide::GraphNode::kind) == graph.nodes.end()) {
            console.complain("there is nothing of the kind \"" + kind + "\"; there are: " + kinds_of(graph));
            return false;
        }
    if (options.around.empty()) return true;
    std::vector<std::uint32_t> found = ide::nodes_named(graph, options.around);
    if (found.empty()) {
        console.complain("there is nothing called \"" + options.around + "\"");
        return false;
    }
    if (found.size() > 1) {
        std::string names;
        for (std::size_t i = 0; i < std::min<std::size_t>(found.size(), 10); ++i) {
            const ide::GraphNode& node = graph.nodes[found[i]];
            names += "\n  " + node.kind + " " + node.name + " in " + node.module;
        }
        console.complain(counted(found.size(), "thing") + " are called \"" + options.around +
                         "\"; give the full address of one, or fewer files:" + names);
        return false;
    }
    options.filter.from = found.front();
    return true;
}

}  // namespace

int run_graph(Console& console, Arguments arguments) {
    GraphOptions options;
    if (std::string problem = read_arguments(options, arguments); !problem.empty())
        return wrong_usage(console, problem);
    CheckSources sources(console, options.check);
    const bool good = sources.read();
    if (auto problem = sources.language_problem(); !problem.empty()) return wrong_usage(console, problem);
    const world::SnapshotPtr snapshot = sources.snapshot();
    std::vector<FileId> files;
    for (const CheckedFile& file : sources.checked()) files.push_back(file.id);
    const std::string folder = console.folder == "/" ? "/" : console.folder + "/";
    const bool is_text = options.format->is_text;
    auto shown_path = [&](const std::string& path) {
        if (path == console.folder) return std::string(".");
        const std::string shown = path.starts_with(folder) ? path.substr(folder.size()) : path;
        return is_text ? printable(shown) : shown;
    };
    auto place_of = [&](const Location& location) {
        return ide::graph_place(*snapshot, location, shown_path);
    };
    ide::ReferenceGraph graph = ide::reference_graph(*snapshot, files, options.level, shown_path, {});
    if (is_text)
        for (ide::GraphNode& node : graph.nodes) node.name = printable(node.name);
    if (!complete_filter(console, graph, options)) return 2;
    const bool is_whole = options.filter.kinds.empty() && !options.filter.from;
    console.out(options.format->write(is_whole ? graph : ide::filtered(graph, options.filter), place_of));
    return good ? 0 : 2;
}

const CommandHelp& help_graph() {
    static const CommandHelp help{
        .about =
            "Prints the graph of references between blocks and symbols, across files and modules. Reads "
            "folders recursively, and the modules that they call. Without PATH it reads the current folder.",
        .options =
            {{"--format=NAME", "dot (the default, for Graphviz), mermaid, json or svg",
              "dot mermaid json svg"},
             {"--level=NAME", "symbols (the default), files or modules", "symbols files modules"},
             {"--kind=KIND",
              "only nodes of this kind (resource, variable, target, ...); paths through other nodes become "
              "edges. May be repeated"},
             {"--around=NAME", "only this symbol, file or module and everything connected to it"},
             {"--direction=NAME", "with --around: what it needs, what needs it, or both (the default)",
              "both needs needed-by"},
             {"--depth=N", "with --around: at most N edges away from it"},
             {"--language=ID", "the language of all files", "<language>"}},
        .exit_codes = {{0, "printed"}, {2, "wrong usage, or a file that could not be read"}},
        .example =
            "hcl-ls graph --format=svg infra/ > infra.svg\n"
            "hcl-ls graph --around=aws_vpc.main --direction=needed-by --format=mermaid",
        .arguments = "<file>",
    };
    return help;
}

}  // namespace hcl::server
