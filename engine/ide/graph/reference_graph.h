// Who refers to whom: symbols, files or modules as nodes, and what they need of each other as edges.
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
    Location place;  // of its name; of a file or module the first file's start
    Span span;       // of all of it, in that file; empty for files and modules
};

// `from` needs `to`.
struct GraphEdge {
    enum class Kind : std::uint8_t {
        Refers,  // names it
        SetBy,   // gets its value from a block or file of another module
        Calls,   // is a module with a block for it, or that block
    } kind = Kind::Refers;
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    Location place;  // the first place that says so
};
std::string_view graph_edge_word(GraphEdge::Kind kind);

struct ReferenceGraph {
    std::vector<GraphNode> nodes;  // by module, in the order of the source
    std::vector<GraphEdge> edges;  // by nodes, each pair once for each kind
};

enum class GraphLevel : std::uint8_t { Symbols, Files, Modules };

// Some of a graph.
struct GraphFilter {
    enum class Direction : std::uint8_t { Both, Needs, NeededBy };
    std::vector<std::string> kinds;     // others are left out, what they connect stays connected; empty: all
    std::optional<std::uint32_t> from;  // only this node and what it is connected to
    Direction direction = Direction::Both;
    std::uint32_t depth = 0xFFFF'FFFF;  // edges from that node
};

// The graph of the modules of these files, and of those that they call. Files and folders are called by what
// `shown_path` makes of their paths.
using ShownPath = std::function<std::string(const std::string& path)>;
ReferenceGraph reference_graph(const world::Snapshot& snapshot, std::span<const FileId> files,
                               GraphLevel level, const ShownPath& shown_path, const Cancel& cancel);
ReferenceGraph filtered(const ReferenceGraph& graph, const GraphFilter& filter);
// The innermost node around the offset.
std::optional<std::uint32_t> node_around(const ReferenceGraph& graph, FileId file, std::uint32_t offset);
// The nodes of that name; when none has it, those whose names end with it after a dot or a slash.
std::vector<std::uint32_t> nodes_named(const ReferenceGraph& graph, std::string_view name);

}  // namespace hcl::ide
