// The reference graph: symbols, files or modules as nodes, and their dependencies as edges.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/cancel.h"
#include "engine/base/id.h"
#include "engine/world/snapshot.h"

namespace hcl::ide {

struct GraphNode {
    std::string name;  // an address, the header of a block, or a path
    std::string kind;  // of the symbol: "resource"; "block", "function", "file" or "module"
    std::string module;
    Location place;  // of its name; for a file or module, the start of the first file
    Span span;       // of the whole construct, in that file; empty for files and modules
};

// `from` depends on `to`.
struct GraphEdge {
    enum class Kind : std::uint8_t {
        Refers,  // refers to it by name
        SetBy,   // gets its value from a block or file of another module
        Calls,   // a module that contains a block for the call, or that block
    } kind = Kind::Refers;
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    Location place;  // the first occurrence
};
std::string_view graph_edge_word(GraphEdge::Kind kind);

struct ReferenceGraph {
    std::vector<GraphNode> nodes;  // by module, in source order
    std::vector<GraphEdge> edges;  // sorted by node, each pair at most once per kind
};

enum class GraphLevel : std::uint8_t { Symbols, Files, Modules };

// Selects a part of a graph.
struct GraphFilter {
    enum class Direction : std::uint8_t { Both, Needs, NeededBy };
    std::vector<std::string> kinds;     // others are hidden, but their connections are kept; empty: all
    std::optional<std::uint32_t> from;  // only this node and connected ones
    Direction direction = Direction::Both;
    std::uint32_t depth = 0xFFFF'FFFF;  // maximum number of edges from that node
};

// The graph of the modules of these files, and of the modules that they call. Nodes of files and
// folders are named by `shown_path`.
using ShownPath = std::function<std::string(const std::string& path)>;
ReferenceGraph reference_graph(const world::Snapshot& snapshot, std::span<const FileId> files,
                               GraphLevel level, const ShownPath& shown_path, const Cancel& cancel);
ReferenceGraph filtered(const ReferenceGraph& graph, const GraphFilter& filter);
// The innermost node that contains the offset.
std::optional<std::uint32_t> node_around(const ReferenceGraph& graph, FileId file, std::uint32_t offset);
// The nodes with that name; if there are none, those whose names end with it after a dot or a slash.
std::vector<std::uint32_t> nodes_named(const ReferenceGraph& graph, std::string_view name);

}  // namespace hcl::ide
