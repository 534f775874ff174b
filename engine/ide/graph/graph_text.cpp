#include "engine/ide/graph/graph_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace hcl::ide {

namespace {

using Kind = GraphEdge::Kind;

bool has_several_modules(const ReferenceGraph& graph) {
    return std::ranges::any_of(graph.nodes,
                               [&](const GraphNode& n) { return n.module != graph.nodes.front().module; });
}

// A module that is a node itself needs no frame.
bool needs_frame(const ReferenceGraph& graph, std::size_t first, std::size_t end) {
    const GraphNode& node = graph.nodes[first];
    return end - first > 1 || node.name != node.module;
}

std::string dot_string(std::string_view text) {
    std::string out = "\"";
    for (char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        if (c == '\n')
            out += "\\n";
        else
            out += c;
    }
    return out + "\"";
}

// Mermaid decodes entities in quoted labels.
std::string mermaid_string(std::string_view text) {
    std::string out = "\"";
    for (char c : text) {
        if (c == '"')
            out += "#quot;";
        else if (c == '#')
            out += "#35;";
        else if (c == '<')
            out += "#lt;";
        else if (c == '>')
            out += "#gt;";
        else
            out += c == '\n' ? ' ' : c;
    }
    return out + "\"";
}

// Calls visit(first, last) for each run of nodes of one module.
template <typename Visit>
void each_group(const ReferenceGraph& graph, const Visit& visit) {
    for (std::size_t i = 0; i < graph.nodes.size();) {
        std::size_t end = i + 1;
        while (end < graph.nodes.size() && graph.nodes[end].module == graph.nodes[i].module) ++end;
        visit(i, end);
        i = end;
    }
}

}  // namespace

GraphPlace graph_place(const world::Snapshot& snapshot, const Location& location,
                       const ShownPath& shown_path) {
    const world::FileState* state = snapshot.file(location.file);
    if (!state) return {};
    Position at = state->tree()->position(location.span.start, ColumnUnit::Grapheme);
    return {shown_path(state->info().path), at.line + 1, at.column + 1};
}

std::string graph_as_dot(const ReferenceGraph& graph) {
    std::string out =
        "digraph {\n"
        "  rankdir = LR\n"
        "  node [shape = box, style = rounded, fontname = \"sans-serif\"]\n"
        "  edge [fontname = \"sans-serif\", fontsize = 10]\n";
    const bool groups = has_several_modules(graph);
    std::size_t group = 0;
    each_group(graph, [&](std::size_t first, std::size_t end) {
        const bool has_frame = groups && needs_frame(graph, first, end);
        if (has_frame)
            out += fmt::format("  subgraph cluster_{} {{\n    label = {}\n", group++,
                               dot_string(graph.nodes[first].module));
        for (std::size_t i = first; i < end; ++i)
            out += fmt::format("{}  n{} [label = {}, tooltip = {}]\n", has_frame ? "  " : "", i,
                               dot_string(graph.nodes[i].name), dot_string(graph.nodes[i].kind));
        if (has_frame) out += "  }\n";
    });
    for (const GraphEdge& e : graph.edges)
        out += fmt::format("  n{} -> n{}{}\n", e.from, e.to,
                           e.kind == Kind::SetBy ? " [style = dashed, label = \"set by\"]" : "");
    return out + "}\n";
}

std::string graph_as_mermaid(const ReferenceGraph& graph) {
    std::string out = "flowchart LR\n";
    const bool groups = has_several_modules(graph);
    std::size_t group = 0;
    each_group(graph, [&](std::size_t first, std::size_t end) {
        const bool has_frame = groups && needs_frame(graph, first, end);
        if (has_frame)
            out += fmt::format("  subgraph m{} [{}]\n", group++, mermaid_string(graph.nodes[first].module));
        for (std::size_t i = first; i < end; ++i)
            out +=
                fmt::format("{}  n{}[{}]\n", has_frame ? "  " : "", i, mermaid_string(graph.nodes[i].name));
        if (has_frame) out += "  end\n";
    });
    for (const GraphEdge& e : graph.edges)
        out += fmt::format("  n{} {} n{}\n", e.from, e.kind == Kind::SetBy ? "-. set by .->" : "-->", e.to);
    return out;
}

}  // namespace hcl::ide
