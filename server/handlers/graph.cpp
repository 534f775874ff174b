// `hcl-ls/graph`: the reference graph of a file's module and the modules that it calls, or of the workspace.
#include <optional>
#include <vector>

#include "engine/base/limits.h"
#include "engine/ide/graph/graph_text.h"
#include "engine/world/installed_modules.h"
#include "protocol/json/writer.h"
#include "protocol/model/own.h"
#include "server/handlers/encode.h"
#include "server/handlers/handlers.h"

namespace hcl::server {

namespace {

// Relative to the workspace's folder.
std::string shown_path(const world::Snapshot& snapshot, const std::string& path) {
    for (const std::string& root : snapshot.roots()) {
        if (path == root) return ".";
        if (path.starts_with(root) && path[root.size()] == '/') return path.substr(root.size() + 1);
    }
    return path;
}

void write_place(lsp::JsonWriter& writer, const Context& context, const Location& place) {
    const world::FileState* state = context.snapshot->file(place.file);
    if (!state) return;
    writer.key("uri");
    writer.string(context.files->uri(place.file));
    writer.key("range");
    write(writer, to_range(*state->tree(), place.span, context.unit()));
}

}  // namespace

Reply graph(const Context& context, const lsp::GraphParams& params) {
    const world::Snapshot& snapshot = *context.snapshot;
    const world::FileState* state = params.text_document ? context.find(params.text_document->uri) : nullptr;
    if (params.text_document && !state) return "null";
    std::vector<FileId> files;
    if (state) {
        files.push_back(state->id());
    } else {
        for (const world::FileState* one : snapshot.files())
            if (!world::is_downloaded(snapshot.extensions(), one->info().path)) files.push_back(one->id());
    }
    const auto shown = [&](const std::string& path) { return shown_path(snapshot, path); };
    ide::ReferenceGraph graph =
        ide::reference_graph(snapshot, files, ide::GraphLevel::Symbols, shown, context.cancel);
    ide::GraphFilter filter;
    if (state && params.position)
        filter.from =
            ide::node_around(graph, state->id(), to_offset(*state->tree(), *params.position, context.unit()));
    const std::string around = filter.from ? graph.nodes[*filter.from].name : std::string();
    if (filter.from) graph = ide::filtered(graph, filter);
    if (graph.nodes.size() + graph.edges.size() > limits::graph_parts)
        return refuse(lsp::ErrorCode::RequestFailed, "The graph is too large to be shown: it has " +
                                                         std::to_string(graph.nodes.size()) + " nodes and " +
                                                         std::to_string(graph.edges.size()) + " edges.");
    std::string out;
    lsp::JsonWriter writer(out);
    writer.begin_object();
    if (!around.empty()) {
        writer.key("around");
        writer.string(around);
    }
    writer.key("nodes");
    writer.begin_array();
    for (const ide::GraphNode& node : graph.nodes) {
        writer.begin_object();
        writer.key("name");
        writer.string(node.name);
        writer.key("kind");
        writer.string(node.kind);
        writer.key("module");
        writer.string(node.module);
        write_place(writer, context, node.place);
        writer.end_object();
    }
    writer.end_array();
    writer.key("edges");
    writer.begin_array();
    for (const ide::GraphEdge& edge : graph.edges) {
        context.cancel.poll();
        writer.begin_object();
        writer.key("from");
        writer.unsigned_integer(edge.from);
        writer.key("to");
        writer.unsigned_integer(edge.to);
        writer.key("kind");
        writer.string(ide::graph_edge_word(edge.kind));
        write_place(writer, context, edge.place);
        writer.end_object();
    }
    writer.end_array();
    writer.key("mermaid");
    writer.string(ide::graph_as_mermaid(graph));
    writer.key("svg");
    writer.string(ide::graph_as_svg(
        graph, [&](const Location& location) { return ide::graph_place(snapshot, location, shown); }));
    writer.end_object();
    return out;
}

}  // namespace hcl::server
